"""The pages of the documentation site, as ``docs/navigation.toml`` names them, and their addresses on it."""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / "docs/navigation.toml"
START = "docs/index.md"
EXAMPLES = "examples"
NOTEBOOK = ".ipynb"
BEFORE = ("docs/", "tools/documentation/pages/", "tools/documentation/")
"""What addresses leave out of the path of a page."""
AT_THE_ROOT = "project"
"""Where pages from the root of the repository lie: ``SECURITY.md`` is another one than ``docs/security.md``."""


class Page(NamedTuple):
    """A page: its path in the repository (of a folder: the list of its pages), its title in the menu, its section."""

    path: str
    title: str
    section: str

    @property
    def address(self) -> str:
        """Return where the page lies on the site, without an ending."""
        return address_of(self.path)

    @property
    def members(self) -> tuple[str, ...]:
        """Return the paths of the pages of a folder, in their order.

        >>> Page("examples", "Examples", "Research").members[0]
        'examples/bot.py'
        """
        endings = (".py", NOTEBOOK) if self.path == EXAMPLES else (".md",)
        files = (ROOT / self.path).glob("*.*")
        return tuple(sorted(str(file.relative_to(ROOT)) for file in files if file.suffix in endings))


def address_of(path: str) -> str:
    """Return where what has a path in the repository lies on the site, without an ending.

    >>> address_of("docs/games/cuba.md"), address_of("docs/decisions"), address_of("README.md")
    ('games/cuba', 'decisions/index', 'project/readme')
    """
    name, dot, _ = path.rpartition(".")
    name = name if dot else f"{path}/index"
    if "/" not in name:
        return f"{AT_THE_ROOT}/{name.lower()}"
    for folder in BEFORE:
        name = name.removeprefix(folder)
    return name


def navigation() -> tuple[Page, ...]:
    """Return the pages that the menu names."""
    sections = tomllib.loads(FILE.read_text("utf-8"))
    return tuple(Page(path, title, section) for section, pages in sections.items() for path, title in pages.items())


def addresses() -> dict[str, str]:
    """Return the addresses of all pages by their paths in the repository."""
    named = [page.path for page in navigation()]
    members = [member for page in navigation() for member in page.members]
    return {path: address_of(path) for path in (START, *named, *members)}

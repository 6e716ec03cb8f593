"""The sources of the documentation site: Markdown of the repository, whose links lead to pages of the site."""

import ast
import json
import os
import re
import shutil
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path, PurePosixPath

import malecon
from documentation.http_api import http_api
from documentation.navigation import EXAMPLES, NOTEBOOK, ROOT, START, Page, addresses, navigation

HTTP_API = "tools/documentation/http_api.py"
"""The page that is written from the OpenAPI document, which the server makes."""
SETTINGS = Path(__file__).parent / "settings"
PAGES = Path(malecon.__file__).parent / "web/static"
"""The files of the pages on which people play."""
STYLE = ("design_tokens.css", "icon.svg")
FILES = ("docs/pictures", "docs/spec")
"""Folders with what pages show or link to and is no page."""
README = "README.md"
LINK = re.compile(r'(?P<before>(?P<text>\[[^]]*)\]\(|src=")(?P<target>[^)"#\s:]+)')
"""A link or a picture in Markdown, or a picture in HTML, to something in the repository."""
FILE_NAME = re.compile(r"\[[\w/-]+\.md")
"""A text of a link that names a file; on the site it is the title of the page."""
HEADING = re.compile(r"^# (.*)", re.MULTILINE)
LAST_BLANK = re.compile(r"\n(?=\n```$)", re.MULTILINE)
"""The empty line that ends a session in Python for ``doctest``."""
MENU = """
```{{toctree}}
:caption: {section}
:hidden:

{lines}
```
"""
LIST = """# {title}

```{{toctree}}
:maxdepth: 1

{lines}
```
"""


def write_settings(folder: Path) -> None:
    """Write into a new folder how Sphinx builds and styles a site."""
    shutil.copytree(SETTINGS, folder)
    shutil.copytree(PAGES / "fonts", folder / "style/fonts")
    for name in STYLE:
        shutil.copy(PAGES / name, folder / "style")


def write_sources(folder: Path) -> None:
    """Write the sources of the site into a new folder."""
    write_settings(folder)
    for path, address in addresses().items():
        if not (ROOT / path).is_dir():
            _write(folder / f"{address}.md", _page(path))
    for page in navigation():
        if page.members:
            lines = "\n".join(f"/{addresses()[member]}" for member in page.members)
            _write(folder / f"{page.address}.md", LIST.format(title=page.title, lines=lines))
    for path in FILES:
        target = folder / path.removeprefix("docs/")
        shutil.copytree(ROOT / path, target, ignore=shutil.ignore_patterns("*.md"), dirs_exist_ok=True)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _page(path: str) -> str:
    """Return the Markdown of a page on the site."""
    if path == HTTP_API:
        return http_api()
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(NOTEBOOK):
        return _with_links_of_the_site(path, _notebook(text))
    if path.startswith(EXAMPLES):
        return _example(path, text)
    moved = LAST_BLANK.sub("", _with_links_of_the_site(path, text))
    if path == README:
        return HEADING.sub(f"# {_title(README)}", moved, count=1)
    return f"{moved}\n{_menu(navigation())}" if path == START else moved


def _title(path: str) -> str:
    """Return the title that a page of Markdown has on the site: its heading; that of the README is the project's."""
    if path == README:
        return next(page.title for page in navigation() if page.path == README)
    return HEADING.findall((ROOT / path).read_text("utf-8"))[0]


def _example(path: str, code: str) -> str:
    """Return the page of an example: its name, what it does, and its code."""
    about, _, _ = (ast.get_docstring(ast.parse(code)) or "").partition("\n\n")
    return f"# {PurePosixPath(path).name}\n\n{about}\n\n```python\n{code}```\n"


def _notebook(text: str) -> str:
    """Return the page of a notebook: its text, and its code."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]
    return "\n\n".join(source if kind == "markdown" else f"```python\n{source}\n```" for kind, source in cells)


def _with_links_of_the_site(path: str, text: str) -> str:
    """Return a page of the repository with the links that it needs on the site."""
    known = addresses()
    here = PurePosixPath(known[path]).parent

    def moved(link: re.Match[str]) -> str:
        named = os.path.normpath(PurePosixPath(path).parent / link["target"])
        if named in known:
            before = f"[{_title(named)}](" if FILE_NAME.fullmatch(link["text"] or "") else link["before"]
            return before + os.path.relpath(f"{known[named]}.md", here)
        if named.startswith(FILES):
            return link["before"] + os.path.relpath(named.removeprefix("docs/"), here)
        return link[0]

    return LINK.sub(moved, text)


def _menu(pages: Iterable[Page]) -> str:
    """Return the menu, which shows in no page's text."""
    return "".join(
        MENU.format(section=section, lines="\n".join(f"{page.title} </{page.address}>" for page in inside))
        for section, inside in groupby(pages, key=lambda page: page.section)
    )

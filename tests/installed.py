"""The wheel in an environment of its own, as people install it."""

import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent


def pip(*arguments: object) -> None:
    """Run pip without the network."""
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *map(str, arguments)], check=True)


def build_wheel(source: Path, folder: Path) -> Path:
    """Return the wheel that pip builds of a folder or an sdist."""
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path, extras: tuple[str, ...] = ("serve",)) -> Path:
    """Return the folder with the programs of a new environment: there is the wheel, and what it asks for with extras.

    The network is not needed: all other packages are links to the developers' ones.
    """
    venv.create(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = [*project["dependencies"], *(each for extra in extras for each in project["optional-dependencies"][extra])]
    for name in needed(asked):
        link_package(name, packages)
    pip("--python", folder, "install", "--no-index", "--no-deps", wheel)
    pip("--python", folder, "check")  # nothing that it asks for is missing
    return folder / "bin"


def needed(requirements: Iterable[str]) -> set[str]:
    """Return the names of the distributions that are needed, and of all that these need."""
    found: set[str] = set()
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        asked = waiting.pop()
        name = canonicalize_name(asked.name)
        known = {"", *asked.extras}
        more = (
            [Requirement(each) for each in distribution(name).requires or ()]
            if name not in found or asked.extras
            else []
        )
        found.add(name)
        waiting += [
            each for each in more
            if (each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in known))
            and not (canonicalize_name(each.name) in found and not each.extras)
        ]  # fmt: skip
    return found


def link_package(name: str, folder: Path) -> None:
    """Link the files and folders of an installed package into another folder."""
    package = distribution(name)
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        (folder / top).symlink_to(str(package.locate_file(top)))

"""The wheel in an environment of its own, as people install it."""

import re
import subprocess
import sys
import venv
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parent.parent


def pip(*arguments: object) -> None:
    """Run pip without the network."""
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *map(str, arguments)], check=True)


def build_wheel(source: Path, folder: Path) -> Path:
    """Return the wheel that pip builds of a folder or an sdist."""
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Return the folder with the programs of a new environment: there is the wheel, and what it asks for.

    The network is not needed: all other packages are links to the developers' ones.
    """
    venv.create(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    locked = (ROOT / "requirements.lock").read_text("utf-8")
    for name in set(re.findall(r"^([\w.-]+)==", locked, re.MULTILINE)):
        with suppress(PackageNotFoundError):  # it is for other systems
            link_package(name, packages)
    pip("--python", folder, "install", "--no-index", "--no-deps", wheel)
    pip("--python", folder, "check")  # nothing that it asks for is missing
    return folder / "bin"


def link_package(name: str, folder: Path) -> None:
    """Link the files and folders of an installed package into another folder."""
    package = distribution(name)
    for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        (folder / top).symlink_to(str(package.locate_file(top)))

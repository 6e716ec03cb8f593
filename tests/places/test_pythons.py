"""Each Python from 3.11 to 3.14 that this machine has."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from installed import ROOT
from places.place import SIMULATE, STEP, Place, with_cache

pytestmark = [pytest.mark.place]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ELSEWHERE = (".pyenv/versions/{version}.*/bin/python", ".local/share/uv/python/cpython-{version}*/bin/python{version}")
"""Where tools install Pythons, below the home folder."""


def pythons(version: str) -> Iterator[str]:
    """Yield the interpreters of a version that may be here."""
    yield from filter(None, (shutil.which(f"python{version}"), shutil.which(f"python{version}", path="/usr/bin")))
    for pattern in ELSEWHERE:
        yield from map(str, sorted(Path.home().glob(pattern.format(version=version))))


def find_python(version: str) -> str:
    """Return an interpreter, or skip the test."""
    shown = "import sys, venv, zoneinfo, sqlite3; print('{}.{}'.format(*sys.version_info))"
    for python in pythons(version):
        told = subprocess.run([python, "-c", shown], capture_output=True, text=True)
        if told.stdout.strip() == version:
            return python
    pytest.skip(f"there is no Python {version} here")


def dependencies(python: str, version: str) -> Path:
    """Return the folder with all that the program needs, for a Python; it is filled once, from the package index."""
    lock = ROOT / "requirements.lock"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    folder = platformdirs.user_cache_path("malecon-places") / f"python{version}-{digest}"
    if not folder.exists():
        part = folder.with_name(f"{folder.name}.{os.getpid()}")
        pip = [sys.executable, "-m", "pip", "--python", python, "--quiet", "install", "--target", str(part)]
        done = subprocess.run(
            [*pip, "--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(lock)],
            capture_output=True,
            text=True,
        )
        if done.returncode:
            shutil.rmtree(part, ignore_errors=True)
            reasons = re.findall(r"^ERROR: (.*)$", done.stderr, re.MULTILINE) or [done.stderr.strip()]
            pytest.skip(f"what the program needs cannot be installed for Python {version}: {reasons[-1]}")
        part.rename(folder)
    return folder


@pytest.fixture(params=VERSIONS)
def place(request: pytest.FixtureRequest, wheel: Path, tmp_path: Path) -> Place:
    """Return a place with the wheel in an environment of a Python, and what it needs in a folder beside it."""
    python = find_python(request.param)
    needed = dependencies(python, request.param)
    folder, home = tmp_path / "environment", tmp_path / "home"
    home.mkdir()
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "needed.pth").write_text(f"{needed}\n")
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--quiet"]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", wheel], check=True)
    return Place(folder / "bin", home)


def test_games_at_the_terminal_and_by_the_page(place: Place) -> None:
    place.play_at_the_terminal()
    place.play_by_the_page()


def test_a_batch_is_stepped(place: Place) -> None:
    command = [str(place.programs / "python"), "-c", STEP]
    done = subprocess.run(command, cwd=place.home, env=place.environment, capture_output=True, text=True)

    assert (done.stdout, done.returncode) == ("4\n", 0), done.stderr


def test_a_compiled_game(place: Place, tmp_path: Path) -> None:
    done = with_cache(place, tmp_path / "cache").run(*SIMULATE)

    assert done.returncode == 0, done.stderr
    assert '"games"' in done.stdout

"""The wheel, installed once for all places."""

from pathlib import Path

import pytest

from installed import ROOT, build_wheel, install
from places.place import Place, with_cache


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Return the folder with the programs of an environment: there is the wheel, and what it asks for."""
    return install(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture
def usual(programs: Path, tmp_path: Path) -> Place:
    """Return a place where nothing is unusual."""
    home = tmp_path / "home"
    home.mkdir()
    return Place(programs, home)


@pytest.fixture(scope="session")
def compiled(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache with the compiled code of Havana."""
    home = tmp_path_factory.mktemp("compiled")
    prepared = with_cache(Place(programs, home), home).run("prepare", "havana")
    assert prepared.returncode == 0, prepared.stderr
    return home

"""The wheel, installed once for all places."""

import shutil
from pathlib import Path

import platformdirs
import pytest

from installed import ROOT, build_wheel, install
from malecon.core.jit.cache import folder_name
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
    """Return a cache with the compiled code of Havana; what the developers' cache has is copied."""
    home = tmp_path_factory.mktemp("compiled")
    own = platformdirs.user_cache_path("malecon") / folder_name()
    if own.is_dir():
        shutil.copytree(own, home / own.name)
    prepared = with_cache(Place(programs, home), home).run("prepare", "havana")
    assert prepared.returncode == 0, prepared.stderr
    return home

"""Places that compiled code can be disturbed by: a damaged cache, folders that cannot be written, few rights."""

import json
import os
import shutil
from pathlib import Path

import pytest

from places.place import SIMULATE, Place, with_cache
from places.quick_places import PLACES

pytestmark = [pytest.mark.place]
DISTURBING = (
    "no home and no user",
    "a read only home",
    "a folder with blanks and foreign letters",
    "no programs from the folder of temporary files",
    "no shared memory",
    "no proc",
    "few open files",
    "the variables of a service",
    "python without docstrings",
    "python with warnings as errors",
)


def entries(cache: Path) -> list[Path]:
    return sorted(file for file in cache.rglob("*") if file.is_file())


@pytest.fixture(params=DISTURBING)
def somewhere(request: pytest.FixtureRequest, usual: Place, tmp_path: Path, compiled: Path) -> Place:
    beside = tmp_path / "beside"
    beside.mkdir()
    return with_cache(PLACES[request.param](usual, beside), compiled)


def test_a_game_by_the_page_against_a_player_that_thinks(somewhere: Place) -> None:
    with somewhere.serving() as server:
        server.play(level="easy")


def test_a_damaged_cache_is_repaired(usual: Place, compiled: Path, tmp_path: Path) -> None:
    right = games_of(with_cache(usual, compiled))
    cache = tmp_path / "cache"
    shutil.copytree(compiled, cache)
    files = entries(cache)
    for number, file in enumerate(files):
        damage(file, number)

    assert games_of(with_cache(usual, cache)) == right

    assert with_cache(usual, cache).run("prepare", "havana").returncode == 0  # a simulation does not need all
    with with_cache(usual, cache).serving() as server:
        server.play(level="easy")


def games_of(place: Place) -> dict[str, object]:
    """Return what a command tells about some games, but for its speed."""
    done = place.run(*SIMULATE)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    return {name: value for name, value in told.items() if name not in ("seconds", "games a second")}


def damage(file: Path, number: int) -> None:
    """Damage one of eight files, each in another way."""
    content = file.read_bytes()
    match number % 64:
        case 0:
            file.write_bytes(b"")
        case 8:
            file.write_bytes(content[: len(content) // 2])
        case 16:
            file.write_bytes(os.urandom(len(content)))
        case 24:
            file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        case 32:
            file.unlink()
            file.mkdir()
        case 40:
            file.unlink()
            file.symlink_to("/nowhere")
        case 48:
            file.unlink()
            os.mkfifo(file)
        case 56:
            file.write_bytes(content + content)

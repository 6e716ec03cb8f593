"""In each place where people start it, a whole game is played by the terminal and one by the page."""

from pathlib import Path

import pytest

from places.place import Place
from places.quick_places import PLACES

OF_SERVERS = {
    "no home and no user",
    "a read only installation",
    "a folder with blanks and foreign letters",
    "files that only the owner may read",
    "no shared memory",
    "few open files",
    "python without assertions",
    "python with warnings as errors",
    "turkish",
    "the first process of a container",
}
"""Places that matter to a server more than to a terminal: in these ``make check`` plays by the page too."""
assert {*PLACES} >= OF_SERVERS


@pytest.fixture(params=PLACES)
def somewhere(request: pytest.FixtureRequest, usual: Place, tmp_path: Path) -> Place:
    beside = tmp_path / "beside"
    beside.mkdir()
    return PLACES[request.param](usual, beside)


def test_a_game_at_the_terminal(somewhere: Place) -> None:
    somewhere.play_at_the_terminal()


@pytest.mark.parametrize(
    "somewhere",
    [pytest.param(name, marks=() if name in OF_SERVERS else pytest.mark.place) for name in PLACES],
    indirect=True,
)
def test_a_game_by_the_page(somewhere: Place) -> None:
    somewhere.play_by_the_page()

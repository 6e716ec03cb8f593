"""In each place where people start it, a whole game is played by the terminal and one by the page."""

from pathlib import Path

import pytest

from places.place import Place
from places.quick_places import PLACES


@pytest.fixture(params=PLACES)
def somewhere(request: pytest.FixtureRequest, usual: Place, tmp_path: Path) -> Place:
    beside = tmp_path / "beside"
    beside.mkdir()
    return PLACES[request.param](usual, beside)


def test_a_game_at_the_terminal(somewhere: Place) -> None:
    somewhere.play_at_the_terminal()


def test_a_game_by_the_page(somewhere: Place) -> None:
    somewhere.play_by_the_page()

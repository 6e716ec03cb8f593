"""Recorded games: each plays out as written.

``pytest tests/golden --accept`` writes the records anew from their own moves; the commit says why.
"""

from pathlib import Path

import pytest

import malecon
from malecon.core.errors import MaleconError
from malecon.core.options import OFF, ON, Kind, Option

GAMES = [path for game in malecon.games for path in sorted((Path(__file__).parent / game).glob("*.game"))]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_as_written(path: Path, request: pytest.FixtureRequest) -> None:
    text = path.read_text("utf-8")

    again = malecon.replay(text)

    if request.config.getoption("--accept"):
        path.write_text(again.record(), "utf-8")
        text = again.record()
    assert again.over
    assert again.record() == text, "write it as tests want it: pytest tests/golden --accept"
    assert malecon.replay(again.record()) == again


OPTIONS = {
    f"{name}, {option.name}": (name, option)
    for name, game in malecon.games.items()
    for option in game.options
    if option.kind in (Kind.CHOICE, Kind.FLAG)
}


@pytest.mark.parametrize("which", OPTIONS)
def test_some_recorded_game_shows_what_an_option_changes(which: str) -> None:
    name, option = OPTIONS[which]
    games = [path.read_text("utf-8") for path in GAMES if path.parent.name == name]

    assert any(goes_otherwise(option, text) for text in games), "record a game in which its rule is used"


def goes_otherwise(option: Option, text: str) -> bool:
    """Tell whether a game cannot go on, or goes on otherwise, with another value of an option."""
    heading, _, moves = text.partition("\n\n")
    lines = [line for line in heading.splitlines() if line.split()[0] != option.name]
    played = {malecon.replay(text).record().partition("\n\n")[2]}
    for value in option.choices or (ON, OFF):
        try:
            again = malecon.replay("\n".join((*lines[:2], f"{option.name} {value}", *lines[2:], "", moves)))
        except MaleconError:
            return True
        played.add(again.record().partition("\n\n")[2])
    return len(played) > 1

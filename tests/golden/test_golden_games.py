"""Recorded games: each plays out as written.

``pytest tests/golden --accept`` writes the records anew from their own moves; the commit says why.
"""

from pathlib import Path

import pytest

import malecon

GAMES = [path for game in malecon.games for path in sorted((Path(__file__).parent / game).glob("*.game"))]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_plays_out_as_written(path: Path, request: pytest.FixtureRequest) -> None:
    text = path.read_text("utf-8")

    again = malecon.replay(text)

    if request.config.getoption("--accept"):
        path.write_text(again.record(), "utf-8")
        text = again.record()
    assert again.over
    assert again.record() == text
    assert malecon.replay(again.record()) == again

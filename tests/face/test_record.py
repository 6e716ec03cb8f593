"""Records: a text that a player can follow, and back, whatever the game."""

import pytest

import malecon
from cases import STARTS
from face.playing import SEEDS, finished, random_match

each_start = pytest.mark.parametrize("start", STARTS)


@each_start
@pytest.mark.parametrize("seed", SEEDS)
def test_a_replay_is_the_same_match(start: str, seed: int) -> None:
    match = finished(start, seed)
    text = match.record()

    again = malecon.replay(text)

    assert again == match
    assert again.state.tobytes() == match.state.tobytes()
    assert again.events == match.events
    assert again.record() == text


@each_start
def test_a_replay_of_an_unfinished_match_goes_on_like_it(start: str) -> None:
    for number, (match, seat, move) in enumerate(random_match(start, 3)):
        if number % 40 == 7:
            again, twin = malecon.replay(match.record()), match.copy()
            assert again == match
            assert again.play(seat, move) == twin.play(seat, move)
            assert again == twin

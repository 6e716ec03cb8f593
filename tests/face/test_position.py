"""Positions as plain data: back byte for byte."""

import json

import pytest

import malecon
from cases import STARTS
from face.playing import SEEDS, random_match
from malecon.core.data import DataError
from sampling import close_looks

each_start = pytest.mark.parametrize("start", STARTS)


@each_start
@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_comes_back_byte_for_byte(start: str, seed: int) -> None:
    for match, seat, move in close_looks(random_match(start, seed), seed):
        text = json.dumps(match.position())

        back = malecon.games[match.game.name].from_position(json.loads(text))

        for field in match.state.dtype.names:
            assert back.state[field].tobytes() == match.state[field].tobytes(), field
        assert back.legal(seat) == match.legal(seat)
        after = match.copy()
        assert back.play(seat, move) == after.play(seat, move)
        assert back.state.tobytes() == after.state.tobytes()

    assert match.over
    assert malecon.games[match.game.name].from_position(match.position()).state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("game", malecon.games)
@pytest.mark.parametrize("wrong", [None, 3, "havana", [], {}])
def test_what_is_no_table_of_fields_is_refused(game: str, wrong: object) -> None:
    with pytest.raises(DataError, match=r"^position: "):
        malecon.games[game].from_position(wrong)


@each_start
def test_a_match_from_a_position_has_a_record_of_its_own(start: str) -> None:
    for number, (begun, seat, move) in enumerate(random_match(start, 2)):
        if number % 50 == 20:
            match = malecon.games[begun.game.name].from_position(begun.position())
            match.play(seat, move)
            match.names = {1: "easy"}

            again = malecon.replay(match.record())

            assert again == match
            assert again.record() == match.record()
            assert again.seed is None

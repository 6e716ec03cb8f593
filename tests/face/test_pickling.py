"""Games and matches are pickled: a game by its name, a match with all that has happened."""

import copy
import pickle
import random

import pytest

import malecon
from cases import STARTS
from face.playing import begin
from malecon.core.match import Match


@pytest.mark.parametrize("game", malecon.games)
def test_a_game_is_pickled_and_copied_as_itself(game: str) -> None:
    record = malecon.games[game]

    assert pickle.loads(pickle.dumps(record)) is record
    assert copy.deepcopy(record) is record
    assert game.encode() in pickle.dumps(record)


def play_some(match: Match, rng: random.Random, moves: int = 30) -> None:
    for _ in range(moves):
        if not match.over:
            seat = rng.choice(match.to_move)
            match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("copied", [lambda match: pickle.loads(pickle.dumps(match)), copy.deepcopy, copy.copy])
def test_a_match_is_the_same_afterwards_and_goes_on_by_itself(start: str, copied: object) -> None:
    match = begin(start, 4)
    match.names = {0: "Ana"}
    play_some(match, random.Random(4))
    assert callable(copied)

    twin = copied(match)
    assert twin == match
    assert (twin.record(), twin.events, twin.names) == (match.record(), match.events, match.names)

    number = match.number
    play_some(twin, random.Random(5))
    assert match.number == number
    play_some(match, random.Random(5))
    assert twin == match


def test_a_match_that_began_from_a_position_is_pickled_too() -> None:
    match = begin(next(iter(STARTS)), 4)
    play_some(match, random.Random(4))
    later = match.game.from_position(match.position())  # type: ignore[attr-defined]  # a match has the parts only

    assert pickle.loads(pickle.dumps(later)) == later

"""A thing that is taken out of a position leaves a game that goes on to its end."""

import random

import pytest

from cases import STARTS
from malecon.core.match import Match
from modes import needs_plain_rules
from reasons.test_positions import OBJECTS

SEEDS = range(6)
EVERY = 6
"""Decisions between two take-outs."""


@needs_plain_rules("a fault shows as an index that is out of range")
@pytest.mark.parametrize("start", STARTS)
def test_a_game_goes_on_without_things(start: str) -> None:
    game, options = STARTS[start]
    assert game.ledger is not None
    for seed in SEEDS:
        rng, match = random.Random(seed), game.start(seed=seed, **options)
        things = sorted(OBJECTS[game.name])
        rng.shuffle(things)
        taken = decisions = 0
        while not match.over:
            if decisions % EVERY == 0 and things:
                before = {seat: match.legal(seat) for seat in match.to_move}
                state = match.state.copy()
                is_out = game.ledger.without(state, things.pop())
                without = Match(game, state)
                if is_out and before == {seat: without.legal(seat) for seat in match.to_move}:
                    match = without
                    taken += 1
            decisions += 1
            seat = match.to_move[0]
            match.play(seat, rng.choice(match.legal(seat)))
        assert taken

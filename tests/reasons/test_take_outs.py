"""A thing that is taken out of a position leaves a game that goes on to its end."""

import random

import pytest

import malecon
from cases import STARTS
from malecon.core.match import Match
from malecon.games.cuba.boards import WATER
from malecon.games.cuba.buildings import DAM
from malecon.games.cuba.rules.harbour import points_at
from malecon.games.cuba.rules.laws import duty
from malecon.games.cuba.rules.uses import is_useful
from modes import both_modes, needs_plain_rules
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


@both_modes
def test_what_is_taken_out_of_cuba_is_without_effect() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    state.supply[WATER] = 5

    assert duty(state) != 0
    assert is_useful(state, 0, DAM)
    assert points_at(state, 2) == 3
    assert all(ledger.without(state, thing) for thing in ("duty", "dam", "dock 3", "parliament"))
    assert duty(state) == 0
    assert not is_useful(state, 0, DAM)
    assert points_at(state, 2) == 0
    assert state.bill.tolist() == state.in_force.tolist()

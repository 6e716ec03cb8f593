"""Win logits: the value features, and what the games' networks say."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import malecon
from malecon.agents import LEVELS
from malecon.core import contract
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.network import win_logit

each_game = pytest.mark.parametrize("game", malecon.games)
GAMES = 80 if JIT else 2
NEVER_AT_A_PAUSE = {"havana": {"enough points"}, "cuba": {"town hall"}}
"""What is over before the next natural pause: a game that has a winner, votes that were counted."""


def pauses(game: str, games: int) -> Iterator[Match]:
    """Yield matches of the random player at every natural pause."""
    for number in range(games):
        seats = malecon.games[game].seats
        match = malecon.games[game].start(seats=seats[number % len(seats)], seed=number)
        stage = -1
        while not match.over:
            if contract.stage(match.state) > stage:
                stage = int(contract.stage(match.state))
                yield match
            seat = match.to_move[0]
            match.play(seat, LEVELS["random"].choose(match, seat, key=len(match.moves)))


def features_of(match: Match, seat: int) -> NDArray[np.float32]:
    """Return the value features of a seat, in an array that held something else."""
    known = np.full(len(match.game.value_features), np.nan, np.float32)
    contract.value_features(match.state, seat, known)
    return known


@each_game
def test_every_feature_is_a_number_near_one_and_says_something_in_some_game(game: str) -> None:
    found = np.array([features_of(match, seat) for match in pauses(game, GAMES) for seat in range(match.seats)])

    assert np.isfinite(found).all()
    assert np.abs(found).max() < 8
    silent = {
        name for name, most in zip(malecon.games[game].value_features, np.abs(found).max(0), strict=True) if most == 0
    }
    if JIT:
        assert silent <= NEVER_AT_A_PAUSE[game]


@each_game
def test_what_a_seat_cannot_know_changes_none_of_its_features(game: str) -> None:
    for number, match in enumerate(pauses(game, 3)):
        for seat in range(match.seats):
            before = features_of(match, seat)
            other = match.state.copy()
            contract.guess(other, seat, number)

            after = np.zeros_like(before)
            contract.value_features(other, seat, after)

            assert (after == before).all()


@each_game
def test_who_has_more_points_is_likelier_to_win(game: str) -> None:
    better = worse = 0
    for match in pauses(game, GAMES):
        before = float(win_logit(match.state, 0) - win_logit(match.state, 1))
        richer = match.state.copy()
        richer.points[0] += 4
        after = float(win_logit(richer, 0) - win_logit(richer, 1))
        better += after > before
        worse += after <= before

    assert better > 20 * worse


@each_game
def test_the_win_logit_is_what_the_network_says_of_the_features(game: str) -> None:
    match = next(pauses(game, 1))
    network = contract.value_network(match.state)
    known = features_of(match, 1)

    units = np.maximum(0, known @ network.hidden_weights + network.hidden_bias)

    expected = float(known @ network.linear + units @ network.output_weights)
    assert win_logit(match.state, 1) == pytest.approx(expected, abs=1e-4)

"""Rounds of self-play: a network plays all seats of many games side by side, and gets what followed from each decision.

The decisions of a seat in a game are a sequence of its own. What a decision is measured by, its return, mixes the
shares of the victory that the network expects at the later decisions of the sequence, and those at the end of the game,
with weights that fall as powers of lambda (generalised advantage estimation; J. Schulman and others, *High-Dimensional
Continuous Control Using Generalized Advantage Estimation*, ICLR 2016). Shares are those of all seats, from the seat
that decides on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.research import batch
from malecon.research.batches.batch import Batch
from policy_learning.gradients import Floats, Weights, forward

KEYS = 1 << 40
"""Deals of self-play begin here, so that none is one of an evaluation."""


class Round(NamedTuple):
    """Decisions of a round with what followed.

    Attributes:
        seats: how many play.
        inputs: float32 ``[n, inputs]``, the float observation.
        legal: int8 ``[n, actions]``, 1 for legal actions.
        actions: int64 ``[n]``, that were drawn.
        logs: float32 ``[n]``, of their probabilities.
        returns: float32 ``[n, most seats]``, the shares by which they are measured.
        advantages: float32 ``[n]``, own share of the return above what was expected.
    """

    seats: int
    inputs: Floats
    legal: NDArray[np.int8]
    actions: NDArray[np.int64]
    logs: Floats
    returns: Floats
    advantages: Floats


def new_games(game: str, games: int, seats: int, seed: int) -> Batch:
    """Return games that begin."""
    played = batch(game, games, seats, observation="float", legal="mask")
    played.reset(seed=KEYS + seed * games)
    return played


def play_round(played: Batch, weights: Weights, steps: int, trace: float) -> Round:
    """Play ``steps`` decisions in each game, and return those whose return is known; ``trace``: lambda."""
    seen: list[tuple[Floats, NDArray[np.int8], NDArray[np.int64], Floats]] = []
    seats, values = list[NDArray[np.int8]](), list[Floats]()
    dones, results = list[NDArray[np.bool_]](), list[Floats]()
    for _ in range(steps):
        now = played.now
        inputs, legal = now.observation.astype(np.float32), now.legal.astype(np.int8)
        out = forward(weights, inputs, legal, played.seats)
        seats.append(now.seat.copy())
        values.append(out.shares)
        with np.errstate(divide="ignore"):
            actions = played.draw(np.log(out.probabilities)).copy()
        seen.append((inputs, legal, actions, played.log_probability.copy()))
        now = played.step(actions)
        dones.append(now.done.copy())
        results.append(now.rewards.copy())
    expected = np.array(values)
    returns, known = returns_of(np.array(seats), expected, np.array(dones), np.array(results), trace)
    own = returns[..., 0] - expected[..., 0]
    columns = (*(np.array(column) for column in zip(*seen, strict=True)), returns, own)
    return Round(played.seats, *(column[known] for column in columns))


def returns_of(
    seats: NDArray[np.int8], values: Floats, dones: NDArray[np.bool_], results: Floats, trace: float
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the returns (like ``values``), and which are known: not those of the last decisions of unfinished games.

    Args:
        seats: int8 ``[steps, games]``, who decides.
        values: float32 ``[steps, games, most seats]``, the shares that are expected, from that seat on.
        dones: bool ``[steps, games]``, whether the game is over then.
        results: float32 ``[steps, games, seats]``, its shares of the victory, by seat.
        trace: lambda.
    """
    steps, games, count = results.shape
    returns, known = values.copy(), np.zeros((steps, games), np.bool_)
    rows, turns = np.arange(games), (np.arange(count)[:, None] + np.arange(count)) % count
    # of each game and seat: what is expected at its next decision, its return, and whether there is one
    next_values, next_returns = np.zeros((2, games, count, values.shape[2]), np.float32)
    is_next = np.zeros((games, count), np.bool_)
    for step in range(steps - 1, -1, -1):
        over = dones[step]
        for following in (next_values, next_returns):
            following[over, :, :count] = results[step][over][:, turns]
            following[over, :, count:] = 0
        is_next[over] = True
        seat = seats[step]
        mixed = (1 - trace) * next_values[rows, seat] + trace * next_returns[rows, seat]
        known[step] = is_next[rows, seat]
        returns[step] = np.where(known[step, :, None], mixed, values[step])
        next_values[rows, seat], next_returns[rows, seat] = values[step], returns[step]
        is_next[rows, seat] = True
    return returns, known

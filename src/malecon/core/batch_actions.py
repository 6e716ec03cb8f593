"""The actions of a batch of games: which are illegal, and how legal ones are drawn."""

import math

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.batch import NEXT_STEP, NOBODY, Games
from malecon.core.contract import NO_ACTION
from malecon.core.jit import makes_no_array, routine, rule
from malecon.core.random import DRAW_KEY, WORD, derived_key, draw_unit


@rule
@makes_no_array
def _is_listed(games: Games, game: int, action: int) -> bool:
    """Tell whether an action is legal; when a game is over, none or any is."""
    lane, listed, place = games.lanes[game], games.listed[game], 0
    if lane.seat == NOBODY:
        return games.autoreset == NEXT_STEP or action == NO_ACTION
    while place < lane.count and listed[place] < action:
        place += 1
    return bool(place < lane.count and listed[place] == action)


@routine
@makes_no_array
def first_illegal(games: Games, actions: NDArray[np.int64]) -> int:
    """Return the first game in which an action is not legal; -1 if there is none."""
    for game in range(len(actions)):
        if not _is_listed(games, game, actions[game]):
            return game
    return -1


@routine
@makes_no_array
def replace_illegal(games: Games, actions: NDArray[np.int64]) -> None:
    """Replace illegal actions, in place, by legal ones that are drawn, and count them."""
    for game in range(len(actions)):
        lane = games.lanes[game]
        if lane.seat != NOBODY and not _is_listed(games, game, actions[game]):
            games.illegal[game] += 1
            actions[game] = contract.sample(games.states[game], lane.seat, lane)


@rule
@makes_no_array
def choose_by_logits(
    logits: NDArray[np.float32], listed: NDArray[np.int16], count: int, unit: float
) -> tuple[int, float]:
    """Return one of ``count`` listed actions, drawn by the softmax of their logits, and the log of its probability.

    ``unit``: the random number, 0 to below 1. ``NO_ACTION`` if a logit is not a number or plus infinity, or all are
    minus infinity.
    """
    most = -math.inf
    for place in range(count):
        logit = float(logits[listed[place]])
        if math.isnan(logit):
            return NO_ACTION, 0.0
        most = max(most, logit)
    if math.isinf(most):
        return NO_ACTION, 0.0
    total = 0.0
    for place in range(count):
        total += math.exp(float(logits[listed[place]]) - most)
    # The inverse of the cumulative distribution takes one random number; noise for each action (Gumbel) takes as many.
    chosen, left = 0, unit * total
    for place in range(count):
        part = math.exp(float(logits[listed[place]]) - most)
        # What rounding leaves at the end goes to the last action that has a probability.
        if part > 0.0:
            chosen = int(listed[place])
        left -= part
        if left < 0.0:
            break
    return chosen, float(logits[chosen]) - most - math.log(total)


@routine
@makes_no_array
def draw_actions(
    games: Games,
    which: NDArray[np.int64],
    logits: NDArray[np.float32],
    out: NDArray[np.int64],
    logs: NDArray[np.float32],
    is_opponent: bool,
) -> int:
    """Draw a legal action for the seat that is asked in each of some games.

    Args:
        games: the batch.
        which: int64 ``[m]``, the games.
        logits: float32 ``[m, actions]``; without rows each legal action is equally likely.
        out: int64 ``[m]``, gets the actions, ``NO_ACTION`` where nobody is asked.
        logs: float32 ``[m]``, gets the logs of their probabilities.
        is_opponent: random numbers are those of the lane; else others, so that draws of the caller do not change what
            opponents do.

    Returns:
        the first game with logits from which nothing can be drawn (``choose_by_logits``); -1 if there is none.
    """
    for place in range(len(which)):
        game = int(which[place])
        lane = games.lanes[game]
        out[place] = NO_ACTION
        logs[place] = 0.0
        if lane.seat == NOBODY:
            continue
        if is_opponent:
            unit = draw_unit(lane)
        else:
            unit = (derived_key(lane.seed, DRAW_KEY, lane.draws) & WORD) * 2.0**-32
            lane.draws += 1
        if len(logits) > 0:
            action, logs[place] = choose_by_logits(logits[place], games.listed[game], lane.count, unit)
            if action == NO_ACTION:
                return game
            out[place] = action
        else:
            out[place] = games.listed[game, int(unit * lane.count)]
            logs[place] = -math.log(lane.count)
    return -1

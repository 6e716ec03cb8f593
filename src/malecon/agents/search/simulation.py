"""Simulations: how a game goes on outside the trees, and what the position is worth where it stops."""

import math

import numpy as np
from numpy.typing import NDArray

from malecon.agents.greedy import greedy_action
from malecon.agents.search.context import Search
from malecon.core import contract
from malecon.core.bits import is_single, lowest
from malecon.core.contract import NO_ACTION
from malecon.core.jit import rule
from malecon.core.network import win_logit
from malecon.core.playout import play_out


@rule
def rollout_action(search: Search, state: object, seat: int, awaited: int) -> int:
    """Return an action for a seat outside its tree; ``memory.actions`` may be overwritten."""
    # First the game's own policy: it knows what a look at the next position does not show.
    action = contract.policy(state, seat, search.workspace.source) if search.config.looks_ahead else NO_ACTION
    if action == NO_ACTION:
        # Secret choices made at the same time show nothing in the next position either: they are drawn.
        if not search.config.looks_ahead or not is_single(awaited):
            action = contract.sample(state, seat, search.workspace.source)
        else:
            action = greedy_action(search.workspace, state, seat)
    return int(action)


@rule
def simulate(search: Search, state: object) -> None:
    """Play on in ``state``, in place, to the end, or until it has passed ``search.last_stage``."""
    # A game at random to its end needs no look at stages and policies: `play_out` is that loop without them.
    if not search.config.looks_ahead and search.config.stages == 0:
        play_out(state, search.workspace.source, search.workspace.journal)
        return
    # Cutting at a natural pause: what happens later is mostly noise, and the network judges better than many moves of
    # a quick policy (R. Lorentz, Amazons Discover Monte-Carlo, 2008; figures in docs/decisions/0012-prospect.md).
    awaited = contract.awaiting(state)
    while awaited != 0 and contract.stage(state) <= search.last_stage:
        seat = lowest(awaited)
        contract.apply(state, seat, rollout_action(search, state, seat, awaited), search.workspace.journal)
        awaited = contract.awaiting(state)


@rule
def evaluate_leaf(search: Search, state: object) -> None:
    """Write each seat's expected share of the victory into ``iteration.result``, sum 1."""
    result, margins, points = search.iteration.result, search.iteration.margins, search.iteration.points
    if contract.awaiting(state) != 0:
        for seat in range(search.seats):
            result[seat] = win_logit(state, seat)
        softmax(result, search.seats)
        return
    contract.points(state, points)
    for seat in range(search.seats):
        margins[seat] = points[seat] / search.config.scale
    softmax(margins, search.seats)
    contract.outcome(state, result)
    # A little of the result is the margin in points: between moves that all win, or all lose, the search would else
    # choose anyhow.
    for seat in range(search.seats):
        result[seat] += search.config.margin * (margins[seat] - result[seat])


@rule
def softmax(logits: NDArray[np.float64], count: int) -> None:
    """Turn the first ``count`` logits into chances, in place: in proportion to e to the power of them, sum 1."""
    # the greatest is taken off first, so that no power overflows
    most, total = logits[0], 0.0
    for seat in range(1, count):
        most = max(most, logits[seat])
    for seat in range(count):
        logits[seat] = math.exp(logits[seat] - most)
        total += logits[seat]
    for seat in range(count):
        logits[seat] /= total

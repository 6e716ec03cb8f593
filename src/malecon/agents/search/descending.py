"""One iteration: from the root to an end, each seat by its own tree as far as it reaches, and back."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.planner import greedy
from malecon.agents.search.tree import NO_SLOT, Tree, add, find, has_room, place_after
from malecon.core import contract
from malecon.core.bits import is_single, lowest
from malecon.core.contract import NO_ACTION
from malecon.core.jit import rule, whole_routine
from malecon.core.journal import Journal
from malecon.core.playout import play_out
from malecon.core.random import Source, draw

OUTSIDE = -1
"""The place of a seat that has left its tree."""
LONGEST = 2048
"""Steps inside the trees that are remembered in one iteration."""
FOREVER = 2**30


class Setting(NamedTuple):
    """How to search.

    Attributes:
        exploration: weight of the bound in UCB1, for results of 0 to 1.
        bias: by how much the move of a playout is preferred before it was tried; this falls as 1 / (tries + 1).
        stages: at which pause of the game (``contract.stage``) from now on a playout is cut and judged; 0: at none.
        looks: whether everybody in a playout chooses by a look at the next position, instead of at random.
        margin: share of an ended game's result that the points have, beside the victory.
        scale: points that count e times as much in that share.
    """

    exploration: float
    bias: float
    stages: int
    looks: bool
    margin: float
    scale: float


WHOLE = Setting(exploration=0.7, bias=0.0, stages=0, looks=False, margin=0.1, scale=8.0)
"""The plainest search, by which speeds are compared: every playout is random and goes to the end."""


class Desk(NamedTuple):
    """Room to work in.

    Attributes:
        boards: two states.
        actions: int16 [widest].
        place: int64 [seats], where each seat stands in its tree.
        path, movers: int64 [LONGEST], the edges of this iteration and whose they are.
        result: float64 [seats], what came of it.
        sums: float64 [seats], what came of all iterations together.
        points: int16 [seats].
    """

    boards: NDArray[np.void]
    actions: NDArray[np.int16]
    place: NDArray[np.int64]
    path: NDArray[np.int64]
    movers: NDArray[np.int64]
    result: NDArray[np.float64]
    sums: NDArray[np.float64]
    points: NDArray[np.int16]


@whole_routine
def search(
    root: object,
    seat: int,
    first: int,
    iterations: int,
    setting: Setting,
    tree: Tree,
    desk: Desk,
    source: Source,
    journal: Journal,
) -> None:
    """Carry out a number of iterations from ``root``, which is left as it is; only what ``seat`` can know matters.

    ``first``: what ``seat`` does before anything else, or ``NO_ACTION`` if that is what is searched for.
    """
    last_stage = contract.stage(root) + setting.stages - 1 if setting.stages > 0 else FOREVER
    for _ in range(iterations):
        key = (draw(source, 1 << 14) << 28) | (draw(source, 1 << 14) << 14) | draw(source, 1 << 14)
        desk.boards[0] = root
        contract.guess(desk.boards[0], seat, key)
        if first != NO_ACTION:
            contract.apply(desk.boards[0], seat, first, journal)
        length = descend(setting, tree, desk, source, journal, last_stage)
        play_on(setting, desk, source, journal, last_stage)
        judge(setting, desk)
        learn(tree, desk, length)


@rule
def descend(setting: Setting, tree: Tree, desk: Desk, source: Source, journal: Journal, last_stage: int) -> int:
    """Play in ``desk.boards[0]`` until every seat has left its tree; return how many edges were taken."""
    board, seats = desk.boards[0], len(desk.result)
    inside, length = seats, 0
    for seat in range(seats):
        desk.place[seat] = seat
    awaited = contract.awaiting(board)
    while inside > 0 and awaited != 0 and length < LONGEST and contract.stage(board) <= last_stage:
        seat = lowest(awaited)
        if desk.place[seat] == OUTSIDE:
            action = follow_policy(setting, desk, seat, awaited, source, journal)
        else:
            favourite = favourite_at(setting, tree, desk, seat, awaited, source, journal)
            n = contract.legal(board, seat, desk.actions)
            slot, action = select(setting, tree, desk.actions, n, int(desk.place[seat]), favourite, source)
            if slot == NO_SLOT or tree.visits[slot] == 0:
                desk.place[seat] = OUTSIDE
                inside -= 1
            else:
                desk.place[seat] = place_after(slot)
            if slot != NO_SLOT:
                desk.path[length] = slot
                desk.movers[length] = seat
                length += 1
        contract.apply(board, seat, action, journal)
        awaited = contract.awaiting(board)
    return length


@rule
def favourite_at(
    setting: Setting, tree: Tree, desk: Desk, seat: int, awaited: int, source: Source, journal: Journal
) -> int:
    """Return what a playout would do at the place of a seat, asked once for each place; ``desk.actions`` is used."""
    place = int(desk.place[seat])
    if setting.bias > 0.0 and tree.favourite[place] == NO_ACTION:
        tree.favourite[place] = follow_policy(setting, desk, seat, awaited, source, journal)
    return int(tree.favourite[place])


@rule
def select(
    setting: Setting, tree: Tree, actions: NDArray[np.int16], n: int, place: int, favourite: int, source: Source
) -> tuple[int, int]:
    """Return the slot and the action that a seat chooses at its place: one that was never tried, or by UCB1.

    The favourite is tried before all others, and preferred as long as little is known.

    Sources: P. Auer, N. Cesa-Bianchi, P. Fischer, *Finite-time Analysis of the Multiarmed Bandit Problem* (2002); with
    the count of how often an action was there to choose, for what can be done differs from guess to guess (Cowling).
    Progressive bias: G. Chaslot and others, *Progressive Strategies for Monte-Carlo Tree Search* (2008).
    """
    best_slot, best_action, best, untried = NO_SLOT, 0, -math.inf, 0
    for i in range(n):
        action = int(actions[i])
        slot = find(tree, place, action)
        if tree.edges[slot] == 0:
            untried += 1
            if untried == 1 or action == favourite or (best_action != favourite and draw(source, untried) == 0):
                best_slot, best_action = slot, action
        elif untried == 0:
            visits = int(tree.visits[slot])
            bound = math.sqrt(math.log(tree.offered[slot] + 1) / visits)
            value = tree.total[slot] / visits + setting.exploration * bound
            if action == favourite:
                value += setting.bias / (visits + 1)
            if value > best:
                best, best_slot, best_action = value, slot, action
        if tree.edges[slot] != 0:
            tree.offered[slot] += 1
    if untried > 0:
        if not has_room(tree):
            return NO_SLOT, best_action
        add(tree, best_slot, place, best_action)
        tree.offered[best_slot] = 1
    return best_slot, best_action


@rule
def follow_policy(setting: Setting, desk: Desk, seat: int, awaited: int, source: Source, journal: Journal) -> int:
    """Return an action for a seat outside its tree: as the game says, or by a look; secret choices else at random."""
    board = desk.boards[0]
    action = contract.policy(board, seat, source) if setting.looks else NO_ACTION
    if action == NO_ACTION:
        if not setting.looks or not is_single(awaited):
            action = contract.sample(board, seat, source)
        else:
            n = contract.legal(board, seat, desk.actions)
            action = greedy(desk.boards, seat, n, source, desk.actions, journal)
    return int(action)


@rule
def play_on(setting: Setting, desk: Desk, source: Source, journal: Journal, last_stage: int) -> None:
    """Play in ``desk.boards[0]`` to the end, or until the stage has passed ``last_stage``."""
    board = desk.boards[0]
    if not setting.looks and setting.stages == 0:
        play_out(board, source, journal)
        return
    awaited = contract.awaiting(board)
    while awaited != 0 and contract.stage(board) <= last_stage:
        seat = lowest(awaited)
        contract.apply(board, seat, follow_policy(setting, desk, seat, awaited, source, journal), journal)
        awaited = contract.awaiting(board)


@rule
def judge(setting: Setting, desk: Desk) -> None:
    """Write what has come of it for each seat: 0 to 1, with the sum 1."""
    board, result = desk.boards[0], desk.result
    if contract.awaiting(board) != 0:
        for seat in range(len(result)):
            result[seat] = contract.prospect(board, seat)
        share_out(result)
        return
    contract.points(board, desk.points)
    for seat in range(len(result)):
        result[seat] = desk.points[seat] / setting.scale
    share_out(result)
    margins = result.copy()
    contract.outcome(board, result)
    for seat in range(len(result)):
        result[seat] += setting.margin * (margins[seat] - result[seat])


@rule
def share_out(result: NDArray[np.float64]) -> None:
    """Turn prospects into chances, in place: in proportion to e to the power of them."""
    most, total = result.max(), 0.0
    for seat in range(len(result)):
        result[seat] = math.exp(result[seat] - most)
        total += result[seat]
    for seat in range(len(result)):
        result[seat] /= total


@rule
def learn(tree: Tree, desk: Desk, length: int) -> None:
    """Add the result to every edge that was taken, and to the sums."""
    for seat in range(len(desk.sums)):
        desk.sums[seat] += desk.result[seat]
    for step in range(length):
        slot = desk.path[step]
        tree.visits[slot] += 1
        tree.total[slot] += desk.result[desk.movers[step]]

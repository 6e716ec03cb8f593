"""Futures of a position after a move: the game played on in guessed worlds by what a search has learned.

A reason for a move is the difference between two futures (``explanation.py``). So both moves meet the same worlds, and
in them the same chance at the same places: each decision takes its random numbers from a key of its own, which follows
from the world, the seat, the stage and how many decisions the seat has made in it.

Players follow the trees of a short search as long as these know the place well: the decider does what was tried most,
the others what was tried often more often. Then they go on by the rollout policy.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import CURRENT
from malecon.agents.search import ROOTS, Question, Search, SearchConfig, find, new_search, node_after
from malecon.agents.search_iteration import OUTSIDE, evaluate_leaf, rollout_action, run_iterations
from malecon.core import contract
from malecon.core.bit_set import lowest
from malecon.core.contract import CAPACITY, Journal, new_journal
from malecon.core.jit import routine, rule
from malecon.core.random import derived_key, draw_unit, new_source, set_key

KNOWN = 12
"""Visits of an action that is followed."""
MOST_ROWS = 200_000
"""Rows of all futures of a search; those after them are left out with their futures."""
FUTURE, WHEN, KIND, SEAT, NUMBERS = range(5)
"""Columns of a row: which future, when, and the row of the journal."""
WIDTH = 7
BY_MOVE, IN_TURN, IN_STAGE, LATER = range(4)
"""When: by the move itself; before anybody else decides; before the next pause; ``LATER`` after one, and so on."""
MOST_DECISIONS = 1024
"""Of a seat between two pauses, at most."""
DECISION_KEY = 7
"""The purpose of the keys of decisions (``core.random``)."""


class Futures(NamedTuple):
    """The futures of a move.

    Attributes:
        value: share of the victory that the search expects after the move, by seat (float64 ``[seats]``).
        shares: the same at the end of each future (float64 ``[n, seats]``).
        points: of each seat then (int16 ``[n, seats]``).
        ended: whether the game was over then (bool ``[n]``).
        rows: what happened, all futures one after the other (int32 ``[rows, WIDTH]``).
    """

    value: NDArray[np.float64]
    shares: NDArray[np.float64]
    points: NDArray[np.int16]
    ended: NDArray[np.bool_]
    rows: NDArray[np.int32]


class Room:
    """Memory for the rows of futures; it is used again, for there may be many."""

    def __init__(self) -> None:
        """Take the memory."""
        self.rows = np.zeros((MOST_ROWS, WIDTH), np.int32)
        self.journal = new_journal()


def play_futures(
    question: Question,
    config: SearchConfig,
    iterations: int,
    key: int,
    worlds: NDArray[np.int64],
    last: int,
    room: Room,
) -> Futures:
    """Search, and play a future in each world.

    Args:
        question: the position and the move (``first_action``).
        config: how to search.
        iterations: of the search, for each of the other players.
        key: of the search.
        worlds: keys of the guesses (int64 ``[n]``).
        last: stages after which a future is cut.
        room: overwritten.
    """
    search = new_search(question, config, new_source(key))
    run_iterations(search, iterations * (search.seats - 1))
    count = len(worlds)
    shares, points, ended = np.zeros((count, ROOTS)), np.zeros((count, ROOTS), np.int16), np.zeros(count, np.bool_)
    value = search.iteration.totals[: search.seats] / max(1, iterations * (search.seats - 1))
    done = _play_worlds(search, worlds, last, room.journal, room.rows, shares, points, ended)
    seats = search.seats
    return Futures(value, shares[:, :seats], points[:, :seats], ended, room.rows[:done].copy())


@routine
def _play_worlds(
    search: Search,
    worlds: NDArray[np.int64],
    last: int,
    journal: Journal,
    rows: NDArray[np.int32],
    shares: NDArray[np.float64],
    points: NDArray[np.int16],
    ended: NDArray[np.bool_],
) -> int:
    """Play a future in each world, and return how many rows were written; the arrays are as in ``Futures``."""
    done, decisions = 0, np.zeros(ROOTS, np.int64)
    for world in range(len(worlds)):
        decisions[:] = 0
        done = _play_world(search, worlds[world], last, journal, rows, done, world, decisions)
        state = search.workspace.memory.states[CURRENT]
        evaluate_leaf(search, state)
        contract.points(state, points[world])
        ended[world] = contract.awaiting(state) == 0
        for seat in range(search.seats):
            shares[world, seat] = search.iteration.result[seat]
    return done


@rule
def _play_world(
    search: Search,
    world: int,
    last: int,
    journal: Journal,
    rows: NDArray[np.int32],
    done: int,
    number: int,
    decisions: NDArray[np.int64],
) -> int:
    """Play one future in ``CURRENT``, after the rows that are done, and return how many there are then.

    ``decisions``: zeros; how many each seat has made since the last pause.
    """
    memory = search.workspace.memory
    memory.states[CURRENT] = search.root
    state = memory.states[CURRENT]
    contract.guess(state, search.seat, world)
    for each in range(search.seats):
        search.iteration.nodes[each] = each
    first = int(contract.stage(state))
    stage, when = 0, BY_MOVE
    seat, action = search.seat, search.first_action
    while True:
        journal.count = 0
        contract.apply(state, seat, action, journal)
        for place in range(int(journal.count)):
            rows[done, FUTURE] = number
            rows[done, WHEN] = when
            for column in range(5):
                rows[done, KIND + column] = journal.rows[place, column]
            done += 1
        now = int(contract.stage(state)) - first
        awaited = contract.awaiting(state)
        if awaited == 0 or now > last or done > len(rows) - CAPACITY:
            return done
        if now != stage:
            stage = now
            decisions[:] = 0
        seat = lowest(awaited)
        if now > 0:
            when = LATER + now - 1
        elif seat != search.seat or when == IN_STAGE:
            when = IN_STAGE
        else:
            when = IN_TURN
        place = (now * MOST_DECISIONS + decisions[seat]) * ROOTS + seat
        set_key(search.workspace.source, derived_key(world, DECISION_KEY, place))
        decisions[seat] += 1
        action = _choose(search, state, seat, awaited)


@rule
def _choose(search: Search, state: object, seat: int, awaited: int) -> int:
    """The action of a seat: by its tree as long as that knows the place, else by the rollout policy."""
    tree, actions, node = search.tree, search.workspace.memory.actions, int(search.iteration.nodes[seat])
    if node == OUTSIDE:
        return rollout_action(search, state, seat, awaited)
    count = contract.legal(state, seat, actions)
    most, best, total = 0, -1, 0.0
    for place in range(count):
        slot = find(tree, node, int(actions[place]))
        visits = int(tree.visits[slot]) if tree.edges[slot] != 0 else 0
        total += float(visits) * visits
        if visits > most:
            most, best = visits, slot
    if most < KNOWN:
        search.iteration.nodes[seat] = OUTSIDE
        return rollout_action(search, state, seat, awaited)
    if seat != search.seat:
        left = total * draw_unit(search.workspace.source)
        for place in range(count):
            slot = find(tree, node, int(actions[place]))
            visits = int(tree.visits[slot]) if tree.edges[slot] != 0 else 0
            left -= float(visits) * visits
            if visits > 0 and left < 0:
                best = slot
                break
    search.iteration.nodes[seat] = node_after(best)
    return int(tree.edges[best]) & 0xFFFF

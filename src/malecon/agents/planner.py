"""A player that looks to the next natural pause of the game (``contract.stage``) and no further; knows no game.

For every legal action it plays a number of continuations: the unknown is guessed anew, the action is carried out, and
all players go on until the stage has advanced, choosing by a look at the next position (``contract.worth``), but at
random among choices that look alike and among those that several make at the same time. The action with the best mean
worth is the plan.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.bits import is_single, lowest
from malecon.core.jit import routine, rule
from malecon.core.journal import Journal
from malecon.core.random import Source, draw

MOST_LOOKED_AT = 8
"""Actions of which a seat chooses within a continuation."""


@routine
def weigh(
    root: object,
    boards: NDArray[np.void],
    seat: int,
    samples: int,
    source: Source,
    actions: NDArray[np.int16],
    room: NDArray[np.int16],
    worth: NDArray[np.float64],
    journal: Journal,
) -> int:
    """Write the legal actions of ``seat`` and their mean worth, and return how many there are.

    Args:
        root: the position, left as it is; only what ``seat`` can know matters.
        boards: two states to work on.
        seat: an awaited seat.
        samples: continuations for each action; each uses the same guesses.
        source: random numbers, consumed.
        actions, worth: the answer, one place for each action.
        room: room for the legal actions of anybody.
        journal: a closed journal.
    """
    n = contract.legal(root, seat, actions)
    worth[:n] = 0.0
    stage = contract.stage(root)
    for _ in range(samples):
        key = (draw(source, 1 << 14) << 28) | (draw(source, 1 << 14) << 14) | draw(source, 1 << 14)
        for i in range(n):
            boards[0] = root
            contract.guess(boards[0], seat, key)
            contract.apply(boards[0], seat, actions[i], journal)
            continue_to(boards, stage, source, room, journal)
            worth[i] += contract.worth(boards[0], seat) / samples
    return n


@rule
def continue_to(
    boards: NDArray[np.void], stage: int, source: Source, room: NDArray[np.int16], journal: Journal
) -> None:
    """Play on in ``boards[0]`` until the stage has passed ``stage``."""
    while contract.awaiting(boards[0]) != 0 and contract.stage(boards[0]) <= stage:
        awaited = contract.awaiting(boards[0])
        seat = lowest(awaited)
        if is_single(awaited):
            n = contract.legal(boards[0], seat, room)
            action = greedy(boards, seat, n, source, room, journal)
        else:
            action = contract.sample(boards[0], seat, source)
        contract.apply(boards[0], seat, action, journal)


@rule
def greedy(
    boards: NDArray[np.void],
    seat: int,
    n: int,
    source: Source,
    room: NDArray[np.int16],
    journal: Journal,
) -> int:
    """Return the action after which the position looks best for ``seat``, each of equals equally likely.

    Of more than ``MOST_LOOKED_AT`` actions so many are drawn and the others not looked at.
    """
    best, best_worth, equals = int(room[0]), -np.inf, 0
    for i in range(min(n, MOST_LOOKED_AT)):
        if n > MOST_LOOKED_AT:
            other = i + draw(source, n - i)
            drawn = int(room[other])
            room[other] = room[i]
            room[i] = drawn
        boards[1] = boards[0]
        contract.apply(boards[1], seat, room[i], journal)
        worth = contract.worth(boards[1], seat)
        if worth > best_worth:
            best, best_worth, equals = int(room[i]), worth, 1
        elif worth == best_worth:
            equals += 1
            if draw(source, equals) == 0:
                best = int(room[i])
    return best

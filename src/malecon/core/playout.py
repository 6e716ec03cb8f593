"""Random games, compiled: the measure of an engine's speed, and the simplest player."""

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.bits import lowest
from malecon.core.jit import routine, whole_routine
from malecon.core.journal import Journal
from malecon.core.random import Source


@whole_routine
def play_out(state: object, source: Source, journal: Journal) -> int:
    """Play random legal actions to the end, in place, and return how many decisions that took; consumes ``source``."""
    decisions = 0
    awaited = contract.awaiting(state)
    while awaited != 0:
        seat = lowest(awaited)
        contract.apply(state, seat, contract.sample(state, seat, source), journal)
        decisions += 1
        awaited = contract.awaiting(state)
    return decisions


@routine
def play_one(state: object, source: Source, journal: Journal) -> bool:
    """Play one random legal action in place, if the game is not over; the journal tells this action only."""
    journal.count = 0
    awaited = contract.awaiting(state)
    if awaited != 0:
        seat = lowest(awaited)
        contract.apply(state, seat, contract.sample(state, seat, source), journal)
    return awaited != 0


@whole_routine
def play_many(states: NDArray[np.void], games: int, source: Source, journal: Journal) -> int:
    """Play ``games`` random games from the start in ``states[0]``, set up with keys 0, 1, …; return the decisions.

    ``states``: two states; the first holds only seats and options, the second is worked on.
    """
    decisions = 0
    for key in range(games):
        states[1] = states[0]
        contract.start(states[1], key, journal)
        decisions += play_out(states[1], source, journal)
    return decisions


@routine
def copy_many(states: NDArray[np.void], copies: int) -> None:
    """Copy ``states[0]`` and ``states[1]`` to each other ``copies`` times: the measure of a copy's price."""
    for copy in range(copies):
        states[copy % 2] = states[1 - copy % 2]

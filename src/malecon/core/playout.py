"""Random games, compiled: the measure of an engine's speed, and the simplest player."""

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.jit import rule
from malecon.core.journal import Journal
from malecon.core.random import Source, draw


@rule
def first_awaited(awaited: int) -> int:
    """Return the lowest seat in a bit set that is not empty."""
    seat = 0
    while awaited >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def play_out(state: object, source: Source, out: NDArray[np.int16], journal: Journal) -> int:
    """Play random legal actions to the end, in place, and return how many decisions that took.

    ``out`` is room for the legal actions; consumes ``source``.
    """
    decisions = 0
    awaited = contract.awaiting(state)
    while awaited != 0:
        seat = first_awaited(awaited)
        n = contract.legal(state, seat, out)
        contract.apply(state, seat, out[draw(source, n)], journal)
        decisions += 1
        awaited = contract.awaiting(state)
    return decisions

"""Sorting in compiled rules."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.jit import rule


@rule
def sort(things: NDArray[np.int8], count: int) -> None:
    """Sort the first ``count`` of ``things`` in place, ascending."""
    for i in range(1, count):
        thing = things[i]
        slot = i
        while slot > 0 and things[slot - 1] > thing:
            things[slot] = things[slot - 1]
            slot -= 1
        things[slot] = thing


@rule
def sorted_four(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return four numbers, ascending: five pairs are compared, always the same, so that nothing must be foreseen.

    >>> sorted_four(3, 1, 2, 0)
    (0, 1, 2, 3)
    """
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d

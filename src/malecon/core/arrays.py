"""Small arrays in compiled code."""

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

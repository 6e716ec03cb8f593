"""Actions, tried on a position: whether one is legal, and its effect, in one call of compiled code."""

import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.jit import rule


@rule
def is_legal(state: object, seat: int, action: int, out: NDArray[np.int16]) -> bool:
    """Tell whether ``seat`` may do ``action`` now; ``out`` is room for the legal actions."""
    place, count = 0, contract.legal(state, seat, out)
    while place < count and out[place] < action:
        place += 1
    return bool(place < count and out[place] == action)


@rule
def try_action(
    board: NDArray[np.void], seat: int, action: int, out: NDArray[np.int16], journals: NDArray[np.void]
) -> int:
    """Carry out ``action`` in place and return how many rows the journal has then; -1 if it is illegal.

    The state is ``board[0]``, the journal ``journals[0]``: arrays are passed faster than records.
    """
    state, journal = board[0], journals[0]
    if not is_legal(state, seat, action, out):
        return -1
    journal.count = 0
    contract.apply(state, seat, action, journal)
    return int(journal.count)

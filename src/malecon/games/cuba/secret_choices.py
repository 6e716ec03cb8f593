"""The contract's ``reopen`` of Cuba: what others have bid or sealed already (CUB-5.2, CUB-11.1)."""

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import bit, has
from malecon.core.jit import register, routine
from malecon.core.turns import asked
from malecon.games.cuba import asks
from malecon.games.cuba.rules.parliament import most_to_bid
from malecon.games.cuba.state import NONE, STATE, State


@routine
def reopen(state: State, seat: int, limits: NDArray[np.int16]) -> None:
    """Take back in place what others have bid or sealed, if ``seat`` is asked for the same; ``limits`` stay."""
    if not has(state.awaited, seat):
        return
    for other in range(state.seats):
        if other != seat and state.question == asks.BID and most_to_bid(state, other) > 0:  # else there is no choice
            state.bid[other] = NONE
        if other != seat and state.question == asks.SEAL and state.sealed[other] != NONE:
            state.hand[other] += bit(int(state.sealed[other]))
            state.sealed[other] = NONE
    state.awaited = asked(state)


register(STATE, reopen)

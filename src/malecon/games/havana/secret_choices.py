"""The contract's ``reopen`` of Havana: the cards that others have laid face down in this phase (HAV-2.5, HAV-4.5).

Two first cards are chosen by all at the same time. Later the seats lay one card after the other: all see which open
card is covered, so only a card on this one fits.
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import bit, has
from malecon.core.jit import register, routine, rule
from malecon.core.turns import asked, first_action
from malecon.games.havana import asks
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.rules import mover
from malecon.games.havana.state import NONE, STATE, State


@routine
def reopen(state: State, seat: int, limits: NDArray[np.int16]) -> None:
    """Give others the cards back that they have laid face down before ``seat``, which is asked to lay one, in place.

    ``limits``: int16 ``[seats, 2]``, as the contract says.
    """
    if state.question == asks.CHOOSE and has(state.awaited, seat):
        for other in range(state.seats):
            if other != seat:
                _take_back(state, other, 0)
                _take_back(state, other, 1)
        state.awaited = asked(state)
    elif state.question == asks.COVER and mover(state) == seat:
        for place in range(state.turn):
            other = int(state.order[place])
            slot = 0 if state.laid[other, 0] != NONE else 1
            _take_back(state, other, slot)
            limits[other, 0] = first_action(state) + int(state.shown[other, slot]) * CARD_COUNT
            limits[other, 1] = limits[other, 0] + CARD_COUNT
        state.turn = 0
        state.awaited = asked(state)


@rule
def _take_back(state: State, seat: int, slot: int) -> None:
    """Take a card that lies face down back into the hand, if one lies there."""
    if state.laid[seat, slot] != NONE:
        state.hand[seat] += bit(int(state.laid[seat, slot]))
        state.laid[seat, slot] = NONE


register(STATE, reopen)

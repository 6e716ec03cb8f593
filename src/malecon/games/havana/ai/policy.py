"""The policy of playouts (the contract's ``policy``): cards that are laid.

What a new card brings shows in the next round, not in the next position, so a look at that would say nothing. Here the
two cards that will lie open are drawn together: what the seat prefers (``card_preference.py``) and what goes well
together comes more often.
"""

import math

import numpy as np
from numpy.typing import NDArray

from malecon.core.bits import lowest, without_lowest
from malecon.core.contract import NO_ACTION
from malecon.core.jit import register, routine, rule
from malecon.core.random import Source, draw
from malecon.games.havana.ai.card_preference import write_preferences
from malecon.games.havana.ai.weights import WEIGHTS
from malecon.games.havana.cards import CARD_COUNT, NAMES
from malecon.games.havana.moves import FIRST
from malecon.games.havana.state import COVER, STATE, State

PARTS = 1 << 14
"""Into so many a chance is divided."""

TOGETHER = np.zeros((CARD_COUNT, CARD_COUNT))
"""Preference for two cards together, float64 ``[CARD_COUNT, CARD_COUNT]``, by their codes."""
for one, pairs in enumerate(WEIGHTS.together[name] for name in NAMES):
    TOGETHER[one, :one] = TOGETHER[:one, one] = pairs


@routine
def policy(state: State, seat: int, source: Source) -> int:
    """Return a card to cover and one to lay (HAV-4.5); ``NO_ACTION`` for any other question."""
    if state.question != COVER:
        return NO_ACTION
    preference = np.zeros(CARD_COUNT)
    write_preferences(state, seat, preference)
    chances = np.zeros(2 * CARD_COUNT)
    for place in range(2):
        kept = state.shown[seat, 1 - place]
        hand = int(state.hand[seat])
        while hand != 0:
            card = lowest(hand)
            chances[place * CARD_COUNT + card] = math.exp(preference[kept] + preference[card] + TOGETHER[kept, card])
            hand = without_lowest(hand)
    choice = draw_index(chances, source)
    covered = int(state.shown[seat, choice // CARD_COUNT])
    return int(FIRST[COVER]) + covered * CARD_COUNT + choice % CARD_COUNT


@rule
def draw_index(chances: NDArray[np.float64], source: Source) -> int:
    """Return an index, drawn in proportion to ``chances`` (float64 ``[n]``); they need not sum to 1."""
    left = chances.sum() * draw(source, PARTS) / PARTS
    place = 0
    while chances[place] <= left:
        left -= chances[place]
        place += 1
    return place


register(STATE, policy)

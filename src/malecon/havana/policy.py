"""How a card is laid in a playout (the contract's ``policy``).

What a new card brings shows in the next round, not in the next position, so a look at that would say nothing. Here a
card is drawn: what is strong is laid more often and covered less often (``liking`` in ``data/weights.toml``, fitted to
what the search itself chose).
"""

import numpy as np
from numpy.typing import NDArray

from malecon.core.bits import bit, lowest, without_lowest
from malecon.core.contract import NO_ACTION
from malecon.core.jit import register, routine, rule
from malecon.core.random import Source, draw
from malecon.havana.cards import CARD_COUNT, NAMES
from malecon.havana.moves import FIRST
from malecon.havana.state import COVER, STATE, State
from malecon.havana.weights import WEIGHTS

EVEN = 64
"""The chances of a card that is liked neither more nor less than others."""
LIKING = np.array([WEIGHTS.liking[name] for name in NAMES])
TO_LAY = np.rint(EVEN * np.exp(LIKING)).astype(np.int64)
TO_COVER = np.rint(EVEN * np.exp(-LIKING)).astype(np.int64)


@routine
def policy(state: State, seat: int, source: Source) -> int:
    """Return a card to lay and one to cover (HAV-4.5); ``NO_ACTION`` for any other question."""
    if state.question != COVER:
        return NO_ACTION
    covered = drawn(bit(state.shown[seat, 0]) | bit(state.shown[seat, 1]), TO_COVER, source)
    return int(FIRST[COVER]) + covered * CARD_COUNT + drawn(int(state.hand[seat]), TO_LAY, source)


@rule
def drawn(cards: int, chances: NDArray[np.int64], source: Source) -> int:
    """Return one of a set of cards, by their chances."""
    total = 0
    rest = cards
    while rest != 0:
        total += chances[lowest(rest)]
        rest = without_lowest(rest)
    left = draw(source, total)
    rest = cards
    while left >= chances[lowest(rest)]:
        left -= chances[lowest(rest)]
        rest = without_lowest(rest)
    return lowest(rest)


register(STATE, policy)

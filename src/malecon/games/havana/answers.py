"""The numbers of the answers to the questions of Havana, as far as rules name them.

An answer is a number from 0, the place of its notation in the table of questions (``questions.py``).
"""

from itertools import combinations

import numpy as np

from malecon.core.bit_set import lowest
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.buildings import COLOURS, CUBES, MAX_EXCHANGED, WORKER
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.state import ENDS, State

PAIRS = np.array(list(combinations(range(CARD_COUNT), 2)), np.int8)
"""``[78, 2]`` codes of the pairs of cards that can be chosen first, in ascending order."""

WAYS = MAX_EXCHANGED + 1
"""A payment is five digits in this base, brick first: how many of each colour debris stands for; of workers, pesos."""

NOTHING_STOLEN = len(CUBES)
STEALABLE = len(CUBES) + 1
TAXABLE = WORKER + 1
NOTHING_REFRESHED = CARD_COUNT
NOTHING_REMOVED = len(ENDS)
NO_PURCHASE = len(ENDS)
TAKEN_BACK, KEPT = 0, 1


def payment(way: int) -> str:
    """Return the notation of a payment, by what is exchanged (HAV-5.5).

    >>> payment(0), payment(1), payment(2 + 4**4)
    ('pay as printed', 'pay debris for 1 brick', 'pay debris for 2 brick and pesos for 1 worker')
    """
    counts = [way // WAYS**place % WAYS for place in range(WORKER)]
    colours = [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=False) if count]
    workers = counts[-1]
    parts = []
    if colours:
        parts.append("debris for " + " ".join(colours))
    if workers:
        parts.append(f"pesos for {workers} worker" + ("s" if workers > 1 else ""))
    return "pay " + (" and ".join(parts) or "as printed")


@rule
def victim_of(state: State) -> int:
    """Return the seat that is taxed, or robbed a second time; -1 if there is none."""
    if state.question == asks.TAX:
        return lowest(state.answers) // TAXABLE
    return int(state.victim)

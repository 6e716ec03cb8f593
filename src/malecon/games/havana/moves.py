"""Every move of Havana: its number, and its notation in words.

A move's number never depends on the position. The numbers lie in blocks, one for each question that the game asks;
within a block a number's offset is the answer. ``docs/notation.md`` lists all forms.
"""

from itertools import combinations, product

import numpy as np

from malecon.core.engine import Notation
from malecon.games.havana.buildings import COLOURS, CUBES, MAX_EXCHANGED, MAX_TILES, PIECES, WORKER
from malecon.games.havana.cards import CARD_COUNT, NAMES
from malecon.games.havana.state import ENDS, MAX_SEATS, STEPS

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


def _payment(way: int) -> str:
    """Return the notation of a payment, by what is exchanged (HAV-5.5).

    >>> _payment(0), _payment(1), _payment(2 + 4**4)
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


SEATS = range(1, MAX_SEATS + 1)
BLOCKS = (
    tuple(f"choose {NAMES[a]} {NAMES[b]}" for a, b in PAIRS),
    tuple(f"fetch {tile}" for tile in range(1, MAX_TILES + 1)),
    tuple(f"swap {end}" for end in ENDS),
    tuple(f"perform {name}" for name in NAMES),
    tuple(f"refresh {name}" for name in (*NAMES, "nothing")),
    tuple(f"remove {end}" for end in (*ENDS, "nothing")),
    tuple(f"tax {piece} from {seat}" for seat, piece in product(SEATS, PIECES[:TAXABLE])),
    tuple(f"rob {seat}" for seat in SEATS),
    tuple(f"steal {cube} from {seat}" for seat, cube in product(SEATS, (*CUBES, "nothing"))),
    tuple(f"take {colour}" for colour in COLOURS),
    (*(f"buy {end}" for end in ENDS), "end turn"),
    tuple(_payment(way) for way in range(WAYS**WORKER)),
    tuple(f"cover {covered} with {new}" for covered, new in product(NAMES, NAMES)),
    ("take back", "keep discards"),
)
"""The notations of each question's answers, in the order of ``QUESTIONS`` from ``choose`` on."""

FIRST = np.cumsum([0] * (len(STEPS) + 1) + [len(block) for block in BLOCKS], dtype=np.int16)
"""By question: the number of its first answer. (The last, for a game that is over, is the count of all moves.)"""

ACTIONS = int(FIRST[-1])

NOTATION = Notation(
    [notation for block in BLOCKS for notation in block],
    also={f"choose {NAMES[b]} {NAMES[a]}": pair for pair, (a, b) in enumerate(PAIRS.tolist())},
)
"""Reads and writes moves; the two cards of the first choice may be named in any order."""

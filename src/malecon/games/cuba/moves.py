"""Every move of Cuba: its number, and its notation in words.

A move's number never depends on the position. The numbers lie in blocks, one for each question that the game asks;
within a block a number's offset is the answer. ``docs/notation.md`` lists all forms.
"""

from itertools import combinations, combinations_with_replacement, product

import numpy as np

from malecon.core.engine import Notation
from malecon.games.cuba.boards import DOCKS, FIELD_NAMES, GOODS, MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import NAMES, SHIP_COUNT, TYPES
from malecon.games.cuba.state import STEPS

KIND_COUNT = len(MERCHANDISE)

# The answers to each question, by offset in its block.
RESOURCE_PAIRS = tuple(combinations_with_replacement(RESOURCES, 2))
PRODUCT_PAIRS = tuple(combinations_with_replacement(PRODUCTS, 2))
STOCKS = (*RESOURCE_PAIRS, *PRODUCT_PAIRS)
WATERED = len(PRODUCTS)
"""Answers from here on are fields that give for water; before them those that give free of charge (CUB-4.12)."""
NO_HARVEST = 2 * len(PRODUCTS)
SALES = KIND_COUNT
ALTERNATIVES = 2 * KIND_COUNT
"""Buying each kind comes first, then selling, then the resources and products of the alternatives, then the end."""
NO_TRADE = ALTERNATIVES + len(RESOURCES) + len(PRODUCTS)
BUILD_POINTS, BUILD_NOTHING = len(BUILDINGS), len(BUILDINGS) + 1
USE_NOTHING = len(BUILDINGS)
MOST_AT_ONCE = 18
"""Pieces that a building turns into points or goods at once; an answer is one less."""
PAYMENTS = (
    *((piece,) for piece in PIECES),
    *RESOURCE_PAIRS,
    *PRODUCT_PAIRS,
)
"""One piece, or two resources, or two products."""
PAY_NOTHING = len(PAYMENTS)
FIRST_RESOURCE_PAIR = len(PIECES)
FIRST_PRODUCT_PAIR = FIRST_RESOURCE_PAIR + len(RESOURCE_PAIRS)
EXCHANGES = (*product(PRODUCTS, GOODS), *product(GOODS, PRODUCTS))
NO_SWAP = SHIP_COUNT
MAYOR_PESOS, NO_LOAD = DOCKS * KIND_COUNT, DOCKS * KIND_COUNT + 1
MOST_PESOS = 400
"""No bid is higher: by what is printed nobody can have more than 348 pesos, which a test adds up.

In six rounds the start brings 10, the Mayor's alternative 24, the banks 36 and the Resource market 24. Merchandise
brings 254 at most, even if any piece could be sold as any kind and the market were always at its best: 2 pieces from
the start; in each round 5 from the Worker, 1 from the Embassy, and 1 from the Tradeswoman if she does not trade; what
is bought besides; sold on tracks, to the supply, in the General store and the Product market. By an owner's data a
player may have more pesos, but not bid more.
"""
BILL_PAIRS = tuple(combinations(range(len(TYPES)), 2))
PAY_THE_TAX, LEAVE_THE_TAX = 0, 1

BLOCKS = (
    tuple(f"take {a} {b}" for a, b in STOCKS),
    tuple(f"seal {name}" for name in NAMES),
    tuple(f"play {name}" for name in NAMES),
    tuple(f"move to {field}" for field in FIELD_NAMES),
    (*(f"harvest {p}" for p in PRODUCTS), *(f"water {p}" for p in PRODUCTS), "end harvest"),
    (
        *(f"buy {kind}" for kind in MERCHANDISE),
        *(f"sell {kind}" for kind in MERCHANDISE),
        *(f"take {piece}" for piece in (*RESOURCES, *PRODUCTS)),
        "end trade",
    ),
    (*(f"build {building}" for building in BUILDINGS), "take points", "build nothing"),
    tuple(f"place on {field}" for field in FIELD_NAMES),
    (*(f"use {building}" for building in BUILDINGS), "end use"),
    tuple(f"give {count}" for count in range(1, MOST_AT_ONCE + 1)),
    (*(f"pay {' '.join(pieces)}" for pieces in PAYMENTS), "pay nothing"),
    tuple(f"exchange {old} for {new}" for old, new in EXCHANGES),
    tuple(f"veto {bill}" for bill in TYPES),
    (*(f"swap ship {ship}" for ship in range(1, SHIP_COUNT + 1)), "swap nothing"),
    (
        *(f"load {kind} on dock {dock}" for dock, kind in product(range(1, DOCKS + 1), MERCHANDISE)),
        "take pesos",
        "end loading",
    ),
    tuple(f"bid {pesos}" for pesos in range(MOST_PESOS + 1)),
    tuple(f"enact {TYPES[a]} {TYPES[b]}" for a, b in BILL_PAIRS),
    ("pay tax", "leave tax"),
)
"""The notations of each question's answers, in the order of ``QUESTIONS`` from ``stock`` on."""

FIRST = np.cumsum([0] * (len(STEPS) + 1) + [len(block) for block in BLOCKS], dtype=np.int16)
"""By question: the number of its first answer. (The last, for a game that is over, is the count of all moves.)"""

ACTIONS = int(FIRST[-1])

NOTATIONS = [notation for block in BLOCKS for notation in block]


def other_spellings() -> dict[str, int]:
    """Return further spellings: pairs in the other order, and no accents."""
    turned = {
        f"{verb} {b} {a}": number
        for number, (verb, a, b) in ((number, words) for number, words in numbered_pairs() if words[1] != words[2])
    }
    plain = {text.replace("é", "e"): number for number, text in enumerate(NOTATIONS) if "é" in text}
    return turned | plain


def numbered_pairs() -> list[tuple[int, list[str]]]:
    """Return the moves that name two things of one sort, with their words."""
    verbs = ("take", "pay", "enact")
    split = ((number, text.split()) for number, text in enumerate(NOTATIONS))
    return [(number, words) for number, words in split if len(words) == 3 and words[0] in verbs]


NOTATION = Notation(NOTATIONS, also=other_spellings())
"""Reads and writes moves; two pieces or bills may be named in any order."""

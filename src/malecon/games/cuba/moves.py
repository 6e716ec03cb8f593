"""Every move of Cuba: its number, its notation in words, and its question.

A move's number never depends on the position. The numbers lie in blocks, one for each question that the game asks;
within a block a number's offset is the answer. ``docs/notation.md`` lists all forms.
"""

from itertools import combinations, combinations_with_replacement, product

import numpy as np

from malecon.core.actions import Actions
from malecon.core.engine import Notation
from malecon.core.i18n import N_
from malecon.games.cuba.boards import DOCKS, FIELD_NAMES, GOODS, MERCHANDISE, PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR, NAMES, SHIP_COUNT, TRADESWOMAN, TYPES, WORKER
from malecon.games.cuba.state import (
    AMOUNT,
    BID,
    BUILD,
    ENACT,
    EXCHANGE,
    HARVEST,
    LOAD,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    QUESTIONS,
    SEAL,
    STEPS,
    STOCK,
    SWAP,
    TRADE,
    USE,
    VETO,
    State,
)

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
PAYMENTS = (*((piece,) for piece in PIECES), *RESOURCE_PAIRS, *PRODUCT_PAIRS)
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

ACTIONS = Actions(dict(zip(QUESTIONS[len(STEPS) :], BLOCKS, strict=False)))
"""All moves, as answers to questions; a game that is over asks nothing."""


def _other_spellings() -> dict[str, int]:
    """Return further spellings: pairs in the other order, and no accents."""
    turned = {
        f"{verb} {b} {a}": number
        for number, (verb, a, b) in ((number, words) for number, words in _numbered_pairs() if words[1] != words[2])
    }
    plain = {text.replace("é", "e"): number for number, text in enumerate(ACTIONS.names) if "é" in text}
    return turned | plain


def _numbered_pairs() -> list[tuple[int, list[str]]]:
    """Return the moves that name two things of one sort, with their words."""
    verbs = ("take", "pay", "enact")
    split = ((number, text.split()) for number, text in enumerate(ACTIONS.names))
    return [(number, words) for number, words in split if len(words) == 3 and words[0] in verbs]


NOTATION = Notation(ACTIONS.names, also=_other_spellings())
"""Reads and writes moves; two pieces or bills may be named in any order."""

ASKED = {
    STOCK: N_("which two pieces to begin with"),
    SEAL: N_("which character to seal"),
    PLAY: N_("which character to play"),
    MOVE: N_("where the pawn goes"),
    HARVEST: N_("which product field gives"),
    TRADE: N_("what to buy or sell, or which alternative to take"),
    BUILD: N_("what to build"),
    PLACE: N_("where to build"),
    USE: N_("which building to use"),
    AMOUNT: N_("how many pieces to give"),
    PAY: N_("which pieces to pay"),
    EXCHANGE: N_("what to exchange"),
    VETO: N_("which bill to remove"),
    SWAP: N_("which ship of the pile comes to sea"),
    LOAD: N_("which piece to load on which ship"),
    BID: N_("how many pesos to bid for votes"),
    ENACT: N_("which two bills become law"),
    PAY_TAX: N_("whether to pay the tax"),
    OVER: "",
}
"""What each question asks."""
ASKED_AS_DUTY = N_("which pieces to pay as the duty, if any")
"""What ``PAY`` asks in the parliament (CUB-7.2)."""

RULE = {
    STOCK: "CUB-2.5",
    SEAL: "CUB-11.1",
    PLAY: "CUB-4.1",
    MOVE: "CUB-4.10",
    HARVEST: "CUB-4.12",
    TRADE: "CUB-4.20",
    BUILD: "CUB-4.30",
    PLACE: "CUB-4.31",
    USE: "CUB-4.40",
    AMOUNT: "CUB-10.33",
    PAY: "CUB-4.5",
    EXCHANGE: "CUB-10.18",
    VETO: "CUB-6.1",
    SWAP: "CUB-10.22",
    LOAD: "CUB-4.50",
    BID: "CUB-5.2",
    ENACT: "CUB-5.3",
    PAY_TAX: "CUB-7.1",
}
"""The sentence that lets the game ask it."""

CHARACTER = {
    MOVE: WORKER,
    HARVEST: WORKER,
    TRADE: TRADESWOMAN,
    BUILD: ARCHITECT,
    PLACE: ARCHITECT,
    USE: FOREMAN,
    AMOUNT: FOREMAN,
    PAY: FOREMAN,
    EXCHANGE: FOREMAN,
    VETO: FOREMAN,
    SWAP: FOREMAN,
    LOAD: MAYOR,
}
"""The character whose action asks it; the Foreman too lets load, at a wharf, and the duty too is paid."""


def is_duty(state: State) -> bool:
    """Tell whether the question is how to pay the duty, and not a building that is used (CUB-7.2)."""
    return bool(state.question == PAY and state.chosen == NONE)


def in_action(state: State) -> bool:
    """Tell whether the action of a character is under way."""
    return state.question in CHARACTER and not is_duty(state)

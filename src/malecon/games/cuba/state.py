"""Everything that changes during a game of Cuba, in one fixed-size record, with the options it was begun with.

Read by name in Python and in compiled code (``state.pesos[seat]``), copied with ``state.copy()``, hashed and stored
as ``state.tobytes()``; a million games are ``np.zeros(10**6, STATE)``. Codes: seats 0 to 4; pieces, merchandise and
fields as in ``boards.py``; characters, ships and laws as in ``cards.py``; buildings as in ``buildings.py``; docks 0 to
2, and 3 the sea; -1 is none.
"""

import numpy as np

from malecon.core.codecs import COUNT, FLAG, PESOS, POINTS, amount, counts, number_from_1, row, word, word_set
from malecon.core.fields import Hidden, Record, choice, dtype_of, number, numbers
from malecon.core.i18n import N_
from malecon.core.options import Kind, Option
from malecon.games.cuba import asks
from malecon.games.cuba.boards import (
    DOCKS,
    FIELD_NAMES,
    FIELDS,
    MERCHANDISE,
    MOST_SPACES,
    PIECES,
    PLACES,
    PRODUCTS,
    RESOURCES,
    WAREHOUSE_FIELD,
)
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ALL_LAWS, LAWS_OF_A_TYPE, NAMES, PRINTED_DUTY, PRINTED_TAX, SHIP_COUNT, TYPES

VERSIONS = range(2, 3)
"""Of the rules (docs/rules/cuba.md); a change of behaviour adds one, and what was begun before goes on as before."""

MAX_SEATS = 5
MIN_SEATS = 2
NONE = -1
ROUNDS = 6
LAPS = 4
"""Characters that each player plays in a round (CUB-4.1)."""
FIRST_PESOS = 10

PLANTATION_OPTIONS = ("same", "different")
DIFFERENT = 1

SEAT = amount(MAX_SEATS - 1)
SHIP, LAW = number_from_1(SHIP_COUNT), number_from_1(ALL_LAWS)
CHARACTER, FIELD, BUILDING, TYPE, KIND, PLACE_NAME = map(
    word, (NAMES, FIELD_NAMES, BUILDINGS, TYPES, MERCHANDISE, PLACES)
)
PIECE_COUNTS, PRODUCT_COUNTS, KIND_COUNTS = map(counts, (PIECES, PRODUCTS, MERCHANDISE))
COVERED = amount(2)
"""Spaces under markers."""
KINDS = len(MERCHANDISE)


class State(Record):
    """The fields of a position, each declared once."""

    __slots__ = ()

    # what the game waits for (first: a record that began like a bare random source would be taken for one)
    answers = number(np.int64, "possible answers as a bit set, or MANY", hidden=Hidden.FROM_OTHERS)
    # chance
    key = numbers(np.int64, 2, "two 32-bit words", hidden=Hidden.FROM_ALL)
    drawn = number(np.int64, "random numbers drawn so far", hidden=Hidden.FROM_ALL)
    block = numbers(np.uint32, 8, "the generator's current block", hidden=Hidden.FROM_ALL)
    # counts that can pass 100, and sets of fields: bit i is field i
    pesos = numbers(np.int16, MAX_SEATS, "of each seat", codec=PESOS)
    points = numbers(np.int16, MAX_SEATS, "of each seat", codec=POINTS)
    bid = numbers(
        np.int16,
        MAX_SEATS,
        "pesos, -1: not decided in this ballot",
        codec=PESOS.or_none(),
        start=NONE,
        hidden=Hidden.FROM_OTHERS,
    )
    votes = numbers(np.int16, MAX_SEATS, "in this round's parliament, as far as counted", codec=PESOS)
    near = number(np.int16, "fields that the Foreman may still use together", codec=word_set(FIELD_NAMES))
    far = number(np.int16, "fields of which he may use one instead of those", codec=word_set(FIELD_NAMES))
    # options
    seats = number(np.int8, "players in this game, 2 to 5")
    version = number(np.int8, "of the rules", codec=COUNT)
    plantations = choice(
        Option(
            "plantations",
            Kind.CHOICE,
            N_("Everybody has the same plantation, or each a different one (CUB-1.8)."),
            choices=PLANTATION_OPTIONS,
            title=N_("Plantations"),
        )
    )
    sealing = choice(
        Option(
            "sealed",
            Kind.FLAG,
            N_("Each player seals one character for the parliament (CUB-11.1)."),
            title=N_("Sealed characters"),
        )
    )
    embassy = choice(
        Option(
            "embassy", Kind.FLAG, N_("With the Canadian Embassy (CUB-1.4)."), default=True, title=N_("Canadian Embassy")
        )
    )
    field = numbers(
        np.int8, (MAX_SEATS, FIELDS), "the piece that a field gives, -1 the warehouse", start=WAREHOUSE_FIELD
    )
    needs = numbers(np.int8, (SHIP_COUNT, KINDS), "spaces of a ship for each kind")
    cost = numbers(np.int8, (len(BUILDINGS), len(RESOURCES)), "resources")
    most = numbers(np.int8, len(BUILDINGS), "pieces that one use takes at most")
    gives = numbers(np.int8, len(BUILDINGS), "points, pesos, votes or pieces")
    copies = numbers(np.int8, len(BUILDINGS), "tiles in this game")
    idle_buildings = number(np.int32, "those without a function, as a bit set; none in a game")
    idle_docks = number(np.int8, "those at which a piece scores nothing, as a bit set; none in a game")
    keeps_yard = number(np.int8, "1 if products that are not stored stay; 0 in a game")
    law_kind = numbers(np.int8, ALL_LAWS, "place in LAW_KINDS")
    law_amount = numbers(np.int8, ALL_LAWS, "pesos, pieces, or things counted for a point")
    law_most = numbers(np.int8, ALL_LAWS, "points at most")
    price = numbers(np.int8, (KINDS, MOST_SPACES + 2), "pesos; with n pieces: bought at n, sold at n + 1")
    spaces = numbers(np.int8, KINDS, "of a track")
    filled = numbers(np.int8, KINDS, "spaces that are filled at the start")
    # pieces
    supply = numbers(np.int8, len(PIECES), "pieces", codec=PIECE_COUNTS)
    market = numbers(np.int8, KINDS, "pieces on a track", codec=KIND_COUNTS)
    own = numbers(np.int8, (MAX_SEATS, len(PIECES)), "pieces of each seat, stored ones included", codec=PIECE_COUNTS)
    stored = numbers(np.int8, (MAX_SEATS, len(PRODUCTS)), "pieces of each seat", codec=PRODUCT_COUNTS)
    # plantations
    pawn = numbers(np.int8, MAX_SEATS, "field", codec=FIELD)
    built = numbers(np.int8, (MAX_SEATS, FIELDS), "building on a field, the printed warehouse included", start=NONE)
    offer = numbers(np.int8, len(BUILDINGS), "tiles left")
    # ships
    ship = numbers(np.int8, DOCKS + 1, "at docks 1 to 3, then at sea", codec=SHIP, start=NONE)
    cargo = numbers(np.int8, (DOCKS + 1, KINDS), "pieces loaded", codec=KIND_COUNTS)
    pile = numbers(
        np.int8,
        SHIP_COUNT,
        "ships, the last of pile_size is the top",
        start=range(SHIP_COUNT),
        hidden=Hidden.FROM_ALL,
    )
    pile_size = number(np.int8, "ships in the pile", start=SHIP_COUNT)
    pile_known = number(np.int8, "ships at its bottom whose order all know", codec=COUNT)
    pile_seen = number(np.int8, "seats that know its whole order, as a bit set")
    # laws
    law_pile = numbers(
        np.int8,
        (len(TYPES), LAWS_OF_A_TYPE),
        "laws in the order of the rounds",
        codec=row(LAW, LAWS_OF_A_TYPE),
        start=np.arange(len(TYPES) * LAWS_OF_A_TYPE).reshape(len(TYPES), LAWS_OF_A_TYPE),
        hidden=Hidden.FROM_ALL,
    )
    bill = numbers(
        np.int8, len(TYPES), "law turned up, -1 if there is none or it was vetoed", codec=LAW.or_none(), start=NONE
    )
    in_force = numbers(
        np.int8,
        len(TYPES),
        "laws, -1 if there is none",
        codec=LAW.or_none(),
        start=[PRINTED_TAX, PRINTED_DUTY, NONE, NONE],
    )
    vetoed = number(np.int8, "type vetoed in this round (CUB-6.1)", codec=TYPE.or_none(), start=NONE)
    barred = number(np.int8, "type that may not be vetoed (CUB-6.2)", codec=TYPE.or_none(), start=NONE)
    # characters
    hand = numbers(np.int8, MAX_SEATS, "as a bit set", codec=word_set(NAMES), hidden=Hidden.FROM_OTHERS)
    sealed = numbers(
        np.int8,
        MAX_SEATS,
        "character, until it is shown",
        codec=CHARACTER.or_none(),
        start=NONE,
        hidden=Hidden.FROM_OTHERS,
    )
    last = numbers(np.int8, MAX_SEATS, "character played last in this round", codec=CHARACTER.or_none(), start=NONE)
    town_hall = numbers(np.int8, MAX_SEATS, "more votes in this round (CUB-6.3)", codec=COUNT)
    # the round
    round_no = number(np.int8, "1 to 6; 0 is the set-up", codec=amount(ROUNDS))
    lap = number(np.int8, "0 to 3: which character is played", codec=amount(LAPS))
    first = number(np.int8, "first player", codec=SEAT)
    turn = number(np.int8, "how many after the first player has the turn", codec=SEAT)
    resource_taken = number(np.int8, "marker on an alternative of the Tradeswoman (CUB-4.25)", codec=FLAG)
    product_taken = number(np.int8, "marker on an alternative of the Tradeswoman (CUB-4.25)", codec=FLAG)
    points_taken = number(np.int8, "markers on the Architect's, up to 2 (CUB-4.33)", codec=COVERED)
    pesos_taken = number(np.int8, "markers on the Mayor's, up to 2 (CUB-4.52)", codec=COVERED)
    ballot = number(np.int8, "1 or 2", codec=COVERED)
    bidders = number(np.int8, "seats that take part in this ballot, as a bit set")
    collecting = number(np.int8, "TAX or DUTY")
    tax_paid = number(np.int8, "seats that paid, as a bit set")
    # the action
    question = number(np.int8, "place in QUESTIONS", codec=word(asks.QUESTIONS, first=len(asks.STEPS)))
    awaited = number(np.int8, "seats that may answer, as a bit set")
    mover = number(np.int8, "seat whose say it is")
    free = number(np.int8, "product fields that still give free of charge", codec=COUNT)
    fruitful = numbers(
        np.int8,
        len(RESOURCES) + len(PRODUCTS),
        "fields by piece that have not given yet",
        codec=counts(PRODUCTS, skipped=len(RESOURCES)),
    )
    traded = numbers(
        np.int8, KINDS, "bought (positive) or sold in this action", codec=counts(MERCHANDISE, amount(99, least=-99))
    )
    chosen = number(np.int8, "building that is placed or used", codec=BUILDING.or_none(), start=NONE)
    dock = number(np.int8, "that is being loaded, once the first piece is", codec=PLACE_NAME.or_none(), start=NONE)
    to_load = number(np.int8, "pieces that may still be loaded", codec=COUNT)
    load_kind = number(np.int8, "the only merchandise that may be loaded", codec=KIND.or_none(), start=NONE)
    # further options (last, so that the fields above stay where they are)


STATE = dtype_of(State)

"""Everything that changes during a game of Havana, in one fixed-size record, with the options it was begun with.

Read by name in Python and in compiled code (``state.pesos[seat]``), copied with ``state.copy()``, hashed and stored
as ``state.tobytes()``; a million games are ``np.zeros(10**6, STATE)``. Codes: seats 0 to 3; cards as in ``cards.py``;
cubes and pieces as in ``buildings.py``; tiles 0 to 35 (their id less one); ends 0 to 3; -1 is none.
"""

import numpy as np

from malecon.core.codecs import COUNT, FLAG, PESOS, POINTS, amount, counts, row, struct_counts, word, word_set
from malecon.core.fields import Hidden, Record, choice, dtype_of, number, numbers, ranks
from malecon.core.i18n import N_
from malecon.core.options import Kind, Option
from malecon.games.havana import asks
from malecon.games.havana.buildings import CUBES, DEBRIS, MAX_TILES, PIECES
from malecon.games.havana.cards import CARD_COUNT, NAMES, PROTECTION, SIESTA

VERSIONS = range(1, 2)
"""Of the rules (docs/rules/havana.md); a change of behaviour adds one, and what was begun before goes on as before."""

MAX_SEATS = 4
MIN_SEATS = 2
NONE = -1

EDITIONS = ("eggertspiele", "filosofia")
FILOSOFIA = 1

IN_PLAY, BOX = -1, -2
"""Owners of a tile that is no player's: in rows or stack, or out of the game."""

ENDS = ("upper left", "upper right", "lower left", "lower right")
ROW_LENGTH = 6
CUBES_OF_A_COLOUR, ALL_DEBRIS, ALL_CUBES, ALL_WORKERS = 10, 40, 80, 15
"""The cubes in the bag before the game, and the workers (HAV-1.1)."""

# fmt: off
ENDINGS = ("", "points", "no tile left", "no cube left", "no purchase and no cube", "no purchase")
(
    RUNNING, BY_POINTS, NO_TILE, NO_CUBE, STALLED_WITHOUT_CUBES, STALLED
) = range(6)
"""How a game ended (HAV-7.1, 7.2 twice, 7.3 twice)."""
# fmt: on

CARDS = word_set(NAMES)
IDLE_CARDS = 1 << SIESTA | 1 << PROTECTION
CUBE_COUNTS = struct_counts("Cubes", CUBES)
SEAT = amount(MAX_SEATS - 1)
ALL_IN_BAG = [ALL_DEBRIS if cube == DEBRIS else CUBES_OF_A_COLOUR for cube in range(len(CUBES))]


class State(Record):
    """The fields of a position, each declared once."""

    __slots__ = ()

    # what the game waits for (first: a record that began like a bare random source would be taken for one)
    answers = number(np.int64, "possible answers as a bit set, or MANY", hidden=Hidden.FROM_OTHERS)
    # chance
    key = numbers(np.int64, 2, "two 32-bit words", hidden=Hidden.FROM_ALL)
    drawn = number(np.int64, "random numbers drawn so far", hidden=Hidden.FROM_ALL)
    block = numbers(np.uint32, 32, "the generator's current block", hidden=Hidden.FROM_ALL)
    tile_needs = numbers(np.int32, MAX_TILES, "needs of each tile as a bit set, see buildings.py (HAV-5.4, HAV-5.5)")
    # counts that can pass 100
    pesos = numbers(np.int16, MAX_SEATS, "of each seat", codec=PESOS)
    centre_pesos = number(np.int16, "pesos in the centre", codec=PESOS)
    points = numbers(np.int16, MAX_SEATS, "of each seat", codec=POINTS)
    round_no = number(np.int16, "1 is the first round, 0 the set-up", codec=amount(9999))
    # sets of cards: bit i is the card with code i
    hand = numbers(np.int16, MAX_SEATS, "of each seat", codec=CARDS, hidden=Hidden.FROM_OTHERS)
    discards = numbers(np.int16, MAX_SEATS, "of each seat", codec=CARDS, hidden=Hidden.FROM_OTHERS)
    to_perform = number(np.int16, "the mover's cards that are not performed yet", codec=CARDS)
    idle_cards = number(np.int16, "those without an action (HAV-6.0, HAV-6.2)", start=IDLE_CARDS)
    # options
    seats = number(np.int8, "players in this game, 2 to 4")
    edition = choice(
        Option("edition", Kind.CHOICE, N_("Which edition's rules (HAV-8.1)."), choices=EDITIONS, title=N_("Edition"))
    )
    age = ranks(MAX_SEATS, Option("ages", Kind.SEATS, N_("All seats, the youngest first, such as 3,1,2 (HAV-2.6).")))
    tiles = number(np.int8, "tiles in this game, 12 to 36")
    tile_points = numbers(np.int8, MAX_TILES, "of each tile")
    tile_cost = numbers(np.int8, (MAX_TILES, len(PIECES)), "pieces of each kind that a tile costs")
    tile_architect = numbers(np.int8, MAX_TILES, "1: the tile asks for the architect")
    # tiles
    rows = numbers(np.int8, (2, ROW_LENGTH), "tiles from left to right, upper row first", start=NONE)
    row_length = numbers(np.int8, 2, "tiles in each row")
    stack = numbers(np.int8, MAX_TILES, "tiles, the last of stack_size is the top", start=NONE, hidden=Hidden.FROM_ALL)
    stack_size = number(np.int8, "tiles in the stack")
    owner = numbers(np.int8, MAX_TILES, "of each tile: a seat, IN_PLAY or BOX", start=BOX)
    # pieces
    bag = numbers(np.int8, len(CUBES), "cubes of each kind", codec=CUBE_COUNTS, start=ALL_IN_BAG)
    centre = numbers(np.int8, len(CUBES), "cubes of each kind", codec=CUBE_COUNTS)
    box = numbers(np.int8, len(CUBES), "cubes of each kind", codec=CUBE_COUNTS)
    cubes = numbers(np.int8, (MAX_SEATS, len(CUBES)), "of each seat and kind", codec=CUBE_COUNTS)
    workers = numbers(np.int8, MAX_SEATS, "of each seat", codec=COUNT)
    supply_workers = number(np.int8, "workers in the supply", codec=COUNT, start=ALL_WORKERS)
    # cards that lie on the table
    shown = numbers(np.int8, (MAX_SEATS, 2), "open cards of each seat, the lower digit first", start=NONE)
    laid = numbers(
        np.int8,
        (MAX_SEATS, 2),
        "face-down cards, each over the open card of the same slot",
        start=NONE,
        hidden=Hidden.FROM_OTHERS,
    )
    # what everybody can know of a discard pile (guess.py)
    entered = numbers(
        np.int8,
        (MAX_SEATS, CARD_COUNT),
        "of each card: the refreshments unseen when it was put there, -1 if it was not",
        codec=counts(NAMES, amount(CARD_COUNT), start=NONE),
        start=NONE,
    )
    unseen = numbers(np.int8, MAX_SEATS, "refreshments whose card has not shown up again", codec=amount(CARD_COUNT))
    # the round
    order = numbers(np.int8, MAX_SEATS, "seats as they act (HAV-3.2)", codec=row(SEAT), start=range(MAX_SEATS))
    turn = number(np.int8, "place in order of who acts now", codec=amount(MAX_SEATS))
    worker_done = number(np.int8, "1: somebody performed Worker (HAV-6.6)", codec=FLAG)
    market_done = number(np.int8, "1: somebody performed Black Market (HAV-6.11)", codec=FLAG)
    removed = number(np.int8, "1: somebody removed a tile (HAV-6.4)", codec=FLAG)
    bought = number(np.int8, "1: somebody bought", codec=FLAG)
    idle_rounds = number(np.int8, "finished phases 1 in a row without a purchase (HAV-7.3)", codec=COUNT)
    # the turn
    question = number(np.int8, "place in QUESTIONS", codec=word(asks.QUESTIONS, first=len(asks.STEPS)))
    awaited = number(np.int8, "seats that may answer, as a bit set")
    victim = number(np.int8, "seat that is taxed, or robbed a second time", start=NONE)
    to_take = number(np.int8, "coloured cubes that Mama still takes", codec=COUNT)
    chosen = number(np.int8, "tile fetched from the stack, or end that is being paid", start=NONE)
    ending = number(np.int8, "place in ENDINGS", codec=word(ENDINGS))
    version = number(np.int8, "of the rules", codec=COUNT)
    first_plot = numbers(
        np.int8,
        2,
        "plots to the left of each row, from which tiles were taken since it was refilled (HAV-5.6)",
        codec=counts(("upper", "lower"), amount(ROW_LENGTH)),
    )
    # further options (last, so that the fields above stay where they are)


STATE = dtype_of(State)

"""Everything that changes during a game of Havana, in one fixed-size record, with the options it was begun with.

Read by name in Python and in compiled code (``state.pesos[seat]``), copied with ``state.copy()``, hashed and stored
as ``state.tobytes()``; a million games are ``np.zeros(10**6, STATE)``. Codes: seats 0 to 3; cards as in ``cards.py``;
cubes and pieces as in ``buildings.py``; tiles 0 to 35 (their id less one); ends 0 to 3; -1 is none.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.fields import record_of
from malecon.games.havana.buildings import CUBES, DEBRIS, MAX_TILES, PIECES, TILES, Building, Tiles
from malecon.games.havana.cards import CARD_COUNT

VERSION = 1
"""Of the rules (docs/rules/havana.md); a change of behaviour raises it, and what was begun before goes on as before."""

MAX_SEATS = 4
MIN_SEATS = 2
NONE = -1

EDITIONS = ("eggertspiele", "filosofia")
FILOSOFIA = 1

MANY = (1 << 63) - 1
"""The answers to a question that has more of them than a bit set holds."""

IN_PLAY, BOX = -1, -2
"""Owners of a tile that is no player's: in rows or stack, or out of the game."""

ENDS = ("upper left", "upper right", "lower left", "lower right")
ROW_LENGTH = 6
CUBES_OF_A_COLOUR, ALL_DEBRIS, ALL_CUBES, ALL_WORKERS = 10, 40, 80, 15
"""The cubes in the bag before the game, and the workers (HAV-1.1)."""

# What comes next: steps that the game takes by itself, then questions, each answered by a block of actions (moves.py).
# fmt: off
STEPS = ("set up", "act", "begin turn", "reveal", "look at hands")
SET_UP, ACT, BEGIN_TURN, REVEAL, LOOK_AT_HANDS = range(5)
QUESTIONS = (
    *STEPS, "choose", "fetch", "swap", "perform", "refresh", "remove", "tax", "rob", "steal", "take", "buy", "pay",
    "cover", "take back", "over",
)
(
    CHOOSE, FETCH, SWAP, PERFORM, REFRESH, REMOVE, TAX, ROB, STEAL, TAKE, BUY, PAY,
    COVER, TAKE_BACK, OVER,
) = range(len(STEPS), len(QUESTIONS))

ENDINGS = ("", "points", "no tile left", "no cube left", "no purchase and no cube", "no purchase")
(
    RUNNING, BY_POINTS, NO_TILE, NO_CUBE, STALLED_WITHOUT_CUBES, STALLED
) = range(6)
"""How a game ended (HAV-7.1, 7.2 twice, 7.3 twice)."""

# Wide fields first: so every field lies on a multiple of its size, as graphics processors want it.
STATE = record_of(__name__, "STATE", [
    # what the game waits for (first: a record that began like a bare random source would be taken for one)
    ("answers", np.int64),                      # possible answers as a bit set, or MANY
    # chance
    ("key", np.int64, (2,)),                    # two 32-bit words, secret
    ("drawn", np.int64),                        # random numbers drawn so far
    ("block", np.uint32, (32,)),                # the generator's current block
    # sets of needs, see buildings.py
    ("tile_needs", np.int32, (MAX_TILES,)),     # of each tile                           HAV-5.4, HAV-5.5
    # counts that can pass 100
    ("pesos", np.int16, (MAX_SEATS,)),
    ("centre_pesos", np.int16),
    ("points", np.int16, (MAX_SEATS,)),
    ("round_no", np.int16),                     # 1 is the first round, 0 the set-up
    # sets of cards: bit i is the card with code i
    ("hand", np.int16, (MAX_SEATS,)),
    ("discards", np.int16, (MAX_SEATS,)),
    ("to_perform", np.int16),                   # the mover's cards that are not performed yet
    # options
    ("seats", np.int8),                         # players in this game, 2 to 4
    ("edition", np.int8),                       # place in EDITIONS                      HAV-8.1
    ("age", np.int8, (MAX_SEATS,)),             # 0 is the youngest                      HAV-2.6
    ("tiles", np.int8),                         # tiles in this game, 12 to 36
    ("tile_points", np.int8, (MAX_TILES,)),
    ("tile_cost", np.int8, (MAX_TILES, len(PIECES))),
    ("tile_architect", np.int8, (MAX_TILES,)),  # 1: asks for the architect
    # tiles
    ("rows", np.int8, (2, ROW_LENGTH)),         # tiles from left to right, upper row first
    ("row_length", np.int8, (2,)),
    ("stack", np.int8, (MAX_TILES,)),           # the last of stack_size is the top
    ("stack_size", np.int8),
    ("owner", np.int8, (MAX_TILES,)),           # seat, IN_PLAY or BOX
    # pieces
    ("bag", np.int8, (len(CUBES),)),
    ("centre", np.int8, (len(CUBES),)),
    ("box", np.int8, (len(CUBES),)),
    ("cubes", np.int8, (MAX_SEATS, len(CUBES))),
    ("workers", np.int8, (MAX_SEATS,)),
    ("supply_workers", np.int8),
    # cards that lie on the table
    ("shown", np.int8, (MAX_SEATS, 2)),            # the open cards, the lower digit first
    ("laid", np.int8, (MAX_SEATS, 2)),             # face-down cards, each over the open card of the same slot
    # what everybody can know of a discard pile (guess.py)
    ("entered", np.int8, (MAX_SEATS, CARD_COUNT)),  # -1: not put there; else the refreshments unseen then
    ("unseen", np.int8, (MAX_SEATS,)),              # refreshments whose card has not shown up again
    # the round
    ("order", np.int8, (MAX_SEATS,)),           # seats as they act in this round       HAV-3.2
    ("turn", np.int8),                          # place in order of who acts now
    ("worker_done", np.int8),                   # 1: somebody performed Worker          HAV-6.6
    ("market_done", np.int8),                   # 1: somebody performed Black Market    HAV-6.11
    ("removed", np.int8),                       # 1: somebody removed a tile            HAV-6.4
    ("bought", np.int8),                        # 1: somebody bought
    ("idle_rounds", np.int8),                   # finished phases 1 in a row without a purchase  HAV-7.3
    # the turn
    ("question", np.int8),                      # place in QUESTIONS
    ("awaited", np.int8),                       # seats that may answer, as a bit set
    ("victim", np.int8),                        # seat that is taxed, or robbed a second time
    ("to_take", np.int8),                       # coloured cubes that Mama still takes
    ("chosen", np.int8),                        # tile fetched from the stack, or end that is being paid
    ("ending", np.int8),                        # place in ENDINGS
    ("version", np.int8),                       # of the rules
    ("unused", np.int8, (7,)),                  # so that the size is a multiple of 8
])
# fmt: on


class State(Protocol):
    """The fields of ``STATE``, for the type checker."""

    answers: int
    key: NDArray[np.int64]
    drawn: int
    block: NDArray[np.uint32]
    tile_needs: NDArray[np.int32]
    pesos: NDArray[np.int16]
    centre_pesos: int
    points: NDArray[np.int16]
    round_no: int
    hand: NDArray[np.int16]
    discards: NDArray[np.int16]
    to_perform: int
    seats: int
    edition: int
    age: NDArray[np.int8]
    tiles: int
    tile_points: NDArray[np.int8]
    tile_cost: NDArray[np.int8]
    tile_architect: NDArray[np.int8]
    rows: NDArray[np.int8]
    row_length: NDArray[np.int8]
    stack: NDArray[np.int8]
    stack_size: int
    owner: NDArray[np.int8]
    bag: NDArray[np.int8]
    centre: NDArray[np.int8]
    box: NDArray[np.int8]
    cubes: NDArray[np.int8]
    workers: NDArray[np.int8]
    supply_workers: int
    shown: NDArray[np.int8]
    laid: NDArray[np.int8]
    entered: NDArray[np.int8]
    unseen: NDArray[np.int8]
    order: NDArray[np.int8]
    turn: int
    worker_done: int
    market_done: int
    removed: int
    bought: int
    idle_rounds: int
    question: int
    awaited: int
    victim: int
    to_take: int
    chosen: int
    ending: int
    version: int
    unused: NDArray[np.int8]

    def copy(self) -> "State":
        """Return a position of its own that is equal."""
        ...

    def tobytes(self) -> bytes:
        """Return all of the record."""
        ...


def new_state(
    seats: int, *, version: int = VERSION, edition: int = 0, ages: Sequence[int] = (), tiles: Tiles = TILES
) -> State:
    """Return a table before the set-up: the options, all cubes in the bag, all cards in hand, all tiles in the stack.

    Args:
        seats: 2 to 4.
        version: of the rules, 1 to ``VERSION``.
        edition: place in ``EDITIONS``.
        ages: all seats, the youngest first; empty stands for the order of the seats (HAV-2.6).
        tiles: 12 to 36 tiles.
    """
    state: State = np.zeros(1, STATE)[0]
    state.seats = seats
    state.version = version
    state.edition = edition
    for rank, seat in enumerate(ages or range(seats)):
        state.age[seat] = rank
    state.tiles = len(tiles)
    for tile, building in enumerate(tiles):
        print_tile(state, tile, building)
    state.rows[:] = NONE
    state.stack[:] = NONE
    state.stack[: len(tiles)] = np.arange(len(tiles))
    state.stack_size = len(tiles)
    state.owner[: len(tiles)] = IN_PLAY
    state.owner[len(tiles) :] = BOX
    state.bag[:DEBRIS] = CUBES_OF_A_COLOUR
    state.bag[DEBRIS] = ALL_DEBRIS
    state.supply_workers = ALL_WORKERS
    state.hand[:seats] = (1 << CARD_COUNT) - 1
    state.shown[:] = NONE
    state.laid[:] = NONE
    state.entered[:] = NONE
    state.order[:] = np.arange(MAX_SEATS)
    state.victim = NONE
    state.chosen = NONE
    return state


def print_tile(state: State, tile: int, building: Building) -> None:
    """Write what a tile gives and asks for."""
    state.tile_points[tile] = building.points
    state.tile_cost[tile] = building.cost.pieces()
    state.tile_architect[tile] = building.architect
    state.tile_needs[tile] = building.needs()

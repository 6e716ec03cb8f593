"""Everything that changes during a game of Cuba, in one fixed-size record, with the options it was begun with.

Read by name in Python and in compiled code (``state.pesos[seat]``), copied with ``state.copy()``, hashed and stored
as ``state.tobytes()``; a million games are ``np.zeros(10**6, STATE)``. Codes: seats 0 to 4; pieces, merchandise and
fields as in ``boards.py``; characters, ships and laws as in ``cards.py``; buildings as in ``buildings.py``; docks 0 to
2, and 3 the sea; -1 is none.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.fields import record_of
from malecon.games.cuba.boards import (
    FIELDS,
    FRONT,
    MARKET,
    MERCHANDISE,
    MOST_SPACES,
    PIECES,
    PLANTATIONS,
    PRODUCTS,
    RESOURCES,
    TOTAL,
    WAREHOUSE_FIELD,
    Plantation,
    Track,
)
from malecon.games.cuba.buildings import BUILDINGS, EMBASSY, PRINTED_WAREHOUSE, STANDARD, Building
from malecon.games.cuba.cards import (
    ALL_CHARACTERS,
    ALL_LAWS,
    DUTY,
    LAWS,
    LAWS_OF_A_TYPE,
    PRINTED_DUTY,
    PRINTED_TAX,
    SHIP_COUNT,
    SHIPS,
    TAX,
    TYPES,
    Law,
    Ship,
)

VERSION = 2
"""Of the rules (docs/rules/cuba.md); a change of behaviour raises it, and what was begun before goes on as before.

1: who looked through the ship pile without a swap had not used the Lighthouse, and the pile was not shuffled.
2: to look is to use it (CUB-10.22).
"""
LOOKING_IS_USE = 2
"""The first version in which looking through the pile uses the Lighthouse."""

MAX_SEATS = 5
MIN_SEATS = 2
NONE = -1
ROUNDS = 6
LAPS = 4
"""Characters that each player plays in a round (CUB-4.1)."""
FIRST_PESOS = 10

PLANTATION_OPTIONS = ("same", "different")
DIFFERENT = 1

MANY = (1 << 63) - 1
"""The answers to a question that has more of them than a bit set holds, or different ones for each seat."""

DOCKS = 3
SEA = DOCKS
PLACES = ("dock 1", "dock 2", "dock 3", "sea")

# What comes next: steps that the game takes by itself, then questions, each answered by a block of actions (moves.py).
# fmt: off
STEPS = ("set up", "begin round", "begin turn", "end turn", "go on using", "count votes", "collect", "end round")
SET_UP, BEGIN_ROUND, BEGIN_TURN, END_TURN, GO_ON_USING, COUNT_VOTES, COLLECT, END_ROUND = range(8)
QUESTIONS = (
    *STEPS, "stock", "seal", "play", "move", "harvest", "trade", "build", "place", "use", "amount", "pay", "exchange",
    "veto", "swap", "load", "bid", "enact", "tax", "over",
)
(
    STOCK, SEAL, PLAY, MOVE, HARVEST, TRADE, BUILD, PLACE, USE, AMOUNT, PAY, EXCHANGE,
    VETO, SWAP, LOAD, BID, ENACT, PAY_TAX, OVER,
) = range(len(STEPS), len(QUESTIONS))

# Wide fields first: so every field lies on a multiple of its size, as graphics processors want it.
STATE = record_of(__name__, "STATE", [
    # what the game waits for (first: a record that began like a bare random source would be taken for one)
    ("answers", np.int64),                       # possible answers as a bit set, or MANY
    # chance
    ("key", np.int64, (2,)),                     # two 32-bit words, secret
    ("drawn", np.int64),                         # random numbers drawn so far
    ("block", np.uint32, (8,)),                  # the generator's current block
    # counts that can pass 100, and sets of fields: bit i is field i
    ("pesos", np.int16, (MAX_SEATS,)),
    ("points", np.int16, (MAX_SEATS,)),
    ("bid", np.int16, (MAX_SEATS,)),             # -1: not decided in this ballot
    ("votes", np.int16, (MAX_SEATS,)),           # in this round's parliament, as far as counted
    ("near", np.int16),                          # fields that the Foreman may still use together
    ("far", np.int16),                           # fields of which he may use one instead of those
    # options
    ("seats", np.int8),                          # players in this game, 2 to 5
    ("version", np.int8),                        # of the rules
    ("sealing", np.int8),                        # 1: one character is sealed              CUB-11.1
    ("embassy", np.int8),                        # 1: with the Canadian Embassy            CUB-1.4
    ("plantations", np.int8),                    # place in PLANTATION_OPTIONS             CUB-1.8
    ("field", np.int8, (MAX_SEATS, FIELDS)),     # the piece that a field gives, -1 the warehouse
    ("needs", np.int8, (SHIP_COUNT, len(MERCHANDISE))),  # spaces of a ship for each kind
    ("cost", np.int8, (len(BUILDINGS), len(RESOURCES))),
    ("most", np.int8, (len(BUILDINGS),)),        # pieces that one use takes at most
    ("gives", np.int8, (len(BUILDINGS),)),       # points, pesos, votes or pieces
    ("copies", np.int8, (len(BUILDINGS),)),      # tiles in this game
    ("law_kind", np.int8, (ALL_LAWS,)),          # place in LAW_KINDS
    ("law_amount", np.int8, (ALL_LAWS,)),
    ("law_most", np.int8, (ALL_LAWS,)),
    ("price", np.int8, (len(MERCHANDISE), MOST_SPACES + 2)),  # with n pieces: bought at n, sold at n + 1
    ("spaces", np.int8, (len(MERCHANDISE),)),    # of a track
    ("filled", np.int8, (len(MERCHANDISE),)),    # of them at the start
    # pieces
    ("supply", np.int8, (len(PIECES),)),
    ("market", np.int8, (len(MERCHANDISE),)),    # pieces on a track
    ("own", np.int8, (MAX_SEATS, len(PIECES))),  # of a player, stored ones included
    ("stored", np.int8, (MAX_SEATS, len(PRODUCTS))),
    # plantations
    ("pawn", np.int8, (MAX_SEATS,)),             # field
    ("built", np.int8, (MAX_SEATS, FIELDS)),     # building on a field, the printed warehouse included
    ("offer", np.int8, (len(BUILDINGS),)),       # tiles left
    # ships
    ("ship", np.int8, (DOCKS + 1,)),             # at docks 1 to 3, then at sea
    ("cargo", np.int8, (DOCKS + 1, len(MERCHANDISE))),
    ("pile", np.int8, (SHIP_COUNT,)),            # the last of pile_size is the top
    ("pile_size", np.int8),
    ("pile_known", np.int8),                     # ships at its bottom whose order all know
    ("pile_seen", np.int8),                      # seats that know its whole order, as a bit set
    # laws
    ("law_pile", np.int8, (len(TYPES), LAWS_OF_A_TYPE)),  # in the order of the rounds
    ("bill", np.int8, (len(TYPES),)),            # turned up, -1 if there is none or it was vetoed
    ("in_force", np.int8, (len(TYPES),)),        # laws, -1 if there is none
    ("vetoed", np.int8),                         # type vetoed in this round               CUB-6.1
    ("barred", np.int8),                         # type that may not be vetoed             CUB-6.2
    # characters
    ("hand", np.int8, (MAX_SEATS,)),             # as a bit set
    ("sealed", np.int8, (MAX_SEATS,)),           # until it is shown
    ("last", np.int8, (MAX_SEATS,)),             # played last in this round
    ("town_hall", np.int8, (MAX_SEATS,)),        # more votes in this round                CUB-6.3
    # the round
    ("round_no", np.int8),                       # 1 to 6; 0 is the set-up
    ("lap", np.int8),                            # 0 to 3: which character is played
    ("first", np.int8),                          # first player
    ("turn", np.int8),                           # how many after the first player has the turn
    ("resource_taken", np.int8),                 # markers on the alternatives of          CUB-4.25
    ("product_taken", np.int8),                  # the Tradeswoman, one each,
    ("points_taken", np.int8),                   # of the Architect, up to 2,              CUB-4.33
    ("pesos_taken", np.int8),                    # and of the Mayor, up to 2               CUB-4.52
    ("ballot", np.int8),                         # 1 or 2
    ("bidders", np.int8),                        # seats that take part in this ballot, as a bit set
    ("collecting", np.int8),                     # TAX or DUTY
    ("tax_paid", np.int8),                       # seats that paid, as a bit set
    # the action
    ("question", np.int8),                       # place in QUESTIONS
    ("awaited", np.int8),                        # seats that may answer, as a bit set
    ("mover", np.int8),                          # seat whose say it is
    ("free", np.int8),                           # product fields that still give free of charge
    ("fruitful", np.int8, (len(RESOURCES) + len(PRODUCTS),)),  # fields by piece that have not given yet
    ("traded", np.int8, (len(MERCHANDISE),)),    # bought (positive) or sold in this action
    ("chosen", np.int8),                         # building that is placed or used
    ("dock", np.int8),                           # that is being loaded, once the first piece is
    ("to_load", np.int8),                        # pieces that may still be loaded
    ("load_kind", np.int8),                      # the only merchandise that may be loaded
    ("unused", np.int8, (4,)),                   # so that the size is a multiple of 8
])
# fmt: on


class State(Protocol):
    """The fields of ``STATE``, for the type checker."""

    answers: int
    key: NDArray[np.int64]
    drawn: int
    block: NDArray[np.uint32]
    pesos: NDArray[np.int16]
    points: NDArray[np.int16]
    bid: NDArray[np.int16]
    votes: NDArray[np.int16]
    near: int
    far: int
    seats: int
    version: int
    sealing: int
    embassy: int
    plantations: int
    field: NDArray[np.int8]
    needs: NDArray[np.int8]
    cost: NDArray[np.int8]
    most: NDArray[np.int8]
    gives: NDArray[np.int8]
    copies: NDArray[np.int8]
    law_kind: NDArray[np.int8]
    law_amount: NDArray[np.int8]
    law_most: NDArray[np.int8]
    price: NDArray[np.int8]
    spaces: NDArray[np.int8]
    filled: NDArray[np.int8]
    supply: NDArray[np.int8]
    market: NDArray[np.int8]
    own: NDArray[np.int8]
    stored: NDArray[np.int8]
    pawn: NDArray[np.int8]
    built: NDArray[np.int8]
    offer: NDArray[np.int8]
    ship: NDArray[np.int8]
    cargo: NDArray[np.int8]
    pile: NDArray[np.int8]
    pile_size: int
    pile_known: int
    pile_seen: int
    law_pile: NDArray[np.int8]
    bill: NDArray[np.int8]
    in_force: NDArray[np.int8]
    vetoed: int
    barred: int
    hand: NDArray[np.int8]
    sealed: NDArray[np.int8]
    last: NDArray[np.int8]
    town_hall: NDArray[np.int8]
    round_no: int
    lap: int
    first: int
    turn: int
    resource_taken: int
    product_taken: int
    points_taken: int
    pesos_taken: int
    ballot: int
    bidders: int
    collecting: int
    tax_paid: int
    question: int
    awaited: int
    mover: int
    free: int
    fruitful: NDArray[np.int8]
    traded: NDArray[np.int8]
    chosen: int
    dock: int
    to_load: int
    load_kind: int
    unused: NDArray[np.int8]

    def copy(self) -> "State":
        """Return a position of its own that is equal."""
        ...

    def tobytes(self) -> bytes:
        """Return all of the record."""
        ...


def new_state(
    seats: int,
    *,
    version: int = VERSION,
    sealed: bool = False,
    embassy: bool = True,
    plantations: int = 0,
    ships: tuple[Ship, ...] = SHIPS,
    boards: tuple[Plantation, ...] = PLANTATIONS,
    buildings: tuple[Building, ...] = STANDARD,
    laws: tuple[Law, ...] = LAWS,
    market: tuple[Track, ...] = MARKET,
) -> State:
    """Return a table before the set-up: the options, the boards, all pieces in the supply, all cards in their piles.

    Args:
        seats: 2 to 5.
        version: of the rules, 1 to ``VERSION``.
        sealed: whether one character is sealed in each round (CUB-11.1).
        embassy: whether the Canadian Embassy is in the game (CUB-1.4).
        plantations: place in ``PLANTATION_OPTIONS``.
        ships, boards, buildings, laws, market: what is printed, in the order of the data files.
    """
    state: State = np.zeros(1, STATE)[0]
    state.seats = seats
    state.version = version
    state.sealing = sealed
    state.embassy = embassy
    state.plantations = plantations
    for name in ("bid", "bill", "in_force", "sealed", "last"):
        getattr(state, name)[:] = NONE
    for name in ("vetoed", "barred", "chosen", "dock", "load_kind"):
        setattr(state, name, NONE)
    print_ships(state, ships)
    print_buildings(state, buildings)
    print_laws(state, laws)
    print_market(state, market)
    state.pesos[:seats] = FIRST_PESOS
    state.hand[:seats] = ALL_CHARACTERS
    state.field[:] = WAREHOUSE_FIELD
    state.built[:] = NONE
    for seat in range(seats):
        print_plantation(state, seat, boards[seat + 1 if plantations == DIFFERENT else FRONT])
    return state


def print_ships(state: State, ships: tuple[Ship, ...]) -> None:
    """Write the ships' spaces, and put all ships into the pile."""
    for code, ship in enumerate(ships):
        state.needs[code] = ship.needs()
    state.ship[:] = NONE
    state.pile[:] = np.arange(SHIP_COUNT)
    state.pile_size = SHIP_COUNT


def print_buildings(state: State, buildings: tuple[Building, ...]) -> None:
    """Write what the buildings cost and do, and offer all of them (CUB-1.4)."""
    for code, building in enumerate(buildings):
        state.cost[code] = building.cost.resources()
        state.most[code] = building.most
        state.gives[code] = building.gives
        state.copies[code] = building.copies
    if not state.embassy:
        state.copies[EMBASSY] = 0
    state.offer[:] = state.copies


def print_laws(state: State, laws: tuple[Law, ...]) -> None:
    """Write what the laws say, pile them by type, and put those on the board in force (CUB-2.3)."""
    for code, law in enumerate(laws):
        state.law_kind[code] = law.code()
        state.law_amount[code] = law.amount
        state.law_most[code] = law.most
    state.law_pile[:] = np.arange(len(TYPES) * LAWS_OF_A_TYPE).reshape(len(TYPES), LAWS_OF_A_TYPE)
    state.in_force[TAX] = PRINTED_TAX
    state.in_force[DUTY] = PRINTED_DUTY


def print_market(state: State, market: tuple[Track, ...]) -> None:
    """Write the prices, and divide the pieces between market and supply (CUB-1.1, CUB-2.1)."""
    for kind, track in enumerate(market):
        state.price[kind, : len(track.row())] = track.row()
        state.spaces[kind] = len(track.prices)
        state.filled[kind] = track.filled
    state.market[:] = state.filled
    state.supply[:] = TOTAL
    state.supply[len(RESOURCES) :] -= state.market


def print_plantation(state: State, seat: int, plantation: Plantation) -> None:
    """Give ``seat`` a plantation, with the pawn on the printed warehouse (CUB-2.5)."""
    state.field[seat] = plantation.fields()
    state.pawn[seat] = plantation.fields().index(WAREHOUSE_FIELD)
    state.built[seat, state.pawn[seat]] = PRINTED_WAREHOUSE

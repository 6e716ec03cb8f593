"""What can happen in a game of Cuba: one class for each kind of event, in the rulebook's words.

Those about bills, laws and votes stand in ``parliament_events.py``.

The rules write rows of numbers into the journal: the kind, which is the place of the class in ``EVENTS``, the seat,
and a number for each further field in the order of the fields. ``CHRONICLE`` turns rows into these objects; the
field's name tells what its number means.
"""

from malecon.core.engine import Chronicle, Event, RoundBeginning
from malecon.games.cuba.boards import FIELD_NAMES, PIECES, PLACES
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import LAW_KINDS, NAMES, TYPES
from malecon.games.cuba.parliament_events import (
    Bid,
    BiddingForbidden,
    BidShown,
    BillTurnedUp,
    Enacted,
    Lacked,
    MarketMoved,
    Rejected,
    Showed,
    Tied,
    Vetoed,
    Withheld,
    WonVote,
)

PESO = len(PIECES)
COUNTED = (*PIECES, "peso")
"""What is gained and paid: a piece's code, or ``PESO``."""

# fmt: off
SOURCES = (
    *BUILDINGS, "printed warehouse", *TYPES,
    "both", "start", "worker", "alternative", "cost", "market", "supply", "bid", "buildings",
)
"""What pieces, pesos and points come from or are paid for: a building, a type of law, or one of the others.

``both``: tax and duty paid in one round. ``worker``: fields, and the water paid for them. ``cost``: of a building.
``buildings``: the points for buildings at the end of the game.
"""
(
    FOR_TAX, FOR_DUTY, FOR_SUBSIDY, FOR_OTHER,
    FOR_BOTH, START, BY_WORKER, ALTERNATIVE, COST, MARKET, SUPPLY, FOR_VOTES, FOR_BUILDINGS,
) = range(PRINTED_WAREHOUSE + 1, len(SOURCES))
# fmt: on


class BecameFirst(Event, frozen=True, tag="became first"):
    """A player is first player from now on: by chance, or by the highest ``fourth`` character (CUB-2.4, CUB-4.60).

    Of so many ``tied`` ones this one played last.
    """

    reveals = True

    fourth: str = ""
    tied: int = 1


class Arrived(Event, frozen=True, tag="arrived"):
    """A ship came from the pile to a dock or to sea (CUB-2.2, CUB-4.53, CUB-8.4)."""

    reveals = True

    ship: int
    place: str


class MovedUp(Event, frozen=True, tag="moved up"):
    """A ship moved to a place nearer to dock 3 (CUB-4.53, CUB-8.4)."""

    ship: int
    place: str


class Left(Event, frozen=True, tag="left"):
    """A ship left the harbour; its cargo went to the supply, its card under the pile (CUB-4.53, CUB-8.2, CUB-8.3)."""

    ship: int
    place: str


class RoundBegan(RoundBeginning, frozen=True, tag="round began"):
    """A round began (CUB-3.1)."""


class Sealed(Event, frozen=True, tag="sealed"):
    """A player laid one character face down for the parliament (CUB-11.1)."""

    secret = ("character",)
    passes = True

    character: str | None


class TurnBegan(Event, frozen=True, tag="turn began"):
    """It is this player's turn to play a character (CUB-4.1)."""

    passes = True


class Played(Event, frozen=True, tag="played"):
    """A player played a character (CUB-4.1)."""

    character: str


class DidNothing(Event, frozen=True, tag="did nothing"):
    """A player left out the action of a character (CUB-4.2)."""

    character: str


class MovedTo(Event, frozen=True, tag="moved to"):
    """A player's pawn moved to a field, or stayed there (CUB-4.10)."""

    field: str


class Gained(Event, frozen=True, tag="gained"):
    """A player got pieces of one kind from the supply, or pesos."""

    piece: str
    count: int
    source: str


class Paid(Event, frozen=True, tag="paid"):
    """A player paid pieces of one kind into the supply, or pesos (CUB-10.31)."""

    piece: str
    count: int
    source: str


class Bought(Event, frozen=True, tag="bought"):
    """A player bought a piece from the market, or from the supply because its track was empty (CUB-4.21)."""

    piece: str
    pesos: int
    source: str


class Sold(Event, frozen=True, tag="sold"):
    """A player sold a piece to the market, or to the supply: its track was full, or by a building (CUB-4.22)."""

    piece: str
    pesos: int
    source: str


class Built(Event, frozen=True, tag="built"):
    """A player laid a building on a field (CUB-4.31)."""

    building: str
    field: str


class Used(Event, frozen=True, tag="used"):
    """A player uses a building (CUB-4.40)."""

    building: str


class Stored(Event, frozen=True, tag="stored"):
    """A player stored products of the yard (CUB-4.42)."""

    piece: str
    count: int


class Loaded(Event, frozen=True, tag="loaded"):
    """A player loaded a piece on the ship at a dock and scored the dock's points (CUB-4.50)."""

    piece: str
    place: str
    points: int


class Scored(Event, frozen=True, tag="scored"):
    """A player scored points."""

    points: int
    source: str


class LookedThroughPile(Event, frozen=True, tag="looked through pile"):
    """A player looked through the ship pile with the Lighthouse (CUB-10.22)."""

    reveals = True


class Swapped(Event, frozen=True, tag="swapped"):
    """A player put a ship of the pile to sea in place of the one there; the pile was shuffled (CUB-10.22)."""

    ship: int
    old: int


class LeftPile(Event, frozen=True, tag="left pile"):
    """A player left the ship at sea where it was; the pile was shuffled (CUB-10.22)."""


class Returned(Event, frozen=True, tag="returned"):
    """Products of a player's yard went back to the supply (CUB-8.1)."""

    piece: str
    count: int


class Ended(Event, frozen=True, tag="ended"):
    """The game ended (CUB-9.1)."""

    passes = True


# fmt: off
EVENTS: tuple[type[Event], ...] = (
    BecameFirst, Arrived, MovedUp, Left, RoundBegan, BillTurnedUp, Sealed, TurnBegan, Played, DidNothing, MovedTo,
    Gained, Paid, Bought, Sold, Built, Used, Stored, Loaded, Scored, Vetoed, LookedThroughPile, Swapped, LeftPile,
    Showed, Bid, BidShown, Tied, WonVote, Enacted, Rejected, Withheld, MarketMoved, Returned, Ended,
    Lacked, BiddingForbidden,
)
(
    BECAME_FIRST, ARRIVED, MOVED_UP, LEFT, ROUND_BEGAN, BILL_TURNED_UP, SEALED, TURN_BEGAN, PLAYED, DID_NOTHING,
    MOVED_TO, GAINED, PAID, BOUGHT, SOLD, BUILT, USED, STORED, LOADED, SCORED, VETOED, LOOKED_THROUGH_PILE, SWAPPED,
    LEFT_PILE, SHOWED, BIDDEN, BID_SHOWN, TIED, WON_VOTE, ENACTED, REJECTED, WITHHELD, MARKET_MOVED, RETURNED, ENDED,
    LACKED, BIDDING_FORBIDDEN,
) = range(len(EVENTS))
# fmt: on

CHRONICLE = Chronicle(
    EVENTS,
    {
        "character": NAMES.__getitem__,
        "fourth": lambda character: "" if character < 0 else NAMES[character],
        "piece": COUNTED.__getitem__,
        "source": SOURCES.__getitem__,
        "building": (*BUILDINGS, "printed warehouse").__getitem__,
        "field": FIELD_NAMES.__getitem__,
        "place": PLACES.__getitem__,
        "law": lambda law: law + 1,
        "kind": LAW_KINDS.__getitem__,
        "law_type": TYPES.__getitem__,
        "ship": lambda ship: ship + 1,
        "old": lambda ship: ship + 1,
    },
)

"""What can happen in a game of Havana: one class for each kind of event, in the rulebook's words.

The rules write rows of numbers into the journal: the kind, which is the place of the class in ``EVENTS``, the seat,
and a number for each further field in the order of the fields. ``CHRONICLE`` turns rows into these objects; the
field's name tells what its number means.
"""

from malecon.core.engine import Chronicle, Event, RoundBeginning
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.cards import NAMES
from malecon.games.havana.state import ENDINGS, ENDS


class Fetched(Event, frozen=True, tag="fetched"):
    """The oldest player put a tile of the stack in the place of an end tile (HAV-2.2)."""

    tile: int
    end: str


class Dealt(Event, frozen=True, tag="dealt"):
    """A player drew the first cube (HAV-2.3)."""

    reveals = True

    piece: str


class Supplied(Event, frozen=True, tag="supplied"):
    """Cubes of one kind, or pesos, came to the centre (HAV-2.4, HAV-4.4)."""

    reveals = True

    piece: str
    count: int


class Chose(Event, frozen=True, tag="chose"):
    """A player laid the first two cards face down (HAV-2.5)."""

    secret = ("card", "second")
    passes = True

    card: str | None
    second: str | None


class Revealed(Event, frozen=True, tag="revealed"):
    """These two cards now lie open before a player (HAV-2.5, HAV-4.6)."""

    reveals = True

    card: str
    second: str


class RoundBegan(RoundBeginning, frozen=True, tag="round began"):
    """A round began; the order is decided (HAV-3.2)."""


class Preceded(Event, frozen=True, tag="preceded"):
    """A player with the same number as another acts before that one; ``by`` says what decided it (HAV-3.3)."""

    other: int
    by: str


class TurnBegan(Event, frozen=True, tag="turn began"):
    """A player's turn of phase 1 began (HAV-4.2)."""

    passes = True


class Performed(Event, frozen=True, tag="performed"):
    """A player began the action of a card (HAV-4.2)."""

    announces = True

    card: str


class HadNoEffect(Event, frozen=True, tag="had no effect"):
    """The action could not be performed (HAV-4.3)."""

    card: str


class Declined(Event, frozen=True, tag="declined"):
    """A player did not use an optional action (HAV-4.3)."""

    card: str


class Refreshed(Event, frozen=True, tag="refreshed"):
    """A player took a card from the own discard pile (HAV-6.1)."""

    secret = ("card",)

    card: str | None


class Gained(Event, frozen=True, tag="gained"):
    """A player took pieces of one kind from centre or supply."""

    piece: str
    count: int


class Drew(Event, frozen=True, tag="drew"):
    """A player drew a cube from the bag (HAV-6.11)."""

    reveals = True

    piece: str


class Removed(Event, frozen=True, tag="removed"):
    """A player put a tile into the box (HAV-6.4)."""

    tile: int
    end: str


class Taxed(Event, frozen=True, tag="taxed"):
    """A tax collector removed a piece of another player (HAV-6.5)."""

    victim: int
    piece: str


class Robbed(Event, frozen=True, tag="robbed"):
    """A thief took pieces of one kind, perhaps none, from another player (HAV-6.8, HAV-6.9)."""

    victim: int
    piece: str
    count: int


class Bought(Event, frozen=True, tag="bought"):
    """A player bought a tile (HAV-5.1)."""

    tile: int
    end: str


class Paid(Event, frozen=True, tag="paid"):
    """A player paid pieces of one kind for a tile (HAV-5.3)."""

    piece: str
    count: int


class Refilled(Event, frozen=True, tag="refilled"):
    """A tile of the stack was laid into a row, from left to right from 1 (HAV-5.6)."""

    reveals = True

    tile: int
    row: int
    column: int


class Covered(Event, frozen=True, tag="covered"):
    """A player laid a new card face down on an open one (HAV-4.5)."""

    secret = ("card",)
    passes = True

    covered: str
    card: str | None


class TookBack(Event, frozen=True, tag="took back"):
    """A player took back the whole discard pile (HAV-4.7)."""

    passes = True

    count: int


class KeptDiscards(Event, frozen=True, tag="kept discards"):
    """A player left the discard pile where it is (HAV-4.7)."""

    passes = True


class Ended(Event, frozen=True, tag="ended"):
    """The game ended (HAV-7)."""

    passes = True

    reason: str


TIE_BREAKS = ("points", "coloured cubes", "pesos", "workers", "debris", "age")
"""What decides between equal numbers, in this order."""
BY_POINTS, BY_COLOURED, BY_PESOS, BY_WORKERS, BY_DEBRIS, BY_AGE = range(len(TIE_BREAKS))

# fmt: off
EVENTS: tuple[type[Event], ...] = (
    Fetched, Dealt, Supplied, Chose, Revealed, RoundBegan, Preceded, TurnBegan, Performed, HadNoEffect, Declined,
    Refreshed, Gained, Drew, Removed, Taxed, Robbed, Bought, Paid, Refilled, Covered, TookBack, KeptDiscards, Ended,
)
(
    FETCHED, DEALT, SUPPLIED, CHOSE, REVEALED, ROUND_BEGAN, PRECEDED, TURN_BEGAN, PERFORMED, HAD_NO_EFFECT, DECLINED,
    REFRESHED, GAINED, DREW, REMOVED, TAXED, ROBBED, BOUGHT, PAID, REFILLED, COVERED, TOOK_BACK, KEPT_DISCARDS, ENDED,
) = range(len(EVENTS))
# fmt: on

CHRONICLE = Chronicle(
    EVENTS,
    {
        "card": NAMES.__getitem__,
        "second": NAMES.__getitem__,
        "covered": NAMES.__getitem__,
        "piece": PIECES.__getitem__,
        "end": ENDS.__getitem__,
        "reason": ENDINGS.__getitem__,
        "by": TIE_BREAKS.__getitem__,
        "tile": lambda tile: tile + 1,
    },
)

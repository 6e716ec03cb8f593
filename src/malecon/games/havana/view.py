"""What a viewer may know of a position, as types; ``seen_by.py`` fills them in.

Seats are 0-based, tiles their ids.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple

from malecon.core.codecs import members
from malecon.games.havana.buildings import Building
from malecon.games.havana.cards import NAMES
from malecon.games.havana.moves import Amounts, Choice
from malecon.games.havana.state import State


class Cubes(Struct, frozen=True):
    """How many cubes of each kind."""

    brick: int
    sandstone: int
    loam: int
    glass: int
    debris: int


class TileSeen(Struct, frozen=True):
    """A tile in the rows.

    Attributes:
        end: which end of the rows it is, if any.
        affordable: whether the viewer has all that it asks for, exchanges included (HAV-5.4, HAV-5.5).
        missing: the pieces of its price that the viewer has not; ``None`` for a spectator.
        lacks_architect: whether it asks for the Architect, who does not lie open before the viewer (HAV-5.4).
    """

    tile: Building
    end: str | None
    affordable: bool = False
    missing: Amounts | None = None
    lacks_architect: bool = False


class FaceDown(Struct, frozen=True):
    """A card laid face down, on which open card; ``card`` is ``None`` for all but its owner."""

    covers: str | None
    card: str | None


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``buy``.
        asks: the question in words.
        seats: who may answer.
        card: the card whose action is under way.
        cards: those that the mover still has to perform.
        victim: who is taxed, or robbed a second time.
        count: coloured cubes that Mama still takes.
        end: the end whose tile is being paid.
        tile: the tile of the stack that is being swapped in, for who swaps.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    card: str | None
    cards: tuple[str, ...]
    victim: int | None
    count: int | None
    end: str | None
    tile: int | None


class PlayerSeen(Struct, frozen=True):
    """A player. ``hand`` and ``discards`` are ``None`` for all but the player."""

    seat: int
    points: int
    pesos: int
    workers: int
    cubes: Cubes
    tiles: tuple[int, ...]
    open: tuple[str, ...]
    number: int | None
    face_down: tuple[FaceDown, ...]
    hand_size: int
    discard_size: int
    hand: tuple[str, ...] | None
    discards: tuple[str, ...] | None

    @property
    def pieces(self) -> tuple[int, ...]:
        """What the player owns, in the order of ``PIECES``."""
        return (*astuple(self.cubes), self.workers, self.pesos)


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        tiles: all tiles of this game, wherever they are.
        ages: seats, the youngest first.
        round: from 1; 0 is the set-up.
        order: seats as they act in this round; empty before the first.
        turn: whose turn it is, in phase 1 and 3.
        stack: the tiles that are left in it, by id: their order is hidden.
        target: points that win.
        idle_rounds: finished phases 1 in a row without a purchase.
        ending: how the game ended; empty before.
        choices: the legal actions of the viewer, if the viewer is asked.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    edition: str
    tiles: tuple[Building, ...]
    round: int
    question: Question
    order: tuple[int, ...]
    turn: int | None
    rows: tuple[tuple[TileSeen, ...], ...]
    stack: tuple[Building, ...]
    centre: Cubes
    centre_pesos: int
    bag: Cubes
    box: Cubes
    box_tiles: tuple[int, ...]
    supply_workers: int
    worker_performed: bool
    black_market_performed: bool
    tile_removed: bool
    bought: bool
    idle_rounds: int
    target: int
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]
    choices: tuple[Choice, ...]

    @property
    def square(self) -> tuple[int, ...]:
        """What lies in the centre, in the order of ``PIECES``."""
        return (*astuple(self.centre), 0, self.centre_pesos)


@lru_cache
def cards_in(cards: int) -> tuple[str, ...]:
    """Return the names of a set of cards."""
    return tuple(NAMES[card] for card in members(cards))


def tiles_with(state: State, owner: int) -> tuple[int, ...]:
    """Return the ids of the tiles of this game that ``owner`` has."""
    owners = state.owner[: state.tiles].tolist()
    return tuple(tile for tile, each in enumerate(owners, 1) if each == owner)

"""The shape of a position as plain data: which fields there are, and what each may hold (``position.py``)."""

from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.position import Chance, Count, Pesos, Points, one_of
from malecon.games.cuba.boards import FIELD_NAMES, MERCHANDISE, PIECES, PRODUCTS, Plantation, Track
from malecon.games.cuba.buildings import BUILDINGS, Building
from malecon.games.cuba.cards import ALL_LAWS, LAWS_OF_A_TYPE, NAMES, SHIP_COUNT, TYPES, Law, Ship
from malecon.games.cuba.state import LAPS, MAX_SEATS, PLACES, PLANTATION_OPTIONS, QUESTIONS, ROUNDS, STEPS

Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
ShipId = Annotated[int, Meta(ge=1, le=SHIP_COUNT)]
LawId = Annotated[int, Meta(ge=1, le=ALL_LAWS)]
Character = Annotated[str, one_of(NAMES)]
Field = Annotated[str, one_of(FIELD_NAMES)]
Kind = Annotated[str, one_of(BUILDINGS)]
LawType = Annotated[str, one_of(TYPES)]
Piece = Annotated[str, one_of(PIECES)]
Merchandise = Annotated[str, one_of(MERCHANDISE)]
Product = Annotated[str, one_of(PRODUCTS)]
Covered = Annotated[int, Meta(ge=0, le=2)]


class Player(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player.

    Attributes:
        pieces: all, stored ones included.
        stored: products in the warehouse.
        buildings: by field, without the printed warehouse.
        hand: characters, without a sealed one.
        last: the character played last in this round.
        bid: in this ballot, if decided.
        votes: in this round's parliament, as far as counted.
        town_hall: more votes in this round's parliament.
        tax_paid: whether this round's tax was paid.
        knows_pile: whether the player has looked through the ship pile since it was shuffled.
    """

    points: Points
    pesos: Pesos
    pieces: dict[Piece, Count]
    pawn: Field
    hand: tuple[Character, ...]
    stored: dict[Product, Count] = {}
    buildings: dict[Field, Kind] = {}
    sealed: Character | None = None
    last: Character | None = None
    bid: Pesos | None = None
    votes: Pesos = 0
    town_hall: Count = 0
    tax_paid: bool = False
    knows_pile: bool = False


class Lying(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ship at a dock or at sea, and its cargo."""

    ship: ShipId
    cargo: dict[Merchandise, Count] = {}


class Laws(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The laws of one type: the cards in the order of the rounds, past ones too; the bill, and the law in force."""

    cards: Annotated[tuple[LawId, ...], Meta(min_length=LAWS_OF_A_TYPE, max_length=LAWS_OF_A_TYPE)]
    bill: LawId | None = None
    in_force: LawId | None = None


class Parliament(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All laws, the type whose bill was removed in this round, and the one that may not be removed."""

    tax: Laws
    duty: Laws
    subsidy: Laws
    other: Laws
    vetoed: LawType | None = None
    barred: LawType | None = None

    def types(self) -> tuple[Laws, ...]:
        """Return the laws in the order of ``TYPES``."""
        return (self.tax, self.duty, self.subsidy, self.other)


class Markers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Markers on the spaces of the alternatives."""

    resource: bool = False
    product: bool = False
    points: Covered = 0
    pesos: Covered = 0


class Waiting(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the game waits for, and where the action stands.

    Attributes:
        kind: the question.
        building: that is placed or used.
        near, far: fields whose buildings the Foreman may still use together, or one of them instead.
        free: product fields that still give free of charge.
        fruitful: product fields of each kind that have not given yet.
        traded: what was bought in this action; sold pieces are negative.
        dock: whose ship is being loaded.
        to_load: pieces that may still be loaded.
        load_kind: the only merchandise that may be loaded.
        ballot: of the parliament.
    """

    kind: Annotated[str, one_of(QUESTIONS[len(STEPS) :])]
    building: Kind | None = None
    near: tuple[Field, ...] = ()
    far: tuple[Field, ...] = ()
    free: Count = 0
    fruitful: dict[Product, Count] = {}
    traded: dict[Merchandise, Annotated[int, Meta(ge=-99, le=99)]] = {}
    dock: Annotated[str, one_of(PLACES)] | None = None
    to_load: Count = 0
    load_kind: Merchandise | None = None
    ballot: Covered = 0


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options; ``None`` is what comes with the game. ``boards``: the sides that are played."""

    plantations: str = PLANTATION_OPTIONS[0]
    sealed: bool = False
    embassy: bool = True
    ships: tuple[Ship, ...] | None = None
    boards: tuple[Plantation, ...] | None = None
    buildings: tuple[Building, ...] | None = None
    laws: tuple[Law, ...] | None = None
    market: tuple[Track, ...] | None = None


class Position(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole position.

    Attributes:
        lap: which character is played, from 0; 4 from the parliament on.
        turn: how many places after the first player the one sits whose turn it is.
        harbour: docks 1 to 3, then the sea.
        pile: ships, the top first.
        pile_known: how many of them, at the bottom, lie in an order that all know.
        version: of the rules. The positions of version 1 do not tell it.
    """

    round: Annotated[int, Meta(ge=0, le=ROUNDS)]
    lap: Annotated[int, Meta(ge=0, le=LAPS)]
    first: Seat
    turn: Seat
    question: Waiting
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=MAX_SEATS)]
    harbour: Annotated[tuple[Lying | None, ...], Meta(min_length=len(PLACES), max_length=len(PLACES))]
    pile: tuple[ShipId, ...]
    parliament: Parliament
    market: dict[Merchandise, Count]
    supply: dict[Piece, Count]
    chance: Chance
    pile_known: Count = 0
    markers: Markers = Markers()
    options: Chosen = Chosen()
    version: Count = 1

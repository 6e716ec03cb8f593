"""What a viewer may know of a position, as types; ``seen_by.py`` fills them in.

Seats are 0-based, ships and laws their numbers from 1.
"""

from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.cuba.boards import PIECES, PRODUCTS, Merchandise, Pieces, Products
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.moves import Amounts, Choice
from malecon.games.cuba.state import NONE

ENDING = "six rounds"
"""The only way in which a game ends (CUB-9.1)."""


class ShipSeen(Struct, frozen=True):
    """A ship at a dock or at sea, what is loaded on it, and what its free spaces take (CUB-4.51)."""

    place: str
    ship: Ship
    cargo: Merchandise
    free: Merchandise


class LawSeen(Struct, frozen=True):
    """A law; ``kind`` as the events say it, such as ``tax pesos``."""

    id: int
    kind: str
    amount: int
    most: int


class TrackSeen(Struct, frozen=True):
    """A track of the market.

    Attributes:
        prices: of its spaces, the dearest first.
        count: pieces on it, on the first spaces.
        buying: what a piece costs now.
        selling: what a piece brings now.
    """

    piece: str
    prices: tuple[int, ...]
    count: int
    buying: int
    selling: int


class TileSeen(Struct, frozen=True):
    """A kind of building.

    Attributes:
        left: how many tiles of it are still on offer.
        cost: what it costs now (CUB-4.31, CUB-4.32).
        affordable: whether the viewer has that; to a spectator nothing is affordable.
    """

    building: Building
    left: int
    cost: Amounts
    affordable: bool


class FieldSeen(Struct, frozen=True):
    """A field of a plantation.

    Attributes:
        gives: the piece that it gives, if nothing stands on it.
        building: what stands on it, the printed warehouse included.
        tile: the building that the player has built on it (CUB-9.1).
        active: whether it lies in the row or column of the pawn (CUB-4.10).
    """

    name: str
    gives: str | None
    building: str | None
    tile: str | None
    active: bool


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``trade``.
        asks: the question in words.
        seats: who may answer.
        character: whose action is under way.
        building: that is placed or used.
        near: fields whose buildings the Foreman may still use together.
        far: fields of whose buildings he may use one instead.
        free: product fields that still give free of charge.
        fruitful: product fields that have not given yet.
        spent: the mover's product fields that have given, of equal ones the first (CUB-4.13).
        begun: whether something was traded, loaded or used in this action, if that is what is asked.
        traded: what was bought in this action; sold pieces are negative.
        dock: whose ship is being loaded.
        to_load: pieces that may still be loaded.
        load_kind: the only merchandise that may be loaded.
        ballot: of the parliament, 1 or 2.
        bidders: who takes part in this ballot.
        law: the type of law that is collected.
        tax: pesos that it asks of this player.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    character: str | None
    building: str | None
    near: tuple[str, ...]
    far: tuple[str, ...]
    free: int | None
    fruitful: Products | None
    spent: tuple[str, ...]
    begun: bool | None
    traded: Merchandise | None
    dock: str | None
    to_load: int | None
    load_kind: str | None
    ballot: int | None
    bidders: tuple[int, ...]
    law: str | None
    tax: int | None


class PlayerSeen(Struct, frozen=True):
    """A player.

    Attributes:
        pieces: all, stored ones included.
        stored: products in the warehouse.
        yard: the other products (CUB-8.1).
        plantation: which side.
        buildings: what the player has built, field by field.
        hand: characters in hand; ``None`` for others while one is sealed.
        played: characters played in this round, weakest first.
        last: the character played last.
        sealed: whether a character lies face down.
        sealed_character: that one; ``None`` for others.
        bid: what was bid, until all have decided; ``None`` for others.
        votes: in this round's parliament, as far as counted.
        town_hall: more votes in this round's parliament.
        tax_paid: whether this round's tax was paid, until the duty is collected too.
        knows_pile: whether the player has looked through the ship pile since it was shuffled.
    """

    seat: int
    points: int
    pesos: int
    pieces: Pieces
    stored: Products
    yard: Products
    plantation: str
    fields: tuple[FieldSeen, ...]
    buildings: tuple[str, ...]
    pawn: str
    hand: tuple[str, ...] | None
    hand_size: int
    played: tuple[str, ...]
    last: str | None
    sealed: bool
    sealed_character: str | None
    bid: int | None
    votes: int
    town_hall: int
    tax_paid: bool
    knows_pile: bool

    @property
    def kept(self) -> tuple[int, ...]:
        """What needs no store, resources and goods, in the order of ``PIECES`` (CUB-4.42)."""
        owned = zip(PIECES, astuple(self.pieces), strict=True)
        return tuple(0 if piece in PRODUCTS else count for piece, count in owned)


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        plantations, sealing, embassy: the options.
        round: from 1; 0 is the set-up.
        lap: which character is played, from 0; 4 from the parliament on.
        order: seats as they act, from the first player.
        turn: whose say it is; ``None`` if that of several, or the game is over.
        harbour: docks 1 to 3, then the sea; ``None`` where no ship lies.
        pile: the ships in it, by number.
        pile_bottom: numbers of those at its bottom whose order all know, the lowest first.
        pile_order: numbers of all, the top first, for a viewer who has looked through it.
        bills, in_force: by type of law.
        laws_to_come: by type, by number: their order is hidden.
        vetoed, barred: the type whose bill was removed in this round, and that may not be removed.
        resource_taken, product_taken: whether a marker covers that space of the Tradeswoman.
        point_spaces, peso_spaces: what the spaces of Architect and Mayor give, in the order in which they are taken.
        points_taken, pesos_taken: spaces of Architect and Mayor under markers, 0 to 2.
        tiles: all kinds of buildings of this game.
        ending: how the game ended; empty before.
        choices: the legal actions of the viewer, if the viewer is asked.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    plantations: str
    sealing: bool
    embassy: bool
    round: int
    lap: int
    order: tuple[int, ...]
    turn: int | None
    question: Question
    harbour: tuple[ShipSeen | None, ...]
    pile: tuple[Ship, ...]
    pile_bottom: tuple[int, ...]
    pile_order: tuple[int, ...] | None
    bills: tuple[LawSeen | None, ...]
    in_force: tuple[LawSeen | None, ...]
    laws_to_come: tuple[tuple[LawSeen, ...], ...]
    vetoed: str | None
    barred: str | None
    market: tuple[TrackSeen, ...]
    supply: Pieces
    resource_taken: bool
    product_taken: bool
    point_spaces: tuple[int, ...]
    peso_spaces: tuple[int, ...]
    points_taken: int
    pesos_taken: int
    tiles: tuple[TileSeen, ...]
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]
    choices: tuple[Choice, ...]


def word(words: tuple[str, ...], code: int) -> str | None:
    """Return the word of a code, ``None`` for none."""
    return None if code == NONE else words[code]

"""What a viewer may know of a player, a part of the view (CUB-1.10). Seats are 0-based."""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple, replace

from malecon.core.bit_set import bit, has, size_of
from malecon.core.jit import uncompiled
from malecon.games.cuba.board_view import word
from malecon.games.cuba.boards import (
    CROSS,
    FIELD_NAMES,
    PIECES,
    PRODUCTS,
    WAREHOUSE_FIELD,
    Pieces,
    Products,
)
from malecon.games.cuba.buildings import ON_FIELDS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import ALL_CHARACTERS, NAMES, characters_in
from malecon.games.cuba.options import plantation_of
from malecon.games.cuba.rules import in_yard
from malecon.games.cuba.state import NONE, State

MOST_PLANTATIONS = 256
"""Cached."""


class FieldSeen(Struct, frozen=True, cache_hash=True):
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


@lru_cache(MOST_PLANTATIONS)
def _plantation_seen(pieces: bytes, built: bytes, cross: int) -> tuple[FieldSeen, ...]:
    """Return fields from the bytes of the state's rows and the fields in the row and column of the pawn."""
    codes = zip(*(np.frombuffer(row, np.int8).tolist() for row in (pieces, built)), strict=True)
    return tuple(
        FieldSeen(
            name=FIELD_NAMES[field],
            gives=None if piece == WAREHOUSE_FIELD else PIECES[piece],
            building=word(ON_FIELDS, building),
            tile=None if building == PRINTED_WAREHOUSE else word(ON_FIELDS, building),
            active=has(cross, field),
        )
        for field, (piece, building) in enumerate(codes)
    )


class PlayerSeen(Struct, frozen=True, cache_hash=True):
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


def player_seen(state: State, seat: int) -> PlayerSeen:
    """Return a player as all others see them."""
    sealed, hand = int(state.sealed[seat]), int(state.hand[seat])
    unplayed = hand if sealed == NONE else hand | bit(sealed)
    fields = _plantation_seen(state.field[seat].tobytes(), state.built[seat].tobytes(), int(CROSS[state.pawn[seat]]))
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        pieces=Pieces(*state.own[seat].tolist()),
        stored=Products(*state.stored[seat].tolist()),
        yard=Products(*(uncompiled(in_yard)(state, seat, product) for product in range(len(PRODUCTS)))),
        plantation=plantation_of(state, seat).name,
        fields=fields,
        buildings=tuple(field.tile for field in fields if field.tile is not None),
        pawn=FIELD_NAMES[state.pawn[seat]],
        hand=characters_in(hand) if sealed == NONE else None,
        hand_size=size_of(hand),
        played=characters_in(ALL_CHARACTERS & ~unplayed),
        last=word(NAMES, state.last[seat]),
        sealed=sealed != NONE,
        sealed_character=None,
        bid=None,
        votes=int(state.votes[seat]),
        town_hall=int(state.town_hall[seat]),
        tax_paid=has(state.tax_paid, seat),
        knows_pile=has(state.pile_seen, seat),
    )


def own_seen(player: PlayerSeen, state: State) -> PlayerSeen:
    """Return a player as they see themselves: with the hand, the sealed character and the bid."""
    bid = int(state.bid[player.seat])
    return replace(
        player,
        hand=characters_in(int(state.hand[player.seat])),
        sealed_character=word(NAMES, state.sealed[player.seat]),
        bid=None if bid == NONE else bid,
    )

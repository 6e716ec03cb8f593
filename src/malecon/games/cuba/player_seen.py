"""What a viewer may know of a player and of the plantation (CUB-1.10); ``seen_by.py`` puts it into the view."""

from functools import lru_cache

import numpy as np

from malecon.core.math import bit, has, size_of
from malecon.games.cuba.boards import CROSS, FIELD_NAMES, PIECES, PRODUCTS, WAREHOUSE_FIELD, Pieces, Products
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.cards import ALL_CHARACTERS, NAMES, characters_in
from malecon.games.cuba.own_data import plantation_of
from malecon.games.cuba.rules.common import in_yard
from malecon.games.cuba.state import NONE, State
from malecon.games.cuba.view import FieldSeen, PlayerSeen, word

ON_FIELDS = (*BUILDINGS, "printed warehouse")
"""What stands on a field, by its code."""
MOST_PLANTATIONS = 256
"""Plantations that are kept."""


def player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; what others may not know only if the player is the viewer."""
    own = seat == viewer
    sealed, bid = int(state.sealed[seat]), int(state.bid[seat])
    hand = int(state.hand[seat])
    unplayed = hand if sealed == NONE else hand | bit(sealed)
    fields = fields_seen(state, seat)
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        pieces=Pieces(*state.own[seat].tolist()),
        stored=Products(*state.stored[seat].tolist()),
        yard=Products(*(in_yard(state, seat, product) for product in range(len(PRODUCTS)))),
        plantation=plantation_of(state, seat).name,
        fields=fields,
        buildings=tuple(field.tile for field in fields if field.tile is not None),
        pawn=FIELD_NAMES[state.pawn[seat]],
        hand=characters_in(hand) if own or sealed == NONE else None,
        hand_size=size_of(hand),
        played=characters_in(ALL_CHARACTERS & ~unplayed),
        last=word(NAMES, state.last[seat]),
        sealed=sealed != NONE,
        sealed_character=word(NAMES, sealed) if own else None,
        bid=bid if own and bid != NONE else None,
        votes=int(state.votes[seat]),
        town_hall=int(state.town_hall[seat]),
        tax_paid=has(state.tax_paid, seat),
        knows_pile=has(state.pile_seen, seat),
    )


def fields_seen(state: State, seat: int) -> tuple[FieldSeen, ...]:
    """Return the fields of a plantation and what stands on them."""
    return plantation_seen(state.field[seat].tobytes(), state.built[seat].tobytes(), int(CROSS[state.pawn[seat]]))


@lru_cache(MOST_PLANTATIONS)
def plantation_seen(pieces: bytes, built: bytes, cross: int) -> tuple[FieldSeen, ...]:
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

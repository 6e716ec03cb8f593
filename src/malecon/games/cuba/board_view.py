"""What a viewer may know of ships, laws, market and buildings, a part of the view (CUB-1.10).

Ships and laws are their numbers from 1.
"""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core.jit import uncompiled
from malecon.core.position_key import MOST_OWNED, PositionKey
from malecon.games.cuba.amounts import NO_AMOUNTS, Amounts
from malecon.games.cuba.boards import PLACES, Merchandise
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import LAW_KINDS, Ship
from malecon.games.cuba.options import buildings_of, market_of
from malecon.games.cuba.previews import costs_of
from malecon.games.cuba.rules import shortage
from malecon.games.cuba.rules.plantation import surcharge
from malecon.games.cuba.rules.trade import buying_price, selling_price
from malecon.games.cuba.state import NONE, State

MOST_LAWS = 256
"""Cached games with laws of their own."""


class ShipSeen(Struct, frozen=True, cache_hash=True):
    """A ship at a dock or at sea, what is loaded on it, and what its free spaces take (CUB-4.51)."""

    place: str
    ship: Ship
    cargo: Merchandise
    free: Merchandise


def ship_seen(state: State, place: int, ships: tuple[Ship, ...]) -> ShipSeen | None:
    """Return the ship at a dock or at sea, if there is one."""
    ship = int(state.ship[place])
    if ship == NONE:
        return None
    cargo, free = state.cargo[place], state.needs[ship] - state.cargo[place]
    return ShipSeen(PLACES[place], ships[ship], Merchandise(*cargo.tolist()), Merchandise(*free.tolist()))


class LawSeen(Struct, frozen=True):
    """A law; ``kind`` as the events say it, such as ``tax pesos``."""

    id: int
    kind: str
    amount: int
    most: int


@lru_cache(MOST_LAWS)
def laws_in(kinds: bytes, amounts: bytes, mosts: bytes) -> tuple[LawSeen, ...]:
    """Return all laws of a game by their codes, from the bytes of the state's tables."""
    columns = zip(*(np.frombuffer(column, np.int8).tolist() for column in (kinds, amounts, mosts)), strict=True)
    return tuple(LawSeen(number, LAW_KINDS[kind], *amount) for number, (kind, *amount) in enumerate(columns, start=1))


def placed(laws: tuple[LawSeen, ...], codes: NDArray[np.int8]) -> tuple[LawSeen | None, ...]:
    """Return the laws that lie somewhere, ``None`` where none does."""
    return tuple(None if code == NONE else laws[code] for code in codes.tolist())


def laws_to_come(state: State, laws: tuple[LawSeen, ...], law_type: int) -> tuple[LawSeen, ...]:
    """Return the laws of a type that were not turned up yet, by number."""
    return tuple(laws[law] for law in sorted(state.law_pile[law_type, state.round_no :].tolist()))


class TrackSeen(Struct, frozen=True, cache_hash=True):
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


def market_seen(state: State) -> tuple[TrackSeen, ...]:
    """Return the tracks with their pieces, and what each kind costs and brings now."""
    buying, selling = uncompiled(buying_price), uncompiled(selling_price)
    return tuple(
        TrackSeen(track.piece, track.prices, count, buying(state, kind), selling(state, kind))
        for kind, (track, count) in enumerate(zip(market_of(state), state.market.tolist(), strict=True))
    )


class TileSeen(Struct, frozen=True, cache_hash=True):
    """A kind of building.

    Attributes:
        left: how many tiles of it are still on offer.
        cost: what it costs now (CUB-4.31, CUB-4.32).
        affordable: whether the viewer has that; to a spectator nothing is affordable.
        missing: what the viewer lacks of it; nothing for a spectator.
    """

    building: Building
    left: int
    cost: Amounts
    affordable: bool
    missing: Amounts


def tiles_seen(state: State, viewer: int | None) -> tuple[TileSeen, ...]:
    """Return the buildings of this game, what is left of them, and what they cost now; a spectator has nothing."""
    tables = state.cost, state.copies, state.most, state.gives, state.offer
    owned = None if viewer is None else (state.own[viewer].tobytes(), int(state.pesos[viewer]))
    return _tiles_seen(PositionKey(state, owned, surcharge(state), *(table.tobytes() for table in tables)), viewer)


@lru_cache(MOST_OWNED)
def _tiles_seen(position: PositionKey[State], viewer: int | None) -> tuple[TileSeen, ...]:
    state = position.state
    owned = None if viewer is None else (*state.own[viewer].tolist(), int(state.pesos[viewer]))
    tiles = zip(buildings_of(state), state.offer.tolist(), costs_of(state), state.copies.tolist(), strict=True)
    return tuple(_tile_seen(building, left, cost, owned) for building, left, cost, copies in tiles if copies)


def _tile_seen(building: Building, left: int, cost: Amounts, owned: tuple[int, ...] | None) -> TileSeen:
    """Return a kind of building as a viewer who owns so much sees it; ``None`` for a spectator."""
    if owned is None:
        return TileSeen(building, left, cost, affordable=False, missing=NO_AMOUNTS)
    missing = _missing(cost, owned)
    return TileSeen(building, left, cost, affordable=missing == NO_AMOUNTS, missing=missing)


def _missing(cost: Amounts, owned: tuple[int, ...]) -> Amounts:
    """Return the shortage of a payer: ``owned`` are pieces in the order of ``PIECES``, then pesos."""
    return Amounts(*map(uncompiled(shortage), (*cost.pieces(), cost.pesos), owned))


def word(words: tuple[str, ...], code: int) -> str | None:
    """Return the word of a code, ``None`` for none."""
    return None if code == NONE else words[code]

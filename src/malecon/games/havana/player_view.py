"""What a viewer may know of a player, and of the tiles in the rows: parts of the view (HAV-1.4).

Seats are 0-based, tiles their ids.
"""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from malecon.core.bit_set import has, size_of
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.games.havana.amounts import NO_AMOUNTS, Amounts
from malecon.games.havana.buildings import ARCHITECT_NEED, PIECES, Building, Tiles
from malecon.games.havana.cards import NAMES
from malecon.games.havana.rules.buying import (
    affordable_tiles,
    needs_met,
    owned,
    shortage,
    spare_debris,
    spare_pesos,
    unpayable,
)
from malecon.games.havana.rules.order import number, number_of
from malecon.games.havana.state import ENDS, NONE, State


class Cubes(Struct, frozen=True):
    """How many cubes of each kind."""

    brick: int
    sandstone: int
    loam: int
    glass: int
    debris: int


class FaceDown(Struct, frozen=True):
    """A card laid face down, on which open card; ``card`` is ``None`` for all but its owner."""

    covers: str | None
    card: str | None


def _face_down_seen(shown: NDArray[np.int8], laid: NDArray[np.int8], *, own: bool) -> tuple[FaceDown, ...]:
    """Return the cards laid face down; which open card one covers is seen by all (HAV-4.5)."""
    return tuple(
        FaceDown(None if covered == NONE else NAMES[covered], NAMES[card] if own else None)
        for covered, card in zip(shown.tolist(), laid.tolist(), strict=True)
        if card != NONE
    )


class PlayerSeen(Struct, frozen=True):
    """A player. ``next_number``, ``hand`` and ``discards`` are ``None`` for all but the player.

    Attributes:
        number: that the open cards make (HAV-3.1).
        next_number: that the cards will make when those that lie face down are shown.
    """

    seat: int
    points: int
    pesos: int
    workers: int
    cubes: Cubes
    tiles: tuple[int, ...]
    open: tuple[str, ...]
    number: int | None
    face_down: tuple[FaceDown, ...]
    next_number: int | None
    hand_size: int
    discard_size: int
    hand: tuple[str, ...] | None
    discards: tuple[str, ...] | None

    @property
    def pieces(self) -> tuple[int, ...]:
        """What the player owns, in the order of ``PIECES``."""
        return (*astuple(self.cubes), self.workers, self.pesos)


def player_seen(state: State, seat: int, viewer: int | None) -> PlayerSeen:
    """Return a player; hand, discard pile and face-down cards only to the player."""
    own, shown = viewer == seat, state.shown[seat].tolist()
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        workers=int(state.workers[seat]),
        cubes=Cubes(*state.cubes[seat].tolist()),
        tiles=tiles_with(state, seat),
        open=tuple(NAMES[card] for card in shown if card != NONE),
        number=None if NONE in shown else int(uncompiled(number)(state, seat)),
        face_down=_face_down_seen(state.shown[seat], state.laid[seat], own=own),
        next_number=_next_number(shown, state.laid[seat].tolist()) if own else None,
        hand_size=size_of(state.hand[seat]),
        discard_size=size_of(state.discards[seat]),
        hand=cards_in(state.hand[seat]) if own else None,
        discards=cards_in(state.discards[seat]) if own else None,
    )


def _next_number(shown: list[int], laid: list[int]) -> int | None:
    """Return the number that the cards of a player will make when they are shown; ``None`` if nothing is laid."""
    if all(card == NONE for card in laid):
        return None
    one, other = (card if card != NONE else lying for lying, card in zip(shown, laid, strict=True))
    return None if NONE in (one, other) else int(uncompiled(number_of)(one, other))


@lru_cache
def cards_in(cards: int) -> tuple[str, ...]:
    """Return the names of a set of cards."""
    return tuple(NAMES[card] for card in members(cards))


def tiles_with(state: State, owner: int) -> tuple[int, ...]:
    """Return the ids of the tiles of this game that ``owner`` has."""
    owners = state.owner[: state.tiles].tolist()
    return tuple(tile for tile, each in enumerate(owners, 1) if each == owner)


MOST_TILES_SEEN = 2048
"""Cached."""


class TileSeen(Struct, frozen=True):
    """A tile in the rows.

    Attributes:
        end: which end of the rows it is, if any.
        affordable: whether the viewer has all that it asks for, exchanges included (HAV-5.4, HAV-5.5).
        missing: the pieces of its price that the viewer has not; ``None`` for a spectator.
        exchanged: those of the missing pieces for which debris or pesos would do (HAV-5.5).
        more: the further debris and pesos that would do instead of the cubes and workers that are missing still.
        lacks_architect: whether it asks for the Architect, who does not lie open before the viewer (HAV-5.4).
    """

    tile: Building
    end: str | None
    affordable: bool = False
    missing: Amounts | None = None
    exchanged: Amounts = NO_AMOUNTS
    more: Amounts = NO_AMOUNTS
    lacks_architect: bool = False


def rows_seen(state: State, tiles: Tiles, viewer: int | None) -> tuple[tuple[TileSeen, ...], ...]:
    """Return both rows, each from left to right."""
    lying = [_tiles_of_row(state, row, tiles) for row in range(2)]
    if viewer is None:
        return tuple(tuple(TileSeen(tile, end) for _, tile, end in row) for row in lying)
    payer, affordable = _Payer(state, viewer), affordable_tiles(state, viewer)
    return tuple(tuple(_tile_seen(payer, *each, has(affordable, each[0])) for each in row) for row in lying)


class _Payer:
    """A viewer who could buy tiles; those who own the same are equal, for tiles cost them the same."""

    def __init__(self, state: State, viewer: int) -> None:
        """``state``: in which the viewer owns what it says, not to be changed."""
        self.state, self.viewer, self.met = state, viewer, int(needs_met(state, viewer))
        self.pieces = tuple(uncompiled(owned)(state, viewer, piece) for piece in range(len(PIECES)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Payer) and (self.met, self.pieces) == (other.met, other.pieces)

    def __hash__(self) -> int:
        return hash((self.met, self.pieces))


@lru_cache(MOST_TILES_SEEN)
def _tile_seen(payer: _Payer, code: int, tile: Building, end: str | None, is_affordable: bool) -> TileSeen:
    state, viewer, met = payer.state, payer.viewer, payer.met
    lacks_architect = has(int(state.tile_needs[code]) & ~met, ARCHITECT_NEED)
    missing = _missing_pieces(tile.cost.pieces(), payer.pieces)
    exchanged = _exchanged_pieces(state, viewer, code, missing, met)
    more = NO_AMOUNTS if missing == exchanged else _more_to_exchange(state, viewer, code, missing, met)
    return TileSeen(tile, end, is_affordable, missing, exchanged, more, lacks_architect)


def _tiles_of_row(state: State, row: int, tiles: Tiles) -> list[tuple[int, Building, str | None]]:
    """Return the code, the tile and the end of each tile of a row; the only tile is its left end (HAV-5.2)."""
    length = int(state.row_length[row])
    ends = {0: ENDS[2 * row]} if length == 1 else {0: ENDS[2 * row], length - 1: ENDS[2 * row + 1]}
    return [(tile, tiles[tile], ends.get(i)) for i, tile in enumerate(state.rows[row, :length].tolist())]


def _missing_pieces(cost: tuple[int, ...], pieces: tuple[int, ...]) -> Amounts:
    """Return the missing pieces of a price, before any exchange; both in the order of ``PIECES``."""
    return Amounts(*(shortage(asked, there) for asked, there in zip(cost, pieces, strict=True)))


def _exchanged_pieces(state: State, viewer: int, tile: int, missing: Amounts, met: int) -> Amounts:
    """Return those of the missing pieces for which debris or pesos would do; the viewer has too little for others."""
    if missing == NO_AMOUNTS:
        return NO_AMOUNTS
    lacking, short = uncompiled(unpayable), missing.pieces()
    return Amounts(*(count and count - lacking(state, viewer, tile, piece, met) for piece, count in enumerate(short)))


def _more_to_exchange(state: State, viewer: int, tile: int, missing: Amounts, met: int) -> Amounts:
    """Return the debris and pesos that the viewer would need besides the price to exchange for all that is missing."""
    unmet = int(state.tile_needs[tile]) & ~met
    debris, pesos = (int(uncompiled(spare)(state, viewer, tile, unmet)) for spare in (spare_debris, spare_pesos))
    return Amounts(debris=shortage(0, debris) - missing.debris, pesos=shortage(0, pesos) - missing.pesos)

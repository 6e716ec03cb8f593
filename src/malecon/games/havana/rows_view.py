"""What a viewer may know of the tiles in the rows, a part of the view (HAV-1.4)."""

from functools import lru_cache

from msgspec import Struct

from malecon.core.bit_set import has
from malecon.core.jit import uncompiled
from malecon.core.position_key import MOST_OWNED
from malecon.games.havana.amounts import NO_AMOUNTS, Amounts
from malecon.games.havana.buildings import ARCHITECT_NEED, PIECES, Building, Tiles
from malecon.games.havana.options import tiles_of
from malecon.games.havana.rules.buying import (
    affordable_tiles,
    needs_met,
    owned,
    shortage,
    spare_debris,
    spare_pesos,
    unpayable,
)
from malecon.games.havana.state import ENDS, State

MOST_TILES_SEEN = 2048
"""Cached."""


class TileSeen(Struct, frozen=True, cache_hash=True):
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
    if viewer is None:
        rows = (_tiles_of_row(state, row, tiles) for row in range(2))
        return tuple(tuple(TileSeen(tile, end) for _, tile, end in row) for row in rows)
    tables = state.tile_points, state.tile_cost, state.tile_architect, state.rows, state.row_length
    return _rows_seen(_Payer(state, viewer), *(table.tobytes() for table in tables))


@lru_cache(MOST_OWNED)
def _rows_seen(payer: "_Payer", *tables: bytes) -> tuple[tuple[TileSeen, ...], ...]:
    """Return both rows as a payer sees them, from the state of the payer; ``tables``: all that counts of it besides."""
    state, affordable = payer.state, affordable_tiles(payer.state, payer.viewer)
    lying = [_tiles_of_row(state, row, tiles_of(state)) for row in range(2)]
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
    return Amounts(*map(shortage, cost, pieces))


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

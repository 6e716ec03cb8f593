"""What an owner can replace, written into a state and read back from it."""

from functools import lru_cache

import numpy as np

from malecon.games.havana.buildings import MAX_TILES, PIECES, Building, Cost, Tiles
from malecon.games.havana.state import IN_PLAY, State


def put_tiles(state: State, tiles: Tiles) -> None:
    """Write what the tiles give and ask for, and put all of them into the stack, in place (HAV-1.3)."""
    for tile, building in enumerate(tiles):
        put_tile(state, tile, building)
    state.tiles = state.stack_size = len(tiles)
    state.stack[: len(tiles)] = np.arange(len(tiles))
    state.owner[: len(tiles)] = IN_PLAY


def put_tile(state: State, tile: int, building: Building) -> None:
    """Write what a tile gives and asks for, in place."""
    state.tile_points[tile] = building.points
    state.tile_cost[tile] = building.cost.pieces()
    state.tile_architect[tile] = building.architect
    state.tile_needs[tile] = building.needs()


def tiles_of(state: State) -> Tiles:
    """Return the tiles of this game."""
    tables = state.tile_points, state.tile_cost, state.tile_architect
    return _tiles_in(int(state.tiles), *(table.tobytes() for table in tables))


@lru_cache(maxsize=64)
def _tiles_in(count: int, points: bytes, costs: bytes, architects: bytes) -> Tiles:
    """Return tiles from the bytes of the state's tables; cached, for every look at a position needs them."""
    cost = np.frombuffer(costs, np.int8).reshape(MAX_TILES, len(PIECES)).tolist()
    return tuple(
        Building(tile + 1, points[tile], Cost(*cost[tile]), architect=bool(architects[tile])) for tile in range(count)
    )

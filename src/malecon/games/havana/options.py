"""A new state of Havana with the options that were chosen.

Words and flags are declared in ``state.py``. An owner's tiles are written into a state and read back from it.
"""

from functools import lru_cache

import numpy as np

from malecon.core.fields import new_record
from malecon.core.i18n import N_
from malecon.core.options import own_option, put_options, rules_version
from malecon.core.own_data import OwnData
from malecon.core.vocabulary import Vocabulary
from malecon.games.havana import buildings
from malecon.games.havana.buildings import MAX_TILES, PIECES, Building, Cost, Tiles
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.state import IN_PLAY, MAX_SEATS, MIN_SEATS, STATE, VERSIONS, State


def _put_tiles(state: State, tiles: Tiles) -> None:
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


SEATS = range(MIN_SEATS, MAX_SEATS + 1)


def _words() -> Vocabulary:
    """Return what people call the data; loaded when something is wrong with them."""
    from malecon.games.havana.text.vocabulary import VOCABULARY

    return VOCABULARY


OWN_TILES = OwnData(
    name="tiles",
    title=N_("tiles of Havana"),
    word="tile",
    usual=buildings.TILES,
    file=buildings.TileFile,
    check=buildings.tile_faults,
    words=_words,
    put=_put_tiles,
    of=tiles_of,
    write=buildings.format_tile,
    parse=buildings.parse_tile,
)

OPTIONS = (
    *State.OPTIONS,
    own_option(OWN_TILES, N_("A file with the tiles to play with (HAV-1.3)."), "buildings.toml"),
)


def new_state(seats: int, *, version: object = None, **options: object) -> State:
    """Return a table before the set-up: the options, all cubes in the bag, all cards in hand, all tiles in the stack.

    Args:
        seats: 2 to 4.
        version: of the rules, one of ``VERSIONS``; ``None`` is the newest.
        options: by name, as ``Game.start`` takes them.

    Raises:
        UsageError, DataError: something is not what the game expects.
    """
    state = new_record(State, STATE)
    state.seats = seats
    state.version = rules_version(version, VERSIONS)
    put_options(state, OPTIONS, options)
    state.hand[:seats] = (1 << CARD_COUNT) - 1
    return state

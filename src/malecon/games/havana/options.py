"""What can be chosen for a game of Havana: seats, edition, ages and tiles, checked; and as lines of a record."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from malecon.core.entries import Part, split_entry
from malecon.core.i18n import N_
from malecon.core.options import Kind, Line, Option, read_lines, rules_version, write_lines
from malecon.games.havana.buildings import (
    MAX_TILES,
    PESO,
    PIECES,
    TILES,
    WORKER,
    Building,
    Cost,
    Tiles,
    read_tiles,
    tiles_from,
)
from malecon.games.havana.state import EDITIONS, MAX_SEATS, MIN_SEATS, VERSION, State, new_state

SEATS = range(MIN_SEATS, MAX_SEATS + 1)

EDITION = Option("edition", Kind.CHOICE, N_("Which edition's rules (HAV-8.1)."), choices=EDITIONS)
AGES = Option("ages", Kind.SEATS, N_("All seats, the youngest first, such as 3,1,2 (HAV-2.6)."))
OWN_TILES = Option("tiles", Kind.FILE, N_("A file with the tiles to play with (HAV-1.3)."), example="buildings.toml")
OPTIONS = (EDITION, AGES, OWN_TILES)

COST_WORDS = tuple({WORKER: "workers", PESO: "pesos"}.get(piece, name) for piece, name in enumerate(PIECES))
"""Pieces as tile files spell them."""


def new_table(
    seats: int, *, version: object = None, edition: object = None, ages: object = None, tiles: object = None
) -> State:
    """Return a table before the set-up; raise ``UsageError`` or ``DataError`` if an option is wrong."""
    return new_state(
        seats,
        version=rules_version(version, VERSION),
        edition=EDITION.code(edition),
        ages=AGES.seats(ages, seats),
        tiles=OWN_TILES.data(tiles, TILES, read_tiles, tiles_from),
    )


def ages_of(state: State) -> tuple[int, ...]:
    """Return the seats by age, the youngest first."""
    return tuple(sorted(range(state.seats), key=lambda seat: int(state.age[seat])))


def tiles_of(state: State) -> Tiles:
    """Return the tiles of this game."""
    tables = state.tile_points, state.tile_cost, state.tile_architect
    return tiles_in(int(state.tiles), *(table.tobytes() for table in tables))


@lru_cache(maxsize=64)
def tiles_in(count: int, points: bytes, costs: bytes, architects: bytes) -> Tiles:
    """Return tiles from the bytes of the state's tables; cached, for every look at a position needs them."""
    cost = np.frombuffer(costs, np.int8).reshape(MAX_TILES, len(PIECES)).tolist()
    return tuple(
        Building(tile + 1, points[tile], Cost(*cost[tile]), architect=bool(architects[tile])) for tile in range(count)
    )


def has_own_tiles(state: State) -> bool:
    """Tell whether the tiles are others than those that come with the game."""
    return tiles_of(state) != tuple(msgspec.structs.replace(tile, status="") for tile in TILES)


def write_options(state: State) -> list[str]:
    """Return the options that differ from the default, as lines of a record."""
    tiles = [format_tile(tile) for tile in tiles_of(state)] if has_own_tiles(state) else []
    return write_lines(OPTIONS, {"edition": EDITIONS[state.edition], "ages": ages_of(state), "tiles": tiles})


def read_options(lines: Sequence[Line]) -> dict[str, Any]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    return read_lines(OPTIONS, lines, {"tile": ("tiles", parse_tile)})


def format_tile(tile: Building) -> str:
    """Return a tile as a line of a record.

    >>> from malecon.games.havana.buildings import TILES
    >>> format_tile(TILES[4])
    'tile 5: 2 points, 1 brick, 2 pesos'
    """
    parts = [f"{tile.points} point{'s' if tile.points > 1 else ''}"]
    parts += [f"{count} {word}" for count, word in zip(tile.cost.pieces(), COST_WORDS, strict=True) if count]
    return f"tile {tile.id}: {', '.join(parts)}" + (", architect" if tile.architect else "")


def parse_tile(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_tile`` as plain data; what a tile may ask is checked with all tiles together."""
    number, parts = split_entry(text, line, r"\d{1,9}", "tile 5: 2 points, 1 brick, 2 pesos")
    tile: dict[str, Any] = {"id": int(number), "cost": {}}
    for part in parts:
        add_to_tile(tile, part)
    return tile


def add_to_tile(tile: dict[str, Any], part: Part) -> None:
    """Put one of a tile's facts, such as ``2 pesos``, into its plain data."""
    fact = re.fullmatch(r"(\d{1,9}) (\w+)", part.text)
    word = fact[2] if fact else part.text
    if part.text == "architect" and "architect" not in tile:
        tile["architect"] = True
    elif fact and word in ("point", "points") and "points" not in tile:
        tile["points"] = int(fact[1])
    elif fact and word in COST_WORDS and word not in tile["cost"]:
        tile["cost"][word] = int(fact[1])
    else:
        raise part.refusal("tile", f"points, architect, or a number of {', '.join(COST_WORDS)}, each once")

"""What can be chosen for a game of Havana: seats, edition, ages and tiles, checked; and as lines of a record."""

import re
from collections.abc import Sequence
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from malecon.core.errors import ParseError, UsageError
from malecon.core.game import Line, whole
from malecon.havana.buildings import (
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
from malecon.havana.state import EDITIONS, State, new_state

OPTIONS = {
    "edition": f"one of {', '.join(EDITIONS)}; the first is the default (HAV-8.1)",
    "ages": "all seats, the youngest first; by default in the order of the seats (HAV-2.6)",
    "tiles": "a file of tiles, or a list of tiles; by default those that come with the game (HAV-1.3)",
}

COST_WORDS = tuple({WORKER: "workers", PESO: "pesos"}.get(piece, name) for piece, name in enumerate(PIECES))
"""Pieces as tile files spell them."""


def new_table(seats: int, *, edition: object = EDITIONS[0], ages: object = None, tiles: object = None) -> State:
    """Return a table before the set-up; raise ``UsageError`` or ``DataError`` if an option is wrong."""
    return new_state(seats, edition=edition_code(edition), ages=checked_ages(seats, ages), tiles=checked_tiles(tiles))


def edition_code(edition: object) -> int:
    """Return the place of an edition in ``EDITIONS`` (HAV-8.1)."""
    if edition not in EDITIONS:
        raise UsageError(f"edition: is {edition!r}, but must be {' or '.join(EDITIONS)}")
    return EDITIONS.index(str(edition))


def checked_ages(seats: int, ages: object) -> tuple[int, ...]:
    """Return the seats by age (HAV-2.6)."""
    if ages is None:
        return tuple(range(seats))
    numbers = [whole(seat) for seat in ages] if isinstance(ages, Sequence) else []
    if set(numbers) != set(range(seats)) or len(numbers) != seats:
        raise UsageError(f"ages: is {ages!r}, but must be each seat from 0 to {seats - 1} once, the youngest first")
    return tuple(seat for seat in numbers if seat is not None)


def checked_tiles(tiles: object) -> Tiles:
    """Return tiles from a file, from ``Building`` objects or from plain data (HAV-1.3)."""
    if tiles is None:
        return TILES
    if isinstance(tiles, str | PathLike):
        return read_tiles(Path(tiles))
    try:
        return tiles_from(msgspec.to_builtins(tiles))
    except TypeError:
        raise UsageError(f"tiles: is {type(tiles).__name__}, but must be a file or a list of tiles") from None


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
    lines = []
    if state.edition:
        lines.append(f"edition {EDITIONS[state.edition]}")
    if ages_of(state) != tuple(range(state.seats)):
        lines.append("ages " + " ".join(str(seat + 1) for seat in ages_of(state)))
    if has_own_tiles(state):
        lines.extend(map(format_tile, tiles_of(state)))
    return lines


def format_tile(tile: Building) -> str:
    """Return a tile as a line of a record.

    >>> from malecon.havana.buildings import TILES
    >>> format_tile(TILES[4])
    'tile 5: 2 points, 1 brick, 2 pesos'
    """
    parts = [f"{tile.points} point{'s' if tile.points > 1 else ''}"]
    parts += [f"{count} {word}" for count, word in zip(tile.cost.pieces(), COST_WORDS, strict=True) if count]
    return f"tile {tile.id}: {', '.join(parts)}" + (", architect" if tile.architect else "")


def parse_tile(text: str, line: int) -> dict[str, Any]:
    """Return a line of ``format_tile`` as plain data; what a tile may ask is checked with all tiles together."""
    head, colon, rest = text.partition(":")
    number = re.fullmatch(r"tile (\d{1,9})", head.strip())
    if not colon or number is None:
        raise ParseError(f"{text!r} is no tile, such as 'tile 5: 2 points, 1 brick, 2 pesos'", line=line, column=1)
    tile: dict[str, Any] = {"id": int(number[1]), "cost": {}}
    column = len(head) + 2
    for part in rest.split(","):
        add_to_tile(tile, part.strip(), line, column + len(part) - len(part.lstrip()))
        column += len(part) + 1
    return tile


def add_to_tile(tile: dict[str, Any], part: str, line: int, column: int) -> None:
    """Put one of a tile's facts, such as ``2 pesos``, into its plain data."""
    fact = re.fullmatch(r"(\d{1,9}) (\w+)", part)
    word = fact[2] if fact else part
    if part == "architect" and "architect" not in tile:
        tile["architect"] = True
    elif fact and word in ("point", "points") and "points" not in tile:
        tile["points"] = int(fact[1])
    elif fact and word in COST_WORDS and word not in tile["cost"]:
        tile["cost"][word] = int(fact[1])
    else:
        expected = f"points, architect, or a number of {', '.join(COST_WORDS)}, each once"
        raise ParseError(f"{part!r} is no part of a tile; expected {expected}", line=line, column=column)


def read_options(lines: Sequence[Line]) -> dict[str, Any]:
    """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
    options: dict[str, Any] = {}
    for line, text in lines:
        word, _, rest = text.partition(" ")
        if word == "tile":
            options.setdefault("tiles", []).append(parse_tile(text, line))
        elif word in options:
            raise ParseError(f"{word!r} is there twice", line=line, column=1)
        elif word == "edition":
            options["edition"] = rest.strip()
        elif word == "ages" and re.fullmatch(r"(\s*\d{1,3})+\s*", rest):
            options["ages"] = tuple(int(seat) - 1 for seat in rest.split())
        else:
            expected = "seats, edition, ages, tile, name, seed or position"
            raise ParseError(f"{text!r} is no line of a heading; expected {expected}", line=line, column=1)
    return options

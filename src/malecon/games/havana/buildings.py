"""The building tiles, read from ``data/buildings.toml`` or from an owner's file, checked (HAV-1.3, HAV-10).

An owner's tiles are lines of a record too.
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.data import read_things
from malecon.core.entry_line import Part, split_entry
from malecon.core.message import N_, Message
from malecon.core.toml_text import Fault, shown

COLOURS = ("brick", "sandstone", "loam", "glass")
DEBRIS = len(COLOURS)
CUBES = (*COLOURS, "debris")
WORKER = len(CUBES)
PESO = WORKER + 1
PIECES = (*CUBES, "worker", "peso")
"""What tiles cost and players own; a piece's code is its place here. Cubes come first, and of these the colours."""

MAX_TILES = 36
IN_ROWS = 12
MAX_EXCHANGED = 3
"""Most pieces of one kind on a tile for which something else may be paid (HAV-5.5): colours and workers."""

WORKER_NEEDS = len(COLOURS) * MAX_EXCHANGED
ARCHITECT_NEED = WORKER_NEEDS + MAX_EXCHANGED
"""Places in a set of needs: first up to three cubes of each colour, then up to three workers, then the architect."""

Few = Annotated[int, Meta(ge=0, le=MAX_EXCHANGED)]


class Cost(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a tile costs, in pieces of each kind."""

    brick: Few = 0
    sandstone: Few = 0
    loam: Few = 0
    glass: Few = 0
    debris: Annotated[int, Meta(ge=0, le=40)] = 0
    workers: Few = 0
    pesos: Annotated[int, Meta(ge=0, le=99)] = 0

    def pieces(self) -> tuple[int, ...]:
        """Return the numbers in the order of ``PIECES``."""
        return (self.brick, self.sandstone, self.loam, self.glass, self.debris, self.workers, self.pesos)


class Building(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """One building tile."""

    id: int
    points: Annotated[int, Meta(ge=1, le=7)]
    cost: Cost
    architect: bool = False
    status: str = ""

    def needs(self) -> int:
        """Return the needs of a tile as a bit set: cubes, workers and architect, without debris and pesos.

        >>> bin(Building(1, 3, Cost(brick=2, workers=1)).needs())
        '0b1000000000011'
        """
        cost = self.cost
        counts = (cost.brick, cost.sandstone, cost.loam, cost.glass, cost.workers)
        pieces = sum(((1 << count) - 1) << MAX_EXCHANGED * place for place, count in enumerate(counts))
        return pieces | self.architect << ARCHITECT_NEED


class TileFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of tiles."""

    building: Annotated[tuple[Building, ...], Meta(min_length=IN_ROWS, max_length=MAX_TILES)]


Tiles = tuple[Building, ...]


def tile_faults(file: TileFile) -> Iterator[Fault]:
    """Yield what is wrong: the ids are 1, 2, 3, … in this order."""
    for place, building in enumerate(file.building):
        if building.id != place + 1:
            facts = {"got": shown(building.id), "expected": place + 1}
            yield Fault(("building", place, "id"), Message(ORDER, facts))


ORDER = N_("{got} is here, but {expected} is expected: they have an order")
TILES: Tiles = read_things(files("malecon.games.havana") / "data/buildings.toml", TileFile, tile_faults)
"""The tiles that come with the game."""


COST_WORDS = tuple({WORKER: "workers", PESO: "pesos"}.get(piece, name) for piece, name in enumerate(PIECES))
"""Pieces as tile files spell them."""


def counted(count: int, piece: int) -> str:
    """Return a number of pieces in words.

    >>> counted(1, WORKER), counted(2, WORKER), counted(2, DEBRIS)
    ('1 worker', '2 workers', '2 debris')
    """
    return f"{count} {PIECES[piece] if count == 1 else COST_WORDS[piece]}"


def format_tile(tile: Building) -> str:
    """Return a tile as a line of a record.

    >>> format_tile(TILES[4])
    'tile 5: 2 points, 1 brick, 2 pesos'
    """
    parts = [f"{tile.points} point{'s' if tile.points > 1 else ''}"]
    parts += [f"{count} {word}" for count, word in zip(tile.cost.pieces(), COST_WORDS, strict=True) if count]
    return f"tile {tile.id}: {', '.join(parts)}" + (", architect" if tile.architect else "")


def parse_tile(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_tile`` as plain data; what a tile may ask is checked with all tiles together."""
    number, parts = split_entry(text, line, r"\d{1,9}", "tile 5: 2 points, 1 brick, 2 pesos")
    costs: dict[str, int] = {}
    tile: dict[str, object] = {"id": int(number), "cost": costs}
    for part in parts:
        _add_to_tile(tile, costs, part)
    return tile


def _add_to_tile(tile: dict[str, object], costs: dict[str, int], part: Part) -> None:
    """Put one of a tile's facts, such as ``2 pesos``, into its plain data or among its costs."""
    fact = re.fullmatch(r"(\d{1,9}) (\w+)", part.text)
    word = fact[2] if fact else part.text
    if part.text == "architect" and "architect" not in tile:
        tile["architect"] = True
    elif fact and word in ("point", "points") and "points" not in tile:
        tile["points"] = int(fact[1])
    elif fact and word in COST_WORDS and word not in costs:
        costs[word] = int(fact[1])
    else:
        template = N_("points, architect, or a number of {words}, each once")
        raise part.refusal("tile", Message(template, {"words": COST_WORDS}))

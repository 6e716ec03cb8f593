"""An owner's tiles as lines of a record."""

import re

from malecon.core.data import Part, split_entry
from malecon.games.havana.buildings import PESO, PIECES, WORKER, Building

COST_WORDS = tuple({WORKER: "workers", PESO: "pesos"}.get(piece, name) for piece, name in enumerate(PIECES))
"""Pieces as tile files spell them."""


def format_tile(tile: Building) -> str:
    """Return a tile as a line of a record.

    >>> from malecon.games.havana.buildings import TILES
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
        raise part.refusal("tile", f"points, architect, or a number of {', '.join(COST_WORDS)}, each once")

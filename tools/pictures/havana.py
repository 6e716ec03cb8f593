"""The houses of Havana's tiles, and those of the start page."""

from pathlib import Path

from malecon.games.havana.buildings import TILES
from malecon.presentation.drawing import element
from pictures.facade import facade, facade_shapes
from pictures.house import SIDE

SOURCE = Path(__file__).parents[2] / "src/malecon"
MOST_POINTS = 7
SEA_FRONT = (0.4, 0.9, 0.6, 1.0, 0.8)
"""Wealth of the houses on the start page, from 0 to 1."""


def houses_of_tiles() -> str:
    """Return symbols in the order of the tiles, a line each: tiles with more points have richer houses."""
    names = ((tile.id, facade_shapes(f"tile {tile.id}", (tile.points - 1) / (MOST_POINTS - 1))) for tile in TILES)
    drawn = (element("symbol", shapes, id=f"facade-of-{id}", viewBox=f"0 0 {SIDE} {SIDE}") for id, shapes in names)
    return "\n".join(('<svg xmlns="http://www.w3.org/2000/svg">', *drawn, "</svg>", ""))


def sea_front() -> str:
    """Return the houses of the start page, a line each."""
    return "".join(f"{facade(f'sea front {place}', wealth)}\n" for place, wealth in enumerate(SEA_FRONT))


def files() -> dict[Path, str]:
    """Return the content of each file."""
    return {
        SOURCE / "games/havana/web/facades.svg": houses_of_tiles(),
        SOURCE / "web/templates/sea_front.html": sea_front(),
    }

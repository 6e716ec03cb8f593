"""The buildings on offer, and what can be had instead of building."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.text.descriptions import amounts, building_text
from malecon.games.cuba.view import TileSeen, View
from malecon.games.cuba.web.alternatives import alternative_part, spaces_of
from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Catalogue(NamedTuple):
    """The names of the buildings that are left, and whether the viewer may want to see only what can be paid."""

    tiles: tuple[str, ...]
    is_player: bool


def building_parts(context: BoardContext[View], *, is_player: bool) -> Iterator[Part]:
    """Yield the buildings on offer."""
    view = context.perspective.view
    left = [tile for tile in view.tiles if tile.left]
    yield Part("buildings", draw_catalogue, Catalogue(tuple(tile.building.name for tile in left), is_player))
    yield alternative_part("architect", spaces_of("points", view.point_spaces, view.points_taken, context), context)
    for tile in left:
        yield Part(tile_id(tile.building.name), draw_tile, tile, context.buttons(f"build {tile.building.name}"))


def tile_id(building: str) -> str:
    """Return the id of the element of a building on offer.

    >>> tile_id("small bank")
    'tile-small-bank'
    """
    return f"tile-{building.replace(' ', '-')}"


def draw_catalogue(canvas: Canvas, catalogue: Catalogue) -> Markup:
    """Draw the slots of the buildings."""
    return draw_template("buildings.html", canvas, catalogue=catalogue, tile_id=tile_id)


def draw_tile(canvas: Canvas, tile: TileSeen) -> Markup:
    """Draw a building with its cost and what it does; pesos are those that the law in force adds (CUB-4.32)."""
    language, building = canvas.language, tile.building
    return draw_template(
        "tile.html",
        canvas,
        tile=tile,
        building=building,
        cost=[pair for pair in zip(PIECES, tile.cost.pieces(), strict=True) if pair[1]],
        price=amounts(tile.cost, language),
        text=building_text(building, language),
    )

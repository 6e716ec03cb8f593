"""The two rows of houses, the square between them, and the tiles of the stack that can be fetched."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.text.words import pieces, tile_words
from malecon.games.havana.view import TileSeen, View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer, symbols
from malecon.presentation.facade import facade, facade_symbol, facade_use
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

MOST_POINTS = 7
MOST_PILES, MOST_STREETS = 1024, 256
"""Cached."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces of one kind that lie together: which, how many, in words, and the move that can be chosen with them."""

    piece: str
    count: int
    words: str
    move: str = ""


class StreetSeen(NamedTuple):
    """What the street shows besides its houses: round, points that win, ids of the tiles by row and of the stack."""

    round: int
    target: int
    rows: tuple[tuple[int, ...], ...]
    stack: tuple[int, ...]


class SquareSeen(NamedTuple):
    """What lies in the square, and how many workers, cubes and tiles are left elsewhere."""

    pieces: tuple[int, ...]
    workers: int
    cubes: int
    tiles: int


class Plot(NamedTuple):
    """A tile as a house.

    Attributes:
        tile: the tile.
        is_end: whether it lies at an end of its row.
        is_affordable: whether the viewer could pay for it now.
        move: what can be chosen with it; empty if nothing can.
    """

    tile: Building
    is_end: bool
    is_affordable: bool
    move: str


def street_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the street with its houses and its square."""
    view = context.perspective.view
    fetched = [tile for tile in view.stack if context.can(f"fetch {tile.id}")]
    rows = tuple(tuple(seen.tile.id for seen in row) for row in view.rows)
    yield Part("street", _draw_street, StreetSeen(view.round, view.target, rows, tuple(tile.id for tile in fetched)))
    for seen in (seen for row in view.rows for seen in row):
        yield _plot_part(seen, f"{view.question.kind} {seen.end}", context)
    for tile in fetched:
        yield _plot_part(TileSeen(tile, None), f"fetch {tile.id}", context)
    bag = sum(astuple(view.bag))
    square = SquareSeen(view.square, view.supply_workers, bag, len(view.stack))
    yield Part("square", _draw_square, square, context.buttons("take "))


def _plot_part(seen: TileSeen, move: str, context: BoardContext[View]) -> Part:
    """Return the part of a house, with the move that can be chosen with it if it is legal."""
    can, view = context.can(move), context.perspective.view
    plot = Plot(seen.tile, seen.end is not None, is_affordable(seen, view), move if can else "")
    return Part(f"tile-{seen.tile.id}", _draw_plot, plot, context.buttons(move) if can else context.no_buttons)


def is_affordable(seen: TileSeen, view: View) -> bool:
    """Tell whether the viewer could buy a tile; not when one goes into the box, nor after the game."""
    return seen.end is not None and view.question.kind not in ("remove", "over") and seen.affordable


def _draw_street(canvas: Canvas, street: StreetSeen) -> Markup:
    """Draw the rows, with slots for their houses."""
    return TEMPLATES.render("havana/street.html", canvas.language, canvas=canvas, street=street)


def _draw_plot(canvas: Canvas, plot: Plot) -> Markup:
    """Draw a house with its points and its cost."""
    tile, language = plot.tile, canvas.language
    return TEMPLATES.render(
        "havana/plot.html",
        language,
        canvas=canvas,
        plot=plot,
        tile=tile,
        words=tile_words(tile, language),
        cost=piles(tile.cost.pieces(), language),
        house=facade_use(f"facade-of-{tile.id}"),
        sun=pointer(f"sun-{tile.points}", "sun"),
    )


def _draw_square(canvas: Canvas, square: SquareSeen) -> Markup:
    """Draw the square."""
    heaps = piles(square.pieces, canvas.language, "take {piece}")
    return TEMPLATES.render("havana/square.html", canvas.language, canvas=canvas, square=square, heaps=heaps)


def facade_parts(view: View) -> Iterator[Part]:
    """Yield the pictures of the houses that are to be seen, each drawn once however often it stands on the page."""
    shown = {seen.tile for row in view.rows for seen in row} | set(view.stack)
    shown |= {view.tiles[tile - 1] for player in view.players for tile in player.tiles}
    yield from _facades_of(tuple(sorted((tile.id, tile.points) for tile in shown)))


@lru_cache(MOST_STREETS)
def _facades_of(tiles: tuple[tuple[int, int], ...]) -> tuple[Part, ...]:
    """Return the pictures of houses, and the slots for them, by the ids and the points of their tiles."""
    slots = Part("facades", _draw_facades, tuple(number for number, _ in tiles))
    return (slots, *(Part(f"facade-{number}", _draw_facade, (number, points)) for number, points in tiles))


def _draw_facades(canvas: Canvas, tiles: tuple[int, ...]) -> Markup:
    """Draw the slots of the pictures of houses."""
    slots = Markup("").join(canvas.slot(f"facade-{tile}", "svg") for tile in tiles)
    return Markup('<div id="{}" class="symbols">{}</div>').format(canvas.name, slots)


def _draw_facade(canvas: Canvas, value: tuple[int, int]) -> Markup:
    """Draw the picture of a house, by the id and the points of its tile."""
    tile, points = value
    return symbols(facade_symbol(f"tile {tile}", _wealth_of(points), f"facade-of-{tile}"), name=canvas.name)


def house(tile: Building) -> Markup:
    """Return the picture of a tile, whole."""
    return facade(f"tile {tile.id}", _wealth_of(tile.points))


def _wealth_of(points: int) -> float:
    """Return how rich a house with these points looks, from 0 to 1."""
    return (points - 1) / (MOST_POINTS - 1)


@lru_cache(MOST_PILES)
def piles(counts: tuple[int, ...], language: Language, move: str = "") -> tuple[Pile, ...]:
    """Return pieces by kinds, those that are not there left out.

    Args:
        counts: in the order of ``PIECES``.
        language: of the words.
        move: what can be chosen with a pile; ``{piece}`` stands for its kind.
    """
    return tuple(
        Pile(piece, count, pieces([(piece, count)], language), move.format(piece=piece))
        for piece, count in zip(PIECES, counts, strict=True)
        if count
    )

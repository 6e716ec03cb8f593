"""The two rows of houses, the square between them, and the tiles of the stack that can be fetched."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import Language
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.text.words import pieces, tile_words
from malecon.games.havana.view import TileSeen, View
from malecon.games.havana.web.pieces import sun, token
from malecon.presentation.art.facade import facade, facade_symbol, facade_use
from malecon.presentation.art.svg import symbols
from malecon.presentation.board_context import BoardContext
from malecon.presentation.canvas import Canvas
from malecon.presentation.parts import Part
from malecon.presentation.rendering import render

MOST_POINTS = 7


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
    """A tile as a house: the tile, the move that can be chosen with it, and whether the viewer could pay for it now."""

    seen: TileSeen
    move: str
    affordable: bool


def street_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the street with its houses and its square."""
    view = context.perspective.view
    fetched = [tile for tile in view.stack if context.can(f"fetch {tile.id}")]
    rows = tuple(tuple(seen.tile.id for seen in row) for row in view.rows)
    yield Part("street", draw_street, StreetSeen(view.round, view.target, rows, tuple(tile.id for tile in fetched)))
    for seen in (seen for row in view.rows for seen in row):
        yield plot_part(Plot(seen, f"{view.question.kind} {seen.end}", is_affordable(seen, view)), context)
    for tile in fetched:
        yield plot_part(Plot(TileSeen(tile, None), f"fetch {tile.id}", affordable=False), context)
    bag = sum(astuple(view.bag))
    square = SquareSeen(view.square, view.supply_workers, bag, len(view.stack))
    yield Part("square", draw_square, square, context.buttons("take "))


def plot_part(plot: Plot, context: BoardContext[View]) -> Part:
    """Return the part of a house."""
    buttons = context.buttons(*([plot.move] if context.can(plot.move) else []))
    return Part(f"tile-{plot.seen.tile.id}", draw_plot, plot, buttons)


def is_affordable(seen: TileSeen, view: View) -> bool:
    """Tell whether the viewer could buy a tile; not when one goes into the box, nor after the game."""
    return seen.end is not None and view.question.kind not in ("remove", "over") and seen.affordable


def draw_street(canvas: Canvas, street: StreetSeen) -> Markup:
    """Draw the rows, with slots for their houses."""
    return render("havana/street.html", canvas.language, canvas=canvas, street=street)


def draw_plot(canvas: Canvas, plot: Plot) -> Markup:
    """Draw a house with its points and its cost."""
    tile, language = plot.seen.tile, canvas.language
    return render(
        "havana/plot.html",
        language,
        canvas=canvas,
        plot=plot,
        tile=tile,
        words=tile_words(tile, language),
        cost=piles(tile.cost.pieces(), language),
        house=facade_use(f"facade-of-{tile.id}"),
        sun=sun(tile.points),
        token=token,
    )


def draw_square(canvas: Canvas, square: SquareSeen) -> Markup:
    """Draw the square."""
    heaps = piles(square.pieces, canvas.language, "take {piece}")
    return render("havana/square.html", canvas.language, canvas=canvas, square=square, heaps=heaps, token=token)


def facade_parts(view: View) -> Iterator[Part]:
    """Yield the pictures of the houses that are to be seen, each drawn once however often it stands on the page."""
    shown = {seen.tile for row in view.rows for seen in row} | set(view.stack)
    shown |= {view.tiles[tile - 1] for player in view.players for tile in player.tiles}
    tiles = sorted((tile.id, tile.points) for tile in shown)
    yield Part("facades", draw_facades, tuple(number for number, _ in tiles))
    for number, points in tiles:
        yield Part(f"facade-{number}", draw_facade, (number, points))


def draw_facades(canvas: Canvas, tiles: tuple[int, ...]) -> Markup:
    """Draw the slots of the pictures of houses."""
    slots = Markup("").join(canvas.slot(f"facade-{tile}", "svg") for tile in tiles)
    return Markup('<div id="{}" class="symbols">{}</div>').format(canvas.name, slots)


def draw_facade(canvas: Canvas, value: tuple[int, int]) -> Markup:
    """Draw the picture of a house, by the id and the points of its tile."""
    tile, points = value
    return symbols(facade_symbol(f"tile {tile}", wealth_of(points), f"facade-of-{tile}"), name=canvas.name)


def house(tile: Building) -> Markup:
    """Return the picture of a tile, whole."""
    return facade(f"tile {tile.id}", wealth_of(tile.points))


def wealth_of(points: int) -> float:
    """Return how rich a house with these points looks, from 0 to 1."""
    return (points - 1) / (MOST_POINTS - 1)


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

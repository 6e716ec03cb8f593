"""The two rows of houses, the square between them, and the tiles of the stack that can be fetched."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import Language
from malecon.games.havana.buildings import COLOURS, DEBRIS, PESO, PIECES, Building
from malecon.games.havana.state import ROW_LENGTH
from malecon.games.havana.text.words import cost_in_words, pieces
from malecon.games.havana.view import TileSeen, View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.games.havana.web.plots import plot_part
from malecon.presentation.drawing import symbols
from malecon.presentation.facade import facade, facade_symbol
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

MOST_POINTS = 7
MOST_PILES, MOST_STREETS = 1024, 256
"""Cached."""
IN_SQUARE = (*range(len(COLOURS)), DEBRIS, PESO)
"""The kinds of pieces that can lie in the square; each has its place there."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Pieces of one kind that lie together: which, how many, in words, and the move that can be chosen with them."""

    piece: str
    count: int
    words: str
    move: str = ""


class StreetSeen(NamedTuple):
    """The places of the street: ids of the tiles by row, 0 for an empty plot, and of the stack."""

    rows: tuple[tuple[int, ...], ...]
    stack: tuple[int, ...]


class SquareSeen(NamedTuple):
    """What lies in the square, and how many workers, cubes and tiles are left elsewhere."""

    pieces: tuple[int, ...]
    workers: int
    cubes: int
    tiles: int


def street_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the street with its houses and its square."""
    view = context.perspective.view
    fetched = [tile for tile in view.stack if context.can(f"fetch {tile.id}")]
    rows = tuple(_places_of(row, first) for row, first in zip(view.rows, view.first_plots, strict=True))
    yield Part("street", _draw_street, StreetSeen(rows, tuple(tile.id for tile in fetched)))
    for seen in (seen for row in view.rows for seen in row):
        yield plot_part(seen, f"{view.question.kind} {seen.end}", context)
    for tile in fetched:
        yield plot_part(TileSeen(tile, None), f"fetch {tile.id}", context)
    square = SquareSeen(view.square, view.supply_workers, sum(astuple(view.bag)), len(view.stack))
    yield Part("square", _draw_square, square, context.buttons("take "))


def _places_of(row: tuple[TileSeen, ...], first: int) -> tuple[int, ...]:
    """Return the tiles of a row on their plots, with 0 for those that are empty until it is refilled."""
    plots = (*(0 for _ in range(first)), *(seen.tile.id for seen in row))
    return plots + (0,) * (ROW_LENGTH - len(plots))


def _draw_street(canvas: Canvas, street: StreetSeen) -> Markup:
    """Draw the rows, with slots for their houses."""
    return TEMPLATES.render("havana/street.html", canvas.language, canvas=canvas, street=street)


def _draw_square(canvas: Canvas, square: SquareSeen) -> Markup:
    """Draw the square: a place for each kind of piece, whether there are any or not."""
    language = canvas.language
    present = {pile.piece: pile for pile in piles(square.pieces, language, "take {piece}")}
    heaps = [present.get(PIECES[piece]) or Pile(PIECES[piece], 0, "") for piece in IN_SQUARE]
    said = cost_in_words(square.pieces, language)
    return TEMPLATES.render("havana/square.html", language, canvas=canvas, square=square, heaps=heaps, said=said)


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

"""The two rows of houses, the square between them, and the tiles of the stack that can be fetched."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import COLOURS, DEBRIS, PESO, PIECES, Building
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.text.words import FORMS
from malecon.games.havana.view import View
from malecon.games.havana.web.marks import seat_badge
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.games.havana.web.plots import Sale, offers_of, plot_parts, sales
from malecon.presentation.drawing import picture, symbols
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import NO_BUTTONS, Canvas, Group, Part

MOST_POINTS = 7
FACADE = 120
"""Width and height of the drawing of a house."""
IN_SQUARE = (*range(len(COLOURS)), DEBRIS, PESO)
"""The kinds of pieces that can lie in the square; each has its place there."""


class Pile(NamedTuple):
    """Pieces of one kind that lie together.

    Attributes:
        piece: which.
        number: how many.
        place: where.
        move: that can be chosen with them.
        keeps_place: whether their place is shown when there are none.
    """

    piece: str
    number: int
    place: str
    move: str
    keeps_place: bool


class EmptyPlot(NamedTuple):
    """A plot without a tile: the one before, 0 if unknown; its buyer: seat, letter on the badge, whether the viewer."""

    tile: int = 0
    seat: int | None = None
    letter: str = ""
    own: bool = False


class StreetSeen(NamedTuple):
    """The places of the street: ids of the tiles by row, or empty plots, and of the stack."""

    rows: tuple[tuple[int | EmptyPlot, ...], ...]
    stack: tuple[int, ...]


class Rest(NamedTuple):
    """How many cubes are in the bag, tiles in the stack, and workers in the supply."""

    cubes: int
    tiles: int
    workers: int


def street_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the street with its houses and its square."""
    view = context.perspective.view
    fetched = tuple(tile for tile in view.stack if context.can(f"fetch {tile.id}"))
    empty = (tuple(_empty_plot(sale, context) for sale in row) for row in sales(context.events, view))
    rows = tuple(map(_places_of, view.rows, view.first_plots, empty))
    yield Part("street", _draw_street, StreetSeen(rows, tuple(tile.id for tile in fetched)))
    offers = offers_of(fetched, context)
    yield Group(plot_parts, (view.rows, fetched, view.question.kind, offers, context.no_buttons))
    yield Part("square", _draw_square, 0 if view.round else view.target)
    for kind in IN_SQUARE:
        piece = PIECES[kind]
        yield pile_part(f"heap-{piece}", Pile(piece, view.square[kind], "square", f"take {piece}", True), context)
    yield Part("rest", _draw_rest, Rest(sum(astuple(view.bag)), len(view.stack), view.supply_workers))


def pile_part(name: str, pile: Pile, context: BoardContext[View]) -> Part:
    """Return the part of a pile."""
    if context.can(pile.move):
        return Part(name, _draw_pile, pile, context.buttons(pile.move))
    return untouched_pile(name, pile)


def untouched_pile(name: str, pile: Pile) -> Part:
    """Return the part of a pile with which nothing can be chosen."""
    return Part(name, _draw_pile, pile._replace(move=""), NO_BUTTONS)


def _empty_plot(sale: Sale | None, context: BoardContext[View]) -> EmptyPlot:
    """Return a plot from which a tile was taken."""
    if sale is None or sale.seat is None:
        return EmptyPlot(0 if sale is None else sale.tile)
    return EmptyPlot(sale.tile, sale.seat, context.initials[sale.seat], sale.seat == context.perspective.viewer)


def _places_of(row: tuple[TileSeen, ...], first: int, empty: tuple[EmptyPlot, ...]) -> tuple[int | EmptyPlot, ...]:
    """Return the tiles of a row on their plots, and those that are empty until it is refilled."""
    last = first + len(row)
    return (*empty[:first], *(seen.tile.id for seen in row), *empty[last:])


def _draw_street(canvas: Canvas, street: StreetSeen) -> Markup:
    """Draw the rows, with slots for their houses."""
    rows = [[_drawn_plot(place, canvas.language) for place in row] for row in street.rows]
    return TEMPLATES.draw("havana/street.html", canvas, rows=rows, stack=street.stack)


def _drawn_plot(plot: int | EmptyPlot, language: Language) -> tuple[int, Markup | None, str]:
    """Return the id of a tile, or 0; the badge on an empty plot, and what is said of it."""
    if isinstance(plot, int):
        return plot, None, ""
    if plot.seat is None:
        return 0, None, language.say(N_("{tile} is out"), tile=plot.tile) if plot.tile else ""
    said = N_("you bought {tile}") if plot.own else N_("bought {tile}")
    return 0, seat_badge(plot.seat, plot.letter), language.say(said, tile=plot.tile)


def _draw_square(canvas: Canvas, target: int) -> Markup:
    """Draw the square, with a slot for each kind of piece; before round 1 it says what wins."""
    heaps = [f"heap-{PIECES[kind]}" for kind in IN_SQUARE]
    return TEMPLATES.draw("havana/square.html", canvas, heaps=heaps, target=target)


_draw_rest = TEMPLATES.drawer("havana/rest.html", "rest")


def _draw_pile(canvas: Canvas, pile: Pile) -> Markup:
    """Draw a pile; a place that is kept without any pieces has no words."""
    is_none = pile.keeps_place and not pile.number
    words = "" if is_none else canvas.language.count(FORMS[pile.piece], pile.number)
    return TEMPLATES.draw("havana/pile.html", canvas, pile=pile, is_none=is_none, words=words)


def facade_parts(view: View) -> Group:
    """Return the pictures of the houses that are to be seen, each drawn once however often it stands on the page."""
    shown = {seen.tile.id for row in view.rows for seen in row} | {tile.id for tile in view.stack}
    shown.update(*(player.tiles for player in view.players))
    return Group(_facades_of, (tuple(sorted(shown)),))


def _facades_of(tiles: tuple[int, ...]) -> tuple[Part, ...]:
    """Return the pictures of houses, and the slots for them, by the ids of their tiles."""
    return (Part("facades", _draw_facades, tiles), *(Part(f"facade-{tile}", _draw_facade, tile) for tile in tiles))


def _draw_facades(canvas: Canvas, tiles: tuple[int, ...]) -> Markup:
    """Draw the slots of the pictures of houses."""
    slots = Markup("").join(canvas.slot(f"facade-{tile}", "svg") for tile in tiles)
    return Markup('<div id="{}" class="symbols">{}</div>').format(canvas.name, slots)


@cache
def _facade_symbols() -> list[Markup]:
    """Return the façades of the tiles, by id from 1, as symbols; a tool has drawn them."""
    _, *drawn, _ = (files(__package__) / "facades.svg").read_text("utf-8").splitlines()
    return [Markup(symbol) for symbol in drawn]


def _draw_facade(canvas: Canvas, tile: int) -> Markup:
    """Draw the picture of a house, by the id of its tile."""
    return symbols(_facade_symbols()[tile - 1], name=canvas.name)


def house(tile: Building) -> Markup:
    """Return the picture of a tile, whole."""
    shapes = _facade_symbols()[tile.id - 1].partition(">")[2].removesuffix("</symbol>")
    return picture(FACADE, FACADE, Markup(shapes), class_="facade")

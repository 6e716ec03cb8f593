"""The two rows of houses, the square between them, and the tiles of the stack that can be fetched."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple, replace

from malecon.core.i18n import N_, Language
from malecon.core.plain_text import initials
from malecon.games.havana.buildings import COLOURS, DEBRIS, PESO, PIECES, Building
from malecon.games.havana.text.words import FORMS, house_title
from malecon.games.havana.view import View
from malecon.games.havana.web.marks import seat_badge
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.games.havana.web.plots import Sale, closed_plots, offers_of, open_plots, sales
from malecon.presentation.drawing import picture, symbols
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import NO_BUTTONS, Canvas, Group, Part

MOST_POINTS = 7
FACADE = 120
"""Width and height of the drawing of a house."""
SQUARE = "square"
"""The place of the pieces that lie there."""
MOST_LYING = 5
"""Pieces that are drawn beside each other; more are told by their number."""
IN_SQUARE = (*range(len(COLOURS)), DEBRIS, PESO)
"""The kinds of pieces that can lie in the square; each has its place there."""


class Pile(Struct, frozen=True):
    """Pieces of one kind that lie together.

    Attributes:
        piece: which.
        number: how many.
        place: where.
        move: that can be chosen with them.
        taken: how many that takes, if it is not one.
    """

    piece: str
    number: int
    place: str
    move: str = ""
    taken: int | None = None


class EmptyPlot(Struct, frozen=True):
    """A plot without a tile: the one before, 0 if unknown; its buyer: seat, letter, name, whether the viewer."""

    tile: int = 0
    seat: int | None = None
    letter: str = ""
    name: str = ""
    own: bool = False


class StreetSeen(Struct, frozen=True):
    """The places of the street: ids of the tiles by row, or empty plots, and of the stack."""

    rows: tuple[tuple[int | EmptyPlot, ...], ...]
    stack: tuple[int, ...]


class Rest(Struct, frozen=True):
    """How many cubes are in the bag, tiles in the stack, and workers in the supply."""

    cubes: int
    tiles: int
    workers: int


def street_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the street with its houses and its square."""
    view = context.perspective.view
    fetched = tuple(tile for tile in view.stack if context.can(f"fetch {tile.id}")) if context.legal else ()
    sold, rows = sales(context.events, view), tuple(tuple(seen.tile.id for seen in row) for row in view.rows)
    stack = tuple(tile.id for tile in fetched)
    yield Group("places", _places, (rows, view.first_plots, sold, stack, context.names, view.viewer))
    offers = offers_of(fetched, context)
    lying = [seen for row in view.rows for seen in row]
    closed = tuple(seen.tile for seen in lying if seen.end is None)
    yield Group("closed plots", closed_plots, (closed, context.no_buttons))
    yield from open_plots((seen for seen in lying if seen.end), fetched, view.question.kind, offers, context.no_buttons)
    if context.buttons("take ").moves:
        yield Part("square", _draw_square, None)
        for kind in IN_SQUARE:
            piece = PIECES[kind]
            yield pile_part(f"heap-{piece}", Pile(piece, view.square[kind], SQUARE, f"take {piece}"), context)
    else:
        yield Group("untouched square", _untouched_square, (view.square,))
    yield Part("rest", _draw_rest, Rest(sum(astuple(view.bag)), len(view.stack), view.supply_workers))


def _places(
    rows: tuple[tuple[int, ...], ...],
    first_plots: tuple[int, ...],
    sold: tuple[tuple[Sale | None, ...], ...],
    stack: tuple[int, ...],
    names: tuple[str, ...],
    viewer: int | None,
) -> Iterator[Part]:
    """Yield the part with the places of the street; ``rows``, ``stack``: ids of tiles."""
    empty = (tuple(_empty_plot(sale, names, viewer) for sale in row) for row in sold)
    yield Part("street", _draw_street, StreetSeen(tuple(map(_places_of, rows, first_plots, empty)), stack))


def _untouched_square(square: tuple[int, ...]) -> Iterator[Part]:
    """Yield the square while nothing can be chosen in it."""
    yield Part("square", _draw_square, None)
    for kind in IN_SQUARE:
        yield untouched_pile(f"heap-{PIECES[kind]}", Pile(PIECES[kind], square[kind], SQUARE))


def pile_part(name: str, pile: Pile, context: BoardContext[View]) -> Part:
    """Return the part of a pile."""
    if context.can(pile.move):
        return Part(name, _draw_pile, pile, context.buttons(pile.move))
    return untouched_pile(name, pile)


def untouched_pile(name: str, pile: Pile) -> Part:
    """Return the part of a pile with which nothing can be chosen."""
    return Part(name, _draw_pile, replace(pile, move="", taken=None), NO_BUTTONS)


def _empty_plot(sale: Sale | None, names: tuple[str, ...], viewer: int | None) -> EmptyPlot:
    """Return a plot from which a tile was taken."""
    if sale is None or sale.seat is None:
        return EmptyPlot(0 if sale is None else sale.tile)
    seat = sale.seat
    return EmptyPlot(sale.tile, seat, initials(names)[seat], names[seat], seat == viewer)


def _places_of(row: tuple[int, ...], first: int, empty: tuple[EmptyPlot, ...]) -> tuple[int | EmptyPlot, ...]:
    """Return the ids of the tiles of a row on their plots, and those that are empty until it is refilled."""
    last = first + len(row)
    return (*empty[:first], *row, *empty[last:])


def _draw_street(canvas: Canvas, street: StreetSeen) -> Markup:
    """Draw the rows, with slots for their houses."""
    rows = [[_drawn_plot(place, canvas.language) for place in row] for row in street.rows]
    return TEMPLATES.draw("havana/street.html", canvas, rows=rows, stack=street.stack)


def _drawn_plot(plot: int | EmptyPlot, language: Language) -> tuple[int, Markup | None, str, str]:
    """Return the id of a tile, or 0; the badge on an empty plot, what is said of it, and what its sign says."""
    if isinstance(plot, int):
        return plot, None, "", ""
    if not plot.tile:
        return 0, None, "", ""
    house = house_title(plot.tile, language)
    if plot.seat is None:
        return 0, None, language.say(N_("{house}: out of the game"), house=house), language.say(N_("removed"))
    said = N_("{house}: yours") if plot.own else N_("{house}: sold to {name}")
    badge = seat_badge(plot.seat, plot.letter)
    return 0, badge, language.say(said, house=house, name=plot.name), language.say(N_("sold"))


def _draw_square(canvas: Canvas, nothing: None) -> Markup:
    """Draw the square, with a slot for each kind of piece."""
    heaps = [f"heap-{PIECES[kind]}" for kind in IN_SQUARE]
    return TEMPLATES.draw("havana/square.html", canvas, heaps=heaps)


_draw_rest = TEMPLATES.drawer("havana/rest.html", "rest")


TAKEN = N_("You take {count} of {pieces}: half, rounded down.")
NOTHING = N_("There is nothing to take.")


def _draw_pile(canvas: Canvas, pile: Pile) -> Markup:
    """Draw a pile; a place without any pieces has no words.

    In the square the pieces lie beside each other. The most that can lie there are drawn, in an inner part that never
    changes; the pile says how many of them are seen.
    """
    words = canvas.language.count(FORMS[pile.piece], pile.number) if pile.number else ""
    lying = min(max(pile.number, 1), MOST_LYING) if pile.place == SQUARE else 0
    said = TAKEN if pile.number else NOTHING
    preview = "" if pile.taken is None else canvas.language.say(said, count=pile.taken, pieces=words)
    facts = {"pile": pile, "words": words, "lying": lying, "most_lying": MOST_LYING, "preview": preview}
    return TEMPLATES.draw("havana/pile.html", canvas, **facts)


def facade_parts(view: View) -> Group:
    """Return the pictures of the houses on the page, also of the log, each drawn once however often it is there."""
    shown = {seen.tile.id for row in view.rows for seen in row} | {tile.id for tile in view.stack}
    shown.update(view.box_tiles, *(player.tiles for player in view.players))
    return Group("facades", _facades_of, (tuple(sorted(shown)),))


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

"""The parts of Havana's table: a street, the square in it, the players, and the viewer's hand."""

from collections.abc import Iterator

from markupsafe import Markup

from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.hand import hand_parts
from malecon.games.havana.web.people import player_parts
from malecon.games.havana.web.pieces import TEMPLATES, piece_symbols
from malecon.games.havana.web.street import facade_parts, street_parts
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


def table_parts(context: BoardContext) -> Iterator[Part]:
    """Yield the parts of the table, the whole first."""
    yield Part("table", draw_table, context.perspective.viewer is not None)
    yield Part("symbols", draw_symbols, None)
    yield from facade_parts(context.perspective.view)
    yield from street_parts(context)
    yield from player_parts(context)
    yield from hand_parts(context)


def draw_table(canvas: Canvas, has_hand: bool) -> Markup:
    """Draw the places of the parts."""
    return TEMPLATES.render("havana/table.html", canvas.language, canvas=canvas, has_hand=has_hand)


def draw_symbols(canvas: Canvas, value: None) -> Markup:
    """Draw the pictures of pieces and cards, at which others point."""
    return symbols(piece_symbols(), card_symbols(), name=canvas.name)

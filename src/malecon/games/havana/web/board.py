"""Havana in the browser: a street, the square before it, the players, and the viewer's hand."""

from markupsafe import Markup

from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.hand import Hand
from malecon.games.havana.web.people import people
from malecon.games.havana.web.pieces import piece_symbols, token
from malecon.games.havana.web.street import Street
from malecon.presentation.art.svg import symbols
from malecon.presentation.game_page import BoardContext
from malecon.presentation.rendering import render


def draw(drawing: BoardContext) -> Markup:
    """Return the table of Havana as HTML, with the buttons of moves on their pieces."""
    return render(
        "havana/table.html",
        drawing.perspective.language,
        drawing=drawing,
        view=drawing.perspective.view,
        symbols=symbols(piece_symbols(), card_symbols()),
        token=token,
        street=Street(drawing),
        people=people(drawing),
        hand=Hand(drawing),
    )

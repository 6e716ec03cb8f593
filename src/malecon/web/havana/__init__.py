"""Havana in the browser: a street, the square before it, the players, and the viewer's hand."""

from markupsafe import Markup

from malecon.web.art.card_icons import card_symbols
from malecon.web.art.pieces import piece_symbols, token
from malecon.web.art.svg import symbols
from malecon.web.havana.hand import Hand
from malecon.web.havana.people import people
from malecon.web.havana.street import Street
from malecon.web.showing.drawing import Drawing
from malecon.web.showing.rendering import render


def draw(drawing: Drawing) -> Markup:
    """Return the table of Havana as HTML, with the buttons of moves on their pieces."""
    return render(
        "havana/table.html",
        drawing.scene.language,
        drawing=drawing,
        view=drawing.scene.view,
        symbols=symbols(piece_symbols(), card_symbols()),
        token=token,
        street=Street(drawing),
        people=people(drawing),
        hand=Hand(drawing),
    )

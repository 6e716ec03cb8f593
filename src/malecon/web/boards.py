"""The games' ways of drawing their tables: the module ``malecon.web.<game>`` has a function ``draw``."""

import importlib

from markupsafe import Markup

from malecon.web.drawing import Drawing


def draw(game: str, drawing: Drawing) -> Markup:
    """Return the table of a game as HTML, with the buttons of moves on their pieces."""
    try:
        module = importlib.import_module(f"malecon.web.{game}")
    except ModuleNotFoundError:  # XXX: until both games are drawn
        return Markup("<p>The board comes here.</p>")
    board: Markup = module.draw(drawing)
    return board

"""How the games draw: ``malecon.web.<game>`` has ``draw``, and its module ``gallery`` a function of that name."""

import importlib

from markupsafe import Markup

from malecon.core.language import Language
from malecon.web.drawing import Drawing


def draw(game: str, drawing: Drawing) -> Markup:
    """Return the table of a game as HTML, with the buttons of moves on their pieces."""
    board: Markup = importlib.import_module(f"malecon.web.{game}").draw(drawing)
    return board


def gallery(game: str, language: Language) -> Markup:
    """Return pictures of what a game is played with, and what each does."""
    pictures: Markup = importlib.import_module(f"malecon.web.{game}.gallery").gallery(language)
    return pictures

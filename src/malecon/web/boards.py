"""How the games draw: ``malecon.web.<game>`` has ``draw``, its module ``gallery`` what shows the game to strangers."""

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


def invitation(game: str) -> Markup:
    """Return the picture that stands for a game on the start page."""
    picture: Markup = importlib.import_module(f"malecon.web.{game}.gallery").invitation()
    return picture

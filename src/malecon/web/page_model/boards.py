"""How the games draw: ``malecon.web.<game>`` has ``draw``.

Its module ``gallery`` shows the game to strangers, its module ``trophies`` what players have at the end.
"""

import importlib
from typing import Any

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.presentation.board_context import Drawing
from malecon.presentation.perspective import Scene


def draw(game: str, drawing: Drawing) -> Markup:
    """Return the table of a game as HTML, with the buttons of moves on their pieces."""
    board: Markup = importlib.import_module(f"malecon.games.{game}.web.board").draw(drawing)
    return board


def gallery(game: str, language: Language) -> Markup:
    """Return pictures of what a game is played with, and what each does."""
    pictures: Markup = importlib.import_module(f"malecon.games.{game}.web.gallery").gallery(language)
    return pictures


def invitation(game: str) -> Markup:
    """Return the picture that stands for a game on the start page."""
    picture: Markup = importlib.import_module(f"malecon.games.{game}.web.gallery").invitation()
    return picture


def houses(game: str, player: Any, scene: Scene) -> list[tuple[Markup, Markup, str]]:
    """Return what a player of a view has built or bought: picture, points, words."""
    built: list[tuple[Markup, Markup, str]] = importlib.import_module(f"malecon.games.{game}.web.trophies").houses(
        player, scene
    )
    return built


def trophies(game: str, player: Any, scene: Scene) -> Markup:
    """Return pictures of what a player of a view has built or bought."""
    pictures: Markup = importlib.import_module(f"malecon.games.{game}.web.trophies").trophies(player, scene)
    return pictures


def sign_of(game: str, source: str) -> Markup:
    """Return the picture of what points come from, by its title in ``Voice.sources``."""
    sign: Markup = importlib.import_module(f"malecon.games.{game}.web.trophies").SIGNS.get(source, Markup())
    return sign

"""Cuba: one record that names all its parts and loads each when it is asked for."""

from typing import TYPE_CHECKING

from malecon.games.cuba.options import OPTIONS, SEATS
from malecon.games.cuba.state import VERSIONS
from malecon.presentation.playable_game import PlayableGame

if TYPE_CHECKING:
    from malecon.core.engine import Engine
    from malecon.games.cuba.state import State
    from malecon.games.cuba.view import View
    from malecon.presentation.game_page import GamePage
    from malecon.presentation.game_text import GameText
    from malecon.presentation.terminal_game import TerminalGame


class Cuba(PlayableGame["State", "View"]):
    """The game Cuba."""

    name = "cuba"
    versions = VERSIONS
    seats = SEATS
    options = OPTIONS

    def load_engine(self) -> "Engine[State, View]":
        """Return the rules."""
        from malecon.games.cuba.game_engine import ENGINE

        return ENGINE

    def load_text(self) -> "GameText[View]":
        """Return the game in words."""
        from malecon.games.cuba.text import GAME_TEXT

        return GAME_TEXT

    def load_terminal(self) -> "TerminalGame[View]":
        """Return the game at the terminal."""
        from malecon.games.cuba.terminal import TERMINAL_GAME

        return TERMINAL_GAME

    def load_page(self) -> "GamePage[View]":
        """Return the game on a page."""
        from malecon.games.cuba.web import GAME_PAGE

        return GAME_PAGE


GAME = Cuba()

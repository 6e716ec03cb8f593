"""Havana: one record that names all its parts and loads each when it is asked for."""

from typing import TYPE_CHECKING

from malecon.games.havana.options import OPTIONS, SEATS
from malecon.games.havana.state import VERSIONS
from malecon.presentation.playable_game import PlayableGame

if TYPE_CHECKING:
    from malecon.core.engine import Engine
    from malecon.games.havana.state import State
    from malecon.games.havana.view import View
    from malecon.presentation.game_page import GamePage
    from malecon.presentation.game_text import GameText
    from malecon.presentation.terminal_game import TerminalGame


class Havana(PlayableGame["State", "View"]):
    """The game Havana."""

    name = "havana"
    versions = VERSIONS
    seats = SEATS
    options = OPTIONS
    turn_ends = frozenset({"end turn"})

    def load_engine(self) -> "Engine[State, View]":
        """Return the rules."""
        from malecon.games.havana.game_engine import ENGINE

        return ENGINE

    def load_text(self) -> "GameText[View]":
        """Return the game in words."""
        from malecon.games.havana.text import GAME_TEXT

        return GAME_TEXT

    def load_terminal(self) -> "TerminalGame[View]":
        """Return the game at the terminal."""
        from malecon.games.havana.terminal import TERMINAL_GAME

        return TERMINAL_GAME

    def load_page(self) -> "GamePage[View]":
        """Return the game on a page."""
        from malecon.games.havana.web import GAME_PAGE

        return GAME_PAGE


GAME = Havana()

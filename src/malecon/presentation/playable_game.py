"""A game that people can play: its texts, its drawings at the terminal and on a page, its lessons."""

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from malecon.core.engine import State
from malecon.core.game import Game
from malecon.presentation.perspective import View

if TYPE_CHECKING:
    from malecon.presentation.game_page import GamePage
    from malecon.presentation.game_text import GameText
    from malecon.presentation.lessons import Course
    from malecon.presentation.terminal_game import TerminalGame


class PlayableGame(Game[State, View]):
    """A game with all its parts.

    Each part is imported when it is asked for: playing at the terminal loads no page, and a server loads no terminal.
    A game that does not draw itself is shown as plain text.
    """

    @abstractmethod
    def load_text(self) -> "GameText[View]":
        """Import the module of the game in words, and return it."""

    def load_terminal(self) -> "TerminalGame[View]":
        """Import the module that draws the game at the terminal, and return it."""
        from malecon.presentation.terminal_game import TerminalGame

        return TerminalGame(self.text)

    def load_page(self) -> "GamePage[View]":
        """Import the module that draws the game on a page, and return it."""
        from malecon.presentation.game_page import GamePage

        return GamePage()

    @cached_property
    def text(self) -> "GameText[View]":
        """The game in words."""
        return self.load_text()

    @cached_property
    def terminal(self) -> "TerminalGame[View]":
        """The game at the terminal."""
        return self.load_terminal()

    @cached_property
    def page(self) -> "GamePage[View]":
        """The game on a page."""
        return self.load_page()

    @cached_property
    def course(self) -> "Course | None":
        """The guided game, if it has one."""
        from malecon.presentation.lessons import course_of

        return course_of(self)

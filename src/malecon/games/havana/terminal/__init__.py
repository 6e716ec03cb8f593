"""Havana at the terminal, as generic code asks for it (``TerminalGame``)."""

from malecon.games.havana.terminal.figures import figures, figures_in_words
from malecon.games.havana.terminal.menus import MENUS
from malecon.games.havana.terminal.table import ARCHITECT_LETTER, MARKS, chapter, glance, table
from malecon.games.havana.text import GAME_TEXT
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import LETTER

__all__ = ["TERMINAL_GAME"]


TERMINAL_GAME = TerminalGame(
    game_text=GAME_TEXT,
    letters={LETTER: (*MARKS.letters, ARCHITECT_LETTER)},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    figures=figures,
    figures_in_words=figures_in_words,
)

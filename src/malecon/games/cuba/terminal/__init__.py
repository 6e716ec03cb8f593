"""Cuba at the terminal, as generic code asks for it (``TerminalGame``)."""

from malecon.games.cuba.terminal.figures import count, figures, figures_in_words
from malecon.games.cuba.terminal.marks import LETTER, MARKS
from malecon.games.cuba.terminal.menus import MENUS
from malecon.games.cuba.terminal.table import chapter, glance, table
from malecon.games.cuba.text import GAME_TEXT
from malecon.presentation.terminal_game import TerminalGame

__all__ = ["TERMINAL_GAME"]


TERMINAL_GAME = TerminalGame(
    game_text=GAME_TEXT,
    letters={LETTER: MARKS.letters},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    count=count,
    figures=figures,
    figures_in_words=figures_in_words,
)

"""Cuba at the terminal."""

from malecon.games.cuba.terminal.marks import LETTER, MARKS
from malecon.games.cuba.terminal.menus import MENUS
from malecon.games.cuba.terminal.table import chapter, glance, table
from malecon.games.cuba.terminal.tally import count, figures, figures_in_words
from malecon.games.cuba.text.game_text import VOICE
from malecon.presentation.terminal_game import Desk

DESK = Desk(
    voice=VOICE,
    letters={LETTER: MARKS.letters},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    count=count,
    figures=figures,
    figures_in_words=figures_in_words,
)

"""Cuba at the terminal."""

from malecon.telling.cuba import VOICE
from malecon.terminal.cuba.marks import LETTER, MARKS
from malecon.terminal.cuba.menus import MENUS
from malecon.terminal.cuba.table import chapter, glance, table
from malecon.terminal.cuba.tallying import count, figures, figures_in_words
from malecon.terminal.desk import Desk

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

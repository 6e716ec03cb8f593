"""Havana at the terminal."""

from malecon.telling.havana import VOICE
from malecon.terminal.desk import Desk, nothing
from malecon.terminal.havana.marks import ARCHITECT_LETTER, MARKS
from malecon.terminal.havana.menus import MENUS
from malecon.terminal.havana.table import chapter, glance, table
from malecon.terminal.havana.tallying import figures, figures_in_words
from malecon.terminal.marks import LETTER

DESK = Desk(
    voice=VOICE,
    letters={LETTER: (*MARKS.letters, ARCHITECT_LETTER)},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    count=nothing,
    figures=figures,
    figures_in_words=figures_in_words,
)

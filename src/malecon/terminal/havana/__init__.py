"""Havana at the terminal."""

from collections.abc import Iterator

from malecon.core.language import N_
from malecon.havana import words
from malecon.havana.narrate import NARRATOR
from malecon.terminal.desk import Desk, nothing
from malecon.terminal.havana import outcome
from malecon.terminal.havana.choices import LABELS, covers, first_cards, prompt
from malecon.terminal.havana.explaining import DIGEST, explain
from malecon.terminal.havana.marks import ARCHITECT_LETTER, MARKS
from malecon.terminal.havana.table import chapter, glance, table
from malecon.terminal.marks import LETTER


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from ((LETTER, letter) for letter in (*MARKS.letters, ARCHITECT_LETTER))


DESK = Desk(
    digest=DIGEST,
    narrator=NARRATOR,
    examples=("mama", "5", "HAV-6.9"),
    table=table,
    glance=glance,
    chapter=chapter,
    prompt=prompt,
    labels=LABELS,
    menus={"choose": first_cards, "cover": covers},
    titles={},
    explain=explain,
    endings=outcome.HOW_IT_ENDED,
    standing=outcome.points,
    columns={N_("tiles"): outcome.tiles},
    round_of=outcome.round_of,
    count=nothing,
    figures=outcome.figures,
    figures_in_words=outcome.figures_in_words,
    texts=texts,
)

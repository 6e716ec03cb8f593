"""Cuba at the terminal."""

from collections.abc import Iterator

from malecon.core.language import N_
from malecon.cuba import law_words, words
from malecon.cuba.narrate import NARRATOR
from malecon.terminal.cuba import outcome
from malecon.terminal.cuba.choices import LABELS
from malecon.terminal.cuba.explaining import DIGEST, explain
from malecon.terminal.cuba.marks import LETTER, MARKS
from malecon.terminal.cuba.menus import MENUS, TITLES
from malecon.terminal.cuba.prompts import prompt
from malecon.terminal.cuba.table import chapter, glance, table
from malecon.terminal.desk import Desk


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from law_words.texts()
    yield from ((LETTER, letter) for letter in MARKS.letters)


DESK = Desk(
    digest=DIGEST,
    narrator=NARRATOR,
    examples=("mayor", "hotel", "tax", "ship 4", "buildings", "CUB-4.12"),
    table=table,
    glance=glance,
    chapter=chapter,
    prompt=prompt,
    labels=LABELS,
    menus=MENUS,
    titles=TITLES,
    explain=explain,
    endings=outcome.HOW_IT_ENDED,
    standing=outcome.standing,
    columns={N_("pesos"): outcome.pesos, N_("buildings"): outcome.buildings},
    round_of=outcome.round_of,
    count=outcome.count,
    figures=outcome.figures,
    figures_in_words=outcome.figures_in_words,
    texts=texts,
)

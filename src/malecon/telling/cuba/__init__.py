"""Cuba in words."""

from collections.abc import Iterator

from malecon.core.language import N_
from malecon.cuba import law_words, words
from malecon.cuba.narrate import NARRATOR
from malecon.telling.cuba import ending
from malecon.telling.cuba.choices import LABELS
from malecon.telling.cuba.explaining import DIGEST, explain
from malecon.telling.cuba.prompts import prompt
from malecon.telling.cuba.titles import TITLES
from malecon.telling.voice import Voice


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from law_words.texts()


VOICE = Voice(
    title=N_("Cuba"),
    digest=DIGEST,
    narrator=NARRATOR,
    examples=("mayor", "hotel", "tax", "ship 4", "buildings", "CUB-4.12"),
    prompt=prompt,
    labels=LABELS,
    titles=TITLES,
    explain=explain,
    endings=ending.HOW_IT_ENDED,
    tie=ending.TIE,
    standing=ending.standing,
    columns={N_("pesos"): ending.pesos, N_("buildings"): ending.buildings},
    sources=ending.sources,
    round_of=ending.round_of,
    texts=texts,
)

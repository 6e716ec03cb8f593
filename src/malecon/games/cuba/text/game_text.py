"""Cuba in words."""

from collections.abc import Iterator

from malecon.core.i18n import N_
from malecon.games.cuba.options import OPTIONS
from malecon.games.cuba.text import ending, laws, words
from malecon.games.cuba.text.choices import LABELS
from malecon.games.cuba.text.explanations import RULES_TEXT, explain
from malecon.games.cuba.text.narration import NARRATOR
from malecon.games.cuba.text.prompts import prompt
from malecon.games.cuba.text.titles import TITLES
from malecon.presentation.game_text import GameText


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from laws.texts()


GAME_TEXT = GameText(
    title=N_("Cuba"),
    pitch=N_("ship sugar, rum and cigars from Cuba"),
    rules_text=RULES_TEXT,
    narrator=NARRATOR,
    examples=("mayor", "hotel", "tax", "ship 4", "buildings", "CUB-4.12"),
    prompt=prompt,
    labels=LABELS,
    titles=TITLES,
    explain=explain,
    endings=ending.HOW_IT_ENDED,
    tie=ending.TIE,
    standing=ending.ranking_key,
    columns={N_("pesos"): ending.pesos, N_("buildings"): ending.buildings},
    sources=ending.sources,
    round_of=ending.round_of,
    options=OPTIONS,
    texts=texts,
)

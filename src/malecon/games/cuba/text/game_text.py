"""Cuba in words."""

from collections.abc import Iterator, Sequence

from malecon.core.i18n import N_
from malecon.games.cuba.text import ending, laws, words
from malecon.games.cuba.text.choices import LABELS
from malecon.games.cuba.text.explanations import DIGEST, explain
from malecon.games.cuba.text.narration import NARRATOR
from malecon.games.cuba.text.prompts import prompt
from malecon.games.cuba.text.titles import TITLES
from malecon.games.cuba.view import View
from malecon.presentation.game_text import GameText


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from laws.texts()


def variants(view: View) -> Sequence[str]:
    """Return the options that are not the usual ones (CUB-1.4, CUB-1.8, CUB-11.1)."""
    chosen = {
        N_("different plantations"): view.plantations == "different",
        N_("sealed characters"): view.sealing,
        N_("without the Canadian Embassy"): not view.embassy,
    }
    return [said for said, is_chosen in chosen.items() if is_chosen]


GAME_TEXT = GameText(
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
    variants=variants,
    texts=texts,
)

"""Havana in words."""

from collections.abc import Sequence

from malecon.core.i18n import N_
from malecon.games.havana.text import ending, words
from malecon.games.havana.text.choices import LABELS, prompt
from malecon.games.havana.text.explanations import DIGEST, explain
from malecon.games.havana.text.narration import NARRATOR
from malecon.games.havana.view import View
from malecon.presentation.game_text import GameText

EDITIONS = {"filosofia": N_("the edition of Filosofia")}


def variants(view: View) -> Sequence[str]:
    """Return the edition if it is not the usual one (HAV-8.1)."""
    return [said for edition, said in EDITIONS.items() if edition == view.edition]


GAME_TEXT = GameText(
    title=N_("Havana"),
    digest=DIGEST,
    narrator=NARRATOR,
    examples=("mama", "5", "HAV-6.9"),
    prompt=prompt,
    labels=LABELS,
    titles={},
    explain=explain,
    endings=ending.HOW_IT_ENDED,
    tie=("", ""),
    standing=ending.points,
    columns={N_("tiles"): ending.tiles},
    sources=ending.sources,
    round_of=ending.round_of,
    variants=variants,
    texts=words.texts,
)

"""Havana in words."""

from malecon.core.i18n import N_
from malecon.games.havana.options import OPTIONS
from malecon.games.havana.text import ending, words
from malecon.games.havana.text.choices import LABELS, prompt
from malecon.games.havana.text.explanations import RULES_TEXT, explain
from malecon.games.havana.text.narration import NARRATOR
from malecon.presentation.game_text import GameText

GAME_TEXT = GameText(
    title=N_("Havana"),
    pitch=N_("rebuild Havana with workers, debris and a little theft"),
    rules_text=RULES_TEXT,
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
    options=OPTIONS,
    texts=words.texts,
)

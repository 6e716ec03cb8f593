"""Havana in words: the record, and how a game ends."""

from collections.abc import Mapping, Sequence

from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.games.havana.options import OPTIONS
from malecon.games.havana.text import words
from malecon.games.havana.text.choices import LABELS, prompt
from malecon.games.havana.text.explanations import RULES_TEXT, explain
from malecon.games.havana.text.narration import ENDINGS, NARRATOR
from malecon.games.havana.view import PlayerSeen
from malecon.presentation.game_text import GameText

RULES = {
    "points": "HAV-7.1",
    "no tile left": "HAV-7.2",
    "no cube left": "HAV-7.2",
    "no purchase and no cube": "HAV-7.3",
    "no purchase": "HAV-7.3",
}
HOW_IT_ENDED = {ending: (rule, ENDINGS[ending]) for ending, rule in RULES.items()}
"""By ending, the sentence of the rules and how it is said."""


def points(player: PlayerSeen) -> int:
    """Return what decides the ranking (HAV-7.4)."""
    return player.points


def tiles(player: PlayerSeen) -> str:
    """Return a player's tiles."""
    return " ".join(map(str, player.tiles)) or "–"


def sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Return nothing: all points are on tiles, which the ranking shows."""
    return {}


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
    endings=HOW_IT_ENDED,
    tie=("", ""),
    standing=points,
    columns={N_("tiles"): tiles},
    sources=sources,
    options=OPTIONS,
    texts=words.texts,
)

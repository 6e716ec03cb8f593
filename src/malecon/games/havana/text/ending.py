"""How a game of Havana ends, and what decides it."""

from collections.abc import Mapping, Sequence

from malecon.core.events import Event
from malecon.games.havana.events import RoundBegan
from malecon.games.havana.text.narration import ENDINGS
from malecon.games.havana.view import PlayerSeen

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


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, RoundBegan) else None


def sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Return nothing: all points are on tiles, which the ranking shows."""
    return {}

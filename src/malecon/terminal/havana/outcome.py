"""How games of Havana end, and what many of them have in common."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.havana.events import RoundBegan
from malecon.havana.narrate import ENDINGS
from malecon.havana.view import PlayerSeen
from malecon.terminal.desk import Finished

RULES = {
    "points": "HAV-7.1",
    "no tile left": "HAV-7.2",
    "no cube left": "HAV-7.2",
    "no purchase and no cube": "HAV-7.3",
    "no purchase": "HAV-7.3",
}
HOW_IT_ENDED = {ending: (rule, ENDINGS[ending]) for ending, rule in RULES.items()}
"""By ending, the sentence of the rules and how it is said."""
SHOWN = 6
"""Tiles that are named as most, or least, often bought."""


def points(player: PlayerSeen) -> int:
    """Return what decides the ranking (HAV-7.4)."""
    return player.points


def tiles(player: PlayerSeen) -> str:
    """Return a player's tiles."""
    return " ".join(map(str, player.tiles)) or "–"


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, RoundBegan) else None


def figures(games: Sequence[Finished]) -> dict[str, Any]:
    """Return how many tiles are bought a game, and in which share of the games each is."""
    bought = Counter(tile for game in games for player in game.view.players for tile in player.tiles)
    return {
        "tiles bought a game": sum(bought.values()) / len(games),
        "tiles": {str(tile.id): bought[tile.id] / len(games) for tile in games[0].view.tiles},
    }


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say how many tiles are bought, and which most and least."""
    ranked = sorted(tally["tiles"].items(), key=lambda item: -item[1])
    most = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[:SHOWN])
    least = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[: -SHOWN - 1 : -1])
    return [
        language.say(N_("Tiles sold a game: {tiles:.1f}."), tiles=tally["tiles bought a game"]),
        language.say(N_("Tiles bought most often: {tiles}."), tiles=most),
        language.say(N_("Tiles bought least often: {tiles}."), tiles=least),
    ]

"""How games of Cuba end, and what many of them have in common."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.cuba import events as on
from malecon.cuba.events import RoundBegan
from malecon.cuba.narrate import TOLD
from malecon.cuba.view import ENDING, FieldSeen, PlayerSeen, View
from malecon.cuba.words import PRINTED, title_of

HOW_IT_ENDED = {ENDING: ("CUB-9.1", TOLD[on.Ended][0])}
"""By ending, the sentence of the rules and how it is said."""
SHOWN = 6
"""Buildings that are named as most, or least, often built."""


def standing(player: PlayerSeen) -> tuple[int, int]:
    """Return what decides the ranking: points, then pesos (CUB-9.2)."""
    return player.points, player.pesos


def pesos(player: PlayerSeen) -> str:
    """Return a player's pesos."""
    return str(player.pesos)


def buildings(player: PlayerSeen) -> str:
    """Return how many buildings a player has built."""
    return str(len(built(player.fields)))


def built(fields: Sequence[FieldSeen]) -> list[str]:
    """Return the buildings on a plantation that were built."""
    return [field.building for field in fields if field.building not in (None, PRINTED) and field.building is not None]


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, RoundBegan) else None


def figures(views: Sequence[View]) -> dict[str, Any]:
    """Return the winners' points, the pesos that are left, and how often each building is built a game."""
    count = Counter(name for view in views for player in view.players for name in built(player.fields))
    return {
        "winning points": mean(max(player.points for player in view.players) for view in views),
        "pesos left": mean(player.pesos for view in views for player in view.players),
        "buildings built a game": sum(count.values()) / len(views),
        "buildings": {tile.building.name: count[tile.building.name] / len(views) for tile in views[0].tiles},
    }


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say what the winners score, how many pesos are left, and which buildings are built most and least."""
    ranked = sorted(tally["buildings"].items(), key=lambda item: -item[1])
    most, least = ranked[:SHOWN], ranked[: -SHOWN - 1 : -1]
    template = N_("Points of the winner: {points:.1f} on average. Pesos left to a player: {pesos:.1f}.")
    return [
        language.say(template, points=tally["winning points"], pesos=tally["pesos left"]),
        language.say(N_("Buildings built a game: {count:.1f}."), count=tally["buildings built a game"]),
        language.say(N_("Buildings built most often: {buildings}."), buildings=shares(most, language)),
        language.say(N_("Buildings built least often: {buildings}."), buildings=shares(least, language)),
    ]


def shares(ranked: Sequence[tuple[str, float]], language: Language) -> str:
    """Return buildings with how often they are built a game."""
    return ", ".join(f"{title_of(name, language)} ({share:.2f})" for name, share in ranked)

"""How a game of Cuba ends, and what decides it."""

from collections.abc import Iterator

from malecon.core.events import Event
from malecon.cuba import events as on
from malecon.cuba.narrate import TOLD
from malecon.cuba.view import ENDING, PlayerSeen
from malecon.cuba.words import PRINTED

HOW_IT_ENDED = {ENDING: ("CUB-9.1", TOLD[on.Ended][0])}
"""By ending, the sentence of the rules and how it is said."""


def standing(player: PlayerSeen) -> tuple[int, int]:
    """Return what decides the ranking: points, then pesos (CUB-9.2)."""
    return player.points, player.pesos


def pesos(player: PlayerSeen) -> str:
    """Return a player's pesos."""
    return str(player.pesos)


def buildings(player: PlayerSeen) -> str:
    """Return how many buildings a player has built."""
    return str(sum(1 for _ in built(player)))


def built(player: PlayerSeen) -> Iterator[str]:
    """Yield the buildings that a player has built."""
    for field in player.fields:
        if field.building is not None and field.building != PRINTED:
            yield field.building


def round_of(event: Event) -> int | None:
    """Return the number of the round that an event begins."""
    return event.number if isinstance(event, on.RoundBegan) else None

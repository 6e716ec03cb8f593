"""Other worlds that a viewer cannot tell from the true one: a second answer to what is hidden, beside ``guess``.

They follow from the events that everybody could see and from the rulebook, and from nothing that the engine keeps for
its own guesses. ``worlds.<game>`` has the ``Memory`` of each game.
"""

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, cast

import malecon
from malecon.core.engine import Event
from malecon.core.match import Match


class Memory(Protocol):
    """What can be known of the hidden things of a game from the events that everybody could see."""

    def __init__(self, seats: int) -> None:
        """Begin before the set-up of a game for ``seats`` players."""

    def hear(self, event: Event) -> None:
        """Remember an event, as a spectator may know it."""

    def change(self, state: Any, viewer: int | None, rng: random.Random) -> None:
        """Replace in place all that ``viewer`` cannot know; what the mover may answer follows from it."""

    def check(self, state: Any, viewer: int | None) -> None:
        """Hold, with ``assert``, that a position is one of the worlds that ``viewer`` holds possible."""


MEMORIES: Mapping[str, type[Memory]] = {
    name: cast(type[Memory], import_module(f"worlds.{name}").Memory) for name in malecon.games
}


def memory_of(match: Match) -> Memory:
    """Return what can be known of a match after its last move."""
    memory = MEMORIES[match.game.name](match.seats)
    for event in match.events_seen_by(None):
        memory.hear(event)
    return memory


def shake(match: Match, viewer: int | None, rng: random.Random) -> None:
    """Put a match, in place, into another world that ``viewer`` cannot tell from its own."""
    memory_of(match).change(match.state, viewer, rng)

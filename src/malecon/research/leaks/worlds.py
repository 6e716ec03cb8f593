"""Positions of environments, as an audit of hidden information needs them.

A ``World`` is a position with everything that is hidden. What a player is told about it is a ``View``: the value of
each channel (information state, observation, legal actions, …) as text or as a tuple of numbers.
"""

import hashlib
import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Protocol, Self

import numpy as np

from malecon.research.support import extra

with extra("research"):
    from pettingzoo import AECEnv

Subject = Any
"""An environment of PettingZoo or a state of OpenSpiel, which has no types; or the name of an agent."""
Aec = AECEnv[Any, Any, Any]
View = Mapping[str, Hashable]
Step = tuple[tuple[int, int], ...]
"""What was done in one step: pairs of the actor (``CHANCE`` or a player) and the action, several if simultaneous."""
CHANCE = -1
OWN_TURN, LEGAL = "turn", "legal actions"


class World(Protocol):
    """A position of a game that is played on in place.

    Attributes:
        players: how many play.
        declared: the channel that says what a player knows; the others may tell no more.
        has_recall: the declared channel claims to tell all that a player has seen and done.
        steps: everything that happened, chance included.
        subject: the environment or state.
    """

    subject: Subject
    players: int
    declared: str
    has_recall: bool
    steps: tuple[Step, ...]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def is_decision(self) -> bool:
        """Whether a player is to act, not chance."""

    def play(self, rng: random.Random) -> None:
        """Carry out a random action, or a draw by chance, in place."""

    def view(self, player: int) -> View:
        """Return the view of a player: all that it is told now."""

    def hidden(self, player: int) -> View:
        """Return the hidden parts of the world: what a player should not know."""

    def resample(self, player: int, seed: int) -> Self | None:
        """Return another world that ``player`` cannot tell from this one, by the environment's own resampler."""


def values_of(name: str, value: object) -> Iterator[tuple[str, Hashable]]:
    """Yield the parts of an observation by name, arrays as tuples of numbers."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from values_of(f"{name}.{key}", part)
    elif isinstance(value, str | bool | int | float | None):
        yield name, value
    else:
        yield name, tuple(np.ravel(np.asarray(value)).tolist())


def digest(value: Hashable) -> bytes:
    """Return eight bytes that stand for a value: Python's ``hash`` is the same for -1 and -2."""
    return hashlib.blake2b(repr(value).encode(), digest_size=8).digest()


Resampler = Callable[[Subject, Subject, int], Subject]
"""Returns another environment (state) from one, a player, and a seed; it changes nothing in the first."""
Inside = Callable[[Subject], Mapping[str, object]]
"""Returns what is hidden in an environment (state), by names."""

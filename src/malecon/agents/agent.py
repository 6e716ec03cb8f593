"""The agent: a computer player that decides for a seat, from what that seat may know and nothing else.

An agent gets a match and its seat. Before it looks at the position, everything that the seat cannot know is replaced
by a guess (``known_to``), so there is nothing that it could peek at: two positions that look the same to the seat give
the same move for the same key.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from malecon.core import contract
from malecon.core.match import Match
from malecon.core.untyped import AnyState

KEY_BITS = 62


class Advice(NamedTuple):
    """An agent's opinion of a move.

    Attributes:
        move: in notation.
        worth: its value: an expected share of the victory (0 to 1) for an agent that searches, else points.
        visits: how often it was tried.
    """

    move: str
    worth: float
    visits: int


class Agent(Protocol):
    """A computer player; ``name`` is that of the level."""

    name: str

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return all legal moves of ``seat``, the best first; the match is left as it is.

        ``key``: 0 to 2**62 - 1; equal keys give equal advice, unless time limits it. Without it a random one is taken.
        """
        ...

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return the move that the agent makes for ``seat``: the first that it advises."""
        return self.advise(match, seat, key)[0].move


def known_to(match: Match, seat: int, key: int) -> AnyState:
    """Return the position as ``seat`` knows it: a copy in which all that is hidden is guessed."""
    state = match.state.copy()
    contract.guess(state, seat, key)
    return state


def key_or_random(key: int | None) -> int:
    """Return a key, a random one for ``None``."""
    return secrets.randbits(KEY_BITS) if key is None else key

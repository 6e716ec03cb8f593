"""The agent: a computer player that decides for a seat, from what that seat may know and nothing else.

An agent gets a match and its seat. Before it looks at the position, everything that the seat cannot know is replaced
by a guess (``known_to``), so there is nothing that it could peek at: two positions that look the same to the seat give
the same move for the same key.

The simplest players are here too: one at random, and one that evaluates moves by a few continuations.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from malecon.agents.rollouts import evaluate_moves, new_workspace
from malecon.core import contract
from malecon.core.match import Match
from malecon.core.math import draw, new_source, shuffle
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


@dataclass(frozen=True, slots=True)
class RandomPlayer(Agent):
    """Makes any legal move, each equally likely."""

    name: str = "random"

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves in random order, all worth nothing."""
        source = new_source(key_or_random(key))
        moves = list(match.legal(seat))
        return [Advice(moves.pop(draw(source, len(moves))), 0.0, 0) for _ in range(len(moves))]


@dataclass(frozen=True, slots=True)
class RolloutPlayer(Agent):
    """Plays a number of continuations of every move up to the next pause of the game (``agents/rollouts.py``)."""

    name: str
    samples: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves by mean value, in points; equals in random order."""
        key = key_or_random(key)
        game, state, source = match.game, known_to(match, seat, key), new_source(key)
        actions = np.zeros(game.widest, np.int16)
        actions = actions[: contract.legal(state, seat, actions)]
        values = evaluate_moves(new_workspace(game, source), state, seat, actions, self.samples)
        order = np.arange(len(actions))
        shuffle(source, order, len(order))  # of equals none comes first for its number
        best_first = order[np.argsort(-values[order], kind="stable")]
        return [Advice(game.notation.format(int(actions[i])), float(values[i]), self.samples) for i in best_first]

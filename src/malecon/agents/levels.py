"""The computer players that come with the product, by name.

An agent gets a match and its seat. Before it looks at the position, everything that the seat cannot know is replaced
by a guess (``known_to``), so there is nothing that it could peek at: two positions that look the same to the seat give
the same move for the same key.
"""

import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from malecon.agents.planner import weigh
from malecon.core import contract
from malecon.core.journal import new_journal
from malecon.core.match import Match
from malecon.core.random import draw, new_source, shuffle

KEY_BITS = 62
NAMES = ("Rosa", "Mateo", "Inés", "Tomás", "Elena")
"""Of computer players."""


class Agent(Protocol):
    """Somebody who can decide for a seat."""

    @property
    def name(self) -> str:
        """Return the name of the level."""
        ...

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[tuple[str, float]]:
        """Return all legal moves of ``seat`` with what each is worth to the agent, best first.

        ``key``: 0 to 2**62 - 1; equal keys give equal advice. Without it a random one is taken.
        """
        ...

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return the move that the agent makes for ``seat``; the match is left as it is."""
        ...


def known_to(match: Match, seat: int, key: int) -> Any:
    """Return the position as ``seat`` knows it: a copy in which all that is hidden is guessed."""
    state = match.state.copy()
    contract.guess(state, seat, key)
    return state


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Makes any legal move, each equally likely."""

    name: str = "random"

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[tuple[str, float]]:
        """Return the legal moves in random order, all worth nothing."""
        source = new_source(secrets.randbits(KEY_BITS) if key is None else key)
        moves = list(match.legal(seat))
        return [(moves.pop(draw(source, len(moves))), 0.0) for _ in range(len(moves))]

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return a random legal move."""
        return self.advise(match, seat, key)[0][0]


@dataclass(frozen=True, slots=True)
class Planner:
    """Plays a number of continuations of every move up to the next pause of the game (``agents/planner.py``)."""

    name: str
    samples: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[tuple[str, float]]:
        """Return the legal moves by mean worth, in points; equals in random order."""
        key = secrets.randbits(KEY_BITS) if key is None else key
        game, state = match.game, known_to(match, seat, key)
        actions, room = np.zeros((2, game.widest), np.int16)
        worth = np.zeros(game.widest)
        boards = np.zeros(2, game.state)
        journal = new_journal(is_open=False)
        source = new_source(key)
        n = weigh(state, boards, seat, self.samples, source, actions, room, worth, journal)
        mixed = np.arange(n)
        shuffle(source, mixed, n)  # of equals none comes first for its number
        best_first = mixed[np.argsort(-worth[mixed], kind="stable")]
        return [(game.notation.format(int(actions[i])), float(worth[i])) for i in best_first]

    def choose(self, match: Match, seat: int, key: int | None = None) -> str:
        """Return the move of the highest mean worth."""
        return self.advise(match, seat, key)[0][0]


LEVELS: dict[str, Agent] = {agent.name: agent for agent in (RandomPlayer(), Planner("easy", samples=8))}
"""The levels by name, the weakest first."""


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Yield names for computer players that nobody else has; five, less those."""
    return (name for name in NAMES if name not in taken)

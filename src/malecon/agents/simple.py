"""The simplest players: one at random, and one that plans to the next pause of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.planner import weigh
from malecon.core.journal import new_journal
from malecon.core.match import Match
from malecon.core.random import draw, new_source, shuffle


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
class Planner(Agent):
    """Plays a number of continuations of every move up to the next pause of the game (``agents/planner.py``)."""

    name: str
    samples: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves by mean worth, in points; equals in random order."""
        key = key_or_random(key)
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
        return [Advice(game.notation.format(int(actions[i])), float(worth[i]), self.samples) for i in best_first]

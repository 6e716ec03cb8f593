"""The simplest players: one at random, and one that evaluates moves by a few continuations."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from malecon.agents.agent import Advice, Agent, key_or_random, known_to
from malecon.agents.greedy import new_workspace
from malecon.agents.rollouts import evaluate_moves
from malecon.core import contract
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

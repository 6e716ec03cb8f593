"""Opponents in a batch: each is asked about all games at once in which one of its seats is to act."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import Agent
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.research.envs.opponents import Opponent, find_opponent
from malecon.research.envs.policies import Policy, checked_logits, is_agent


class Asking(Protocol):
    """The part of a batch that an opponent needs (``batch_engine.BatchEngine``)."""

    game: Game

    def observations(self, which: NDArray[np.int64]) -> NDArray[np.generic]:
        """Return the observations of the seats that are asked in some games."""
        ...

    def masks(self, which: NDArray[np.int64]) -> NDArray[np.int8]:
        """Return the masks of legal actions in some games."""
        ...

    def draw_for(self, which: NDArray[np.int64], logits: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return actions that are drawn by logits in some games."""
        ...

    def question(self, game: int) -> tuple[Match, int, int]:
        """Return a match that begins with the position that the asked seat of a game knows, the seat, and a key."""
        ...


Player = Callable[[Asking, NDArray[np.int64]], NDArray[np.int64]]
"""Returns actions for some games (int64 ``[m]``) of a batch."""


def player_for(opponent: Opponent) -> Player:
    """Return the function that chooses the actions of an opponent; raise ``UsageError`` for an unknown one."""
    found = find_opponent(opponent, "opponents")
    return partial(_ask_agent, found) if is_agent(found) else partial(_ask_policy, found)


def _ask_policy(policy: Policy, batch: Asking, which: NDArray[np.int64]) -> NDArray[np.int64]:
    masks = batch.masks(which)
    return batch.draw_for(which, checked_logits(policy(batch.observations(which), masks), masks.shape))


def _ask_agent(agent: Agent, batch: Asking, which: NDArray[np.int64]) -> NDArray[np.int64]:
    parse = batch.game.notation.parse
    return np.array([parse(agent.choose(*batch.question(int(game)))) for game in which], np.int64)

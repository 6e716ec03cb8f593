"""Policies, and who plays the other seats of an environment.

A policy is a function of a batch: from observations ``[n, size]`` and masks (int8 ``[n, actions]``, 1 is legal) to
logits ``[n, actions]``. An action is drawn with the probabilities of their softmax over the legal ones.
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS, Agent
from malecon.agents.matches import find_agent
from malecon.core.errors import UsageError
from malecon.core.match import Match
from malecon.research.environment import Table

Policy = Callable[[NDArray[np.generic], NDArray[np.int8]], NDArray[np.floating]]
Opponent = str | Agent | Policy
"""A level, or another computer player by its name; a computer player; or a policy."""
LEAST = -1e300
"""Lower logits count as this one, so that there is a legal action even if all are minus infinity."""
Chooser = Callable[[Table, int], int]
"""Returns the action that it chooses for an awaited seat of a table."""


def choosers(opponents: Opponent | Sequence[Opponent], count: int) -> list[Chooser]:
    """Return who plays each of ``count`` seats: one for all, or one for each.

    Raises:
        UsageError: there are not as many as seats, or there is no such computer player.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * count
    if len(opponents) != count:
        raise UsageError(f"opponents: are {len(opponents)}, but must be one, or {count}: one for each other seat")
    return [*map(_chooser, opponents)]


def _chooser(opponent: Opponent) -> Chooser:
    if opponent == "random":
        return Table.draw
    if isinstance(opponent, str):
        return partial(_ask_agent, find_agent(opponent))
    return partial(_ask_policy, opponent) if callable(opponent) else partial(_ask_agent, opponent)


def _ask_agent(agent: Agent, table: Table, seat: int) -> int:
    """Return the action of a computer player, which gets a match that begins with the position."""
    move = agent.choose(Match(table.game, table.state), seat, int(table.chance.integers(1 << KEY_BITS)))
    return table.game.notation.parse(move)


def _ask_policy(policy: Policy, table: Table, seat: int) -> int:
    """Return an action of a policy."""
    seen = table.observe(seat)
    mask = seen["action_mask"][None]
    return int(draw_actions(policy(seen["observation"][None], mask), mask, table.chance)[0])


def draw_actions(
    logits: NDArray[np.floating], masks: NDArray[np.int8], rng: np.random.Generator | Sequence[np.random.Generator]
) -> NDArray[np.int64]:
    """Return a legal action of each row (int64 ``[n]``), drawn by the softmax of ``logits``.

    The greatest of logits with Gumbel noise has the distribution of their softmax (E. Gumbel, 1954).

    Args:
        logits: ``[n, actions]``.
        masks: int8 ``[n, actions]``, 1 is legal.
        rng: random numbers for all rows, or one generator for each; consumed.

    Raises:
        UsageError: ``logits`` have not the shape of ``masks``, or are not numbers.
    """
    logits = np.asarray(logits, np.float64)
    if logits.shape != masks.shape:
        raise UsageError(f"logits: have the shape {logits.shape}, but must have {masks.shape}")
    if np.isnan(logits[masks == 1]).any():
        raise UsageError("logits: are not numbers (NaN) for a legal action")
    if isinstance(rng, np.random.Generator):
        noise = rng.gumbel(size=logits.shape)
    else:
        noise = np.stack([each.gumbel(size=logits.shape[1]) for each in rng])
    chosen: NDArray[np.int64] = np.where(masks == 1, np.maximum(logits, LEAST) + noise, -np.inf).argmax(1)
    return chosen

"""The opponents in an environment, who play its other seats."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import numpy as np

from malecon.agents.agent import Agent, match_known_to
from malecon.agents.levels import without_clock
from malecon.core.batch_actions import choose_by_logits
from malecon.core.contract import NO_ACTION
from malecon.core.errors import UsageError
from malecon.core.random import draw_key, draw_unit
from malecon.research.envs.environment import Table
from malecon.research.envs.policies import Policy, checked_logits, find_player, is_agent, logits_error

Opponent = str | Agent | Policy
"""A level, or another computer player by its name, or a policy by its own; a computer player; or a policy."""
Chooser = Callable[[Table, int], int]
"""Returns the action that it chooses for an awaited seat of a table."""


def choosers(opponents: Opponent | Sequence[Opponent], count: int) -> list[Chooser]:
    """Return the choosers of ``count`` seats: one opponent for all, or one for each.

    Raises:
        UsageError: there are not as many as seats, or there is no such computer player.
    """
    return [*map(_chooser, cast(Sequence[Opponent], one_for_each(opponents, count)))]


def one_for_each(opponents: Opponent | Sequence[Opponent | None] | None, count: int) -> Sequence[Opponent | None]:
    """Return the opponents of ``count`` seats: one for all, or one for each; ``None`` for nobody.

    Raises:
        UsageError: there are not as many as seats.
    """
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * count
    if len(opponents) != count:
        raise UsageError(f"opponents: are {len(opponents)}, but must be one, or {count}: one for each other seat")
    return opponents


def find_opponent(given: object, argument: str) -> Agent | Policy:
    """Return a computer player without its clock, or a policy; ``argument``: what gave it or its name, for errors.

    Raises:
        UsageError: it is neither, or there is none of the name.
    """
    found = find_player(given, argument)
    return without_clock(found) if is_agent(found) else found


def _chooser(opponent: Opponent) -> Chooser:
    if opponent == "random":
        return Table.draw
    found = find_opponent(opponent, "opponents")
    return partial(_ask_agent, found) if is_agent(found) else partial(_ask_policy, found)


def _ask_agent(agent: Agent, table: Table, seat: int) -> int:
    """Return the action of a computer player, which gets a match that begins with the position that it knows."""
    key = draw_key(table.source)
    return table.game.notation.parse(agent.choose(match_known_to(table.game, table.state, seat, key), seat, key))


def _ask_policy(policy: Policy, table: Table, seat: int) -> int:
    seen = table.observe(seat)
    mask = seen["action_mask"][None]
    legal = np.flatnonzero(mask).astype(np.int16)  # before a policy can write into the mask
    logits = checked_logits(policy(seen["observation"][None], mask), mask.shape)
    action, _ = choose_by_logits(logits[0], legal, len(legal), draw_unit(table.source))
    if action == NO_ACTION:
        raise logits_error(table.game, logits[0], legal, f"seat {seat}")
    return action

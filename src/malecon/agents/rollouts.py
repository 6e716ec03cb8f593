"""Flat Monte-Carlo evaluation of moves, to the next natural pause of the game (``contract.stage``); knows no game.

For every legal action a number of continuations is played: the unknown is guessed anew, the action is carried out, and
all players go on greedily until the stage has advanced. The action with the best mean value is the choice.

Source: G. Tesauro and G. Galperin, *On-line Policy Improvement using Monte-Carlo Search* (NIPS 1996), with playouts
that are cut and judged by a heuristic (their "truncated rollouts").
"""

import numpy as np
from numpy.typing import NDArray

from malecon.agents.greedy import CURRENT, Workspace, greedy_action
from malecon.core import contract
from malecon.core.bits import is_single, lowest
from malecon.core.jit import routine, rule
from malecon.core.random import draw_key


@routine
def evaluate_moves(
    workspace: Workspace, root: object, seat: int, actions: NDArray[np.int16], samples: int
) -> NDArray[np.float64]:
    """Return the mean value of each action of an awaited seat (float64 ``[n]``), in points.

    Args:
        workspace: overwritten; its random numbers are consumed.
        root: the position, left as it is; only what ``seat`` can know matters.
        seat: an awaited seat.
        actions: int16 ``[n]``, its legal actions.
        samples: continuations for each action.
    """
    values = np.zeros(len(actions))
    stage = contract.stage(root)
    for _ in range(samples):
        # all actions meet the same guesses (common random numbers), so that luck does not decide between them
        key = draw_key(workspace.source)
        for i in range(len(actions)):
            workspace.memory.states[CURRENT] = root
            state = workspace.memory.states[CURRENT]
            contract.guess(state, seat, key)
            contract.apply(state, seat, actions[i], workspace.journal)
            play_past(workspace, state, stage)
            values[i] += contract.evaluate(state, seat) / samples
    return values


@rule
def play_past(workspace: Workspace, state: object, stage: int) -> None:
    """Play on in ``state``, in place, until it has passed ``stage`` or the game is over."""
    while contract.awaiting(state) != 0 and contract.stage(state) <= stage:
        awaited = contract.awaiting(state)
        seat = lowest(awaited)
        # What several choose in secret at the same time shows only when all have chosen: the next position says
        # nothing about it, so it is drawn.
        if is_single(awaited):
            action = greedy_action(workspace, state, seat)
        else:
            action = contract.sample(state, seat, workspace.source)
        contract.apply(state, seat, action, workspace.journal)

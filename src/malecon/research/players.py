"""Players of many games at once: each is asked for its actions in all games in which it is to move.

A policy gets them as one batch. A computer player gets a match for each, and thinks in the processes of an executor.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS, Agent
from malecon.agents.levels import without_clock
from malecon.agents.matches import find_agent
from malecon.core.errors import ParseError, UsageError, shortened
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.research.environment import Table
from malecon.research.policies import Opponent, Policy, draw_actions

NO_MOVE = -1
"""The action of a player whose move is not in the notation of the game: it is illegal."""
AT_ONCE = 4
"""Decisions of a computer player that a process gets together."""


class Turn(NamedTuple):
    """An awaited seat of a table."""

    table: Table
    seat: int


class Answer(NamedTuple):
    """An action, which may be illegal, and the seconds that it took."""

    action: int
    seconds: float


Answers = Callable[[], Sequence[Answer]]
"""Waits for the answers, one for each turn."""
Player = Callable[[Sequence[Turn]], Answers]
"""Begins to think."""


def find_opponent(given: object) -> Agent | Policy:
    """Return a computer player without its clock, one of a name, or a policy.

    Raises:
        UsageError: it is none of them, or there is none of the name.
    """
    found = find_agent(given) if isinstance(given, str) else given
    if isinstance(getattr(found, "name", None), str) and callable(getattr(found, "choose", None)):
        return without_clock(found)  # type: ignore[arg-type]  # it has what an agent has
    if callable(found):
        return found
    raise UsageError(f"policy: is {shortened(given)}, but must be a function, a computer player, or the name of one")


def player_of(opponent: Opponent, executor: Executor) -> Player:
    """Return the player of a policy, or of a computer player that thinks in an executor."""
    found = find_opponent(opponent)
    if callable(found):
        return partial(_ask_policy, found)
    return _draw if found.name == "random" else partial(_ask_agent, found, executor)


def _draw(turns: Sequence[Turn]) -> Answers:
    """Draw legal actions, each equally likely."""
    return lambda: [Answer(table.draw(seat), 0.0) for table, seat in turns]


def _ask_policy(policy: Policy, turns: Sequence[Turn]) -> Answers:
    """Ask a policy about all turns in one batch."""
    return lambda: _policy_answers(policy, turns) if turns else []


def _policy_answers(policy: Policy, turns: Sequence[Turn]) -> list[Answer]:
    """Return the actions that are drawn by the logits of a policy."""
    began = time.perf_counter()
    seen = [table.observe(seat) for table, seat in turns]
    observations = np.stack([each["observation"] for each in seen])
    masks = np.stack([each["action_mask"] for each in seen])
    padded = _padding(len(turns))
    logits = np.asarray(policy(observations[padded], masks[padded]))
    if logits.shape != (len(padded), masks.shape[1]):
        raise UsageError(f"logits: have the shape {logits.shape}, but must have {(len(padded), masks.shape[1])}")
    actions = draw_actions(logits[: len(turns)], masks, [table.chance for table, _ in turns])
    seconds = (time.perf_counter() - began) / len(turns)
    return [Answer(int(action), seconds) for action in actions]


def _padding(rows: int) -> NDArray[np.intp]:
    """Return the rows of a batch, the last one repeated up to a power of two: a compiled policy meets few shapes.

    >>> _padding(3)
    array([0, 1, 2, 2])
    """
    return np.minimum(np.arange(1 << (rows - 1).bit_length()), rows - 1)


def _ask_agent(agent: Agent, executor: Executor, turns: Sequence[Turn]) -> Answers:
    """Let processes think about some turns each."""
    parts = [turns[first : first + AT_ONCE] for first in range(0, len(turns), AT_ONCE)]
    futures = [
        executor.submit(
            _agent_answers,
            agent,
            part[0].table.game,
            [table.state.tobytes() for table, _ in part],
            [(seat, int(table.chance.integers(1 << KEY_BITS))) for table, seat in part],
        )
        for part in parts
    ]
    return lambda: [answer for future in futures for answer in future.result()]


def _agent_answers(agent: Agent, game: Game, states: Sequence[bytes], asked: Sequence[tuple[int, int]]) -> list[Answer]:
    """Return the actions of a computer player in some states; ``asked``: by state, the seat and a key for chance."""
    answers = []
    for state, (seat, key) in zip(states, asked, strict=True):
        match, began = Match(game, np.frombuffer(state, game.state)[0]), time.perf_counter()
        move = agent.choose(match, seat, key)
        seconds = time.perf_counter() - began
        try:
            answers.append(Answer(game.notation.parse(move), seconds))
        except ParseError:
            answers.append(Answer(NO_MOVE, seconds))
    return answers

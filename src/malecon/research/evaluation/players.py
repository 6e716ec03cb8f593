"""Players of many games at once: each is asked for its actions in all games in which it is to move.

A policy gets them as one batch. A computer player gets a match for each, and thinks in the processes of an executor.
What a player raises has a note that names the player and what it was asked about.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS, Agent, match_known_to
from malecon.core.errors import ParseError
from malecon.core.game import Game
from malecon.research.envs.environment import Table
from malecon.research.envs.policies import (
    Policy,
    checked_logits,
    draw_actions,
    first_faulty,
    is_agent,
    logits_error,
)
from malecon.research.evaluation.results import Usage

NO_MOVE = -1
"""The action of a player whose move is not in the notation of the game: it is illegal."""
AT_ONCE = 4
"""Decisions of a computer player that a process gets together."""


NAMED = 3
"""Decisions that a note names, at most."""


class Turn(NamedTuple):
    """An awaited seat of a table.

    Attributes:
        table, seat: the table and the seat.
        where: words for both, such as ``deal 5, seat 0``.
    """

    table: Table
    seat: int
    where: str


class Answer(NamedTuple):
    """An action, which may be illegal, or ``None`` if the player gives the decision up; and what it took."""

    action: int | None
    seconds: float
    usage: Usage = Usage()


class Decision(NamedTuple):
    """What an agent's method ``decide_with_usage`` returns, if it has one: a move, in notation, and what it took.

    Without a move the decision is given up: it counts as an illegal action, and a legal one is drawn, on a strict table
    too.
    """

    move: str | None
    usage: Usage


Answers = Callable[[], Sequence[Answer]]
"""Waits for the answers, one for each turn."""
Player = Callable[[Sequence[Turn]], Answers]
"""Begins to think."""


def player_of(opponent: Agent | Policy, name: str, executor: Executor) -> Player:
    """Return the player of a policy, or of a computer player that thinks in an executor; ``name``: for errors."""
    if not is_agent(opponent):
        return partial(_ask_policy, opponent, name)
    return _draw if opponent.name == "random" else partial(_ask_agent, opponent, name, executor)


def note_of(name: str, game: Game, where: Sequence[str]) -> str:
    """Return the note for an error about some decisions of a player."""
    more = len(where) - NAMED
    return f"{name}: {game.name}, {'; '.join(where[:NAMED])}{f'; and {more} more' if more > 0 else ''}"


def _draw(turns: Sequence[Turn]) -> Answers:
    """Draw legal actions, each equally likely."""
    return lambda: [Answer(turn.table.draw(turn.seat), 0.0) for turn in turns]


def _ask_policy(policy: Policy, name: str, turns: Sequence[Turn]) -> Answers:
    """Ask a policy about all turns in one batch."""
    return lambda: _policy_answers(policy, name, turns) if turns else []


def _policy_answers(policy: Policy, name: str, turns: Sequence[Turn]) -> list[Answer]:
    """Return the actions that are drawn by the logits of a policy."""
    began = time.perf_counter()
    seen = [turn.table.observe(turn.seat) for turn in turns]
    observations = np.stack([each["observation"] for each in seen])
    masks = np.stack([each["action_mask"] for each in seen])
    padded, game = _padding(len(turns)), turns[0].table.game
    try:
        returned = policy(observations[padded], masks[padded])
    except Exception as error:
        error.add_note(note_of(name, game, [turn.where for turn in turns]))
        raise
    logits = checked_logits(returned, (len(padded), masks.shape[1]))[: len(turns)]
    faulty = first_faulty(logits, masks)
    if faulty is not None:
        where = f"{name}, {game.name}, {turns[faulty].where}"
        raise logits_error(game, logits[faulty], np.flatnonzero(masks[faulty]), where)
    actions = draw_actions(logits, masks, [turn.table.chance for turn in turns])
    seconds = (time.perf_counter() - began) / len(turns)
    return [Answer(int(action), seconds) for action in actions]


def _padding(rows: int) -> NDArray[np.intp]:
    """Return the rows of a batch, the last one repeated up to a power of two: a compiled policy meets few shapes.

    >>> _padding(3)
    array([0, 1, 2, 2])
    """
    return np.minimum(np.arange(1 << (rows - 1).bit_length()), rows - 1)


def _ask_agent(agent: Agent, name: str, executor: Executor, turns: Sequence[Turn]) -> Answers:
    """Let processes think about some turns each."""
    parts = [turns[first : first + AT_ONCE] for first in range(0, len(turns), AT_ONCE)]
    futures = [
        executor.submit(
            _agent_answers,
            agent,
            name,
            part[0].table.game,
            [turn.table.state.tobytes() for turn in part],
            [(turn.seat, int(turn.table.chance.integers(1 << KEY_BITS)), turn.where) for turn in part],
        )
        for part in parts
    ]
    return lambda: [answer for future in futures for answer in future.result()]


def _agent_answers(
    agent: Agent, name: str, game: Game, states: Sequence[bytes], asked: Sequence[tuple[int, int, str]]
) -> list[Answer]:
    """Return the actions of a computer player in some states; ``asked``: by state, seat, key for chance, and words.

    It gets matches that begin with the positions that it knows.
    """
    answers = []
    for state, (seat, key, where) in zip(states, asked, strict=True):
        match = match_known_to(game, np.frombuffer(state, game.state)[0], seat, key)
        began = time.perf_counter()
        try:
            if callable(decide := getattr(agent, "decide_with_usage", None)):
                move, usage = decide(match, seat, key)
            else:
                move, usage = agent.choose(match, seat, key), Usage()
        except Exception as error:
            error.add_note(note_of(name, game, [where]))
            raise
        answers.append(Answer(_action_of(move, game), time.perf_counter() - began, usage))
    return answers


def _action_of(move: str | None, game: Game) -> int | None:
    """Return the action of a move, ``NO_MOVE`` for a text that is none; ``None`` for no move."""
    try:
        return None if move is None else game.notation.parse(move)
    except ParseError:
        return NO_MOVE

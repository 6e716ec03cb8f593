"""The agent: a computer player that decides for a seat, from what that seat may know and nothing else.

An agent gets a match and its seat. Before it looks at the position, everything that the seat cannot know is replaced
by a guess (``known_to``), so there is nothing that it could peek at: two positions that look the same to the seat give
the same move for the same key.

The simplest players are here too: one at random, and one that evaluates moves by a few continuations (flat Monte-Carlo
evaluation). A look at the next position gives the greedy action, by which players continue a game in their head. For
every legal action a number of continuations is played: the unknown is guessed anew, the action is carried out, and all
players go on greedily to the next natural pause of the game (``contract.stage``). The action with the best mean value
is the choice. Source: G. Tesauro and G. Galperin, *On-line Policy Improvement using Monte-Carlo Search* (NIPS 1996),
with playouts that are cut and judged by a heuristic (their "truncated rollouts").
"""

import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, contract
from malecon.core.bit_set import is_single, lowest
from malecon.core.contract import Journal, new_journal
from malecon.core.engine import Event
from malecon.core.fields import Field, record_of
from malecon.core.game import Game
from malecon.core.game_parts import GameParts
from malecon.core.jit import routine, rule
from malecon.core.match import Match
from malecon.core.narration import known_events
from malecon.core.random import KNOWN_KEY, Source, derived_key, draw, draw_key, new_source, shuffle

MOST_TRIED = 8
"""Actions of which a seat chooses in a continuation."""
CURRENT, TRIAL = 0, 1
"""Indices into ``Workspace.states``."""


class Memory(Protocol):
    """The fields of a record in which positions are played on.

    Attributes:
        states: ``Game.state`` [2]: ``CURRENT``, the position that is played on, and ``TRIAL``, a copy to try an action.
        actions: int16 [``Game.widest``], legal actions of the seat that chooses.
    """

    states: NDArray[np.void]
    actions: NDArray[np.int16]


class Workspace(NamedTuple):
    """Memory and chance of a player that plays on in its head; compiled code allocates nothing while it does.

    Attributes:
        memory: overwritten.
        source: random numbers, consumed.
        journal: a closed journal.
    """

    memory: Memory
    source: Source
    journal: Journal


def new_workspace(game: GameParts, source: Source) -> Workspace:
    """Return a workspace for states of a game."""
    fields = {"states": Field(game.state, (2,)), "actions": Field(np.int16, (game.widest,))}
    memory: Memory = np.zeros(1, record_of(__name__, f"{game.name}_memory", fields))[0]
    return Workspace(memory, source, new_journal(is_open=False))


@rule
def greedy_action(workspace: Workspace, state: object, seat: int) -> int:
    """Return the action after which ``state`` looks best for an awaited seat (``contract.evaluate``).

    Each of several best is equally likely. ``state`` is left as it is; ``TRIAL`` and ``actions`` are overwritten.
    """
    states, actions, source = workspace.memory.states, workspace.memory.actions, workspace.source
    n = contract.legal(state, seat, actions)
    best, best_value, equals = int(actions[0]), -np.inf, 0
    for i in range(min(n, MOST_TRIED)):
        # Of many actions a few are drawn without replacement (Fisher-Yates, as far as needed): trying all of them at
        # every step of a continuation would cost more than a better choice brings.
        if n > MOST_TRIED:
            other = i + draw(source, n - i)
            drawn = int(actions[other])
            actions[other] = actions[i]
            actions[i] = drawn
        states[TRIAL] = state
        contract.apply(states[TRIAL], seat, actions[i], workspace.journal)
        value = contract.evaluate(states[TRIAL], seat)
        if value > best_value:
            best, best_value, equals = int(actions[i]), value, 1
        elif value == best_value:
            # reservoir sampling: the k-th of equals replaces the one before with a chance of 1 / k
            equals += 1
            if draw(source, equals) == 0:
                best = int(actions[i])
    return best


@routine
def _evaluate_moves(
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
            _play_past(workspace, state, stage)
            values[i] += contract.evaluate(state, seat) / samples
    return values


@rule
def _play_past(workspace: Workspace, state: object, stage: int) -> None:
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


KEY_BITS = 62


class Advice(NamedTuple):
    """An agent's opinion of a move.

    Attributes:
        move: in notation.
        worth: its value: an expected share of the victory (0 to 1) for an agent that searches, a probability for one
            that has only a policy, else points.
        visits: how often it was tried.
        line: the further moves of the same player that the agent expects then, as far as it knows.
    """

    move: str
    worth: float
    visits: int
    line: tuple[str, ...] = ()


CLOSE = 0.03
"""Two moves are about equally good if their shares of the victory differ by less."""


def tried(advice: Sequence[Advice]) -> list[Advice]:
    """Return the moves of which something is known, the best first: those that a search tried; without a search all."""
    return [each for each in advice if each.visits] or [*advice]


def worse_than_best(advice: Sequence[Advice]) -> int:
    """Return the place of the first move that is clearly worse than the best; 0 if none is."""
    return next((place for place, each in enumerate(advice) if advice[0].worth - each.worth >= CLOSE), 0)


def line_events(match: Match, seat: int, moves: Sequence[str]) -> tuple[Event, ...]:
    """Return the events of successive moves of a seat, up to the first that is new or ends its turn."""
    return tuple(event for events in known_line(match, seat, moves) for event in events)


def known_line(match: Match, seat: int, moves: Sequence[str]) -> list[tuple[Event, ...]]:
    """Return the events of each of successive moves of a seat, up to the first event that is new or ends its turn."""
    done, line = match.copy(), list[tuple[Event, ...]]()
    for move in moves:
        if seat not in done.to_move or move not in done.legal(seat):
            break
        happened = [event.seen_by(seat) for event in done.play(seat, move)]
        line.append(tuple(known_events(happened)))
        if len(line[-1]) < len(happened):
            break
    return line


def distinct_turns(advice: Sequence[Advice], match: Match, seat: int) -> Iterator[Advice]:
    """Yield the advice of a seat, but of moves that make the same turn in another order only the first."""
    turns = set[object]()
    for each in advice:
        events = line_events(match, seat, (each.move, *each.line))
        turn = frozenset(Counter(events).items()) or each.move
        if turn not in turns:
            turns.add(turn)
            yield each


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
    """Return the position as ``seat`` knows it: a copy in which all that is hidden is guessed.

    Raises:
        UsageError: the game cannot guess it (``Game.has_guess``).
    """
    state = match.state.copy()
    match.game.guess(state, seat, key)
    return state


def match_known_to(game: Game, state: AnyState, seat: int, key: int) -> Match:
    """Return a match that begins with a position as ``seat`` knows it, for an agent that may peek.

    ``key``: of the agent; the guess has another one. ``UsageError`` if the game cannot guess.
    """
    known = state.copy()
    game.guess(known, seat, derived_key(key, KNOWN_KEY, 0))
    return Match(game, known)


def key_or_random(key: int | None) -> int:
    """Return a key, a random one for ``None``."""
    return secrets.randbits(KEY_BITS) if key is None else key


RANDOM = "random"
"""The level that does not think."""


@dataclass(frozen=True, slots=True)
class RandomPlayer(Agent):
    """Makes any legal move, each equally likely."""

    name: str = RANDOM

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves in random order, all worth nothing."""
        source = new_source(key_or_random(key))
        moves = list(match.legal(seat))
        return [Advice(moves.pop(draw(source, len(moves))), 0.0, 0) for _ in range(len(moves))]


@dataclass(frozen=True, slots=True)
class RolloutPlayer(Agent):
    """Plays a number of continuations of every move up to the next pause of the game (``agents/agent.py``)."""

    name: str
    samples: int

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the legal moves by mean value, in points; equals in random order."""
        key = key_or_random(key)
        game, state, source = match.game, known_to(match, seat, key), new_source(key)
        actions = np.zeros(game.widest, np.int16)
        actions = actions[: contract.legal(state, seat, actions)]
        values = _evaluate_moves(new_workspace(game, source), state, seat, actions, self.samples)
        order = np.arange(len(actions))
        shuffle(source, order, len(order))  # of equals none comes first for its number
        best_first = order[np.argsort(-values[order], kind="stable")]
        return [Advice(game.notation.format(int(actions[i])), float(values[i]), self.samples) for i in best_first]


class PolicyPlayer(Agent):
    """Plays by the game's policy, at little cost: it stands in for a computer player that does not answer.

    Where the policy has no action, each move is judged by one continuation, as ``RolloutPlayer`` does by several.
    Plain it takes some 20 ms a decision, and less than a second where there are hundreds of moves.
    """

    name: str = "policy"

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        """Return the move of the policy alone, worth nothing; or the legal moves by the value of one continuation."""
        key = key_or_random(key)
        action = int(contract.policy(known_to(match, seat, key), seat, new_source(key)))
        if action != contract.NO_ACTION:
            return [Advice(match.game.notation.format(action), 0.0, 0)]
        return RolloutPlayer(self.name, samples=1).advise(match, seat, key)

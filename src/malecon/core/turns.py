"""The turns of a game that asks questions: the part of the contract that is the same in every such game.

A state has the fields ``question`` (a place in the game's list: its steps, then its questions, then the end),
``answers`` (a bit set, or ``MANY``), ``awaited`` (a bit set of seats), ``seats`` and ``points``. Each function here is
compiled once for each game, with that game's rules in it (``jit.by_game``). What a game adds (``register_turns``):

- ``lay_out(state, journal)``: the set-up, up to the first question.
- ``step(state, journal)``: the step that comes next without anybody's choice.
- ``mover(state) -> int``: the seat whose turn it is.
- ``is_best(state, seat) -> bool``: whether the seat is among those who win, once the game is over.
- ``answer(state, seat, given, journal)``: an answer to the question, carried out.
- ``asked(state) -> int``: the seats that the question goes to, as a bit set.
- ``first_action(state) -> int``: the action that is answer 0 to the question.
- ``is_step(state)``, ``is_end(state)``: whether the next is no question, but a step or the end.
- ``list_many(state, seat, first, out) -> int``, ``sample_many(state, seat, source) -> int``: the answers to a question
  with ``MANY`` of them, ascending, each raised by ``first``; and one of them, each equally likely.

What computer players ask of a game besides is answered here by its points (``BY_POINTS``), unless it has its own; and
it has no secret choices, unless it says what they are.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core.actions import MANY
from malecon.core.bit_set import bit, has, is_single, lowest, nth, share_one, size_of, write_members
from malecon.core.contract import NO_ACTION, Journal
from malecon.core.fields import AnyDtype
from malecon.core.jit import AnyFunction, answer_of, by_game, makes_no_array, register, routine, rule
from malecon.core.network import Network
from malecon.core.random import Source, draw, set_key


class Asking(Protocol):
    """The field of a state that says what is asked."""

    question: int


lay_out = by_game("lay_out")
step = by_game("step")
mover = by_game("mover", is_look_up=True)
is_best = by_game("is_best")
answer = by_game("answer")
asked = by_game("asked", is_look_up=True)
first_action = by_game("first_action", is_look_up=True)
is_step = by_game("is_step", is_look_up=True)
is_end = by_game("is_end", is_look_up=True)
list_many = by_game("list_many")
sample_many = by_game("sample_many")


@routine
def start(state: AnyState, key: int, journal: Journal) -> None:
    """Carry out the set-up of a new table, in place; all chance comes from ``key``, an int64."""
    set_key(state, key)
    lay_out(state, journal)
    state.awaited = asked(state)


@rule
def over(state: AnyState) -> bool:
    """Tell whether the game has ended."""
    return is_end(state)


@rule
def awaiting(state: AnyState) -> int:
    """Return the seats that may act now, as a bit set."""
    return state.awaited


@routine
@makes_no_array
def legal(state: AnyState, seat: int, out: NDArray[np.int16]) -> int:
    """Fill ``out`` with the legal actions of ``seat``, ascending, and return how many."""
    if not has(state.awaited, seat):
        return 0
    if state.answers == MANY:
        return list_many(state, seat, first_action(state), out)
    return write_members(state.answers, first_action(state), 0, out)


@rule
def sample(state: AnyState, seat: int, source: Source) -> int:
    """Return a random legal action of an awaited ``seat``, each equally likely; consumes ``source``."""
    if state.answers == MANY:
        return first_action(state) + sample_many(state, seat, source)
    return first_action(state) + nth(state.answers, draw(source, size_of(state.answers)))


@routine
def apply(state: AnyState, seat: int, action: int, journal: Journal) -> None:
    """Carry out a legal action in place, and run on to the next decision: steps, and questions with a single answer."""
    given = int(action) - first_action(state)
    while True:
        answer(state, seat, given, journal)
        while is_step(state):
            step(state, journal)
        if not is_single(state.answers):
            break
        seat = mover(state)
        given = lowest(state.answers)
    state.awaited = asked(state)


@rule
def points(state: AnyState, out: NDArray[np.int16]) -> None:
    """Copy the points of each seat into ``out``."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@rule
@makes_no_array
def outcome(state: AnyState, out: NDArray[np.float64]) -> None:
    """Share the victory among the best; zeros before the end."""
    winners = 0
    for seat in range(state.seats):
        if is_end(state) and is_best(state, seat):
            winners += bit(seat)
    share_one(winners, out, state.seats)


@rule
def evaluate(state: AnyState, seat: int) -> float:
    """Return the points of a seat."""
    return float(state.points[seat])


@rule
def policy(state: AnyState, seat: int, source: Source) -> int:
    """Return that the game has no advice."""
    return NO_ACTION


@rule
def stage(state: AnyState) -> int:
    """Return that there was no pause: a look ahead goes to the end of the game."""
    return 0


@rule
def reopen(state: AnyState, seat: int, limits: NDArray[np.int16]) -> None:
    """Take nothing back: the game has no secret choices."""


@rule
def value_features(state: AnyState, seat: int, out: NDArray[np.float32]) -> None:
    """Write the points of a seat into ``out``."""
    out[0] = state.points[seat]


POINTS_NETWORK = Network(
    linear=np.array([1 / 8], np.float32),
    hidden_weights=np.zeros((1, 1), np.float32),
    hidden_bias=np.zeros(1, np.float32),
    output_weights=np.zeros(1, np.float32),
)
"""Eight points more make a win e times as likely."""


@rule
def value_network(state: AnyState) -> Network:
    """Return the network that makes a win logit of the points."""
    return POINTS_NETWORK


BY_POINTS = (evaluate, policy, stage, value_features, value_network)


def register_turns(dtype: AnyDtype, *own: AnyFunction, **named: AnyFunction) -> None:
    """Make these functions the answers of the game whose states are of ``dtype``, with its own, as ``jit.register``."""
    register(dtype, *(each for each in (reopen, *BY_POINTS) if answer_of(each.__name__, dtype) is None))
    register(dtype, start, over, awaiting, legal, sample, apply, points, outcome, *own, **named)

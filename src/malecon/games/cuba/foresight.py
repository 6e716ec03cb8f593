"""The position of Cuba after an answer that waits for its confirmation."""

from malecon.core.bit_set import is_single, lowest
from malecon.core.contract import Journal, new_journal
from malecon.core.jit import uncompiled
from malecon.games.cuba import asks
from malecon.games.cuba.cards import OTHER
from malecon.games.cuba.events import EVENTS
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.rules.foreman import go_on_using
from malecon.games.cuba.state import NONE, State

CONTROL = ("question", "answers", "mover", "turn")
"""The fields that say what the game waits for."""


def foresee(state: State, seat: int, action: int) -> tuple[State, int | None]:
    """Return a copy after an answer and what else is forced in the same action, and how many events that brings.

    What follows is left out, and so is the leaving of a ship that is filled under the harbour act. What is told only
    when it is confirmed (secret choices, laws, what shows something new) changes nothing, and its number of events is
    ``None``.
    """
    after, count, given = state.copy(), None, QUESTION_TABLE.of(action)[1]
    while True:
        tried, journal = _tried(after, seat, given)
        is_last = _shows_something_new(journal)
        if is_last and after.question == asks.LOAD:  # the ship that arrives is new (CUB-4.53)
            after.in_force[OTHER] = NONE
            tried, journal = _tried(after, seat, given)
            tried.in_force[OTHER] = state.in_force[OTHER]
        elif is_last:
            break
        after, count = tried, (count or 0) + int(journal.count)
        is_asked = QUESTION_TABLE.get(int(after.question)) is not None
        if is_last or not is_asked or after.mover != seat or not uncompiled(is_single)(after.answers):
            break
        given = uncompiled(lowest)(after.answers)
    for field in CONTROL:
        setattr(after, field, getattr(state, field))
    after.awaited = 0
    return after, count


def _tried(state: State, seat: int, given: int) -> tuple[State, Journal]:
    """Return a copy after an answer, and its events."""
    tried, journal = state.copy(), new_journal()
    uncompiled(QUESTION_TABLE[tried.question].play)(tried, seat, given, journal)
    if tried.question == asks.GO_ON_USING:
        uncompiled(go_on_using)(tried, journal)
    return tried, journal


def _shows_something_new(journal: Journal) -> bool:
    """Tell whether an event shows something new, or the turn passes with it."""
    kinds = [EVENTS[kind] for kind in journal.rows[: journal.count, 0].tolist()]
    return any(kind.reveals or kind.passes for kind in kinds)

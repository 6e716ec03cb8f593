"""The position of Cuba after an answer that waits for its confirmation."""

from malecon.core.bit_set import is_single, lowest
from malecon.core.contract import new_journal
from malecon.core.jit import uncompiled
from malecon.games.cuba import asks
from malecon.games.cuba.events import EVENTS
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.rules.foreman import go_on_using
from malecon.games.cuba.state import State

CONTROL = ("question", "answers", "mover", "turn")
"""The fields that say what the game waits for."""


def foresee(state: State, seat: int, action: int) -> tuple[State, int | None]:
    """Return a copy after an answer and what else is forced in the same action, and how many events that brings.

    What follows is left out. What is told only when it is confirmed (secret choices, laws, what shows something new)
    changes nothing, and its number of events is ``None``.
    """
    after, count, given = state.copy(), None, QUESTION_TABLE.of(action)[1]
    while True:
        tried, journal = after.copy(), new_journal()
        uncompiled(QUESTION_TABLE[tried.question].play)(tried, seat, given, journal)
        if tried.question == asks.GO_ON_USING:
            uncompiled(go_on_using)(tried, journal)
        if any(EVENTS[kind].reveals or EVENTS[kind].passes for kind in journal.rows[: journal.count, 0].tolist()):
            break
        after, count = tried, (count or 0) + int(journal.count)
        is_asked = QUESTION_TABLE.get(int(after.question)) is not None
        if not is_asked or after.mover != seat or not uncompiled(is_single)(after.answers):
            break
        given = uncompiled(lowest)(after.answers)
    for field in CONTROL:
        setattr(after, field, getattr(state, field))
    after.awaited = 0
    return after, count

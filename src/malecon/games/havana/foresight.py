"""The position of Havana after an answer that waits for its confirmation."""

from malecon.core.bit_set import is_single, lowest
from malecon.core.jit import uncompiled
from malecon.games.havana import asks
from malecon.games.havana.events import EVENTS
from malecon.games.havana.previews import kinds_of
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.rules.turn import act
from malecon.games.havana.state import State

CONTROL = ("question", "answers", "turn", "chosen", "victim", "to_take", "ending", "stack_size")
"""The fields that say what the game waits for, how it ended, and how many tiles a row can be refilled with."""


def foresee(state: State, seat: int, action: int) -> tuple[State, int | None]:
    """Return a copy after an answer and what else is forced in the same turn, and how many events that brings.

    Nothing new is shown, nobody is asked. What chance decides is left out: a row is not refilled, and the turn stops
    before cubes are drawn or supplied. An answer that shows something new changes nothing, and its number is ``None``.
    """
    after, count, given = state.copy(), None, QUESTION_TABLE.of(action)[1]
    after.stack_size = 0
    while (done := _answered(after, seat, given)) is not None:
        after, count = done[0], (count or 0) + done[1]
        if after.question == asks.ACT:
            uncompiled(act)(after)
        if QUESTION_TABLE.get(int(after.question)) is None or not uncompiled(is_single)(after.answers):
            break
        given = uncompiled(lowest)(after.answers)
    for field in CONTROL:
        setattr(after, field, getattr(state, field))
    after.awaited = 0
    return after, count


def _answered(state: State, seat: int, given: int) -> tuple[State, int] | None:
    """Return a copy after an answer alone and how many events that brings; ``None`` if it shows something new."""
    after = state.copy()
    kinds = kinds_of(QUESTION_TABLE[state.question].play, after, seat, given)
    return None if any(EVENTS[kind].reveals for kind in kinds) else (after, len(kinds))

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


def foresee(state: State, seat: int, action: int) -> State:
    """Return a copy after an answer and what else is forced in the same turn; nothing new is shown, nobody is asked.

    What chance decides is left out: a row is not refilled, and the turn stops before cubes are drawn or supplied.
    """
    after, given = state.copy(), QUESTION_TABLE.of(action)[1]
    after.stack_size = 0
    while (done := _answered(after, seat, given)) is not None:
        after = done
        if after.question == asks.ACT:
            uncompiled(act)(after)
        if QUESTION_TABLE.get(int(after.question)) is None or not uncompiled(is_single)(after.answers):
            break
        given = uncompiled(lowest)(after.answers)
    for field in CONTROL:
        setattr(after, field, getattr(state, field))
    after.awaited = 0
    return after


def _answered(state: State, seat: int, given: int) -> State | None:
    """Return a copy after an answer alone; ``None`` if it shows something new."""
    after = state.copy()
    kinds = kinds_of(QUESTION_TABLE[state.question].play, after, seat, given)
    return None if any(EVENTS[kind].reveals for kind in kinds) else after

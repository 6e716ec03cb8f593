"""The computer players of a match at the terminal: in this process, or in those of a pool, so that nobody waits.

A command that people play by runs the rules plain; its computer players think in a pool of processes, which are
compiled as soon as they are ready. They get the same keys there, so the moves are the same wherever they think, unless
time limits them.
"""

import atexit
from collections.abc import Sequence
from functools import cache

from malecon.agents import Advice
from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import NoAnswer, Question, answer
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.process import may_compile
from malecon.terminal.players import computer_key

RANDOM = "random"
"""The level that does not think: it needs no other process."""


def choose_move(match: Match, seat: int, level: str) -> str:
    """Return the move of a computer player."""
    return str(_answer(Question.about("choose", match, seat, level, computer_key(match, seat))))


def advise_moves(match: Match, seat: int, level: str) -> Sequence[Advice]:
    """Return the moves of a seat, the best first, as a computer player sees them."""
    advice = _answer(Question.about("advise", match, seat, level, computer_key(match, seat)))
    assert not isinstance(advice, str)
    return advice


def _answer(question: Question) -> str | Sequence[Advice]:
    """Return the answer to a question: of the pool, if its processes may be compiled and this one is not."""
    if JIT or not may_compile() or question.level == RANDOM:
        return answer(question)
    try:
        return _pool().ask(question)
    except NoAnswer:
        return answer(question)


@cache
def _pool() -> PlayerPool:
    """Return the pool of this process; it is closed at the end."""
    pool = PlayerPool()
    atexit.register(pool.close)
    return pool

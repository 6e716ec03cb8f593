"""Looking closely at some steps of a whole game: the one way in which all tests do it."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from malecon.core.jit import JIT

EVERY = 14 if JIT else 56
"""Of so many steps one is looked at closely; plain Python is slow."""
PAGES = 6
"""So many times fewer pages are looked at than positions: drawing one takes long."""

Step = TypeVar("Step", bound=tuple[Any, ...])


def close_looks(steps: Iterable[Step], turn: int = 0, every: int = EVERY) -> Iterator[Step]:
    """Yield some steps of a game: each that asks what was not asked before, so the first too, and one of ``every``.

    Args:
        steps: what is yielded while a game is played on; a state, a match or a table comes first.
        turn: changes which steps are chosen; a seed, so that several games show other steps.
        every: of how many steps one is yielded.
    """
    asked = set()
    for number, step in enumerate(steps, start=turn):
        question = question_of(step[0])
        if question not in asked or number % every == 0:
            asked.add(question)
            yield step


def question_of(thing: Any) -> int:
    """Return the number of the question that a state, a match or a table asks; the end counts as one."""
    match = getattr(thing, "match", thing)
    return int(getattr(match, "state", match).question)

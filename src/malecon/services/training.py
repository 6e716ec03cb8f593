"""The training of people: missions of the guided game, and puzzles with a rating and a streak of days.

The rating is Glicko's for a single game, in small steps: a puzzle is an opponent with a fixed rating, its difficulty.
<http://www.glicko.net/glicko/glicko.pdf>. Only the first answer to a puzzle counts.
"""

import math

from msgspec.structs import replace

from malecon.core.clock import now
from malecon.storage.training import Progress, PuzzleAnswer, Training
from malecon.tables import DAY

LEAST_DEVIATION = 60.0
"""A rating never becomes so sure that it stops following its person."""
PUZZLE_DEVIATION = 80.0
"""Doubt about the rating of a puzzle, which comes from searches, not from people."""
MOST_CHANGE = 30.0
"""One answer changes a rating by no more: nobody's first failure costs a hundred."""
UNIT = math.log(10) / 400
"""Glicko's q: 400 points are odds of ten to one."""


def today() -> int:
    """Return the day by UTC, counted from 1970."""
    return now() // DAY


def after_answer(progress: Progress, puzzle_rating: float, *, solved: bool) -> Progress:
    """Return the progress with the rating after an answer.

    >>> [round(after_answer(Progress(), 1200, solved=solved).rating) for solved in (True, False)]
    [1230, 1170]
    """
    doubt = 1 / math.sqrt(1 + 3 * (UNIT * PUZZLE_DEVIATION / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-doubt * (progress.rating - puzzle_rating) / 400))
    information = (UNIT * doubt) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / progress.deviation**2 + information)
    change = UNIT * variance * doubt * (solved - expected)
    rating = progress.rating + max(-MOST_CHANGE, min(change, MOST_CHANGE))
    return replace(progress, rating=rating, deviation=max(math.sqrt(variance), LEAST_DEVIATION))


def with_day(progress: Progress, day: int) -> Progress:
    """Return the progress after a puzzle on a day."""
    if progress.day >= day:
        return progress
    return replace(progress, streak=progress.streak_on(day) + 1, day=day)


async def finish_mission(training: Training, person: str, game: str, mission: str) -> None:
    """Note that a person has done a mission of the guided game."""

    def change(progress: Progress) -> Progress:
        return replace(progress, missions=tuple(dict.fromkeys((*progress.missions, mission))))

    await training.change(person, game, change)


async def note_answer(
    training: Training, person: str, game: str, puzzle: str, rating: float, *, solved: bool
) -> Progress:
    """Note an answer to a puzzle with a rating, and return the progress after it.

    A later answer to the same puzzle counts for the streak of days only.
    """

    def change(progress: Progress) -> Progress:
        progress = with_day(progress, today())
        if puzzle in progress.tried:
            return progress
        rated = after_answer(progress, rating, solved=solved)
        return replace(rated, answers=(*rated.answers, PuzzleAnswer(puzzle, solved, rated.rating)))

    return await training.change(person, game, change)

"""The training of people: lessons of the guided game, and puzzles with a rating and a streak of days.

The rating is Glicko's for a single game: a puzzle is an opponent whose rating is fixed by its difficulty.
<http://www.glicko.net/glicko/glicko.pdf>. Only the first answer to a puzzle counts.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Integer, cast, func, insert, select, update

from malecon.core.process import now
from malecon.storage.read_errors import read_again
from malecon.storage.rows import StoredRow
from malecon.storage.schema import PEOPLE, PUZZLE_ANSWERS, TRAINING
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY

BEGINNER_RATING, BEGINNER_DEVIATION = 1200.0, 250.0
"""Of somebody who has answered no puzzle yet."""
LEAST_DEVIATION = 60.0
"""A rating never becomes so sure that it stops following its person."""
PUZZLE_DEVIATION = 80.0
"""Doubt about the rating of a puzzle, which comes from searches, not from people."""
UNIT = math.log(10) / 400
"""Glicko's q: 400 points are odds of ten to one."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The first answer of a person to a puzzle; ``rating``: of the person after it."""

    puzzle: str
    solved: bool
    rating: float


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a person in one game.

    Attributes:
        lesson: how many lessons of the guided game are done.
        rating, deviation: in puzzles.
        streak: days in a row with a puzzle up to ``day``.
        day: the last day with a puzzle, counted from 1970.
        answers: to puzzles, the oldest first.
    """

    lesson: int = 0
    rating: float = BEGINNER_RATING
    deviation: float = BEGINNER_DEVIATION
    streak: int = 0
    day: int = 0
    answers: tuple[PuzzleAnswer, ...] = ()

    @property
    def tried(self) -> Mapping[str, bool]:
        """Whether each puzzle that was answered was solved, by its id."""
        return {each.puzzle: each.solved for each in self.answers}

    def gain(self, puzzle: str) -> float | None:
        """Return what the answer to a puzzle has changed in the rating; ``None`` if there was none."""
        ratings = [BEGINNER_RATING, *(each.rating for each in self.answers)]
        gains = (
            after - before
            for each, before, after in zip(self.answers, ratings, ratings[1:], strict=False)
            if each.puzzle == puzzle
        )
        return next(gains, None)

    def streak_on(self, day: int) -> int:
        """Return the days in a row with a puzzle: none if the day before ``day`` had none."""
        return self.streak if self.day >= day - 1 else 0


def today() -> int:
    """Return the day by UTC, counted from 1970."""
    return now() // DAY


def after_answer(progress: Progress, puzzle_rating: float, *, solved: bool) -> Progress:
    """Return the progress with the rating after an answer.

    >>> round(after_answer(Progress(), 1200, solved=True).rating)
    1317
    """
    doubt = 1 / math.sqrt(1 + 3 * (UNIT * PUZZLE_DEVIATION / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-doubt * (progress.rating - puzzle_rating) / 400))
    information = (UNIT * doubt) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / progress.deviation**2 + information)
    rating = progress.rating + UNIT * variance * doubt * (solved - expected)
    return replace(progress, rating=rating, deviation=max(math.sqrt(variance), LEAST_DEVIATION))


def with_day(progress: Progress, day: int) -> Progress:
    """Return the progress after a puzzle on a day."""
    if progress.day >= day:
        return progress
    return replace(progress, streak=progress.streak_on(day) + 1, day=day)


class Training:
    """The training that the database knows."""

    def __init__(self, store: Store) -> None:
        """``store``: where it is kept."""
        self._store = store

    @in_thread
    @read_again
    def progress(self, person: str, game: str) -> Progress:
        """Return the progress of a person in a game; that of a beginner if there is none."""
        with self._store.reading() as connection:
            return _load(connection, person, game)

    @in_thread
    def reach_lesson(self, person: str, game: str, lesson: int) -> None:
        """Note that a person has done so many lessons of a guided game; fewer than before change nothing."""
        with self._store.writing() as connection:
            progress = _load_locked(connection, person, game)
            if progress is not None and progress.lesson < lesson:
                _save(connection, person, game, replace(progress, lesson=lesson))

    @in_thread
    def answer(self, person: str, game: str, puzzle: str, rating: float, *, solved: bool) -> Progress:
        """Note an answer to a puzzle with a rating, and return the progress after it.

        A later answer to the same puzzle counts for the streak of days only.
        """
        with self._store.writing() as connection:
            progress = _load_locked(connection, person, game)
            if progress is None:
                return Progress()
            before, progress = progress, with_day(progress, today())
            if puzzle not in before.tried:
                progress = after_answer(progress, rating, solved=solved)
                row = {"person": person, "game": game, "puzzle": puzzle, "solved": solved, "rating": progress.rating}
                connection.execute(insert(PUZZLE_ANSWERS), {**row, "answered": now()})
            _save(connection, person, game, progress)
            return _load(connection, person, game)

    @in_thread
    @read_again
    def answers_to(self, game: str, puzzle: str) -> tuple[int, int]:
        """Return how many people have solved a puzzle, and how many have tried."""
        here = PUZZLE_ANSWERS.c.game == game, PUZZLE_ANSWERS.c.puzzle == puzzle
        solved = func.coalesce(func.sum(cast(PUZZLE_ANSWERS.c.solved, Integer)), 0)
        with self._store.reading(is_single=True) as connection:
            row = connection.execute(select(solved, func.count()).where(*here)).one()
        return int(row[0]), int(row[1])


def _load_locked(connection: Connection, person: str, game: str) -> Progress | None:
    """Return the progress of a person whom nobody else changes meanwhile; ``None`` if the person is gone."""
    still = select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update()
    return _load(connection, person, game) if connection.execute(still).one_or_none() else None


def _load(connection: Connection, person: str, game: str) -> Progress:
    mine = TRAINING.c.person == person, TRAINING.c.game == game
    row = connection.execute(select(TRAINING).where(*mine)).one_or_none()
    answers = select(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.person == person, PUZZLE_ANSWERS.c.game == game)
    rows = connection.execute(answers.order_by(PUZZLE_ANSWERS.c.answered, PUZZLE_ANSWERS.c.puzzle)).all()
    answered = tuple(PuzzleAnswer(each.puzzle, each.solved, each.rating) for each in rows)
    return replace(_progress_from(row) if row else Progress(), answers=answered)


def _progress_from(row: StoredRow) -> Progress:
    """Return the progress from its row, without the answers."""
    return Progress(row.lesson, row.rating, row.deviation, row.streak, row.day)


def _save(connection: Connection, person: str, game: str, progress: Progress) -> None:
    """Write the progress of a person, without the answers."""
    here = TRAINING.c.person == person, TRAINING.c.game == game
    values = {name: getattr(progress, name) for name in ("lesson", "rating", "deviation", "streak", "day")}
    if connection.execute(update(TRAINING).where(*here).values(values)).rowcount == 0:
        connection.execute(insert(TRAINING), {"person": person, "game": game, **values})

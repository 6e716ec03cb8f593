"""The training of people: missions that they have done, puzzles that they have answered, their rating in puzzles."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Integer, bindparam, cast, func, insert, select, update

from malecon.core.clock import now
from malecon.storage.read_errors import read_again
from malecon.storage.rows import StoredRow
from malecon.storage.schema import PEOPLE, PUZZLE_ANSWERS, TRAINING
from malecon.storage.store import Repository, in_thread

RATINGS_OF = select(TRAINING.c.game, TRAINING.c.rating).where(TRAINING.c.person == bindparam("whose"))
BEGINNER_RATING, BEGINNER_DEVIATION = 1200.0, 250.0
"""Of somebody who has answered no puzzle yet."""


class PuzzleAnswer(Struct, frozen=True):
    """The first answer of a person to a puzzle; ``rating``: of the person after it."""

    puzzle: str
    solved: bool
    rating: float


class Progress(Struct, frozen=True):
    """The progress of a person in one game.

    Attributes:
        missions: the names of those of the guided game that are done.
        rating, deviation: in puzzles.
        streak: days in a row with a puzzle up to ``day``.
        day: the last day with a puzzle, counted from 1970.
        answers: to puzzles, the oldest first.
    """

    missions: tuple[str, ...] = ()
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
        """Return the change of the rating by the answer to a puzzle; ``None`` without an answer."""
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


class Training(Repository):
    """The training that the database knows."""

    @in_thread
    @read_again
    def progress(self, person: str, game: str) -> Progress:
        """Return the progress of a person in a game; that of a beginner if there is none."""
        with self._store.reading() as connection:
            return _load(connection, person, game)

    @in_thread
    def ratings_of(self, person: str) -> Mapping[str, float]:
        """Return the ratings of a person in puzzles, by game; none where no puzzle was answered."""
        return {row.game: row.rating for row in self._store.rows(RATINGS_OF, whose=person)}

    @in_thread
    def change(self, person: str, game: str, change: Callable[[Progress], Progress]) -> Progress:
        """Change the progress of a person, whom nobody else changes meanwhile, and return it.

        ``change`` returns the next progress. Whoever is gone has none.
        """
        still = select(PEOPLE.c.id).where(PEOPLE.c.id == person).with_for_update()
        with self._store.writing() as connection:
            if connection.execute(still).one_or_none() is None:
                return Progress()
            before = _load(connection, person, game)
            after = change(before)
            if after != before:
                _save(connection, person, game, after)
            for each in after.answers[len(before.answers) :]:
                row = {"puzzle": each.puzzle, "solved": each.solved, "rating": each.rating, "answered": now()}
                connection.execute(insert(PUZZLE_ANSWERS), {"person": person, "game": game, **row})
            return _load(connection, person, game)

    @in_thread
    @read_again
    def answers_to(self, game: str, puzzle: str) -> tuple[int, int]:
        """Return the number of people who have solved a puzzle, and of those who have tried."""
        here = PUZZLE_ANSWERS.c.game == game, PUZZLE_ANSWERS.c.puzzle == puzzle
        solved = func.coalesce(func.sum(cast(PUZZLE_ANSWERS.c.solved, Integer)), 0)
        with self._store.reading(is_single=True) as connection:
            row = connection.execute(select(solved, func.count()).where(*here)).one()
        return int(row[0]), int(row[1])


def _load(connection: Connection, person: str, game: str) -> Progress:
    mine = TRAINING.c.person == person, TRAINING.c.game == game
    row = connection.execute(select(TRAINING).where(*mine)).one_or_none()
    if row is None:  # nobody has answered a puzzle without it
        return Progress()
    answers = select(PUZZLE_ANSWERS).where(PUZZLE_ANSWERS.c.person == person, PUZZLE_ANSWERS.c.game == game)
    rows = connection.execute(answers.order_by(PUZZLE_ANSWERS.c.answered, PUZZLE_ANSWERS.c.puzzle)).all()
    answered = tuple(PuzzleAnswer(each.puzzle, each.solved, each.rating) for each in rows)
    return replace(_progress_from(row), answers=answered)


def _progress_from(row: StoredRow) -> Progress:
    """Return the progress from its row, without the answers."""
    return Progress(tuple(row.missions.split()), row.rating, row.deviation, row.streak, row.day)


def _save(connection: Connection, person: str, game: str, progress: Progress) -> None:
    """Write the progress of a person, without the answers."""
    here = TRAINING.c.person == person, TRAINING.c.game == game
    values = {name: getattr(progress, name) for name in ("rating", "deviation", "streak", "day")}
    values["missions"] = " ".join(progress.missions)
    if connection.execute(update(TRAINING).where(*here).values(values)).rowcount == 0:
        connection.execute(insert(TRAINING), {"person": person, "game": game, **values})

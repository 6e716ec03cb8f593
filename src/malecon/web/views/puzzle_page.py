"""What a visitor is shown of a puzzle: the question, the answer with its reasons, and the own rating and days."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup

from malecon import games
from malecon.agents import free_names
from malecon.agents.agent import known_line, line_events
from malecon.agents.puzzles import Puzzle, PuzzleBook, book_of
from malecon.agents.review import Alternative
from malecon.core.i18n import ENGLISH, N_, NN_, Language, capital
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.services.training import today
from malecon.storage.training import Progress
from malecon.tables import DAY, Missing
from malecon.web.http.sender import Visitor
from malecon.web.new_table import NICKNAMES
from malecon.web.rendering import MONTH, MONTHS, WEEKDAY, WEEKDAYS
from malecon.web.views.charts import rating_line
from malecon.web.views.exercise import Exercise
from malecon.web.views.log import Sentence, sentences_of

MOST_MATCHES = 64
"""Positions that are cached."""
DIFFICULTIES = {0: N_("Easy to find"), 1050: N_("Medium"), 1200: N_("Hard"), 1500: N_("Very hard")}
"""By the least rating."""
WEEK = 7
FIRST_DAY = 3
"""The day from which days are counted, a Thursday, as an index into ``WEEKDAYS``."""
STREAK = NN_("{count} day in a row", "{count} days in a row")
FOUND = NN_("{solved} of {count} person has found it.", "{solved} of {count} people have found it.")
MOST_RATINGS = 30


def book_or_missing(game: str) -> PuzzleBook:
    """Return the puzzles of a game.

    Raises:
        Missing: there is no such game, or it has no puzzles.
    """
    book = book_of(games[game]) if game in games else None
    if book is None:
        raise Missing(N_("There is no such page."))
    return book


@lru_cache(MOST_MATCHES)
def _match_of(game: str, number: int) -> Match:
    """Return the match at the position of a puzzle, never to be changed."""
    book = book_or_missing(game)
    return book.match_of(book.puzzles[number - 1])


def puzzle_exercise(game: str, number: int, visitor: Visitor) -> Exercise:
    """Return a puzzle as an exercise. It blocks."""
    language, puzzle = visitor.language, book_or_missing(game).puzzles[number - 1]
    match, own = _match_of(game, number).copy(), (visitor.person.name if visitor.person else "") or _nickname(language)
    others = islice(free_names([own]), match.seats - 1)
    names = {seat: own if seat == puzzle.seat else next(others) for seat in range(match.seats)}
    note = language.say(N_("Find the best move. Theme: {theme}."), theme=theme_title(game, puzzle.theme, language))
    return Exercise(match, puzzle.seat, names, f"/puzzles/{game}/{number}", note=note, is_judged=True)


def _nickname(language: Language) -> str:
    """Return a name for somebody who has told none."""
    return NICKNAMES.get(language.code, NICKNAMES[ENGLISH])[0]


def theme_title(game: str, theme: str, language: Language) -> str:
    """Return a theme in words."""
    return language.say(games[game].text.themes.titles[theme])


def difficulty_of(rating: int, language: Language) -> str:
    """Return a difficulty in words."""
    return language.say(DIFFICULTIES[max(least for least in DIFFICULTIES if least <= rating)])


class RankedMove(NamedTuple):
    """One of the best moves, or the visitor's: in words, of 100 games how many are won, and whose it is."""

    label: str
    percent: int
    is_best: bool
    is_yours: bool


@dataclass(frozen=True, slots=True)
class AnswerSeen:
    """The answer to a puzzle, with its reasons.

    Attributes:
        is_right: whether the move was the best, or nearly as good.
        moves: the three best, and the visitor's.
        reasons: facts of the position.
        brings: what the best move brings, in sentences.
        yours: what the visitor's move brings instead, if it was not right.
        themes: the precise ones.
    """

    is_right: bool
    moves: tuple[RankedMove, ...]
    reasons: tuple[str, ...]
    brings: tuple[Sentence, ...]
    yours: tuple[Sentence, ...]
    themes: tuple[str, ...]

    @property
    def best(self) -> RankedMove:
        """The best move."""
        return self.moves[0]

    @property
    def own(self) -> RankedMove:
        """The visitor's move."""
        return next(each for each in self.moves if each.is_yours)


def answer_seen(exercise: Exercise, puzzle: Puzzle, chosen: str, language: Language) -> AnswerSeen:
    """Return an answer as it is shown."""
    match, text = exercise.match, games[exercise.match.game.name].text
    perspective = Perspective.of(match, exercise.seat, language, exercise.names)
    shown = [*puzzle.best]
    if chosen not in [each.move for each in shown]:
        shown.append(Alternative(chosen, puzzle.share_after(chosen) or 0.0))
    best, is_right = puzzle.best[0], puzzle.is_right(chosen)
    own = next(each for each in shown if each.move == chosen)
    return AnswerSeen(
        is_right=is_right,
        moves=tuple(
            RankedMove(
                capital(text.in_words(perspective, each.move)).rstrip("."),
                round(100 * each.share),
                each is best,
                each.move == chosen,
            )
            for each in shown
        ),
        reasons=tuple(text.themes.explain(perspective, best.move, _later(exercise, best))),
        brings=_brought(exercise, best, perspective),
        yours=() if is_right else _brought(exercise, own, perspective),
        themes=tuple(language.say(text.themes.titles[theme]) for theme in puzzle.themes),
    )


def _brought(exercise: Exercise, move: Alternative, perspective: Perspective) -> tuple[Sentence, ...]:
    """Return what a move and the rest of the turn bring, as far as it is known before."""
    game = games[exercise.match.game.name]
    events = line_events(exercise.match, exercise.seat, (move.move, *move.line))
    return sentences_of(game, events, perspective.language, perspective.names, exercise.seat)


def _later(exercise: Exercise, move: Alternative) -> tuple[str, ...]:
    """Return the moves that are expected after what is known of the turn."""
    known = known_line(exercise.match, exercise.seat, (move.move, *move.line))
    return move.line[max(0, len(known) - 1) :]


@dataclass(frozen=True, slots=True)
class ProgressSeen:
    """The own rating and days; ``gain``: what the answer has changed, ``None`` if it did not count or is not there."""

    progress: Progress
    language: Language
    gain: int | None = None

    @property
    def rating(self) -> int:
        """The rating, as it is shown."""
        return round(self.progress.rating)

    @property
    def streak(self) -> int:
        """Days in a row with a puzzle."""
        return self.progress.streak_on(today())

    @property
    def streak_words(self) -> str:
        """The days in a row, in words."""
        return self.language.count(STREAK, self.streak) if self.streak else self.language.say(N_("A puzzle a day"))

    @property
    def week(self) -> Iterator[tuple[str, bool]]:
        """The short names of the days of the last week, today the last, each with whether there was a puzzle."""
        last = self.progress.day
        for day in range(today() - WEEK + 1, today() + 1):
            name = self.language.word(WEEKDAY, WEEKDAYS[(day + FIRST_DAY) % WEEK])
            yield name, last - self.progress.streak < day <= last

    @property
    def line(self) -> Markup:
        """The picture of the last ratings; empty if there are fewer than two."""
        ratings = [round(each.rating) for each in self.progress.answers[-MOST_RATINGS:]]
        return rating_line(ratings) if len(ratings) > 1 else Markup()


def day_words(day: int, language: Language) -> str:
    """Return a day, counted from 1970, with its month."""
    date = datetime.fromtimestamp(day * DAY / 1000, UTC)
    return language.say(N_("{day} {month}"), day=date.day, month=language.word(MONTH, MONTHS[date.month - 1]))


def next_number(book: PuzzleBook, progress: Progress, but: int = 0) -> int:
    """Return the number of the puzzle that comes next: the unanswered one whose difficulty is nearest to the rating.

    ``but``: a number that is not wanted.
    """
    tried = progress.tried
    numbers = [number for number in range(1, len(book.puzzles) + 1) if number != but] or [1]
    fresh = [number for number in numbers if book.puzzles[number - 1].id not in tried]
    unsolved = [number for number in numbers if not tried.get(book.puzzles[number - 1].id, False)]
    return min(fresh or unsolved or numbers, key=lambda each: abs(book.puzzles[each - 1].rating - progress.rating))


class ListedPuzzle(NamedTuple):
    """A puzzle in a list: its number, and whether the visitor has solved it (``None``: not tried)."""

    number: int
    is_solved: bool | None


FIRST_TO_TRY = (None, False, True)
"""Whether a puzzle is solved, in the order in which a group offers its puzzles."""


class PuzzleGroup(NamedTuple):
    """The puzzles of a theme that are about as difficult: the next one that was not tried, and how many were."""

    difficulty: str
    puzzles: tuple[ListedPuzzle, ...]

    @property
    def following(self) -> int:
        """The number of the first one that was not tried, or else not solved; of the first one if all were."""
        return min(self.puzzles, key=lambda each: FIRST_TO_TRY.index(each.is_solved)).number

    @property
    def tried(self) -> int:
        """How many were tried."""
        return sum(each.is_solved is not None for each in self.puzzles)


def listed(book: PuzzleBook, progress: Progress, numbers: Sequence[int], language: Language) -> list[PuzzleGroup]:
    """Return puzzles by their difficulty, the easiest first."""
    found: dict[str, list[ListedPuzzle]] = {}
    for number in numbers:
        puzzle = book.puzzles[number - 1]
        shown = ListedPuzzle(number, progress.tried.get(puzzle.id))
        found.setdefault(difficulty_of(puzzle.rating, language), []).append(shown)
    return [PuzzleGroup(difficulty, tuple(puzzles)) for difficulty, puzzles in found.items()]

"""What a visitor is shown of a puzzle: the decisions, the question about the cause, and the own rating and days."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct

from malecon import games
from malecon.agents import free_names
from malecon.agents.puzzles import PuzzleBook, book_of
from malecon.core.i18n import ENGLISH, N_, NN_, Language
from malecon.core.match import Match
from malecon.presentation.reason import reason_in_words, reasons_in_words
from malecon.services.training import today
from malecon.storage.training import Progress
from malecon.tables import DAY, Missing
from malecon.web.http.sender import Visitor
from malecon.web.new_table import NICKNAMES
from malecon.web.rendering import MONTH, MONTHS, WEEKDAY, WEEKDAYS
from malecon.web.views.charts import rating_line
from malecon.web.views.puzzle_line import PuzzleLine, Walk

MOST_MATCHES = 64
"""Positions that are cached."""
DIFFICULTIES = {0: N_("Easy to find"), 1350: N_("Medium"), 1650: N_("Hard"), 1950: N_("Very hard")}
"""By the least rating."""
WEEK = 7
FIRST_DAY = 3
"""The day from which days are counted, a Thursday, as an index into ``WEEKDAYS``."""
STREAK = NN_("{count} day with a puzzle", "{count} days in a row with a puzzle")
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
def _matches_of(game: str, number: int) -> tuple[Match, ...]:
    """Return the matches at the decisions of a puzzle, and after its line, never to be changed."""
    book = book_or_missing(game)
    return book.matches_of(book.puzzles[number - 1])


def puzzle_line(game: str, number: int, visitor: Visitor) -> PuzzleLine:
    """Return a puzzle as an exercise. It blocks."""
    language, puzzle = visitor.language, book_or_missing(game).puzzles[number - 1]
    matches = tuple(match.copy() for match in _matches_of(game, number))
    own = (visitor.person.name if visitor.person else "") or _nickname(language)
    others = islice(free_names([own]), matches[0].seats - 1)
    names = {seat: own if seat == puzzle.seat else next(others) for seat in range(matches[0].seats)}
    return PuzzleLine(
        matches[0],
        puzzle.seat,
        names,
        f"/puzzles/{game}/{number}",
        is_judged=True,
        puzzle=puzzle,
        matches=matches,
        theme=theme_title(game, puzzle.theme, language),
        language=language,
    )


def _nickname(language: Language) -> str:
    """Return a name for somebody who has told none."""
    return NICKNAMES.get(language.code, NICKNAMES[ENGLISH])[0]


def theme_title(game: str, theme: str, language: Language) -> str:
    """Return a theme in words."""
    return language.say(games[game].text.themes.titles[theme])


def difficulty_of(rating: int, language: Language) -> str:
    """Return a difficulty in words."""
    return language.say(DIFFICULTIES[max(least for least in DIFFICULTIES if least <= rating)])


class DecisionSeen(NamedTuple):
    """A decision: the line's move in words, and what was answered, empty if that or nothing."""

    best: str
    own: str
    is_right: bool | None


class CauseSeen(NamedTuple):
    """A cause to choose: in words, and the address at which it is chosen."""

    text: str
    address: str


COMPARED = NN_(
    "Yours wins {count} of 100 games, the best {best}.",
    "Yours wins {count} of 100 games, the best {best}.",
)


class OutcomeSeen(Struct, frozen=True):
    """A puzzle whose moves are done.

    Attributes:
        compared: of 100 games how many the wrong move wins, and the best one, in words.
        is_right: whether all answers were right.
        decisions: of the line.
        better, other: the moves of which the cause is asked, in words.
        causes: to choose from.
        cause: index of the true one.
        named: index of the one that was chosen; ``None``: not yet.
    """

    compared: str
    is_right: bool
    decisions: tuple[DecisionSeen, ...]
    better: str
    other: str
    causes: tuple[CauseSeen, ...]
    cause: int
    named: int | None


def decisions_seen(line: PuzzleLine, walk: Walk) -> tuple[DecisionSeen, ...]:
    """Return the decisions that were answered; if nothing is left to answer, all."""
    found = list[DecisionSeen]()
    shown = len(line.puzzle.decisions) if line.is_over(walk) else len(walk.answers)
    for number, decision in enumerate(line.puzzle.decisions[:shown]):
        best, answer = next(iter(decision.right)), walk.answers[number] if number < len(walk.answers) else None
        own = line.in_words(number, answer.move) if answer and answer.move != best else ""
        found.append(DecisionSeen(line.in_words(number, best), own, answer and answer.is_right))
    return tuple(found)


def outcome_seen(line: PuzzleLine, walk: Walk, actions: Sequence[str], named: int | None) -> OutcomeSeen:
    """Return how a puzzle has ended; ``named``: the index of the cause that was chosen."""
    puzzle, why, last = line.puzzle, line.puzzle.why, len(walk.answers) - 1
    decision, words = puzzle.decisions[last], games[line.match.game.name].text.reasons
    here = line.address_with(actions)
    told = [reason_in_words(each, words, line.language, line.names, line.seat) if words else "" for each in why.causes]
    if named is not None and words:  # before, it would give the answer away
        whole = reasons_in_words(why.reasons, words, line.language, line.names, line.seat)
        told[why.cause] = whole if whole.startswith(told[why.cause].rstrip(".")) else f"{told[why.cause]} {whole}"
    own, best = round(100 * decision.share_after(walk.answers[-1].move)), round(100 * max(decision.right.values()))
    return OutcomeSeen(
        compared=line.language.count(COMPARED, own, best=best),
        is_right=not walk.is_missed,
        decisions=decisions_seen(line, walk),
        better=line.in_words(why.decision, next(iter(puzzle.decisions[why.decision].right))),
        other=line.in_words(why.decision, why.other),
        causes=tuple(CauseSeen(text, f"{here}&why={number}") for number, text in enumerate(told, start=1)),
        cause=why.cause,
        named=named,
    )


class ProgressSeen(Struct, frozen=True):
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
    """Return the number of the puzzle that comes next: an unanswered one that the visitor is likely to solve.

    The less sure the rating is, the easier: its difficulty is nearest to the rating less its deviation.
    ``but``: a number that is not wanted.
    """
    tried, wanted = progress.tried, progress.rating - progress.deviation
    numbers = [number for number in range(1, len(book.puzzles) + 1) if number != but] or [1]
    fresh = [number for number in numbers if book.puzzles[number - 1].id not in tried]
    unsolved = [number for number in numbers if not tried.get(book.puzzles[number - 1].id, False)]
    return min(fresh or unsolved or numbers, key=lambda each: abs(book.puzzles[each - 1].rating - wanted))


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

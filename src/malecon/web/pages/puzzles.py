"""The pages of puzzles: the list, a puzzle with its answer, the puzzle of the day, and playing on from one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.agents.puzzles import PuzzleBook, PuzzleHead, by_theme, daily_number, heads_of
from malecon.core.i18n import N_
from malecon.services.training import note_answer, today
from malecon.storage.store import in_thread
from malecon.storage.table_use import ORIGIN_GONE
from malecon.storage.training import BEGINNER_RATING, Progress
from malecon.tables import Missing, TableSettings
from malecon.tables.seat import Occupant
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.new_table import nicknames_for
from malecon.web.pages.exercise import ExerciseResource, InjectedExercise
from malecon.web.rendering import page
from malecon.web.views.exercise import Attempt
from malecon.web.views.puzzle_line import PuzzleLine
from malecon.web.views.puzzle_page import (
    FOUND,
    ProgressSeen,
    book_or_missing,
    day_words,
    decisions_seen,
    difficulty_of,
    listed,
    next_number,
    outcome_seen,
    puzzle_line,
    theme_title,
)


class DailyPuzzle(NamedTuple):
    """The puzzle of the day of a game, as the start page shows it."""

    game: str
    number: int
    theme: str
    difficulty: str


async def daily_puzzles(services: Services, visitor: Visitor) -> list[DailyPuzzle]:
    """Return the puzzles of the day for a visitor, one for each game that has puzzles."""
    found, language = list[DailyPuzzle](), visitor.language
    ratings = {} if visitor.id is None else await services.training.ratings_of(visitor.id)
    heads_by_game = await in_thread(_all_heads)()
    for name, heads in heads_by_game.items():
        if heads:
            rating = ratings.get(name, BEGINNER_RATING)
            number = daily_number([head.rating for head in heads], today(), rating)
            head = heads[number - 1]
            theme = theme_title(name, head.theme, language)
            found.append(DailyPuzzle(name, number, theme, difficulty_of(head.rating, language)))
    return found


def _all_heads() -> dict[str, tuple[PuzzleHead, ...]]:
    """Return the heads of the puzzles of each game; blocks until they are read, once."""
    return {name: heads_of(game) for name, game in games.items()}


async def _progress_of(services: Services, visitor: Visitor, game: str) -> Progress:
    return Progress() if visitor.id is None else await services.training.progress(visitor.id, game)


async def show_puzzles(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show all puzzles of a game, by theme and difficulty."""
    book, language = await in_thread(book_or_missing)(game), visitor.language
    progress = await _progress_of(services, visitor, game)
    themes = {
        theme_title(game, theme, language): listed(book, progress, numbers, language)
        for theme, numbers in by_theme(book).items()
    }
    return page(
        "puzzles.html",
        language,
        visitor=visitor,
        game=game,
        games=list(games),
        themes=themes,
        daily=book.daily(today(), progress.rating),
        date=day_words(today(), language),
        following=next_number(book, progress),
        progress=ProgressSeen(progress, language),
    )


async def show_next(
    game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, after: FromQuery[int] = 0
) -> Redirect:
    """Go to the puzzle that comes next for a visitor."""
    book = await in_thread(book_or_missing)(game)
    number = next_number(book, await _progress_of(services, visitor, game), after)
    return Redirect(f"/puzzles/{game}/{number}", status_code=303)


async def show_today(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Redirect:
    """Go to the puzzle of the day."""
    book = await in_thread(book_or_missing)(game)
    number = book.daily(today(), (await _progress_of(services, visitor, game)).rating)
    return Redirect(f"/puzzles/{game}/{number}", status_code=303)


@dataclass(frozen=True, slots=True)
class PuzzleExercise(ExerciseResource):
    """A puzzle of a book.

    Attributes:
        line: the exercise.
        book: of the puzzle.
        number: in the book, from 1.
        named: index of the cause that was chosen; ``None``: none yet.
    """

    line: PuzzleLine
    book: PuzzleBook
    number: int
    named: int | None
    template: ClassVar[str] = "puzzle.html"

    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return what is asked, after the last answer the line and its cause, and the visitor's own progress."""
        game, language, puzzle = self.book.plan.game, visitor.language, self.line.puzzle
        walk = await in_thread(self.line.walk)(attempt.actions)
        is_over, progress = self.line.is_over(walk), await _progress_of(services, visitor, game)
        gain = progress.gain(puzzle.id) if is_over else None
        solved, tried = await services.training.answers_to(game, puzzle.id)
        return {
            "number": self.number,
            "is_daily": self.number == self.book.daily(today(), progress.rating),
            "date": day_words(today(), language),
            "theme": self.line.theme,
            "hints": [theme_title(game, theme, language) for theme in puzzle.themes],
            "difficulty": difficulty_of(puzzle.rating, language),
            "found": language.count(FOUND, tried, solved=solved) if tried else "",
            "decisions": await in_thread(decisions_seen)(self.line, walk),
            "count": len(puzzle.decisions),
            "outcome": await in_thread(outcome_seen)(self.line, walk, attempt.actions, self.named) if is_over else None,
            "progress": ProgressSeen(progress, language, None if gain is None else round(gain)),
        }

    async def keep(self, attempt: Attempt, services: Services, request: AppRequest, visitor: Visitor) -> list[Cookie]:
        """Note the answer, if this is the last one."""
        puzzle, walk = self.line.puzzle, await in_thread(self.line.walk)(attempt.actions)
        if not self.line.is_over(walk):
            return []
        async with ensure_person(request, visitor) as (person, cookies):
            solved, game = not walk.is_missed, self.book.plan.game
            await note_answer(services.training, person.id, game, puzzle.id, puzzle.rating, solved=solved)
        return cookies


async def find_puzzle(
    game: FromPath[str], number: FromPath[int], visitor: InjectedVisitor, why: FromQuery[str] = ""
) -> PuzzleExercise:
    """Return a puzzle by its address; ``why``: number of the cause that was chosen, from 1, or anything else.

    Raises:
        Missing: there is none.
    """
    book = await in_thread(book_or_missing)(game)
    if not 1 <= number <= len(book.puzzles):
        raise Missing(N_("There is no such page."))
    line = await in_thread(puzzle_line)(game, number, visitor)
    numbers = [str(each) for each in range(1, len(line.puzzle.why.causes) + 1)]
    return PuzzleExercise(line, line, book, number, numbers.index(why) if why in numbers else None)


async def play_on(
    resource: InjectedExercise, services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Redirect:
    """Begin a table with computer players from the position of a puzzle, and go there."""
    at = resource.exercise
    async with ensure_person(request, visitor) as (person, cookies):
        own = person.name or next(nicknames_for(person, visitor.language, at.names.values()))
        occupants = [
            Occupant(own, person.id) if seat == at.seat else Occupant(at.names[seat], level=at.level)
            for seat in range(at.match.seats)
        ]
        settings = TableSettings(host=person.id, origin=ORIGIN_GONE)
        table_id = await services.tables.play_on(at.match, occupants, settings)
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)

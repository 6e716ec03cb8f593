"""The pages of puzzles: the list, a puzzle with its answer, the puzzle of the day, and playing on from one."""

from dataclasses import replace
from typing import NamedTuple

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from malecon import games
from malecon.agents.puzzles import PuzzleBook, by_theme, has_puzzles
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, Language
from malecon.presentation.perspective import Perspective
from malecon.services.training import note_answer, today
from malecon.storage.store import in_thread
from malecon.storage.table_use import ORIGIN_GONE
from malecon.storage.training import Progress
from malecon.tables import Missing, TableSettings
from malecon.tables.seat import Move, Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import CreateTable, new_id
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, Visitor
from malecon.web.new_table import nicknames_for
from malecon.web.pages.table import about_page, refusal_text
from malecon.web.rendering import page
from malecon.web.views.exercise import Exercise, ExercisePage, actions_after, exercise_page
from malecon.web.views.puzzle_page import (
    FOUND,
    ProgressSeen,
    answer_seen,
    book_or_missing,
    day_words,
    difficulty_of,
    listed,
    next_number,
    puzzle_exercise,
    theme_title,
)

LEVEL = "strong"
"""Of the computer players with whom a puzzle is played on."""


class DailyPuzzle(NamedTuple):
    """The puzzle of the day of a game, as the start page shows it."""

    game: str
    number: int
    theme: str
    difficulty: str


@in_thread
def daily_puzzles(language: Language) -> list[DailyPuzzle]:
    """Return the puzzles of the day, one for each game that has puzzles."""
    books = [(name, book_or_missing(name)) for name in games if has_puzzles(name)]
    daily = ((name, book.daily(today()), book.puzzles[book.daily(today()) - 1]) for name, book in books)
    return [
        DailyPuzzle(name, number, theme_title(name, puzzle.theme, language), difficulty_of(puzzle.rating, language))
        for name, number, puzzle in daily
    ]


async def _progress_of(services: Services, visitor: Visitor, game: str) -> Progress:
    return Progress() if visitor.id is None else await services.training.progress(visitor.id, game)


def _check_number(book: PuzzleBook, number: int) -> None:
    """Refuse a number that no puzzle has.

    Raises:
        Missing: it is such.
    """
    if not 1 <= number <= len(book.puzzles):
        raise Missing(N_("There is no such page."))


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
        daily=book.daily(today()),
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


async def show_today(game: FromPath[str]) -> Redirect:
    """Go to the puzzle of the day."""
    book = await in_thread(book_or_missing)(game)
    return Redirect(f"/puzzles/{game}/{book.daily(today())}", status_code=303)


async def show_puzzle(
    game: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Response[str]:
    """Show a puzzle, after the answer if there is one."""
    book = await in_thread(book_or_missing)(game)
    _check_number(book, number)
    exercise = await in_thread(puzzle_exercise)(game, number, visitor)
    actions = [str(each) for each in request.query_params.getall("do", [])]
    table = await in_thread(exercise.play)(actions)
    return await _puzzle_page(services, visitor, book, exercise, table, actions, number)


async def answer_puzzle(
    game: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Response[str] | Redirect:
    """Take the answer to a puzzle, or a step on the way to it, and note the answer."""
    book = await in_thread(book_or_missing)(game)
    _check_number(book, number)
    exercise, form = await in_thread(puzzle_exercise)(game, number, visitor), await request.form()
    before = [str(each) for each in form.getall("do", [])]
    after = actions_after(form)
    try:
        table = await in_thread(exercise.play)(after)
    except MaleconError as error:
        table = await in_thread(exercise.play)(before)
        return await _puzzle_page(services, visitor, book, exercise, table, before, number, error)
    puzzle, chosen = book.puzzles[number - 1], exercise.answer_at(table)
    if not chosen:
        return Redirect(exercise.address_with(after), status_code=303)
    async with ensure_person(request, visitor) as (person, cookies):
        solved = puzzle.is_right(chosen)
        await note_answer(services.training, person.id, game, puzzle.id, puzzle.rating, solved=solved)
    return Redirect(exercise.address_with(after), status_code=303, cookies=cookies)


async def show_puzzle_about(
    game: FromPath[str], number: FromPath[int], visitor: InjectedVisitor, topic: FromQuery[str] = ""
) -> Response[str]:
    """Explain a thing of the game of a puzzle."""
    _check_number(await in_thread(book_or_missing)(game), number)
    exercise = await in_thread(puzzle_exercise)(game, number, visitor)
    perspective = Perspective.of(exercise.match, exercise.seat, visitor.language, exercise.names)
    return about_page(game, perspective, topic, exercise.address, visitor)


async def play_on(
    game: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Redirect:
    """Begin a table with computer players from the position of a puzzle, and go there."""
    _check_number(await in_thread(book_or_missing)(game), number)
    exercise = await in_thread(puzzle_exercise)(game, number, visitor)
    match, seat = exercise.match, exercise.seat
    async with ensure_person(request, visitor) as (person, cookies):
        own = person.name or next(nicknames_for(person, visitor.language, exercise.names.values()))
        occupants = [
            Occupant(own, person.id) if each == seat else Occupant(exercise.names[each], level=LEVEL)
            for each in range(match.seats)
        ]
        settings = TableSettings(host=person.id, origin=ORIGIN_GONE)
        options = match.game.read_options(list(enumerate(match.game.write_options(match.begun), start=1)))
        log = [Move(mover, notation, new_id()) for mover, notation in match.moves]
        table_id = await services.tables.create(
            CreateTable(game, options, occupants, settings, key=match.seed, rules=match.version, log=log)
        )
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


def _drawn(
    exercise: Exercise, table: Table, actions: list[str], visitor: Visitor, chosen: str, refusal: Markup | None
) -> ExercisePage:
    """Return the drawn table of a puzzle; after the answer nobody can move any more."""
    if chosen:
        table = replace(exercise.play([chosen]), paused=0)
    return exercise_page(exercise, table, actions, visitor, refusal)


async def _puzzle_page(
    services: Services,
    visitor: Visitor,
    book: PuzzleBook,
    exercise: Exercise,
    table: Table,
    actions: list[str],
    number: int,
    error: MaleconError | None = None,
) -> Response[str]:
    game, language, puzzle = book.plan.game, visitor.language, book.puzzles[number - 1]
    chosen = exercise.answer_at(table)
    progress = await _progress_of(services, visitor, game)
    gain = progress.gain(puzzle.id) if chosen else None
    solved, tried = await services.training.answers_to(game, puzzle.id)
    refusal = Markup(refusal_text(error, table, language)) if error else None
    return page(
        "puzzle.html",
        language,
        status=422 if error else 200,
        visitor=visitor,
        game=game,
        seats=exercise.match.seats,
        address=exercise.address,
        exercise=await in_thread(_drawn)(exercise, table, actions, visitor, chosen, refusal),
        number=number,
        is_daily=number == book.daily(today()),
        date=day_words(today(), language),
        theme=theme_title(game, puzzle.theme, language),
        hints=[theme_title(game, theme, language) for theme in puzzle.themes],
        difficulty=difficulty_of(puzzle.rating, language),
        puzzle=puzzle,
        found=language.count(FOUND, tried, solved=solved) if tried else "",
        answer=await in_thread(answer_seen)(exercise, puzzle, chosen, language) if chosen else None,
        progress=ProgressSeen(progress, language, None if gain is None else round(gain)),
    )

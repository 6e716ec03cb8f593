"""The guided first game: its lessons, which of them a person has done, and the real game that follows."""

from collections.abc import Sequence

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, Language
from malecon.presentation.lessons import Course
from malecon.presentation.perspective import Perspective
from malecon.services.training import reach_lesson
from malecon.storage.people import Person
from malecon.tables import Missing, TableSettings
from malecon.tables.seat import Move
from malecon.tables.table_header import CreateTable, new_id
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, Visitor
from malecon.web.middleware.error_pages import status_of
from malecon.web.new_table import ME, SeatChoice, find_game, occupants_of
from malecon.web.pages.table import about_page, refusal_text
from malecon.web.rendering import page
from malecon.web.views.exercise import actions_after, exercise_page
from malecon.web.views.lesson import AGAINST_EASY, address_of, card_of, exercise_of


async def resume_lessons(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show the first lesson that the visitor has not done; the first of all after the last."""
    total = len(_course(game).positions)
    done = (await services.training.progress(visitor.id, game)).lesson if visitor.id else 0
    return _lesson_page(game, done + 1 if done < total else 1, (), visitor)


async def show_lesson(
    game: FromPath[str], number: FromPath[int], request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show a lesson after the actions in its address."""
    return _lesson_page(game, number, request.query_params.getall("do", []), visitor)


async def act_in_lesson(
    game: FromPath[str], number: FromPath[int], request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Go to a lesson after one more action, or one less."""
    form = await request.form()
    actions = [str(action) for action in form.getall("do", [])]
    exercise = exercise_of(_course(game, number), number, visitor)
    address = exercise.address_after(form)
    try:
        exercise.play(actions_after(form))
    except MaleconError as error:
        sentence = Markup(refusal_text(error, exercise.table(), visitor.language))
        return _lesson_page(game, number, actions, visitor, sentence, status_of(error))
    return Redirect(address, status_code=303)


async def show_lesson_about(
    game: FromPath[str], number: FromPath[int], visitor: InjectedVisitor, topic: FromQuery[str] = ""
) -> Response[str]:
    """Explain a thing of the game."""
    exercise = exercise_of(_course(game, number), number, visitor)
    perspective = Perspective.of(exercise.match, exercise.seat, visitor.language, exercise.names)
    return about_page(game, perspective, topic, exercise.address, visitor)


async def finish_lesson(
    game: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Redirect:
    """Note that a lesson is done, and go to the next one."""
    after = min(number + 1, len(_course(game, number).positions))
    async with ensure_person(request, visitor) as (person, cookies):
        await reach_lesson(services.training, person.id, game, number)
    return Redirect(address_of(game, after), status_code=303, cookies=cookies)


async def begin_game(
    game: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Redirect:
    """Note that all lessons are done, begin the real game from the last position, and go there."""
    course = _course(game)
    async with ensure_person(request, visitor) as (person, cookies):
        await reach_lesson(services.training, person.id, game, len(course.positions))
        table = await _create_table(services, course, person, visitor.language)
    return Redirect(f"/table/{table}", status_code=303, cookies=cookies)


async def _create_table(services: Services, course: Course, learner: Person, language: Language) -> str:
    """Create a table that plays on the game of the lessons against computer players, and return its id."""
    match = course.end
    chosen = {1: SeatChoice(ME)} | {seat: SeatChoice(AGAINST_EASY) for seat in range(2, match.seats + 1)}
    occupants = occupants_of(chosen, match.game, learner, language)
    settings = TableSettings(host=learner.id, origin=await services.records.keep(match.record()))
    log = [Move(seat, notation, new_id()) for seat, notation in match.moves]
    options = match.game.read_options(list(enumerate(match.game.write_options(match.begun), start=1)))
    return await services.tables.create(
        CreateTable(match.game.name, options, occupants, settings, key=match.seed, rules=match.version, log=log)
    )


def _lesson_page(
    game: str,
    number: int,
    actions: Sequence[str],
    visitor: Visitor,
    error: Markup | None = None,
    status: int = 200,
) -> Response[str]:
    """Return the page of a lesson after actions; ``error``: why another one was refused."""
    course = _course(game, number)
    exercise = exercise_of(course, number, visitor)
    table = exercise.play(actions)
    return page(
        "lesson.html",
        visitor.language,
        status=status,
        visitor=visitor,
        game=game,
        seats=exercise.match.seats,
        address=exercise.address,
        exercise=exercise_page(exercise, table, actions, visitor, error),
        card=card_of(course, number, exercise, table, actions, visitor.language),
        teacher=find_game(game).page.teacher(),
        error=error,
    )


def _course(game: str, number: int = 1) -> Course:
    """Return the lessons of a game.

    Raises:
        Missing: there is no such game, it has no lessons, or none with this number.
    """
    course = find_game(game).course
    if course is None or not 1 <= number <= len(course.positions):
        raise Missing(N_("There is no such page."))
    return course

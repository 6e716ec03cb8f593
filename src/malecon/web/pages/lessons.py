"""The guided first game: its lessons, which of them a person has done, and the real game that follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.i18n import N_
from malecon.presentation.lessons import Course
from malecon.services.training import reach_lesson
from malecon.tables import Missing, TableSettings
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.new_table import ME, SeatChoice, find_game, occupants_of
from malecon.web.pages.exercise import ExerciseResource
from malecon.web.views.exercise import Attempt
from malecon.web.views.lesson import AGAINST_EASY, address_of, card_of, exercise_of


@dataclass(frozen=True, slots=True)
class LessonExercise(ExerciseResource):
    """A lesson of a course, by its number from 1."""

    course: Course
    number: int
    template: ClassVar[str] = "lesson.html"

    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return the card, and who teaches."""
        card = card_of(self.course, self.number, self.exercise, attempt.table, attempt.actions, visitor.language)
        return {"card": card, "teacher": find_game(self.course.end.game.name).page.teacher()}


async def find_lesson(game: FromPath[str], number: FromPath[int], visitor: InjectedVisitor) -> LessonExercise:
    """Return a lesson by its address."""
    course = _course(game, number)
    return LessonExercise(exercise_of(course, number, visitor), course, number)


async def next_lesson(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> LessonExercise:
    """Return the first lesson that the visitor has not done; the first of all after the last."""
    total = len(_course(game).positions)
    done = (await services.training.progress(visitor.id, game)).lesson if visitor.id else 0
    return await find_lesson(game, done + 1 if done < total else 1, visitor)


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
    match = course.end
    chosen = {1: SeatChoice(ME)} | {seat: SeatChoice(AGAINST_EASY) for seat in range(2, match.seats + 1)}
    async with ensure_person(request, visitor) as (person, cookies):
        await reach_lesson(services.training, person.id, game, len(course.positions))
        settings = TableSettings(host=person.id, origin=await services.records.keep(match.record()))
        occupants = occupants_of(chosen, match.game, person, visitor.language)
        table_id = await services.tables.play_on(match, occupants, settings)
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


def _course(game: str, number: int = 1) -> Course:
    """Return the lessons of a game.

    Raises:
        Missing: there is no such game, it has no lessons, or none with this number.
    """
    course = find_game(game).course
    if course is None or not 1 <= number <= len(course.positions):
        raise Missing(N_("There is no such page."))
    return course

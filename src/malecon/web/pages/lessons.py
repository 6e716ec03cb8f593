"""The guided game: its missions, which of them a person has done, their lessons, and the real game that follows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.i18n import N_
from malecon.presentation.lessons import Course, Mission
from malecon.services.coaching import with_tips
from malecon.services.training import finish_mission
from malecon.tables import Missing, TableSettings
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.new_table import ME, SeatChoice, find_game, occupants_of
from malecon.web.pages.exercise import ExerciseResource
from malecon.web.rendering import page
from malecon.web.views.exercise import Attempt
from malecon.web.views.lesson import LEVEL, address_of, card_of, exercise_of


@dataclass(frozen=True, slots=True)
class LessonExercise(ExerciseResource):
    """A lesson of a mission, by its number from 1; ``course``: to which the mission belongs."""

    course: Course
    mission: Mission
    number: int
    template: ClassVar[str] = "lesson.html"

    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return the card, the course and the mission."""
        card = card_of(self.mission, self.number, self.exercise, attempt.table, attempt.actions, visitor.language)
        return {"card": card, "course": self.course, "mission": self.mission}


async def find_lesson(
    game: FromPath[str], mission: FromPath[str], number: FromPath[int], visitor: InjectedVisitor
) -> LessonExercise:
    """Return a lesson by its address."""
    course, chosen = _mission(game, mission)
    if not 1 <= number <= len(chosen.positions):
        raise Missing(NO_PAGE)
    return LessonExercise(exercise_of(course, chosen, number, visitor), course, chosen, number)


async def show_missions(
    game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Show the missions of a game; the first lesson if there is only one."""
    course = _course(game)
    if len(course.missions) == 1:
        return Redirect(address_of(game, course.last, 1), status_code=303)
    done = (await services.training.progress(visitor.id, game)).missions if visitor.id else ()
    following = next((each for each in course.missions if each.name not in done), None)
    return page(
        "missions.html", visitor.language, visitor=visitor, game=game, course=course, done=done, following=following
    )


async def end_mission(
    game: FromPath[str],
    mission: FromPath[str],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Redirect:
    """Note that a mission is done, and begin the next one; after the last one, the real game where it ends."""
    course, done = _mission(game, mission)
    async with ensure_person(request, visitor) as (person, cookies):
        await finish_mission(services.training, person.id, game, mission)
        if done is not course.last:
            following = course.missions[course.missions.index(done) + 1]
            return Redirect(address_of(game, following, 1), status_code=303, cookies=cookies)
        match = done.end
        chosen = {1: SeatChoice(ME)} | {seat: SeatChoice(LEVEL) for seat in range(2, match.seats + 1)}
        settings = TableSettings(host=person.id, origin=await services.records.keep(match.record()))
        occupants = occupants_of(chosen, match.game, person, visitor.language)
        settings = await with_tips(settings, game, occupants, person, services.finished_games)
        table_id = await services.tables.play_on(match, occupants, settings)
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


NO_PAGE = N_("There is no such page.")


def _course(game: str) -> Course:
    """Return the guided game of a game.

    Raises:
        Missing: there is no such game, or it has none.
    """
    if (course := find_game(game).course) is None:
        raise Missing(NO_PAGE)
    return course


def _mission(game: str, name: str) -> tuple[Course, Mission]:
    """Return the guided game of a game with one of its missions.

    Raises:
        Missing: there is none of this name.
    """
    course = _course(game)
    if (mission := course.mission(name)) is None:
        raise Missing(NO_PAGE)
    return course, mission

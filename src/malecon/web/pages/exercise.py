"""An exercise as a page: the same handlers for a lesson, a puzzle, a decision tried again and a moment analysed.

An ``ExerciseResource`` says what differs: its position, what its page shows besides the table, what is kept of an
answer. ``web/routes.py`` names for each address the function that finds it, which Litestar calls for ``resource``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromQuery, SkipValidation
from litestar.response import Redirect
from markupsafe import Markup

from malecon.presentation.perspective import Perspective
from malecon.storage.store import in_thread
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of
from malecon.web.pages.table import about_page, refusal_text
from malecon.web.rendering import page
from malecon.web.views.exercise import Attempt, Exercise, actions_after, exercise_page, scenes_of_last_action


@dataclass(frozen=True, slots=True)
class ExerciseResource(ABC):
    """An exercise of one kind.

    Attributes:
        exercise: the position, and who chooses there.
        template: of its page.
    """

    exercise: Exercise
    template: ClassVar[str]

    @abstractmethod
    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return what the template shows besides the table."""

    async def keep(self, attempt: Attempt, services: Services, request: AppRequest, visitor: Visitor) -> list[Cookie]:
        """Keep what an attempt has answered, for the person; return the cookies of a new one."""
        return []


InjectedExercise = NamedDependency[SkipValidation[ExerciseResource]]
"""The exercise of an address, as an argument ``resource`` of a handler."""


async def show(
    resource: InjectedExercise, services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show an exercise after the actions in its address."""
    return await exercise_response(resource, await attempt_in(request, resource), services, visitor)


async def act(
    resource: InjectedExercise, services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Go to an exercise after one more action, or one less; show why another one is refused."""
    attempt = await in_thread(resource.exercise.attempt)(actions_after(await request.form()))
    if attempt.error:
        return await exercise_response(resource, attempt, services, visitor)
    cookies = await resource.keep(attempt, services, request, visitor)
    return Redirect(resource.exercise.address_with(attempt.actions), status_code=303, cookies=cookies)


async def about(resource: InjectedExercise, visitor: InjectedVisitor, topic: FromQuery[str] = "") -> Response[str]:
    """Explain a thing of the game of an exercise."""
    at = resource.exercise
    perspective = Perspective.of(at.match, at.seat, visitor.language, at.names)
    return about_page(at.match.game.name, perspective, topic, at.address, visitor)


async def attempt_in(request: AppRequest, resource: ExerciseResource) -> Attempt:
    """Return what the actions in an address lead to."""
    return await in_thread(resource.exercise.attempt)(request.query_params.getall("do", []))


async def exercise_response(
    resource: ExerciseResource,
    attempt: Attempt,
    services: Services,
    visitor: Visitor,
    said: Markup | None = None,
    **more: object,
) -> Response[str]:
    """Return the page of an exercise after an attempt; ``more``: context of its template that differs.

    ``said``: in place of the reason why the last action was refused.
    """
    exercise, error = resource.exercise, attempt.error
    if error:
        said = Markup(refusal_text(error, attempt.table, visitor.language))
    context = {**await resource.context(attempt, services, visitor), **more}
    return page(
        resource.template,
        visitor.language,
        status=status_of(error) if error else 200,
        cookies=(),
        visitor=visitor,
        game=exercise.match.game.name,
        seats=exercise.match.seats,
        address=exercise.address,
        exercise=await in_thread(exercise_page)(exercise, attempt.table, attempt.actions, visitor, said),
        scenes=await in_thread(scenes_of_last_action)(exercise, attempt.table, attempt.actions, visitor),
        error=said,
        **context,
    )

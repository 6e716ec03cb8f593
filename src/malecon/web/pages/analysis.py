"""The analysis board: any position, with the eyes of any seat, and the moves of who is asked with their chances.

The position is a moment of a record (``views/records.py``): of a finished game, or of one that begins with a
position that was set up by hand. The chances come while the search goes on.
"""

import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, ServerSentEvent
from markupsafe import Markup, escape

from malecon import games
from malecon.agents.agent import KEY_BITS
from malecon.agents.analysis import Analysis
from malecon.agents.player_process import NoAnswer, Question
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective, names_of
from malecon.storage.store import in_thread
from malecon.tables.table import Table
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.request_bounds import number_in
from malecon.web.http.sender import Visitor
from malecon.web.new_table import find_game
from malecon.web.pages.exercise import ExerciseResource, InjectedExercise, attempt_in, exercise_response
from malecon.web.pages.played_game import played_game
from malecon.web.pages.table import NO_ADVICE
from malecon.web.rendering import page
from malecon.web.views.analysis_panel import draw_moves
from malecon.web.views.exercise import Attempt, Exercise

ITERATIONS = 100, 1_000, 5_000, 20_000
"""Of the searches of one analysis, for each of the other players; each begins anew."""
SLOW_S = 4.0
"""After a search of so many seconds no longer one follows."""


async def show_choice(visitor: InjectedVisitor) -> Response[str]:
    """Show what can be analysed."""
    return page("analyse.html", visitor.language, visitor=visitor, games=games)


async def begin_analysis(game: FromPath[str], services: InjectedServices, request: AppRequest) -> Redirect:
    """Lead to the analysis of the beginning of a game."""
    seats = number_in((await request.form()).get("seats"))
    return await keep_moment(services, find_game(game).start(seats, 0), 0, None)


async def analyse_table(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """Lead to the analysis of a moment of a finished table."""
    at = number_in((await request.form()).get("at"))
    played = await played_game(request, services, visitor)
    return await keep_moment(services, played.match, at, next(iter(played.own), None))


async def analyse_record(origin: FromPath[str], request: AppRequest) -> Redirect:
    """Lead to the analysis of a moment of a record."""
    at = number_in((await request.form()).get("at"))
    return Redirect(f"/analyse/{origin}/{at}/0", status_code=303)


async def keep_moment(services: Services, match: Match, at: int, own: int | None) -> Redirect:
    """Keep a match as a record, and lead to its analysis after ``at`` moves, with the eyes of a seat if it is asked."""
    at = max(0, min(at, match.number))
    asked = match.after(at).to_move
    eyes = own if own in asked or not asked else asked[0]
    name = await services.records.keep(match.record())
    return Redirect(f"/analyse/{name}/{at}/{0 if eyes is None else eyes + 1}", status_code=303)


async def match_at(services: Services, name: str, at: int) -> Match:
    """Return a moment of a record.

    Raises:
        Missing: there is no such record.
        UsageError: it has fewer moves.
    """
    match = await services.records.read(name)
    if not 0 <= at <= match.number:
        raise UsageError(N_("The record has {count} moves; there is no move {number}."), count=match.number, number=at)
    return match.after(at)


def distinct_names(match: Match, language: Language) -> dict[int, str]:
    """Return the names of the players; equal ones, such as those of levels, with the numbers of their seats."""
    names = names_of(match.seats, match.names, language)
    called = Counter(names.values())
    return {seat: name if called[name] == 1 else f"{name} {seat + 1}" for seat, name in names.items()}


async def look_with(name: FromPath[str], at: FromPath[int], eyes: FromQuery[int] = 0) -> Redirect:
    """Lead to the analysis of a moment with the eyes of a seat, from 1."""
    return Redirect(f"/analyse/{name}/{at}/{eyes}", status_code=303)


@dataclass(frozen=True, slots=True)
class AnalysedMoment(ExerciseResource):
    """A moment of a record, with the eyes of a seat."""

    template: ClassVar[str] = "analysis.html"

    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return the addresses and names for the panel; the moves are empty until a search fills them in."""
        return {
            "moment": self.exercise.address.rpartition("/")[0],
            "eyes": self.exercise.seat,
            "names": self.exercise.names,
            "query": self.exercise.address_with(attempt.actions).partition("?")[2],
            "moves": Markup(),
        }


async def find_moment(
    name: FromPath[str],
    at: FromPath[int],
    eyes: FromPath[int],
    services: InjectedServices,
    visitor: InjectedVisitor,
) -> AnalysedMoment:
    """Return a moment of a record with the eyes of a seat, from 1; 0: of the first that is asked.

    Raises:
        Missing, UsageError: there is no such record, moment or seat, or the game has no ``guess``.
    """
    match = await match_at(services, name, at)
    match.game.check_guess()
    if not 0 <= eyes <= match.seats:
        raise UsageError(N_("There is no seat {number}."), number=eyes)
    seat = eyes - 1 if eyes else (*match.to_move, 0)[0]
    names = distinct_names(match, visitor.language)
    return AnalysedMoment(Exercise(match, seat, names, f"/analyse/{name}/{at}/{seat + 1}"))


async def show_thought(
    resource: InjectedExercise, services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show a moment with the moves and their chances after a short search."""
    attempt, language = await attempt_in(request, resource), visitor.language
    try:
        moves = await _draw_analysis(services, resource.exercise, attempt.table, language, ITERATIONS[1])
    except NoAnswer:
        return await exercise_response(resource, attempt, services, visitor, escape(language.say(NO_ADVICE)))
    return await exercise_response(resource, attempt, services, visitor, moves=moves)


async def show_moves(
    resource: InjectedExercise, services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ServerSentEvent:
    """Return the moves with their chances, each time that the search has gone on."""
    table = await in_thread(resource.exercise.play)(request.query_params.getall("do", []))
    return ServerSentEvent(_moves_found(services, resource.exercise, table, visitor.language))


async def _moves_found(services: Services, exercise: Exercise, table: Table, language: Language) -> AsyncIterator[str]:
    """Yield the moves with their chances as HTML in JSON, each time that the search has gone on."""
    for iterations in ITERATIONS:
        begun = time.monotonic()
        try:
            html = await _draw_analysis(services, exercise, table, language, iterations)
        except NoAnswer:
            return
        yield msgspec.json.encode(str(html)).decode()
        if time.monotonic() - begun > SLOW_S:
            return


async def _draw_analysis(
    services: Services, exercise: Exercise, table: Table, language: Language, iterations: int
) -> Markup:
    """Return the moves of the seat with their chances after a search."""
    ahead, _ = table.preview(exercise.seat)
    await services.players.wait_until_free()
    question = Question.analysis(ahead, exercise.seat, iterations, secrets.randbits(KEY_BITS))
    found = await services.players.ask(question)
    assert isinstance(found, Analysis)
    perspective = Perspective.of(ahead, exercise.seat, language, exercise.names)
    return draw_moves(found, ahead, exercise.seat, games[ahead.game.name].text, perspective)

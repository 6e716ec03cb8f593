"""Reviews of finished tables and of records, and *Try again*: a decision of a game once more, as an exercise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from malecon.agents.review import ReviewedDecision
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective, names_of
from malecon.services.reviews import ReviewState
from malecon.storage.store import in_thread
from malecon.tables import NO_TABLE, Missing
from malecon.tables.table import Table
from malecon.tables.table_header import is_id
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, Visitor, client_address, network_of
from malecon.web.middleware.error_pages import status_of
from malecon.web.pages.table import about_page, refusal_text
from malecon.web.rendering import page
from malecon.web.views.exercise import Exercise, actions_after, exercise_page
from malecon.web.views.records import address_of
from malecon.web.views.review import PANES, ReviewAddress, ReviewedGame
from malecon.web.views.review_page import Progress, review_page
from malecon.web.views.review_trial import Answer, answer_of, trial_of
from malecon.web.views.texts import error_sentence, names_at

NOT_OVER = N_("A game is reviewed when it is over.")
NO_DECISION = N_("This decision is not reviewed yet, or there is no such one.")
GOING = N_("{done} of {total} decisions are reviewed; what is known so far is shown.")
WAITING = N_("The review waits for its turn.")
MOST_DIGITS = 6
"""Of a number in an address."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over.

    Attributes:
        origin: id of the table, or name of the record.
        match: the whole game.
        names: of the players, by seat.
        own: the seats of the visitor.
    """

    origin: str
    match: Match
    names: Mapping[int, str]
    own: tuple[int, ...] = ()

    @property
    def address(self) -> str:
        """Address of the table or the record."""
        return address_of(self.origin)

    def reviewed(self, decisions: Sequence[ReviewedDecision], visitor: Visitor) -> ReviewedGame:
        """Return the game with its decisions that are reviewed so far."""
        return ReviewedGame(self.match, decisions, self.names, visitor.language, self.own)


async def show_review(
    origin: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show the review of a game; it begins, or goes on, when somebody looks at it."""
    finished = await _finished(origin, services, visitor)
    state = await _asked(services, finished, _asker(visitor, request), goes_on="go" in request.query_params)
    return await in_thread(_review_page)(finished, state, request, visitor)


async def show_try_again(
    origin: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Response[str]:
    """Show a decision of a game once more, with the eyes of its decider; say what an answer brings."""
    finished = await _finished(origin, services, visitor)
    decision = await _decision_of(services, finished, number)
    exercise = _exercise_of(finished, decision)
    actions = [str(each) for each in request.query_params.getall("do", [])]
    table, error = _played(exercise, actions)
    reviewed = finished.reviewed([decision], visitor)
    answer = None if error else await _answer(services, reviewed, exercise, table, decision)
    refusal = Markup(refusal_text(error, table, visitor.language)) if error else None
    return page(
        "try_again.html",
        visitor.language,
        status=status_of(error) if error else 200,
        visitor=visitor,
        exercise=exercise_page(exercise, table, actions[:-1] if error else actions, visitor, refusal),
        game=finished.match.game.name,
        seats=finished.match.seats,
        address=exercise.address,
        trial=trial_of(reviewed, exercise.match, decision, answer),
        back=f"{finished.address}/review?at={number + 1}#opened",
    )


async def act_in_try_again(origin: FromPath[str], number: FromPath[int], request: AppRequest) -> Redirect:
    """Lead to the page after an action of a form.

    Raises:
        Missing: there is no such game.
    """
    if not is_id(origin):
        raise Missing(NO_TABLE)
    query = urlencode([("do", action) for action in actions_after(await request.form())])
    return Redirect(f"{address_of(origin)}/review/{number}?{query}", status_code=303)


async def show_about_in_try_again(
    origin: FromPath[str],
    number: FromPath[int],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
) -> Response[str]:
    """Explain a thing of the game at a decision."""
    finished = await _finished(origin, services, visitor)
    exercise = _exercise_of(finished, await _decision_of(services, finished, number))
    perspective = Perspective.of(exercise.match, exercise.seat, visitor.language, finished.names)
    topic = str(request.query_params.get("topic", ""))
    return about_page(finished.match.game.name, perspective, topic, exercise.address, visitor)


async def _finished(origin: str, services: Services, visitor: Visitor) -> FinishedGame:
    """Return a game by its table or its record.

    Raises:
        UsageError: it goes on, or nobody can think about the game.
        TableError: it is not there.
    """
    address = address_of(origin)
    if address.startswith("/record/"):
        match = await services.records.read(origin)
        finished = FinishedGame(origin, match, names_of(match.seats, match.names, visitor.language))
    else:
        table = await services.tables.view(origin, visitor.id)
        own = tuple(table.seats_of(visitor.id))
        finished = FinishedGame(origin, table.match, names_at(table, visitor.language), own)
    if not finished.match.over:
        raise UsageError(NOT_OVER)
    finished.match.game.check_guess()
    return finished


def _asker(visitor: Visitor, request: AppRequest) -> str:
    """Return who asks for a review: a person, or the network of a stranger, so that nobody takes all the turns."""
    return visitor.id or f"network {network_of(client_address(request))}"


async def _asked(services: Services, finished: FinishedGame, asker: str, *, goes_on: bool) -> ReviewState:
    """Ask for a review; return how far it has come, with the reason if it cannot go on now.

    ``goes_on``: whether one that has stopped is to go on.
    """
    reviews, address, match = services.reviews, finished.address, finished.match
    before = await reviews.state(address, match)
    if before.is_done or before.is_running or (before.problem and not goes_on):
        return before
    try:
        await reviews.ask(address, match, asker)
    except MaleconError as error:
        return before._replace(problem=error)
    return await reviews.state(address, match)


def _review_page(finished: FinishedGame, state: ReviewState, request: AppRequest, visitor: Visitor) -> Response[str]:
    """Return the page of a review; it plays the game again, which takes its time."""
    reviewed = finished.reviewed(state.decisions, visitor)
    asked = _address_in(request, reviewed, f"{finished.address}/review")
    shown = review_page(reviewed, asked, _progress_of(state, asked, visitor), finished.address)
    return page("review.html", visitor.language, visitor=visitor, review=shown)


def _address_in(request: AppRequest, reviewed: ReviewedGame, address: str) -> ReviewAddress:
    """Return what a request asks for, within the bounds of the game."""
    query, match = request.query_params, reviewed.match
    own = reviewed.own[0] + 1 if reviewed.own else 0
    return ReviewAddress(
        page=address,
        at=min(_number(query.get("at"), reviewed.first_place()), match.number),
        viewer=min(_number(query.get("viewer"), own), match.seats),
        of=min(_number(query.get("of"), 0), match.seats),
        all=query.get("all") == "true",
        whole=query.get("whole") == "true",
        pane=str(query["pane"]) if query.get("pane") in PANES else PANES[0],
    )


def _number(text: str | None, default: int) -> int:
    """Return the number of an address; ``default`` if it is none.

    >>> _number("12", 3), _number("-1", 3), _number(None, 3)
    (12, 3, 3)
    """
    return int(text) if text and text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS else default


def _progress_of(state: ReviewState, asked: ReviewAddress, visitor: Visitor) -> Progress:
    """Return how far a review has come, in words."""
    done, total = len(state.decisions), state.total
    if state.is_done:
        return Progress(done, total)
    if state.problem is not None:
        return Progress(done, total, said=error_sentence(state.problem, visitor.language), again=f"{asked.page}?go")
    said = visitor.language.say(GOING if done else WAITING, done=done, total=total)
    return Progress(done, total, is_going=True, said=said)


async def _decision_of(services: Services, finished: FinishedGame, number: int) -> ReviewedDecision:
    """Return a decision that is reviewed.

    Raises:
        Missing: there is none.
    """
    state = await services.reviews.state(finished.address, finished.match)
    found = next((each for each in state.decisions if each.number == number), None)
    if found is None:
        raise Missing(NO_DECISION)
    return found


def _exercise_of(finished: FinishedGame, decision: ReviewedDecision) -> Exercise:
    before = finished.match.after(decision.number)
    address = f"{finished.address}/review/{decision.number}"
    return Exercise(before, decision.seat, finished.names, address, is_judged=True)


def _played(exercise: Exercise, actions: Sequence[str]) -> tuple[Table, MaleconError | None]:
    """Return the table after actions, or without the last one and why that was refused."""
    try:
        return exercise.play(actions), None
    except MaleconError as error:
        return exercise.play(actions[:-1]), error


async def _answer(
    services: Services, reviewed: ReviewedGame, exercise: Exercise, table: Table, decision: ReviewedDecision
) -> Answer | None:
    """Return the answer to the first move, as soon as that is confirmed; before, ``None``."""
    if not (move := exercise.answer_at(table)):
        return None
    share = {each.move: each.share for each in decision.best}.get(move)
    if share is None:
        loss = await services.reviews.loss_of(reviewed.match, decision.number, move)
        share = None if loss is None else max(0.0, decision.best[0].share - loss)
    return answer_of(reviewed, exercise.match, decision, move, share)

"""Reviews of finished tables and of records, and *Try again*: a decision of a game once more, as an exercise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from litestar import Response
from litestar.params import FromPath

from malecon.agents.review import ReviewedDecision
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.services.reviews import ReviewState
from malecon.storage.store import in_thread
from malecon.tables import Missing
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, client_address, network_of
from malecon.web.http.request_bounds import number_in
from malecon.web.http.sender import Visitor
from malecon.web.pages.exercise import ExerciseResource
from malecon.web.pages.played_game import PlayedGame, played_game
from malecon.web.rendering import page
from malecon.web.views.exercise import Attempt, Exercise
from malecon.web.views.review import PANES, ReviewAddress, ReviewedGame
from malecon.web.views.review_page import Progress, review_page
from malecon.web.views.review_trial import ExerciseNumber, answer_of, number_of, trial_of
from malecon.web.views.texts import error_sentence

NOT_OVER = N_("A game is reviewed when it is over.")
NO_DECISION = N_("This decision is not reviewed yet, or there is no such one.")
LOOKING = N_("The curve is there. First look: {done} of {total} decisions.")
GOING = N_("{done} of {total} decisions are reviewed. Of the others there is a first look, with hollow marks.")
CURVE = N_("The curve is being computed.")
WAITING = N_("The review waits for its turn.")
SOON_MS, LATER_MS = 1500, 4000
"""Until the page is renewed, during the first look and after it."""


async def show_review(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the review of a game; it begins, or goes on, when somebody looks at it."""
    finished = await _finished(request, services, visitor)
    state = await _asked(services, finished, _asker(visitor, request), goes_on="go" in request.query_params)
    return await in_thread(_review_page)(finished, state, request, visitor)


@dataclass(frozen=True, slots=True)
class TriedDecision(ExerciseResource):
    """A decision of a game once more, with the eyes of its decider.

    Attributes:
        reviewed: the game.
        decision: the one that is tried again.
        back: address of the review at the decision.
        number: among the exercises of the game.
    """

    reviewed: ReviewedGame
    decision: ReviewedDecision
    back: str
    number: ExerciseNumber
    template: ClassVar[str] = "try_again.html"

    async def context(self, attempt: Attempt, services: Services, visitor: Visitor) -> Mapping[str, object]:
        """Return what was lost, and what the answer brings."""
        decision, before = self.decision, self.exercise.match
        answer = None
        if move := self.exercise.answer_at(attempt.table):
            share = {each.move: each.share for each in decision.best}.get(move)
            if share is None:
                loss = await services.reviews.loss_of(self.reviewed.match, decision.number, move)
                share = None if loss is None else max(0.0, decision.best[0].share - loss)
            answer = answer_of(self.reviewed, before, decision, move, share)
        trial = trial_of(self.reviewed, before, decision, answer)
        return {"trial": trial, "back": self.back, "number": self.number}


async def find_decision(
    number: FromPath[int], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> TriedDecision:
    """Return a decision that is tried again, by its address.

    Raises:
        Missing: there is none, or it is not reviewed yet.
        UsageError: the game goes on.
    """
    finished = await _finished(request, services, visitor)
    state = await services.reviews.state(finished.address, finished.match)
    decision = next((each for each in state.decisions if each.number == number and not each.is_rough), None)
    if decision is None:
        raise Missing(NO_DECISION)
    page_address, before = f"{finished.address}/review", finished.match.after(number)
    exercise = Exercise(before, decision.seat, finished.names, f"{page_address}/{number}", is_judged=True)
    reviewed = _reviewed(finished, state, visitor)
    back = f"{page_address}?at={number + 1}#opened"
    return TriedDecision(exercise, reviewed, decision, back, number_of(reviewed, decision, page_address))


async def _finished(request: AppRequest, services: Services, visitor: Visitor) -> PlayedGame:
    """Return the game of an address.

    Raises:
        UsageError: it goes on, or nobody can think about the game.
        TableError: it is not there.
    """
    finished = await played_game(request, services, visitor, UsageError(NOT_OVER))
    if not finished.match.over:
        raise UsageError(NOT_OVER)
    finished.match.game.check_guess()
    return finished


def _reviewed(finished: PlayedGame, state: ReviewState, visitor: Visitor) -> ReviewedGame:
    """Return a game with what is known of it so far."""
    return ReviewedGame(
        finished.match,
        state.decisions,
        finished.names,
        visitor.language,
        finished.own,
        state.pauses,
        state.has_curve,
    )


def _asker(visitor: Visitor, request: AppRequest) -> str:
    """Return who asks for a review: a person, or the network of a stranger, so that nobody takes all the turns."""
    return visitor.id or f"network {network_of(client_address(request))}"


async def _asked(services: Services, finished: PlayedGame, asker: str, *, goes_on: bool) -> ReviewState:
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


def _review_page(finished: PlayedGame, state: ReviewState, request: AppRequest, visitor: Visitor) -> Response[str]:
    """Return the page of a review; it plays the game again, which takes its time."""
    reviewed = _reviewed(finished, state, visitor)
    asked = _address_in(request, reviewed, f"{finished.address}/review")
    shown = review_page(reviewed, asked, _progress_of(state, asked, visitor), finished.address)
    return page("review.html", visitor.language, visitor=visitor, review=shown)


def _address_in(request: AppRequest, reviewed: ReviewedGame, address: str) -> ReviewAddress:
    """Return what a request asks for, within the bounds of the game."""
    query, match = request.query_params, reviewed.match
    own = reviewed.own[0] + 1 if reviewed.own else 0
    return ReviewAddress(
        page=address,
        at=min(number_in(query.get("at"), reviewed.first_place()), match.number),
        viewer=min(number_in(query.get("viewer"), own), match.seats),
        of=min(number_in(query.get("of"), 0), match.seats),
        all=query.get("all") == "true",
        whole=query.get("whole") == "true",
        pane=str(query["pane"]) if query.get("pane") in PANES else PANES[0],
    )


def _progress_of(state: ReviewState, asked: ReviewAddress, visitor: Visitor) -> Progress:
    """Return how far a review has come, in words."""
    seen, done, total = len(state.decisions), state.reviewed, state.total
    if state.is_done:
        return Progress(done, total)
    if state.problem is not None:
        return Progress(done, total, said=error_sentence(state.problem, visitor.language), again=f"{asked.page}?go")
    if seen < total:
        said = LOOKING if seen else CURVE if state.pauses else WAITING
        return Progress(seen, total, SOON_MS, visitor.language.say(said, done=seen, total=total))
    return Progress(done, total, LATER_MS, visitor.language.say(GOING, done=done, total=total))

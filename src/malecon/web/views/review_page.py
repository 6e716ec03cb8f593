"""The page of a review: its curves, and the facts of its template."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.review import ReviewedDecision
from malecon.core.match import Match
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import composed, draw_all
from malecon.presentation.perspective import Perspective
from malecon.web.views.frames import scenes_of_last_move
from malecon.web.views.result import victory_text
from malecon.web.views.review import (
    Bar,
    ReviewAddress,
    ReviewedGame,
    Row,
    Walk,
    bars,
    listed,
    marked,
    rows,
)
from malecon.web.views.review_account import SeenAccount, account_of
from malecon.web.views.review_charts import share_bar
from malecon.web.views.review_curve import chances_at, drawn_curve
from malecon.web.views.review_reasons import (
    Caption,
    Guess,
    Reason,
    caption_of,
    guesses,
    next_decision,
    reason_of,
)
from malecon.web.views.table_page import BOARD


class Progress(NamedTuple):
    """How far a review has come.

    Attributes:
        done, total: decisions; 0 of 0 if that is not known.
        renewed_ms: after how many milliseconds the page is to be renewed by itself; 0: never.
        said: in words; empty if the review is whole.
        again: where the review is asked for once more; empty if that is of no use.
    """

    done: int
    total: int
    renewed_ms: int = 0
    said: str = ""
    again: str = ""


class DrawnBar(NamedTuple):
    """A move that was considered, and its bar."""

    bar: Bar
    drawn: Markup


class DrawnGuess(NamedTuple):
    """What another seat was likely to do, with a bar for each move."""

    guess: Guess
    moves: tuple[tuple[Markup, tuple[str, float, bool]], ...]


class Opened(NamedTuple):
    """The opened decision.

    Attributes:
        seat: the decider, from 0.
        asked: the question, in words.
        reason: why.
        bars: the best moves.
        again: where it can be tried again; empty for a good decision.
        guesses: what the others were likely to do.
        is_rough: whether only a first look was taken at it.
    """

    seat: int
    asked: str
    reason: Reason
    bars: tuple[DrawnBar, ...]
    again: str
    guesses: tuple[DrawnGuess, ...]
    is_rough: bool


class ReviewSeen(NamedTuple):
    """What the template of a review shows.

    Attributes:
        game: its name.
        seats: how many play.
        names, initials: of the players, by seat.
        winners: their seats.
        victory: who has won, in words.
        asked: what the address names.
        moves: of the whole game.
        origin: address of the table or the record.
        progress: how far the review has come.
        board: the table after the move, and ``caption``: what the move was.
        scenes: what the move has brought, as JSON.
        caption: see ``board``.
        curve: chances and points.
        chances: of each seat at the last pause.
        opened: the decision that was made last, if it is one.
        exercise: address of the first exercise; empty if there is none yet.
        rows: the list of decisions.
        counts: of turning points and of decisions, and what each seat has lost by its own, in per cent, if it is known.
        account: where the chance of a seat comes from.
        round: in which the move was made; 0 for the set-up.
        round_back, round_on: where the rounds before and after begin; ``None`` if there is none.
        next_mistake: after how many moves it was made, of the visitor if one of them is; ``None`` if there is none.
    """

    game: str
    seats: int
    names: Mapping[int, str]
    initials: tuple[str, ...]
    winners: tuple[int, ...]
    victory: str
    asked: ReviewAddress
    moves: int
    origin: str
    progress: Progress
    board: Markup
    scenes: str
    caption: Caption
    curve: Markup
    chances: tuple[float, ...]
    opened: Opened | None
    exercise: str
    rows: tuple[Row, ...]
    counts: tuple[int, int, list[int | None]]
    account: SeenAccount
    round: int
    round_back: int | None
    round_on: int | None
    next_mistake: int | None


def review_page(reviewed: ReviewedGame, asked: ReviewAddress, progress: Progress, origin: str) -> ReviewSeen:
    """Return what the template of a review shows; ``origin``: address of the game."""
    match, names = reviewed.match, reviewed.names
    decision = reviewed.decision_before(asked.at)
    walk = Walk.through(match, _wanted(reviewed, asked, decision))
    begins, now = {0, *reviewed.rounds.values(), match.number}, walk.states[asked.at]
    return ReviewSeen(
        game=match.game.name,
        seats=match.seats,
        names=names,
        initials=reviewed.initials,
        winners=match.winners,
        victory=victory_text(Perspective.of(match, _viewer_of(reviewed), reviewed.language, names)),
        asked=asked,
        moves=match.number,
        origin=origin,
        progress=progress,
        board=_board(reviewed, now, asked, origin),
        scenes=scenes_of_last_move(now, reviewed.game, _perspective(reviewed, now, asked)),
        caption=caption_of(reviewed, walk.states.get(asked.at - 1)),
        curve=drawn_curve(reviewed, walk, asked),
        chances=chances_at(reviewed, asked.at),
        opened=None if decision is None else _opened(reviewed, walk, asked, decision),
        exercise=_first_exercise(reviewed, asked),
        rows=tuple(rows(reviewed, walk, asked)),
        counts=_counts(reviewed, asked),
        account=account_of(reviewed, asked),
        round=reviewed.round_of(max(0, asked.at - 1)),
        round_back=max((each for each in begins if each < asked.at), default=None),
        round_on=min((each for each in begins if each > asked.at), default=None),
        next_mistake=reviewed.next_mistake(asked.at, asked.of),
    )


def _wanted(reviewed: ReviewedGame, asked: ReviewAddress, decision: ReviewedDecision | None) -> frozenset[int]:
    """Return after how many moves the game is looked at."""
    later = [next_decision(reviewed, decision, each.seat) for each in decision.forecasts] if decision else []
    told = [*(each.number for each in marked(reviewed, asked)), *listed(reviewed, asked)]
    return frozenset({asked.at, max(0, asked.at - 1), *told, *filter(None, later)})


def _viewer_of(reviewed: ReviewedGame) -> int | None:
    """Return the seat of the visitor, if it is one."""
    return reviewed.own[0] if len(reviewed.own) == 1 else None


def _first_exercise(reviewed: ReviewedGame, asked: ReviewAddress) -> str:
    """Return the address of the worst mistake that can be tried again, of the visitor if there is one."""
    viewer = _viewer_of(reviewed)
    exercises = reviewed.exercises(asked.of or (0 if viewer is None else viewer + 1))
    return f"{asked.page}/{exercises[0].number}" if exercises else ""


def _perspective(reviewed: ReviewedGame, now: Match, asked: ReviewAddress) -> Perspective:
    """Return a position by the knowledge of the seat that is asked for."""
    return Perspective.of(now, asked.viewer - 1 if asked.viewer else None, reviewed.language, reviewed.names)


def _board(reviewed: ReviewedGame, now: Match, asked: ReviewAddress, origin: str) -> Markup:
    """Return the table in a position, as a replay shows it."""
    perspective = _perspective(reviewed, now, asked)
    context = BoardContext(perspective, reviewed.game.text, page=origin, events=now.events_seen_by(perspective.viewer))
    return composed(draw_all(reviewed.game.page.parts(context), reviewed.language), BOARD)


def _counts(reviewed: ReviewedGame, asked: ReviewAddress) -> tuple[int, int, list[int | None]]:
    """Return the numbers of turning points and decisions that can be listed, and what each seat has lost by its own.

    What is lost is ``None`` until all decisions of the seat are reviewed.
    """
    seats = [seat for seat, _ in reviewed.match.moves]
    mine = [seat for seat in seats if asked.of in (0, seat + 1)]
    losses: list[list[float]] = [[] for _ in range(reviewed.match.seats)]
    for each in reviewed.decisions:
        if not each.is_rough:
            losses[each.seat].append(each.loss)
    lost = [round(100 * sum(each)) if len(each) == seats.count(seat) else None for seat, each in enumerate(losses)]
    return len(reviewed.turning_points(asked.of)), len(mine), lost


def _opened(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress, decision: ReviewedDecision) -> Opened:
    before, seat = walk.states[decision.number], decision.seat
    return Opened(
        seat=seat,
        asked=reviewed.game.text.asked(reviewed.perspective(before, seat)),
        reason=reason_of(reviewed, before, decision),
        bars=tuple(DrawnBar(bar, share_bar(bar.share, _kind_of(bar))) for bar in bars(reviewed, before, decision)),
        again=f"{asked.page}/{decision.number}" if "?" in decision.mark and not decision.is_rough else "",
        guesses=tuple(
            DrawnGuess(
                guess, tuple((share_bar(share, "guessed"), (move, share, came)) for move, share, came in guess.moves)
            )
            for guess in guesses(reviewed, walk, decision)
        ),
        is_rough=decision.is_rough,
    )


def _kind_of(bar: Bar) -> str:
    """Return the class of the bar of a move."""
    return "best" if bar.is_best else "worse" if bar.is_played else "other"

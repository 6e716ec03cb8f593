"""The review of a game: what each decision lost, how the chances went, and what was skill and what was chance.

Each decision is judged by what the decider knew when it was made (``agents.agent.known_to``), never by what came out
later. All chances are shares of the victory that a seat can expect, 0 to 1.

The curve has a place for each pause of the game (``agents.review_curve``), all in the eyes of one observer: between
two of them an account closes. *Own* is what the seat's own decisions lost against the best ones, never more than 0;
*others'* is what the others' decisions brought to it and took from it; *cards* is the rest of what the curve changed:
draws, and hidden cards that are revealed. Own and others' together sum to 0 over the seats, cards too. The idea is GNU
Backgammon's (luck-adjusted results), for hidden cards and several seats.
"""

from collections.abc import Iterable

import msgspec
import numpy as np
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.match import Match
from malecon.core.reason import Reason

MISTAKE, BLUNDER = 0.03, 0.08
"""Losses from which a decision is marked ``?`` and ``??``; one whose alternatives all lose ``BLUNDER`` is ``!``."""
FEWEST_MOVES = 3
"""Of a decision that can be marked ``!``: to pay where one can pay is no find."""
CANDIDATE = 0.015
"""Loss from which a first look marks what may be a mistake: it sees less of it than a review (docs/measurements)."""
CERTAIN = 2.0
"""A loss of less than so many standard errors gets no mark."""


class Alternative(msgspec.Struct, frozen=True):
    """A move that was considered.

    Attributes:
        move: in notation.
        share: of the victory that the decider can expect after it.
        line: the further moves of the decider that are expected then, as far as known.
    """

    move: str
    share: float
    line: tuple[str, ...] = ()


class Forecast(msgspec.Struct, frozen=True):
    """What another seat is likely to do next, in the decider's eyes.

    Attributes:
        seat: from 0.
        moves: each with its likelihood; the likeliest first, at most 6.
    """

    seat: int
    moves: tuple[tuple[str, float], ...]


class ReviewedDecision(msgspec.Struct, frozen=True, tag="decision"):
    """One decision of a game, in the eyes of its decider.

    Attributes:
        number: index of the move in the record, from 0.
        seat: the decider, from 0.
        played: the move that was made.
        best: the three best moves, the best first; the played one is added if it is not among them.
        before: chance of every seat if the decider does the best; sum 1.
        after: chance of every seat after the played move, before anything hidden is revealed; equals ``before`` if the
            played move is the best.
        errors: standard error of each seat's ``after - before``.
        forecasts: what the others are likely to do next.
        is_rough: whether only a first look was taken at it.
        reasons: of a marked one why the best move is better than the played one, or than the next best if it was
            played; none if there is no clear one.
    """

    number: int
    seat: int
    played: str
    best: tuple[Alternative, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    forecasts: tuple[Forecast, ...] = ()
    is_rough: bool = False
    reasons: tuple[Reason, ...] = ()

    @property
    def loss(self) -> float:
        """The share of the victory that the decider gives away, 0 or more."""
        return max(0.0, self.before[self.seat] - self.after[self.seat])

    @property
    def error(self) -> float:
        """The standard error of the loss."""
        return self.errors[self.seat]

    @property
    def weight(self) -> float:
        """What the decision lost; if it is marked as the only good one, what the next best would have lost."""
        return self.best[0].share - self.best[1].share if self.mark == "!" else self.loss

    @property
    def compared(self) -> str:
        """The move with which the best one is compared: the played one, or if that is the best the next best."""
        return self.played if self.played != self.best[0].move else self.best[1].move

    @property
    def mark(self) -> str:
        """``??`` for a blunder, ``?`` for a mistake, ``!`` for the only good move, else an empty text.

        A first look marks what may be a mistake, with ``?``, and nothing else.
        """
        if self.is_rough:
            return "?" if self.loss >= CANDIDATE else ""
        if is_mistake(self.loss, self.error):
            return "??" if self.loss >= BLUNDER else "?"
        is_best = self.played == self.best[0].move
        is_only_good = len(self.best) >= FEWEST_MOVES and self.best[0].share - self.best[1].share >= BLUNDER
        return "!" if is_best and is_only_good else ""


def is_mistake(loss: float, error: float) -> bool:
    """Tell whether a loss with this standard error is marked."""
    return loss >= MISTAKE and loss >= CERTAIN * error


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """A place of the curve: a moment at which a round or another stage of the game begins, or the game.

    Attributes:
        number: how many moves were made.
        chances: of each seat, sum 1.
        errors: the standard error of each.
    """

    number: int
    chances: tuple[float, ...]
    errors: tuple[float, ...]


def curve_of(match: Match, pauses: Iterable[Pause]) -> list[Pause]:
    """Return the curve of a match in order: all are even at the beginning, and at the end they have their result."""
    nothing = (0.0,) * match.seats
    begin = Pause(0, (1 / match.seats,) * match.seats, nothing)
    end = [Pause(match.number, _outcome(match), nothing)] if match.over else []
    return [begin, *sorted(pauses, key=lambda each: each.number), *end]


class Account(msgspec.Struct, frozen=True):
    """Where the change of the chances between two pauses comes from; each attribute has a number for each seat.

    Attributes:
        own: what the seat's own decisions changed, 0 or less.
        others: what the others' decisions changed.
        cards: what chance and revealed cards changed: the rest.
        begin, end: the chances at both pauses; ``end`` is ``begin`` + own + others + cards.
        error: the standard error of ``cards``.
    """

    own: tuple[float, ...]
    others: tuple[float, ...]
    cards: tuple[float, ...]
    begin: tuple[float, ...]
    end: tuple[float, ...]
    error: tuple[float, ...]


def account(decisions: Iterable[ReviewedDecision], begin: Pause, end: Pause) -> Account | None:
    """Return the account between two pauses; ``None``: not every decision there is reviewed."""
    there = {each.number: each for each in decisions if begin.number <= each.number < end.number and not each.is_rough}
    if len(there) < end.number - begin.number:
        return None
    own, others = np.zeros(len(begin.chances)), np.zeros(len(begin.chances))
    variances = np.square(begin.errors) + np.square(end.errors)
    for each in there.values():
        changes = np.subtract(each.after, each.before)
        own[each.seat] += changes[each.seat]
        changes[each.seat] = 0.0
        others += changes
        variances += np.square(each.errors)
    cards = np.subtract(end.chances, begin.chances) - own - others
    return Account(
        _by_seat(own), _by_seat(others), _by_seat(cards), begin.chances, end.chances, _by_seat(np.sqrt(variances))
    )


def _outcome(match: Match) -> tuple[float, ...]:
    """Return the share of the victory of each seat of a game that is over."""
    shares = np.zeros(match.seats)
    contract.outcome(match.state, shares)
    return _by_seat(shares)


def _by_seat(numbers: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(numbers.tolist())

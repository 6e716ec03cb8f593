"""The review of a game: what each decision lost, how the chances went, and what was skill and what was luck.

Each decision is judged by what the decider knew when it was made (``agents.agent.known_to``), never by what came out
later. All chances are shares of the victory that a seat can expect, 0 to 1.

The account of a seat closes: 1 / seats + own + others' + luck is the chance shown. *Own* is what its own decisions lost
against the best ones, never more than 0; *others'* is what the others' decisions brought to it and took from it; *luck*
is the rest: draws, and hidden cards that are revealed. Own and others' together sum to 0 over the seats, luck too. The
idea is GNU Backgammon's (luck-adjusted results), for hidden cards and several seats.
"""

from collections.abc import Iterator, Sequence

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


class ReviewedDecision(msgspec.Struct, frozen=True):
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
        uncertainty: standard error of each seat's ``after``.
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
    uncertainty: tuple[float, ...]
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
        if is_mistake(self.loss, self.error):
            return "??" if self.loss >= BLUNDER and not self.is_rough else "?"
        is_best = self.played == self.best[0].move
        is_only_good = len(self.best) >= FEWEST_MOVES and self.best[0].share - self.best[1].share >= BLUNDER
        return "!" if is_best and is_only_good else ""


def is_mistake(loss: float, error: float) -> bool:
    """Tell whether a loss with this standard error is marked."""
    return loss >= MISTAKE and loss >= CERTAIN * error


class Account(msgspec.Struct, frozen=True):
    """Where the chances of the seats come from; each attribute has a number for each seat.

    Attributes:
        own: what the seat's own decisions changed, 0 or less.
        others: what the others' decisions changed.
        luck: what chance and revealed cards changed.
        chance: the chance shown, which is 1 / seats + own + others + luck.
        error: the standard error of ``luck``, and of ``own`` and ``others`` together.
    """

    own: tuple[float, ...]
    others: tuple[float, ...]
    luck: tuple[float, ...]
    chance: tuple[float, ...]
    error: tuple[float, ...]


def chances(match: Match, decisions: Sequence[ReviewedDecision]) -> list[tuple[float, ...]]:
    """Return rows of each seat's chance: at the beginning, after each decision, and at the end if all are there."""
    rows = [(1 / match.seats,) * match.seats]
    for each, is_joint in zip(decisions, _joint(match, len(decisions)), strict=True):
        # While several choose in secret nothing is luck: only what the decision itself changes is added.
        rows.append(_moved(rows[-1], each) if is_joint else each.after)
    if match.over and len(decisions) == match.number:
        rows.append(_outcome(match))
    return rows


def _chance_after(match: Match, decisions: Sequence[ReviewedDecision], count: int) -> tuple[float, ...]:
    """Return the chances after the first ``count`` decisions, with what came out before the next one."""
    if count < len(decisions) and not [*_joint(match, count + 1)][-1]:
        return decisions[count].before
    return chances(match, decisions[:count])[-1]


def _joint(match: Match, count: int) -> Iterator[bool]:
    """Yield for each of the first decisions whether its seat was asked together with that of the move before it."""
    now, together = match.after(0), tuple[int, ...]()
    for seat, move in match.moves[:count]:
        yield len(together) > 1 and seat in together
        together = now.to_move
        now.play(seat, move)


def _moved(chance: Sequence[float], decision: ReviewedDecision) -> tuple[float, ...]:
    """Return chances changed by what a decision changed; none is below 0, and they sum to 1."""
    moved = np.clip(np.array(chance) + decision.after - decision.before, 0.0, 1.0)
    return _by_seat(moved / moved.sum())


def _outcome(match: Match) -> tuple[float, ...]:
    """Return the share of the victory of each seat of a game that is over."""
    shares = np.zeros(match.seats)
    contract.outcome(match.state, shares)
    return _by_seat(shares)


def account(match: Match, decisions: Sequence[ReviewedDecision], until: int | None = None) -> Account:
    """Return the account of the whole game, or of all before the decision ``until``, with the luck just before it."""
    counted = decisions[:until]
    chance = _chance_after(match, decisions, len(counted))
    own, others, variances = np.zeros(match.seats), np.zeros(match.seats), np.zeros(match.seats)
    for each in counted:
        changes = np.subtract(each.after, each.before)
        own[each.seat] += changes[each.seat]
        changes[each.seat] = 0.0
        others += changes
        variances += np.square(each.errors)
    if counted and not (match.over and len(counted) == match.number):  # the outcome is known, a chance is estimated
        variances += np.square(decisions[: len(counted) + 1][-1].uncertainty)
    luck = np.array(chance) - 1 / match.seats - own - others
    return Account(_by_seat(own), _by_seat(others), _by_seat(luck), chance, _by_seat(np.sqrt(variances)))


def _by_seat(numbers: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(numbers.tolist())

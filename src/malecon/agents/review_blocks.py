"""Blocks: short independent searches after each considered move of a decision, whose spread is the error.

They say what the played move lost against the best one. Blocks with the same number take the same key for all moves.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.review import is_mistake
from malecon.agents.search import Question, SearchConfig, new_search
from malecon.agents.searcher import Budget, batches
from malecon.core.random import new_source

FEWEST, FEW = 2, 4
"""Blocks of a move: for a first look, and for the choice of the best one."""
EXACT, RELATIVE = 0.006, 0.1
"""An error of the loss at which no more blocks are needed: so much, or so much of a large loss."""
UNSEEN = 0.003
"""The error that no block shows: that no wide search thought of the best move, or that two moves are equally good for
the decider, but not for the others. So much for a decision, by whole games that were reviewed twice.
"""


class Blocks:
    """The searches after each considered move of a decision: blocks with the chances of all seats."""

    def __init__(self, question: Question, config: SearchConfig, budget: Budget, key: int) -> None:
        """``question``: its ``first_action`` does not matter. ``budget``, ``key``: of a block, of the first one."""
        self._question, self._config, self._budget, self._key = question, config, budget, key
        self._rows: dict[str, list[NDArray[np.float64]]] = {}

    def of(self, move: str, first: int, end: int) -> NDArray[np.float64]:
        """Return some blocks of a move (float64 ``[end - first, seats]``)."""
        rows = self._rows.setdefault(move, [])
        question = self._question._replace(first_action=self._question.game.notation.parse(move))
        for block in range(len(rows), end):
            rows.append(expected_shares(question, self._config, self._budget, self._key + block))
        return np.array(rows[first:end])

    def share(self, move: str, count: int) -> float:
        """Return the mean share of the decider after a move, over the first blocks."""
        return share_of(self.of(move, 0, count), self._question)

    def judgement(self, best: str, played: str, others: Collection[str], fresh: "Fresh") -> "Judgement":
        """The loss of the played move against the best one, by fresh blocks of both.

        What is expected after the other moves, their first blocks say.
        """
        before, after = self._compared(best, played, fresh)
        shares = {move: self.share(move, FEWEST) for move in others}
        shares |= {best: share_of(before, self._question), played: share_of(after, self._question)}
        # A difference within its error is no loss: else each of equally good moves would seem to lose a little.
        if shares[best] - shares[played] <= standard_error(after - before)[self._question.seat]:
            best, before = played, after
        return Judgement({move: min(share, shares[best]) for move, share in shares.items()}, best, before, after)

    def _compared(self, move: str, other: str, fresh: "Fresh") -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return blocks of two moves, equally many of each: until their difference is known well enough."""
        for end in range(fresh.first + FEW, fresh.end + 1, FEW):
            rows, others = self.of(move, fresh.first, end), self.of(other, fresh.first, end)
            lost, seat = rows - others, self._question.seat
            loss, error = share_of(lost, self._question), standard_error(lost)[seat]
            is_large = error <= RELATIVE * loss and end > fresh.first + FEW  # fewer may differ alike by chance
            if error <= EXACT or is_large or (fresh.ends_at_mistake and is_mistake(loss, stated_error(lost)[seat])):
                break
        return rows, others


class Fresh(NamedTuple):
    """The blocks that say what was lost.

    Attributes:
        first, end: indices of the first one, and of the one after the last.
        ends_at_mistake: there are no more once the loss would be marked: it is judged once more then.
    """

    first: int
    end: int
    ends_at_mistake: bool = False


class Judgement(NamedTuple):
    """What blocks that look equally far ahead say of a decision.

    Attributes:
        shares: of the decider after each move that was tried, the greatest that of the best.
        best: the best move.
        before, after: blocks of the best and of the played move (float64 ``[n, seats]``); the same if it is the best.
    """

    shares: dict[str, float]
    best: str
    before: NDArray[np.float64]
    after: NDArray[np.float64]

    @property
    def errors(self) -> NDArray[np.float64]:
        """The standard error of what the played move changes for each seat."""
        return np.hypot(stated_error(self.after - self.before), UNSEEN)


def expected_shares(question: Question, config: SearchConfig, budget: Budget, key: int) -> NDArray[np.float64]:
    """Search, and return the share of the victory that each seat can expect after ``question.first_action``, sum 1."""
    search = new_search(question, config, new_source(key))
    *_, (done, _) = batches(search, budget)
    return search.iteration.totals[: search.seats] / done


def standard_error(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean of independent rows (float64 ``[seats]``)."""
    error: NDArray[np.float64] = rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    return error


def stated_error(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error that is told: a few rows agree by chance more often than many (Student's t)."""
    return standard_error(rows) * np.sqrt((len(rows) - 1) / (len(rows) - 3))


def share_of(rows: NDArray[np.float64], question: Question) -> float:
    """Return the mean share of the decider over some blocks."""
    return float(rows.mean(axis=0)[question.seat])

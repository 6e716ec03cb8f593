"""The searches of a review: what the best move of a decision was, and what each considered move brings.

A first search, in all legal moves, says which are worth considering. Its own values are no measure: those of moves that
it hardly tried are far too low, and that of the best one is chosen. So each considered move gets searches of its own,
in blocks: independent searches that all begin with it. They settle on different ways to play on, so their spread is the
error; the moves that are compared get blocks with the same keys, and more of them until the error of the difference is
small.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS, Advice, known_to
from malecon.agents.levels import Budget, Searcher, batches, best_first, is_clear, legal_actions, visits_of
from malecon.agents.review import Alternative, Forecast, ReviewedDecision
from malecon.agents.search import ACTION_BITS, Question, Search, SearchConfig, new_search
from malecon.core.contract import NO_ACTION
from malecon.core.match import Match
from malecon.core.math import new_source

SEATS = 4
"""With fewer seats searches have as many iterations in all as with so many."""
WIDE = 3
"""The first search has so many times the iterations of a block."""
CONSIDERED = 3
"""Moves of a decision that are named, beside the played one."""
FEW, MOST = 4, 16
"""Blocks of a move."""
DIGITS = 5
"""Of shares that are only shown."""
KEYS = 2**8
"""Keys for each decision."""
EXACT = 0.006
"""An error of the loss at which no more blocks are needed."""
FORECAST = 6
"""Moves of another seat that are forecast."""


class Blocks:
    """The searches after each considered move of a decision: blocks with the chances of all seats."""

    def __init__(self, question: Question, config: SearchConfig, budget: Budget, key: int) -> None:
        """``question``: its ``first_action`` does not matter. ``budget``, ``key``: of a block, of the first one."""
        self._question, self._config, self._budget, self._key = question, config, budget, key
        self._rows: dict[str, list[NDArray[np.float64]]] = {}

    def of(self, move: str, count: int = FEW) -> NDArray[np.float64]:
        """Return the first blocks of a move (float64 ``[count, seats]``)."""
        rows = self._rows.setdefault(move, [])
        question = self._question._replace(first_action=self._question.game.notation.parse(move))
        for block in range(len(rows), count):
            rows.append(expected_shares(question, self._config, self._budget, self._key + block))
        return np.array(rows[:count])

    def known(self, move: str) -> NDArray[np.float64]:
        """Return all blocks of a move that there are, a few at least."""
        return self.of(move, max(FEW, len(self._rows.get(move, ()))))

    def compare(self, move: str, other: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the blocks of two moves, equally many of each: so many that their difference is known well enough."""
        for count in range(FEW, MOST + 1, FEW):
            rows, others = self.of(move, count), self.of(other, count)
            if standard_error(rows - others)[self._question.seat] <= EXACT:
                break
        return rows, others


def expected_shares(question: Question, config: SearchConfig, budget: Budget, key: int) -> NDArray[np.float64]:
    """Search, and return the share of the victory that each seat can expect after ``question.first_action``, sum 1."""
    search = new_search(question, config, new_source(key))
    *_, (done, _) = batches(search, budget)
    return search.iteration.totals[: search.seats] / done


def standard_error(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of the mean of independent rows (float64 ``[seats]``)."""
    error: NDArray[np.float64] = rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    return error


def reviews(match: Match, searcher: Searcher, key: int | None = None) -> Iterator[ReviewedDecision]:
    """Yield the review of every decision of a match; ``key``: of all random numbers, by default ``review_key``."""
    now, key = match.after(0), review_key(match) if key is None else key
    for seat, move in match.moves:
        yield review_decision(ReviewQuestion.about(now, seat, move, key), searcher)
        now.play(seat, move)


def review_key(match: Match) -> int:
    """Return the key of the review of a match: equal for equal games, whoever played them."""
    lines = [line for line in match.record().splitlines() if not line.startswith(("name ", "#"))]
    return int.from_bytes(hashlib.sha256("\n".join(lines).encode()).digest()) % 2**KEY_BITS


class ReviewQuestion(NamedTuple):
    """What a decision is reviewed by, with nothing in it that the decider cannot know.

    Attributes:
        question: ``state`` is the position as the decider knows it, ``first_action`` what was played.
        number: index of the move in the record.
        key: of all random numbers; the searches take this one and the next ones.
    """

    question: Question
    number: int
    key: int

    @classmethod
    def about(cls, match: Match, seat: int, move: str, key: int) -> "ReviewQuestion":
        """Return the question about the next move of a match; ``key``: of the whole review."""
        key = (key + match.number * KEYS) % 2**KEY_BITS
        action = match.game.notation.parse(move)
        return cls(Question(match.game, known_to(match, seat, key), seat, action), match.number, key)


def review_decision(reviewed: ReviewQuestion, searcher: Searcher) -> ReviewedDecision:
    """Return the review of a decision; of the searcher, configuration and iterations count, not the seconds."""
    question, number, key = reviewed
    game, config = question.game, searcher.configs[question.game.name]
    least = searcher.budget.iterations
    iterations = max(least, least * (SEATS - 1) // (int(question.state.seats) - 1))
    search = _search_widely(question, config, Budget(WIDE * iterations), key)
    advice = best_first(question, search, legal_actions(question))
    best, played = advice[0].move, game.notation.format(question.first_action)
    # The victory is what counts: points are no part of it, though they help the first search to choose.
    blocks = Blocks(question, config._replace(margin=0.0), Budget(iterations), key + 1)
    before, after = blocks.compare(best, played)
    errors = standard_error(after - before)
    # A difference within its error is no loss: else each of equally good moves would seem to lose a little.
    if (before - after).mean(axis=0)[question.seat] <= errors[question.seat]:
        best, before = played, after
    return ReviewedDecision(
        number,
        question.seat,
        played,
        best=_alternatives(advice, best, played, blocks, question.seat),
        before=_numbers(before.mean(axis=0)),
        after=_numbers(after.mean(axis=0)),
        errors=_numbers(errors),
        uncertainty=_numbers(standard_error(after)),
        forecasts=tuple(forecasts(question, search)),
    )


def _numbers(array: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(array.tolist())


def _search_widely(question: Question, config: SearchConfig, budget: Budget, key: int) -> Search:
    """Return the search in all legal moves of the decider; it is over when no other move can catch up."""
    search = new_search(question._replace(first_action=NO_ACTION), config, new_source(key))
    actions = legal_actions(question)
    for _, left in batches(search, budget):
        if is_clear(visits_of(search, actions), left):
            break
    return search


def _alternatives(
    advice: Sequence[Advice], best: str, played: str, blocks: Blocks, seat: int
) -> tuple[Alternative, ...]:
    """Return the moves that the search considered most, and the played one; the best first."""
    moves = [each for each in advice if each.move in (best, played)]
    moves += [each for each in advice[:CONSIDERED] if each not in moves][: CONSIDERED + 1 - len(moves)]
    shares = {each.move: float(blocks.known(each.move).mean(axis=0)[seat]) for each in moves}
    # With few blocks another one may seem better than the best one, whose error is smaller.
    found = [Alternative(each.move, round(min(shares[each.move], shares[best]), DIGITS), each.line) for each in moves]
    return tuple(sorted(found, key=lambda each: (each.move != best, -each.share)))


def forecasts(question: Question, search: Search) -> Iterator[Forecast]:
    """Yield what the other seats are likely to do next: how often they chose what at the roots of their trees."""
    tree, in_words = search.tree, question.game.notation.format
    nodes = (tree.edges >> ACTION_BITS) - 1
    for seat in range(search.seats):
        slots = np.flatnonzero((nodes == seat) & (tree.visits > 0))
        likeliest = slots[np.argsort(-tree.visits[slots], kind="stable")][:FORECAST]
        total = int(tree.visits[slots].sum())
        if seat != question.seat and total:
            chances = (round(int(tree.visits[slot]) / total, DIGITS) for slot in likeliest)
            moves = (in_words(int(tree.edges[slot]) % 2**ACTION_BITS) for slot in likeliest)
            yield Forecast(seat, tuple(zip(moves, chances, strict=True)))

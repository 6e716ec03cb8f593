"""The searches of a review: what the best move of a decision was, and what each considered move brings.

Two wide searches, in all legal moves, say which are worth considering: one alone settles on a way to play and may miss
the best move. Their values are no measure: those of moves that they hardly tried are far too low. So each considered
move gets searches of its own, in blocks: short independent ones that all begin with it, whose spread is the error. The
first blocks choose the best move. What it is better than the played one by, fresh blocks say, for the best of several
estimates is mostly too high; there are more of them until the error is small, with the same keys for both moves.

That is the error of the searches, not that of the value network where they stop. So a loss that would be marked as a
mistake is judged once more, by blocks that look further ahead: all chances of the decision are theirs then.

All that takes about half a second a decision. A first look takes a twentieth: one short wide search, and two short
blocks of its two best moves and of the played one. It says which decisions are worth a review.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS, Advice, known_to
from malecon.agents.review import Alternative, Forecast, ReviewedDecision, is_mistake
from malecon.agents.review_blocks import FEW, FEWEST, Blocks, Fresh, Judgement, share_of, standard_error
from malecon.agents.search import ACTION_BITS, Question, Search, SearchConfig, new_search
from malecon.agents.searcher import Budget, Searcher, batches, best_first, is_clear, legal_actions, visits_of
from malecon.core.contract import NO_ACTION
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.random import new_source

SEATS = 4
"""With fewer seats searches have as many iterations in all as with so many."""
SEARCHES = 2
"""Wide searches, each as long as the level's own."""
PARTS, FURTHER_PARTS = 3, 6
"""A block has so many times fewer iterations, one that looks further ahead: with two to four times as many, blocks of
a move differ as much."""
CONSIDERED = 3
"""Moves of a wide search that are tried in blocks; moves of a decision that are named, beside the played one."""
MOST = 16
"""Blocks of each, at most, that compare the best move with the played one."""
DIGITS = 5
"""Of shares that are only shown."""
KEYS, JUDGEMENT = 2**8, 2**5
"""Keys for each decision, and for each judgement of it."""
FURTHER, MOST_FURTHER = 3, 8
"""Blocks that judge a mistake once more look so many times as many stages ahead; there are at most so many of each."""
MOST_CAUSES = 2
"""Of a marked decision, beside the balance."""
FORECAST = 6
"""Moves of another seat that are forecast."""
LOOK, LOOKED_AT, LOOK_BLOCKS = 100, 2, 2
"""Of a first look: iterations of each search, for each of the other players; moves that are tried beside the played
one, and blocks of each (docs/measurements/reviews.md)."""


def reviews(
    match: Match, searcher: Searcher, key: int | None = None, *, threads: int = 1
) -> Iterator[ReviewedDecision]:
    """Yield the review of every decision of a match, in order.

    Args:
        match: is not changed.
        searcher: see ``review_decision``.
        key: of all random numbers, by default ``review_key``.
        threads: at work at once; compiled searches hold no lock of Python.
    """
    questions = questions_about(match, review_key(match) if key is None else key)
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(partial(review_decision, searcher=searcher), questions)


def questions_about(match: Match, key: int) -> Iterator["ReviewQuestion"]:
    """Yield the question about every decision of a match."""
    now = match.after(0)
    for seat, move in match.moves:
        yield ReviewQuestion.about(now, seat, move, key)
        now.play(seat, move)


def review_key(match: Match) -> int:
    """Return the key of the review of a match: equal for equal games, whoever played them."""
    lines = [line for line in match.record().splitlines() if not line.startswith(("name ", "#"))]
    return int.from_bytes(hashlib.sha256("\n".join(lines).encode()).digest()) % 2**KEY_BITS


def key_at(key: int, number: int) -> int:
    """Return the key of what is asked after so many moves; ``key``: of the whole review."""
    return (key + number * KEYS) % 2**KEY_BITS


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
        key = key_at(key, match.number)
        action = match.game.notation.parse(move)
        return cls(Question(match.game, known_to(match, seat, key), seat, action), match.number, key)


def review_decision(reviewed: ReviewQuestion, searcher: Searcher, *, is_quick: bool = False) -> ReviewedDecision:
    """Return the review of a decision; of the searcher, configuration and iterations count, not the seconds.

    ``is_quick``: no mistake is judged once more, nor explained.
    """
    question, number, key = reviewed
    config, least = searcher.config_for(question.game), searcher.budget.iterations
    iterations = max(least, least * (SEATS - 1) // (int(question.state.seats) - 1))
    searches = [_search_widely(question, config, Budget(iterations), key + each) for each in range(SEARCHES)]
    advice = [best_first(question, search, legal_actions(question)) for search in searches]
    found = _judged(reviewed, advice, config, iterations, is_quick)
    decision = ReviewedDecision(
        number,
        question.seat,
        question.game.notation.format(question.first_action),
        best=_alternatives(advice, found),
        before=_numbers(found.before.mean(axis=0)),
        after=_numbers(found.after.mean(axis=0)),
        errors=_numbers(found.errors),
        forecasts=tuple(forecasts(question, searches[0])),
    )
    return decision if is_quick or not decision.mark else _explained(decision, reviewed, config)


def _explained(decision: ReviewedDecision, reviewed: ReviewQuestion, config: SearchConfig) -> ReviewedDecision:
    """Return a marked decision with its reasons; plain rules give none, for it would take minutes."""
    question, _, key = reviewed
    if question.game.ledger is None or not JIT:
        return decision
    best, other = map(question.game.notation.parse, (decision.best[0].move, decision.compared))
    from malecon.agents.explanation import explain  # here, because a server never explains by itself

    found = explain(question._replace(first_action=best), other, config, key).reasons
    kept = [reason for place, reason in enumerate(found) if place < MOST_CAUSES or not reason.is_cause]
    return msgspec.structs.replace(decision, reasons=tuple(kept))


def first_look(reviewed: ReviewQuestion, searcher: Searcher) -> ReviewedDecision:
    """Return a rough review of a decision; of the searcher, only the configuration counts."""
    question, number, key = reviewed
    config, budget = searcher.config_for(question.game), Budget(LOOK)
    wide = _search_widely(question, config, budget, key)
    played = question.game.notation.format(question.first_action)
    considered = best_first(question, wide, legal_actions(question))[:LOOKED_AT]
    blocks = Blocks(question, config._replace(margin=0.0), budget, key + SEARCHES)
    shares = {move: blocks.share(move, LOOK_BLOCKS) for move in (played, *(each.move for each in considered))}
    best = max(shares, key=shares.__getitem__)
    before, after = blocks.of(best, 0, LOOK_BLOCKS), blocks.of(played, 0, LOOK_BLOCKS)
    return ReviewedDecision(
        number,
        question.seat,
        played,
        best=tuple(Alternative(move, round(shares[move], DIGITS)) for move in {best: None, played: None}),
        before=_numbers(before.mean(axis=0)),
        after=_numbers(after.mean(axis=0)),
        errors=_numbers(standard_error(before - after)),
        is_rough=True,
    )


def _judged(
    reviewed: ReviewQuestion, advice: Sequence[Sequence[Advice]], config: SearchConfig, iterations: int, is_quick: bool
) -> Judgement:
    """The loss of the played move; ``advice``, ``iterations``: of the wide searches."""
    question, key = reviewed.question, reviewed.key
    # The victory is what counts: points are no part of it, though they help the wide searches to choose.
    near = config._replace(margin=0.0)
    blocks = Blocks(question, near, _shorter(iterations, PARTS), key + SEARCHES)
    played, named = question.game.notation.format(question.first_action), _worth_naming(advice, blocks)
    best, tried = _chosen(advice, blocks, played, named)
    others = [move for move in named if move not in (best, played)]
    found = blocks.judgement(best, played, others, Fresh(tried, tried + MOST, ends_at_mistake=not is_quick))
    if is_quick or not is_mistake(share_of(found.before - found.after, question), found.errors[question.seat]):
        return found
    far = near._replace(stages=FURTHER * near.stages)
    further = Blocks(question, far, _shorter(iterations, FURTHER_PARTS), key + JUDGEMENT)
    return further.judgement(best, played, others, Fresh(0, MOST_FURTHER))


def _shorter(iterations: int, parts: int) -> Budget:
    return Budget(max(1, iterations // parts))


def _chosen(advice: Sequence[Sequence[Advice]], blocks: Blocks, played: str, named: Collection[str]) -> tuple[str, int]:
    """Return the best move, and how many blocks chose it.

    The played one is the best if no wide search prefers another, and none seems better at a first look.
    """
    least = blocks.share(played, FEWEST)
    preferred = [found[0].move for found in advice]
    rivals = [move for move in named if move in preferred or blocks.share(move, FEWEST) > least]
    if set(rivals) <= {played}:
        return played, FEWEST
    return max(played, *rivals, key=lambda move: blocks.share(move, FEW)), FEW


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


def _worth_naming(advice: Sequence[Sequence[Advice]], blocks: Blocks) -> list[str]:
    """Return the moves that seem best, at most ``CONSIDERED``, of those that the wide searches considered most."""
    moves = dict.fromkeys(each.move for found in advice for each in found[:CONSIDERED])
    return sorted(moves, key=lambda move: -blocks.share(move, FEWEST))[:CONSIDERED]


def _alternatives(advice: Sequence[Sequence[Advice]], judged: Judgement) -> tuple[Alternative, ...]:
    """Return the moves that were tried with what is expected after them, the best first."""
    lines = {each.move: each.line for found in reversed(advice) for each in found if each.line}
    moves = [Alternative(move, round(share, DIGITS), lines.get(move, ())) for move, share in judged.shares.items()]
    return tuple(sorted(moves, key=lambda each: (each.move != judged.best, -each.share)))


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

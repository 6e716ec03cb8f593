"""The judging of decisions for puzzles: which moves are as good as the best, and which are worse.

A search hardly tries a move that looks bad, so what it says of its share is mostly noise. So each legal move gets
short searches of its own, and what may be right gets longer ones: many independent ones, for trees differ more than
what they find. A move is wrong only if it is worse beyond the doubt that the spread of these searches leaves.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from malecon.agents.agent import known_to
from malecon.agents.levels import LEVELS, SEARCH_CONFIGS
from malecon.agents.matches import mixed_key
from malecon.agents.puzzles import Plan
from malecon.agents.search import Question, Search, find, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.agents.searcher import legal_actions
from malecon.core.contract import NO_ACTION
from malecon.core.match import Match
from malecon.core.random import new_source

AS_GOOD = 0.02
"""A move that loses no more of the victory than this, and the doubt about it, is right, too."""
CLEAR = 0.05
"""Something must be worse by so much, or nothing is to be found."""
MOST_RIGHT = 3
"""At most one in so many moves is right."""
SHORT, LONG = 3, 8
"""Searches after each legal move, and after those that may be right."""
NEAR, LEVEL = 0.08, 0.025
"""A move may be right if the short searches find it worse by no more; if they find all within this, none is wrong."""
TRIES = 8
"""Choices of *easy* by which the difficulty is measured."""
LADDER = (50, 200, 1_000)
"""Iterations of the other searches by which it is."""
STEPS = 4
"""Searches of each of them."""


class Considered(NamedTuple):
    """A move that a search has considered."""

    move: str
    share: float
    visits: int


class Verdict(NamedTuple):
    """The shares of the victory after the moves of a decision: those that are right, the best first, and the others."""

    right: dict[str, float]
    wrong: dict[str, float]

    @property
    def best(self) -> str:
        """The best move."""
        return next(iter(self.right))

    @property
    def counts(self) -> bool:
        """Whether there is something to find."""
        count = len(self.right) + len(self.wrong)
        return self.tempting is not None and len(self.right) <= max(1, count // MOST_RIGHT)

    @property
    def tempting(self) -> str | None:
        """The best move that is clearly worse than the best one; ``None`` if none is."""
        worse = [move for move, share in self.wrong.items() if share <= self.right[self.best] - CLEAR]
        return max(worse, key=self.wrong.__getitem__, default=None)


class Judge:
    """Searches at one decision of a match, with keys that follow from one key."""

    def __init__(self, match: Match, seat: int, key: int) -> None:
        """``match``: at the decision of ``seat``, left as it is."""
        self.match, self.seat, self.key = match, seat, key
        self.others = match.seats - 1

    def question(self, turn: int, action: int = NO_ACTION) -> Question:
        """Return the question about an action, with the guess of a ``turn``."""
        state = known_to(self.match, self.seat, mixed_key(self.key, turn))
        return Question(self.match.game, state, self.seat, action)

    def _search(self, iterations: int, turn: int, action: int = NO_ACTION) -> Search:
        source = new_source(mixed_key(self.key, turn))
        search = new_search(self.question(turn, action), SEARCH_CONFIGS[self.match.game.name], source)
        run_iterations(search, iterations * self.others)
        return search

    def consider(self, iterations: int, turn: int) -> list[Considered]:
        """Search with the key of a ``turn``, and return all legal moves, the most visited first."""
        search, in_words, found = self._search(iterations, turn), self.match.game.notation.format, []
        for action in legal_actions(self.question(turn)).tolist():
            slot = find(search.tree, self.seat, action)
            visits = int(search.tree.visits[slot])
            share = float(search.tree.total[slot]) / visits if visits else 0.0
            found.append(Considered(in_words(action), share, visits))
        return sorted(found, key=lambda each: (-each.visits, -each.share))

    def shares_after(self, move: str, iterations: int, turns: Sequence[int]) -> list[float]:
        """Search after a move, once for each turn, and return the shares of the victory that the seat can expect."""
        action = self.match.game.notation.parse(move)
        totals = (self._search(iterations, turn, action).iteration.totals[self.seat] for turn in turns)
        return [float(total) / (iterations * self.others) for total in totals]

    def verdict(self, plan: Plan) -> Verdict:
        """Return which moves are right."""
        legal = self.match.legal(self.seat)
        short = {move: float(np.mean(self.shares_after(move, plan.comparing, range(SHORT)))) for move in legal}
        if max(short.values()) - min(short.values()) < LEVEL:
            return Verdict(dict(sorted(short.items(), key=lambda item: -item[1])), {})
        least = max(short.values()) - NEAR
        turns = range(SHORT, SHORT + LONG)
        near = {move: self.shares_after(move, plan.confirming, turns) for move in legal if short[move] >= least}
        shares = {move: round(float(np.mean(each)), 3) for move, each in near.items()}
        best = max(shares, key=shares.__getitem__)
        # what short searches say of the other moves can be no better than what the long ones say of those near the best
        floor = min(shares.values())
        shares |= {move: round(min(share, floor), 3) for move, share in short.items() if move not in near}
        ordered = sorted(shares, key=lambda move: (move != best, -shares[move]))
        right = [move for move in ordered if move in near and _is_as_good(near[best], near[move])]
        return Verdict(
            {move: shares[move] for move in right}, {move: shares[move] for move in ordered if move not in right}
        )

    @cached_property
    def chances(self) -> dict[str, list[float]]:
        """By move how often *easy*, and the searches of each step of the ladder, make it."""
        agent, found = LEVELS["easy"], dict[str, list[float]]()
        steps = [[agent.choose(self.match, self.seat, mixed_key(self.key, turn)) for turn in range(TRIES)]]
        steps += [[self.consider(each, 20 + turn)[0].move for turn in range(STEPS)] for each in LADDER]
        for move in self.match.legal(self.seat):
            found[move] = [moves.count(move) / len(moves) for moves in steps]
        return found


def _is_as_good(best: Sequence[float], other: Sequence[float]) -> bool:
    """Tell whether a move is as good as the best one, or may be; by the shares that equal searches find after both."""
    lost = np.subtract(best, other)
    return bool(lost.mean() <= AS_GOOD + lost.std(ddof=1) / np.sqrt(len(lost)))

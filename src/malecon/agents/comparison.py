"""Comparisons of two moves: their futures, and whether one of them is clearly better."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.futures import Futures, Room, play_futures
from malecon.agents.search import Question, SearchConfig
from malecon.agents.searcher import legal_actions
from malecon.core.ledger import Ledger
from malecon.core.random import draw_key, new_source

Numbers = NDArray[np.float64]
Pairs = Sequence[tuple[Futures, Futures]]
"""Futures of both moves, a pair for each search."""

DECIDED = 0.03
"""Where moves differ by less in the share of the victory, the lead in points is what counts."""
LEAD = 10.0
"""Points of lead that count as much as the victory there."""
LEAST_LEAD = 0.02
"""Of a move that has a reason, as a share of the victory."""
SURE = 2.5
"""Standard errors of the difference of two moves that have a reason."""


class Effort(NamedTuple):
    """How much is searched.

    Attributes:
        trees: searches of each move.
        iterations: of each, for each of the other players.
        worlds: futures of each.
        candidates: things that are taken out of the game.
        checks: searches of each move without one.
    """

    trees: int = 48
    iterations: int = 300
    worlds: int = 10
    candidates: int = 5
    checks: int = 12


FULL = Effort()
SMALLEST = Effort(trees=2, iterations=1, worlds=1, candidates=1, checks=1)
"""To compile all that it takes."""


class Comparison(NamedTuple):
    """Two moves that are compared, and how.

    Attributes:
        question: the position, and the first of them (``first_action``).
        other: the second one.
        ledger: of the game.
        config, key, effort: of the searches.
    """

    question: Question
    other: int
    ledger: Ledger
    config: SearchConfig
    key: int
    effort: Effort

    @property
    def sides(self) -> tuple[Question, Question]:
        """The questions about the two moves."""
        return self.question, self.question._replace(first_action=self.other)

    @property
    def is_legal(self) -> bool:
        """Whether the seat may make both."""
        return {self.question.first_action, self.other} <= {*legal_actions(self.question).tolist()}


def is_sure(difference: Numbers, values: Numbers) -> bool:
    """Tell whether the futures and the searches say that the first move is better, clearly."""
    error = difference.std(ddof=1) / np.sqrt(len(difference))
    return bool(values.mean() >= LEAST_LEAD and difference.mean() > max(0.0, SURE * error))


def play(compared: Comparison) -> list[tuple[Futures, Futures]]:
    """The futures of both moves, a pair for each search."""
    effort, config, stages = compared.effort, compared.config, compared.ledger.stages
    pairs, room, source = [], Room(), new_source(compared.key)
    for _ in range(effort.trees):
        worlds = np.array([draw_key(source) for _ in range(effort.worlds)])
        tree = draw_key(source)
        one, two = (
            play_futures(side, config, effort.iterations, tree, worlds, stages, room) for side in compared.sides
        )
        pairs.append((one, two))
    return pairs


def results_of(futures: Futures, seat: int, *, in_points: bool) -> Numbers:
    """The share of the victory of a seat in each future, or its lead (float64 ``[n]``)."""
    if not in_points:
        return futures.shares[:, seat]
    others = np.delete(futures.points, seat, axis=1)
    lead: Numbers = (futures.points[:, seat] - others.max(axis=1)) / LEAD
    return lead


def differences_of(pairs: Pairs, seat: int, *, in_points: bool = False) -> Numbers:
    """The mean lead of the first move, for each search (float64 ``[searches]``)."""
    return np.array(
        [
            (results_of(one, seat, in_points=in_points) - results_of(two, seat, in_points=in_points)).mean()
            for one, two in pairs
        ]
    )

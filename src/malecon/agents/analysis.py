"""The analysis of a position: its moves with their chances, what everybody can expect, and what the others may do."""

import msgspec

from malecon.agents.agent import Advice
from malecon.agents.levels import config_of
from malecon.agents.review import Forecast
from malecon.agents.review_search import forecasts
from malecon.agents.search import Question, new_search
from malecon.agents.searcher import Budget, batches, best_first, legal_actions
from malecon.core.random import new_source


class Analysis(msgspec.Struct, frozen=True):
    """What a search says of a position, in the eyes of a seat.

    Attributes:
        iterations: of the search, in all.
        moves: the legal moves of the seat, the most visited first; none if it is not awaited.
        chances: share of the victory that each seat can expect, sum 1.
        forecasts: what the other seats are likely to do next.
    """

    iterations: int
    moves: tuple[Advice, ...]
    chances: tuple[float, ...]
    forecasts: tuple[Forecast, ...]


def analyse(question: Question, iterations: int, key: int) -> Analysis:
    """Search, and return the analysis.

    Args:
        question: the position as the seat knows it; the seat need not be awaited.
        iterations: for each of the other players.
        key: of the random numbers.
    """
    search = new_search(question, config_of(question.game), new_source(key))
    *_, (done, _) = batches(search, Budget(iterations))
    return Analysis(
        iterations=done,
        moves=tuple(best_first(question, search, legal_actions(question))),
        chances=tuple((search.iteration.totals[: search.seats] / done).tolist()),
        forecasts=tuple(forecasts(question, search)),
    )

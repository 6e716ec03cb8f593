"""Statistics of a match: shares of the victory with their errors, ratings, and a sequential test.

The even share of ``n`` seats is ``1 / n``. Errors come from the means of whole blocks, which are independent; the
games of one block are not.
"""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from malecon.agents.rating import BEGINNER, after_game
from malecon.arena.matches import GameResult

CONFIDENCE = 0.95
ERROR = 0.05
"""Of the sequential test, on either side."""


class AgentStatistics(msgspec.Struct, frozen=True):
    """Statistics of an agent in a match.

    Attributes:
        agent: its name.
        win_share: mean share of the victory of each of its seats.
        low, high: 95 % interval of it.
        points: mean.
        seconds_per_decision: mean.
        rating: OpenSkill's ordinal (Plackett-Luce), with 25 in the middle before any game.
    """

    agent: str
    win_share: float
    low: float
    high: float
    points: float
    seconds_per_decision: float
    rating: float


def blocks_of(games: Iterable[GameResult]) -> list[list[GameResult]]:
    """Return the games by their blocks, only whole ones, in order."""
    ordered = sorted(games, key=lambda game: (game.block, game.turned))
    blocks = (list(block) for _, block in groupby(ordered, key=lambda game: game.block))
    return [block for block in blocks if len(block) == block[0].line.seats]


def agent_statistics(blocks: Sequence[Sequence[GameResult]]) -> list[AgentStatistics]:
    """Return the statistics of the agents of one line-up, the best first.

    ``blocks``: at least one.
    """
    names = list(dict.fromkeys(blocks[0][0].line.agents))
    rated = ratings(blocks)
    return sorted((_statistics_of(name, blocks, rated[name]) for name in names), key=lambda each: -each.win_share)


def _statistics_of(agent: str, blocks: Sequence[Sequence[GameResult]], rating: float) -> AgentStatistics:
    """Return the statistics of an agent."""
    shares = [share_of(agent, block) for block in blocks]
    low, high = interval(shares)
    own = [(game, i) for block in blocks for game in block for i in players_of(agent, game)]
    return AgentStatistics(
        agent=agent,
        win_share=statistics.fmean(shares),
        low=low,
        high=high,
        points=statistics.fmean(game.points[i] for game, i in own),
        seconds_per_decision=sum(game.seconds[i] for game, i in own) / sum(game.decisions[i] for game, i in own),
        rating=rating,
    )


def players_of(agent: str, game: GameResult) -> list[int]:
    """Return the players of a game, by index, that are an agent."""
    return [i for i, name in enumerate(game.line.agents) if name == agent]


def share_of(agent: str, block: Sequence[GameResult]) -> float:
    """Return the mean share of the victory of an agent's players in a block."""
    return statistics.fmean(game.shares[i] for game in block for i in players_of(agent, game))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean of values from 0 to 1, normal for many.

    The spread is computed with one 0 and one 1 more: a few equal values are no certainty.

    >>> interval([0.5, 0.5])
    (0.0, 1.0)
    >>> low, high = interval([0.4, 0.6] * 500)
    >>> round(low, 3), round(high, 3)
    (0.494, 0.506)
    """
    z = statistics.NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    error = z * statistics.stdev([0.0, *values, 1.0]) / math.sqrt(len(values))
    mean = statistics.fmean(values)
    return max(0.0, mean - error), min(1.0, mean + error)


def ratings(blocks: Sequence[Sequence[GameResult]]) -> Mapping[str, float]:
    """Return the ratings after all games, one after the other."""
    rated = dict.fromkeys(blocks[0][0].line.agents, BEGINNER)
    for game in (game for block in blocks for game in block):
        rated |= after_game(rated, game.line.agents, game.shares)
    return {name: rating.proved for name, rating in rated.items()}


def likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of how much likelier a mean of ``high`` is than one of ``low``, by blocks.

    The generalised sequential probability ratio test in its normal form, as chess engines are tested with it: M. Van
    den Bergh, *A Practical Introduction to the GSPRT* (2016).
    """
    if len(shares) < 2:
        return 0.0
    variance = max(statistics.variance(shares), 1e-4)
    return len(shares) * (high - low) * (statistics.fmean(shares) - (low + high) / 2) / variance


def decision(shares: Sequence[float], low: float, high: float) -> str:
    """Return whether the mean is rather ``high`` or ``low``, or that the test goes ``on``; each error 5 %."""
    ratio, bound = likelihood_ratio(shares, low, high), math.log((1 - ERROR) / ERROR)
    if ratio >= bound:
        return "high"
    return "low" if ratio <= -bound else "on"

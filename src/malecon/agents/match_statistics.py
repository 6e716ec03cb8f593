"""Statistics of matches: shares of the victory with errors, a sequential test, ratings of players.

The even share of ``n`` seats is ``1 / n``. Errors come from the means of whole blocks, which are independent; the
games of one block are not. Ratings follow the model of Plackett and Luce as OpenSkill has it. Source: V. Joshy,
*OpenSkill* (JOSS 2024).
"""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from malecon.agents.matches import GameResult

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

MU, SIGMA = 25.0, 25.0 / 3
"""The strength of a beginner, and its standard deviation; OpenSkill's own."""
DOUBTS = 3
"""Standard deviations by which a rating is taken to be lower: a new player has to prove their strength."""


class Rating(NamedTuple):
    """The estimated strength of a player.

    Attributes:
        mu: the most likely strength.
        sigma: its standard deviation.
    """

    mu: float = MU
    sigma: float = SIGMA

    @property
    def proved(self) -> float:
        """The strength that is hardly in doubt; 0 for a beginner.

        >>> Rating().proved
        0.0
        """
        return self.mu - DOUBTS * self.sigma


BEGINNER = Rating()


@cache
def _model() -> "PlackettLuce":
    """Return the model of ratings; its library is loaded only where a game counts: it takes a megabyte."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)


def after_game(before: Mapping[str, Rating], players: Sequence[str], scores: Sequence[float]) -> dict[str, Rating]:
    """Return the ratings of some players after a game between them.

    Who has several seats gets the mean of what each of them makes of the rating.

    Args:
        before: the ratings of all that play.
        players: by seat.
        scores: by seat; only their order counts, the greatest is the best.
    """
    model = _model()
    seats = [[model.rating(*before[player])] for player in players]
    after = model.rate(seats, scores=list(scores))
    return {player: _mean_of([after[seat][0] for seat in _seats_of(player, players)]) for player in players}


def _seats_of(player: str, players: Sequence[str]) -> list[int]:
    return [seat for seat, each in enumerate(players) if each == player]


def _mean_of(ratings: Sequence["PlackettLuceRating"]) -> Rating:
    return Rating(statistics.fmean(each.mu for each in ratings), statistics.fmean(each.sigma for each in ratings))


CONFIDENCE = 0.95
RESAMPLES = 10_000
"""Of a bootstrap."""
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
    shares = [share_of(agent, block) for block in blocks]
    low, high = interval(shares)
    own = [(game, i) for block in blocks for game in block for i in _players_of(agent, game)]
    return AgentStatistics(
        agent=agent,
        win_share=statistics.fmean(shares),
        low=low,
        high=high,
        points=statistics.fmean(game.points[i] for game, i in own),
        seconds_per_decision=sum(game.seconds[i] for game, i in own) / sum(game.decisions[i] for game, i in own),
        rating=rating,
    )


def _players_of(agent: str, game: GameResult) -> list[int]:
    """Return the players of a game, by index, that are an agent."""
    return [i for i, name in enumerate(game.line.agents) if name == agent]


def share_of(agent: str, block: Sequence[GameResult]) -> float:
    """Return the mean share of the victory of an agent's players in a block."""
    return statistics.fmean(game.shares[i] for game in block for i in _players_of(agent, game))


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean of values from 0 to 1: the percentile bootstrap.

    One 0 and one 1 are added to the values: a few equal ones are no certainty. The same values give the same interval.
    Source: B. Efron and R. Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13.

    >>> interval([0.5])
    (0.0, 1.0)
    >>> low, high = interval([0.4, 0.6] * 500)
    >>> round(low, 3), round(high, 3)
    (0.494, 0.506)
    """
    found, counts = np.unique([0.0, *values, 1.0], return_counts=True)
    count = counts.sum()
    drawn = np.random.RandomState(0).multinomial(count, counts / count, RESAMPLES)  # no other generator is frozen
    low, high = np.quantile(drawn @ found / count, ((1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2))
    return float(low), float(high)


def ratings(blocks: Sequence[Sequence[GameResult]]) -> Mapping[str, float]:
    """Return the ratings after all games, one after the other."""
    rated = dict.fromkeys(blocks[0][0].line.agents, BEGINNER)
    for game in (game for block in blocks for game in block):
        rated |= after_game(rated, game.line.agents, game.shares)
    return {name: rating.proved for name, rating in rated.items()}


def _likelihood_ratio(shares: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of how much likelier a mean of ``high`` is than one of ``low``, by blocks.

    The generalised sequential probability ratio test in its normal form, as chess engines are tested with it: M. Van
    den Bergh, *A Practical Introduction to the GSPRT* (2016).
    """
    if len(shares) < 2:
        return 0.0
    variance = max(statistics.variance(shares), 1e-4)
    return len(shares) * (high - low) * (statistics.fmean(shares) - (low + high) / 2) / variance


def decision(shares: Sequence[float], low: float, high: float) -> str:
    """Return the decision of the sequential test about the mean: ``high``, ``low`` or ``on``; each error 5 %."""
    ratio, bound = _likelihood_ratio(shares, low, high), math.log((1 - ERROR) / ERROR)
    if ratio >= bound:
        return "high"
    return "low" if ratio <= -bound else "on"

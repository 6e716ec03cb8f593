"""Ratings: the strength of players, from games of several: the model of Plackett and Luce as OpenSkill has it.

Source: V. Joshy, *OpenSkill* (JOSS 2024).
"""

import statistics
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

MODEL = PlackettLuce()
DOUBTS = 3
"""Standard deviations by which a rating is taken to be lower: a new player has to prove their strength."""


class Rating(NamedTuple):
    """The estimated strength of a player.

    Attributes:
        mu: the most likely strength.
        sigma: its standard deviation.
    """

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def proved(self) -> float:
        """The strength that is hardly in doubt; 0 for a beginner.

        >>> Rating().proved
        0.0
        """
        return self.mu - DOUBTS * self.sigma


BEGINNER = Rating()


def after_game(before: Mapping[str, Rating], players: Sequence[str], scores: Sequence[float]) -> dict[str, Rating]:
    """Return the ratings of some players after a game between them.

    Who has several seats gets the mean of what each of them makes of the rating.

    Args:
        before: the ratings of all that play.
        players: by seat.
        scores: by seat; only their order counts, the greatest is the best.
    """
    seats = [[MODEL.rating(*before[player])] for player in players]
    after = MODEL.rate(seats, scores=list(scores))
    return {player: mean_of([after[seat][0] for seat in seats_of(player, players)]) for player in players}


def seats_of(player: str, players: Sequence[str]) -> list[int]:
    """Return the seats of a player."""
    return [seat for seat, each in enumerate(players) if each == player]


def mean_of(ratings: Sequence[PlackettLuceRating]) -> Rating:
    """Return the mean of ratings."""
    return Rating(statistics.fmean(each.mu for each in ratings), statistics.fmean(each.sigma for each in ratings))

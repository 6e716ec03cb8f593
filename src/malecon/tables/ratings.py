"""The ratings of players, moved by one game after the other.

The model is OpenSkill's; how far a game moves a rating depends on the opponents. A pair that plays each other again and
again, or always with the same result, tells less with each game. A player who is still new tells nothing about one
who is established: so nobody rises by people who were made to lose.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from malecon.agents.match_statistics import BEGINNER, Rating, after_game
from malecon.tables import DAY

LEVEL = "level:"
"""Prefix of the keys of levels among the players with ratings."""
ESTABLISHED_GAMES, ESTABLISHED_OPPONENTS = 10, 4
"""Games, and different opponents in them, after which a player is established: enough that neither one friend nor one
level has made the rating, and few enough for a month of evenings."""
RECENT = 30 * DAY
"""Milliseconds in which the games of a pair are counted: the k-th of them weighs 1/k."""
LOOKED_BACK = 365 * DAY
"""Milliseconds in which the games of a pair are looked at for one-sidedness."""
ONE_SIDED_WEIGHT = 0.1
RAREST = 100
"""Two equal players are as one-sided as a pair that is called so in less than one of so many cases."""


ZERO, SCALE = 1000, 30
"""What a beginner has, and what a unit of strength is worth: 400 more are about ten times as likely to be ahead."""


class RatingChange(NamedTuple):
    """The rating of a player before and after a game, as it is shown."""

    before: int
    after: int


class Standing(NamedTuple):
    """What is stored of a player.

    Attributes:
        rating: the strength.
        games: how many counted.
        opponents: how many different ones there were in them; a level is one.
    """

    rating: Rating = BEGINNER
    games: int = 0
    opponents: int = 0

    @property
    def displayed_rating(self) -> int:
        """The rating as it is shown.

        >>> Standing().displayed_rating
        1000
        """
        return round(ZERO + SCALE * self.rating.proved)

    @property
    def is_established(self) -> bool:
        """Whether the rating comes from enough games against enough opponents."""
        return self.games >= ESTABLISHED_GAMES and self.opponents >= ESTABLISHED_OPPONENTS


class Meeting(NamedTuple):
    """A game of a pair: when it ended, and how often the first of the two was ahead, less how often behind."""

    finished: int
    lead: int


def is_one_sided(ahead: int, behind: int) -> bool:
    """Tell whether games are as one-sided as those of equal players are in less than 1 of ``RAREST`` cases.

    That is the binomial test with both sides, computed exactly.

    >>> is_one_sided(7, 0), is_one_sided(8, 0), is_one_sided(40, 20), is_one_sided(42, 18)
    (False, True, False, True)
    """
    games = ahead + behind
    tail = sum(math.comb(games, count) for count in range(max(ahead, behind), games + 1))
    return 2 * tail * RAREST < 2**games


def pair_weight(meetings: Iterable[Meeting], at: int) -> float:
    """Return the weight, above 0 and at most 1, of a game of a pair.

    Args:
        meetings: the earlier games of the pair that counted.
        at: when this one ended, in milliseconds since 1970.

    >>> pair_weight([], 0), pair_weight([Meeting(0, 1), Meeting(DAY, -1)], 2 * DAY)
    (1.0, 0.3333333333333333)
    """
    known = [each for each in meetings if each.finished > at - LOOKED_BACK]
    number = 1 + sum(each.finished > at - RECENT for each in known)
    ahead, behind = sum(each.lead > 0 for each in known), sum(each.lead < 0 for each in known)
    return (ONE_SIDED_WEIGHT if is_one_sided(ahead, behind) else 1.0) / number


def standings_after(
    before: Mapping[str, Standing],
    seats: Sequence[str],
    ranks: Sequence[int],
    met: Mapping[str, Mapping[str, Sequence[Meeting]]],
    at: int,
) -> dict[str, Standing]:
    """Return the standings of the players of a game after it.

    Args:
        before: the standings before it.
        seats: the player of each seat.
        ranks: of each seat, the best lowest.
        met: for each player the earlier games with each opponent that counted.
        at: when the game ended, in milliseconds since 1970.
    """
    after = after_game({who: each.rating for who, each in before.items()}, seats, [-rank for rank in ranks])
    standings = {}
    for who, own in before.items():
        weight = fmean(_game_weight(own, before[other], games, at) for other, games in met[who].items())
        opponents = own.opponents + sum(not games for games in met[who].values())
        standings[who] = Standing(_moved(own.rating, after[who], weight), own.games + 1, opponents)
    return standings


def rank_of(place: int, absent: bool, seats: int) -> int:
    """Return the rank by which a result is rated: who was absent at the end, or resigned, is behind all others."""
    return place + seats * absent


def _game_weight(own: Standing, other: Standing, meetings: Sequence[Meeting], at: int) -> float:
    """Return the weight of a game against an opponent in the rating of a player, from 0 to 1."""
    tells_nothing = own.is_established and not other.is_established
    return 0.0 if tells_nothing else pair_weight(meetings, at)


def _moved(before: Rating, after: Rating, weight: float) -> Rating:
    """Return a rating that has gone a part of the way."""
    return Rating(*(was + weight * (would_be - was) for was, would_be in zip(before, after, strict=True)))

"""The ratings of players, computed from results: one game after the other, in the order of their ends.

The model is OpenSkill's; how far a game moves a rating depends on the opponents. A pair that plays each other again and
again, or always with the same result, tells less with each game. A player who is still new tells nothing about one
who is established: so nobody rises by people who were made to lose.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, FromClause, delete, insert, select, text, update

from malecon.agents.match_statistics import BEGINNER, Rating, after_game
from malecon.storage import database
from malecon.storage.schema import RATINGS, RESULTS
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
LOCK_RESULTS = text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE")

ONE, OTHER = RESULTS.alias("one"), RESULTS.alias("other")


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


def lock_results(connection: Connection) -> None:
    """Let nobody else write results before the end of the transaction; with SQLite it is so already."""
    if connection.dialect.name == database.DIALECT:
        connection.execute(LOCK_RESULTS)


def update_ratings(connection: Connection, results: Sequence[Mapping[str, Any]]) -> None:
    """Write what the results of a game make of the ratings, if it counts; ``results``: by seat."""
    if not results[0]["rated"]:
        return
    game, at, seats = results[0]["game"], results[0]["finished"], [_player_key(each) for each in results]
    players = list(dict.fromkeys(seats))
    before = dict.fromkeys(players, Standing()) | _standings_of(connection, game, players)
    meetings = {
        frozenset((who, other)): _meetings_of(connection, game, who, other, at)
        for number, who in enumerate(players)
        for other in players[:number]
    }
    ratings = {who: standing.rating for who, standing in before.items()}
    after = after_game(ratings, seats, _scores_of(results))
    for who in players:
        met = {other: meetings[frozenset((who, other))] for other in players if other != who}
        weight = fmean(_weight_for(before[who], before[other], met[other], at) for other in met)
        rating = _moved(ratings[who], after[who], weight)
        opponents = before[who].opponents + sum(not each for each in met.values())
        _write_standing(connection, game, who, Standing(rating, before[who].games + 1, opponents))


def recompute(connection: Connection) -> int:
    """Compute all ratings again, from the results in the order of the games' ends, and return the number of games."""
    lock_results(connection)
    connection.execute(delete(RATINGS))
    order = RESULTS.c.game, RESULTS.c.finished, RESULTS.c.table, RESULTS.c.seat
    rows = connection.execute(select(RESULTS).where(RESULTS.c.rated).order_by(*order)).all()
    games = [[row._asdict() for row in results] for _, results in groupby(rows, key=lambda row: row.table)]
    for results in games:
        update_ratings(connection, results)
    return len(games)


def replace_person(connection: Connection, person: str, pseudonym: str) -> None:
    """Put a name that means nobody in place of a person who goes: the ratings of the others stay as they are."""
    connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(person=pseudonym))
    connection.execute(update(RATINGS).where(RATINGS.c.who == person).values(who=pseudonym))


def _scores_of(results: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return scores whose order is that of the ranks."""
    return [-rank_of(each["place"], each["absent"], len(results)) for each in results]


def rank_of(place: int, absent: bool, seats: int) -> int:
    """Return the rank by which a result is rated: who left the seat to a computer player is behind all others."""
    return place + seats * absent


def _weight_for(own: Standing, other: Standing, meetings: Sequence[Meeting], at: int) -> float:
    """Return how much a game against an opponent weighs for a player, from 0 to 1."""
    tells_nothing = own.is_established and not other.is_established
    return 0.0 if tells_nothing else pair_weight(meetings, at)


def _moved(before: Rating, after: Rating, weight: float) -> Rating:
    """Return a rating that has gone a part of the way."""
    return Rating(*(was + weight * (would_be - was) for was, would_be in zip(before, after, strict=True)))


def _player_key(result: Mapping[str, Any]) -> str:
    """Return the key of a player among the ratings: the id of a person, or ``LEVEL`` and a level."""
    return str(result["person"] or f"{LEVEL}{result['level']}")


def _standings_of(connection: Connection, game: str, players: Sequence[str]) -> dict[str, Standing]:
    """Return the standings of those players who have one."""
    chosen = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.who.in_(players))
    return {
        row.who: Standing(Rating(row.mu, row.sigma), row.games, row.opponents) for row in connection.execute(chosen)
    }


def _write_standing(connection: Connection, game: str, who: str, standing: Standing) -> None:
    values = {**standing.rating._asdict(), "games": standing.games, "opponents": standing.opponents}
    here = RATINGS.c.game == game, RATINGS.c.who == who
    if not connection.execute(update(RATINGS).where(*here).values(values)).rowcount:
        connection.execute(insert(RATINGS), {"game": game, "who": who, **values})


def _meetings_of(connection: Connection, game: str, who: str, other: str, at: int) -> list[Meeting]:
    """Return the games of a pair that counted and ended before a time, of whom at least one is a person."""
    one, two = sorted((who, other), key=lambda key: key.startswith(LEVEL))  # the person, by whom it is searched
    counted = ONE.c.game == game, ONE.c.rated, ONE.c.finished < at, _is_of(ONE, one), _is_of(OTHER, two)
    chosen = select(ONE, OTHER.c.place.label("their_place"), OTHER.c.absent.label("their_absence"))
    chosen = chosen.join(OTHER, OTHER.c.table == ONE.c.table).where(*counted)
    leads: dict[int, int] = {}
    for row in connection.execute(chosen.order_by(ONE.c.finished, ONE.c.seat, OTHER.c.seat)):
        own, theirs = rank_of(row.place, row.absent, row.seats), rank_of(row.their_place, row.their_absence, row.seats)
        leads[row.finished] = leads.get(row.finished, 0) + (own < theirs) - (own > theirs)
    return [Meeting(finished, lead) for finished, lead in leads.items()]


def _is_of(results: FromClause, key: str) -> ColumnElement[bool]:
    """Return the condition that a result is that of a player."""
    if not key.startswith(LEVEL):
        return results.c.person == key
    return results.c.person.is_(None) & (results.c.level == key.removeprefix(LEVEL))

"""The results of finished games, and the ratings that follow from them, in the order of the games' ends.

They are written in the transaction that ends a game. Whoever was stood in for by a computer player is still the player.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, delete, func, insert, select, text, update

from malecon.agents.match_statistics import Rating
from malecon.storage import database
from malecon.storage.rated_games import is_rated
from malecon.storage.rows import Row, StoredRow
from malecon.storage.schema import RATINGS, RESULTS
from malecon.tables.outcome import places, points_by_round
from malecon.tables.ratings import LEVEL, Meeting, RatingChange, Standing, rank_of, standings_after
from malecon.tables.seat import Occupant
from malecon.tables.table import Table

LOCK_RESULTS = text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE")

ONE, OTHER = RESULTS.alias("one"), RESULTS.alias("other")


def write_results(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the results of a game that a change has ended, and the ratings after it. ``at``: time of its last move."""
    if before is not None and after.is_over and not before.is_over:
        finished = _end_time(connection, after.header.game, at)
        results = results_of(after, finished, rated=is_rated(connection, after, at))
        connection.execute(insert(RESULTS), results)
        update_ratings(connection, results)


def results_of(table: Table, finished: int, *, rated: bool) -> list[Row]:
    """Return a row for each seat of a game that is over; ``rated``: the result counts."""
    points, placed = points_by_round(table)[-1], places(table)
    of_all: Row = {
        "table": table.header.id,
        "game": table.header.game,
        "seats": table.header.seats,
        "rated": rated,
        "finished": finished,
    }
    return [
        {
            **of_all,
            "seat": seat,
            **player_of(occupant),
            "absent": occupant.substitute is not None or seat in table.resigned_seats,
            "points": points[seat],
            "place": placed[seat],
        }
        for seat, occupant in enumerate(table.occupants)
    ]


def player_of(occupant: Occupant) -> Row:
    """Return the player of a seat: a person or a level."""
    return {"person": occupant.person, "level": None if occupant.person else occupant.level}


def _end_time(connection: Connection, game: str, made: int) -> int:
    """Return the end time of a game, in milliseconds since 1970: later than that of all others."""
    _lock_results(connection)
    last = connection.execute(select(func.max(RESULTS.c.finished)).where(RESULTS.c.game == game)).scalar()
    return made if last is None else max(made, last + 1)


def _lock_results(connection: Connection) -> None:
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
    met: dict[str, dict[str, list[Meeting]]] = {who: {} for who in players}
    for number, who in enumerate(players):
        for other in players[:number]:
            met[who][other] = met[other][who] = _meetings_of(connection, game, who, other, at)
    ranks = [rank_of(each["place"], each["absent"], len(results)) for each in results]
    after = standings_after(before, seats, ranks, met, at)
    for who, standing in after.items():
        _write_standing(connection, game, who, standing)
    for result, who in zip(results, seats, strict=True):
        here = RESULTS.c.table == result["table"], RESULTS.c.seat == result["seat"]
        ratings = {"rating_before": before[who].displayed_rating, "rating_after": after[who].displayed_rating}
        connection.execute(update(RESULTS).where(*here).values(ratings))


def recompute(connection: Connection) -> int:
    """Compute all ratings again, from the results in the order of the games' ends, and return the number of games."""
    _lock_results(connection)
    connection.execute(delete(RATINGS))
    order = RESULTS.c.game, RESULTS.c.finished, RESULTS.c.table, RESULTS.c.seat
    rows = connection.execute(select(RESULTS).where(RESULTS.c.rated).order_by(*order)).all()
    games = [[row._asdict() for row in results] for _, results in groupby(rows, key=lambda row: row.table)]
    for results in games:
        update_ratings(connection, results)
    return len(games)


def rating_changes(connection: Connection, table_id: str) -> tuple[RatingChange, ...]:
    """Return the changes of the ratings by a game, by seat; empty if it does not count, or goes on."""
    chosen = select(RESULTS.c.rating_before, RESULTS.c.rating_after).order_by(RESULTS.c.seat)
    counted = RESULTS.c.table == table_id, RESULTS.c.rating_after.is_not(None)
    return tuple(RatingChange(*row) for row in connection.execute(chosen.where(*counted)))


def replace_person(connection: Connection, person: str, pseudonym: str) -> None:
    """Put a name that means nobody in place of a person who goes: the ratings of the others stay as they are."""
    connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(person=pseudonym))
    connection.execute(update(RATINGS).where(RATINGS.c.who == person).values(who=pseudonym))


def _player_key(result: Mapping[str, Any]) -> str:
    """Return the key of a player among the ratings: the id of a person, or ``LEVEL`` and a level."""
    return str(result["person"] or f"{LEVEL}{result['level']}")


def _standings_of(connection: Connection, game: str, players: Sequence[str]) -> dict[str, Standing]:
    """Return the standings of those players who have one."""
    chosen = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.who.in_(players))
    return {row.who: standing_from(row) for row in connection.execute(chosen)}


def standing_from(row: StoredRow) -> Standing:
    """Return the standing of a player from its row."""
    return Standing(Rating(row.mu, row.sigma), row.games, row.opponents)


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

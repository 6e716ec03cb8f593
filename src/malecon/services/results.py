"""Results of a game: places, points and new ratings, written in the transaction of its last move.

A game counts for the ratings if that was agreed, if it is no deal that was known, and if at least two different
players took part of whom no person had several seats. For whom a computer player stood in is still the one who played.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

import malecon
from malecon.agents.match_statistics import BEGINNER, Rating, after_game
from malecon.storage import postgres
from malecon.storage.rows import Row
from malecon.storage.schema import RATINGS, RESULTS
from malecon.tables.occupant import Occupant
from malecon.tables.table import Table

LEVEL = "level:"
"""Prefix of the keys of levels among the players with ratings."""
LOCK_RESULTS = text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE")


def write_results(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the results of a game that a change has ended, and the ratings after it. ``at``: time of its last move."""
    if before is not None and after.match.over and not before.match.over:
        results = results_of(after, end_time(connection, after.header.game, at))
        connection.execute(insert(RESULTS), results)
        update_ratings(connection, results)


def results_of(table: Table, finished: int) -> list[Row]:
    """Return a row for each seat of a game that is over."""
    points, places = table.match.points, malecon.games[table.header.game].text.places(table.match.seen_by(None))
    of_all: Row = {
        "table": table.header.id,
        "game": table.header.game,
        "seats": table.header.seats,
        "rated": is_rated(table),
        "finished": finished,
    }
    return [
        {**of_all, "seat": seat, **player_of(occupant), "points": points[seat], "place": places[seat]}
        for seat, occupant in enumerate(table.occupants)
    ]


def player_of(occupant: Occupant) -> Row:
    """Return the player of a seat: a person, or a level."""
    return {"person": occupant.person, "level": None if occupant.person else occupant.level}


def is_rated(table: Table) -> bool:
    """Tell whether a game counts for the ratings."""
    persons = [occupant.person for occupant in table.occupants if occupant.person]
    players = {occupant.person or occupant.level for occupant in table.occupants}
    return table.header.settings.rated and len(players) > 1 and len(persons) == len(set(persons))


def end_time(connection: Connection, game: str, made: int) -> int:
    """Return the end time of a game, in milliseconds since 1970: later than that of all others."""
    lock_results(connection)
    last = connection.execute(select(func.max(RESULTS.c.finished)).where(RESULTS.c.game == game)).scalar()
    return made if last is None else max(made, last + 1)


def lock_results(connection: Connection) -> None:
    """Let nobody else write results before the end of the transaction; with SQLite it is so already."""
    if connection.dialect.name == postgres.DIALECT:
        connection.execute(LOCK_RESULTS)


def update_ratings(connection: Connection, results: Sequence[Mapping[str, Any]]) -> None:
    """Write what the results of a game make of the ratings, if it counts."""
    if not results[0]["rated"]:
        return
    game, players = results[0]["game"], [player_key(each) for each in results]
    before = ratings_of(connection, game, players)
    known = dict.fromkeys(players, BEGINNER) | {who: rating for who, (rating, _) in before.items()}
    for who, rating in after_game(known, players, [-each["place"] for each in results]).items():
        here = RATINGS.c.game == game, RATINGS.c.who == who
        _, games = before.get(who, (BEGINNER, 0))
        values = {**rating._asdict(), "games": games + 1}
        if games:
            connection.execute(update(RATINGS).where(*here).values(values))
        else:
            connection.execute(insert(RATINGS), {"game": game, "who": who, **values})


def player_key(result: Mapping[str, Any]) -> str:
    """Return under which name a player has a rating."""
    return str(result["person"] or f"{LEVEL}{result['level']}")


def ratings_of(connection: Connection, game: str, players: Iterable[str]) -> dict[str, tuple[Rating, int]]:
    """Return the ratings of those players who have one, each with the number of their games."""
    chosen = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.who.in_(list(players)))
    return {row.who: (Rating(row.mu, row.sigma), row.games) for row in connection.execute(chosen)}


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

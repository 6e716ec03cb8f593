"""What is written when a game ends, in the transaction of its last move: places, points, and the ratings after them.

A game counts for the ratings if that was agreed, if it is no deal that was known, and if at least two different
players took part of whom no person had several seats. For whom a computer player stood in is still the one who played.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

import malecon
from malecon.agents.rating import BEGINNER, Rating, after_game
from malecon.storage import postgres
from malecon.storage.rows import Row
from malecon.storage.schema import RATINGS, RESULTS
from malecon.tables.occupant import Occupant
from malecon.tables.table import Table

LEVEL = "level:"
"""How the name of a level begins among the players that have ratings."""
ALONE = text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE")


def note_end(connection: Connection, table: Table, made: int) -> None:
    """Write the results of a game that is over, and what they make of the ratings.

    ``made``: when its last move was made.
    """
    results = results_of(table, next_moment(connection, table.header.game, made))
    connection.execute(insert(RESULTS), results)
    note_ratings(connection, results)


def results_of(table: Table, finished: int) -> list[Row]:
    """Return a row for each seat of a game that is over."""
    points, places = table.match.points, malecon.games[table.header.game].text.places(table.match.seen_by(None))
    of_all: Row = {
        "table": table.header.id,
        "game": table.header.game,
        "seats": table.header.seats,
        "rated": counts(table),
        "finished": finished,
    }
    return [
        {**of_all, "seat": seat, **player_of(sitter), "points": points[seat], "place": places[seat]}
        for seat, sitter in enumerate(table.sitters)
    ]


def player_of(sitter: Occupant) -> Row:
    """Return who has played on a seat: a person, or a level."""
    return {"person": sitter.person, "level": None if sitter.person else sitter.level}


def counts(table: Table) -> bool:
    """Tell whether a game counts for the ratings."""
    persons = [sitter.person for sitter in table.sitters if sitter.person]
    players = {sitter.person or sitter.level for sitter in table.sitters}
    return table.header.terms.rated and len(players) > 1 and len(persons) == len(set(persons))


def next_moment(connection: Connection, game: str, made: int) -> int:
    """Return when a game ends: now, or right after the one that ended last, while nobody else ends one."""
    stand_alone(connection)
    last = connection.execute(select(func.max(RESULTS.c.finished)).where(RESULTS.c.game == game)).scalar()
    return made if last is None else max(made, last + 1)


def stand_alone(connection: Connection) -> None:
    """Let nobody else write results before the end of the transaction; with SQLite it is so already."""
    if connection.dialect.name == postgres.DIALECT:
        connection.execute(ALONE)


def note_ratings(connection: Connection, results: Sequence[Mapping[str, Any]]) -> None:
    """Write what the results of a game make of the ratings, if it counts."""
    if not results[0]["rated"]:
        return
    game, players = results[0]["game"], [name_of(each) for each in results]
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


def name_of(result: Mapping[str, Any]) -> str:
    """Return under which name a player has a rating."""
    return str(result["person"] or f"{LEVEL}{result['level']}")


def ratings_of(connection: Connection, game: str, players: Iterable[str]) -> dict[str, tuple[Rating, int]]:
    """Return the ratings of those players who have one, each with the number of their games."""
    chosen = select(RATINGS).where(RATINGS.c.game == game, RATINGS.c.who.in_(list(players)))
    return {row.who: (Rating(row.mu, row.sigma), row.games) for row in connection.execute(chosen)}


def recompute(connection: Connection) -> int:
    """Reckon all ratings again, from the results in the order of the games' ends, and return how many games counted."""
    stand_alone(connection)
    connection.execute(delete(RATINGS))
    order = RESULTS.c.game, RESULTS.c.finished, RESULTS.c.table, RESULTS.c.seat
    rows = connection.execute(select(RESULTS).where(RESULTS.c.rated).order_by(*order)).all()
    games = [[row._asdict() for row in results] for _, results in groupby(rows, key=lambda row: row.table)]
    for results in games:
        note_ratings(connection, results)
    return len(games)


def forget(connection: Connection, person: str, pseudonym: str) -> None:
    """Put a name that means nobody in place of a person who goes: the ratings of the others stay as they are."""
    connection.execute(update(RESULTS).where(RESULTS.c.person == person).values(person=pseudonym))
    connection.execute(update(RATINGS).where(RATINGS.c.who == person).values(who=pseudonym))

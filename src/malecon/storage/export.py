"""The export of all that is stored about a person, as plain data: for them alone, and nothing that a game hides."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select

from malecon.core.errors import MaleconError
from malecon.storage.read_errors import read_again
from malecon.storage.rows import StoredRow, names_at
from malecon.storage.schema import (
    MESSAGES,
    MOVES,
    MUTES,
    NOTICES,
    PEOPLE,
    PUZZLE_ANSWERS,
    RATINGS,
    RESULTS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    TRAINING,
)
from malecon.storage.sessions import LINK
from malecon.storage.store import Repository, in_thread

Plain = dict[str, Any]
MOMENTS = ("created", "finished", "used", "expires", "proved", "blocked", "seen", "sent", "due", "made", "answered")
"""Columns that hold a time."""
PERSON_COLUMNS = (
    "name",
    "language",
    "theme",
    "still",
    "quick",
    "tips",
    "account",
    "email",
    "created",
    "seen",
    "blocked",
)
SESSION_COLUMNS = ("kind", "label", "created", "used", "expires", "proved")
TABLE_COLUMNS = ("game", "created", "finished", "closed", "rated")
RESULT_COLUMNS = ("table", "seat", "game", "points", "place", "rated", "absent", "finished")
TRAINING_COLUMNS = ("game", "missions", "rating", "deviation", "streak")
PUZZLE_COLUMNS = ("game", "puzzle", "solved", "rating", "answered")
"""Columns that are told: of people, sessions, tables, results and training; never a password, a token, a key."""


def _moment(time: int) -> str:
    """Return a time, in milliseconds since 1970, as people and programs read it.

    >>> _moment(1_767_225_600_000)
    '2026-01-01T00:00:00+00:00'
    """
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="seconds")


def _plain_row(row: StoredRow, *columns: str) -> Plain:
    """Return some columns of a row, those that are empty left out."""
    facts = {column: getattr(row, column) for column in columns if getattr(row, column) not in (None, "")}
    return {column: _moment(fact) if column in MOMENTS else fact for column, fact in facts.items()}


class Export(Repository):
    """The export of a person's data."""

    @in_thread
    @read_again
    def data_of(self, person: str) -> Plain:
        """Return all that is stored about a person; of games that go on, only their own moves.

        Raises:
            StorageError: it cannot be read.
        """
        with self._store.reading() as connection:
            facts = _data_about(connection, person)
            tables = _tables_of(connection, person)
        return facts | {"tables": [self._with_record(table) for table in tables]}

    def _with_record(self, table: Plain) -> Plain:
        """Return a table with its record, if its game is over and can still be read."""
        try:
            return table | {"record": self._store.load(table["id"]).record()}
        except MaleconError:
            return table


def _data_about(connection: Connection, person: str) -> Plain:
    """Return the data about a person besides the tables."""

    def rows(table: Table, mine: ColumnElement[bool], *columns: str) -> list[Plain]:
        return [_plain_row(row, *columns) for row in connection.execute(select(table).where(mine))]

    sessions = (SESSIONS.c.person == person) & (SESSIONS.c.kind != LINK)
    return {
        "person": rows(PEOPLE, PEOPLE.c.id == person, *PERSON_COLUMNS)[0],
        "sessions": rows(SESSIONS, sessions, *SESSION_COLUMNS),
        "results": rows(RESULTS, RESULTS.c.person == person, *RESULT_COLUMNS),
        "ratings": rows(RATINGS, RATINGS.c.who == person, "game", "mu", "sigma", "games", "opponents"),
        "training": rows(TRAINING, TRAINING.c.person == person, *TRAINING_COLUMNS),
        "puzzles": rows(PUZZLE_ANSWERS, PUZZLE_ANSWERS.c.person == person, *PUZZLE_COLUMNS),
        "messages": rows(MESSAGES, MESSAGES.c.person == person, "table", "text", "sent"),
        "notices": rows(NOTICES, NOTICES.c.person == person, "table", "due", "sent"),
        "web push": rows(SUBSCRIPTIONS, SUBSCRIPTIONS.c.person == person, "endpoint"),
        "muted people": len(rows(MUTES, MUTES.c.person == person)),
    }


def _tables_of(connection: Connection, person: str) -> list[Plain]:
    """Return the tables of a person with the moves they have made."""
    mine = select(SEATS.c.table).where(SEATS.c.person == person)
    rows = connection.execute(select(TABLES).where(TABLES.c.id.in_(mine)).order_by(TABLES.c.created)).all()
    names = names_at(connection, [row.id for row in rows])
    return [
        {
            "id": row.id,
            **_plain_row(row, *TABLE_COLUMNS),
            "names": names[row.id],
            "moves": _moves_of(connection, row.id, person),
        }
        for row in rows
    ]


def _moves_of(connection: Connection, table_id: str, person: str) -> list[Plain]:
    here = MOVES.c.table == table_id, SEATS.c.table == table_id, SEATS.c.person == person, SEATS.c.seat == MOVES.c.seat
    rows = connection.execute(select(MOVES).where(*here).order_by(MOVES.c.number))
    return [_plain_row(row, "seat", "notation", "made") for row in rows]

"""Accounts: a name and a password by which a person is known anywhere. Nobody needs one.

Whoever asks cannot tell an unknown name from a wrong password, neither by the answer nor by the time it takes. The
export is everything that is stored about a person, as plain data: for them alone, and nothing that a game hides.
"""

import unicodedata
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, select, update
from sqlalchemy.exc import IntegrityError

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import skeleton_keys
from malecon.core.process import now
from malecon.services.passwords import is_outdated, password_hash, validate_password, verify_password
from malecon.services.person import LINK, Person
from malecon.services.sessions import Browser, end_links, end_others, renew_session
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
from malecon.storage.store import Store, in_thread
from malecon.tables import NotYours, TableError
from malecon.tables.seating import LONGEST_NAME, validate_name

NAME_TAKEN = N_("Somebody signs in as {name} already, or nearly so; choose another name.")
WRONG_PASSWORD = N_("This name and this password do not belong together.")


def fold_account(name: str) -> str:
    """Return a name to sign in with in the form in which it is kept: capitals make no difference.

    >>> fold_account(" Ana  María ")
    'ana maría'

    Raises:
        UsageError: it is empty or too long, or has signs that cannot be shown.
    """
    name = unicodedata.normalize("NFKC", validate_name(name)).casefold()
    if not name or len(name) > LONGEST_NAME:
        raise UsageError(N_("A name to sign in with has 1 to {most} letters."), most=LONGEST_NAME)
    return name


class Accounts:
    """The accounts in the database. Methods block, for a password hash too: call them in few threads."""

    def __init__(self, store: Store) -> None:
        """``store``: where they are kept."""
        self._store = store

    def create(self, person: Person, name: str, password: str, browser: Browser) -> str:
        """Give a person a name to sign in with and a password, and return the token of a new session.

        Raises:
            UsageError: the name or the password cannot be such, or the name looks like that of somebody else.
            TableError: the person has an account already.
        """
        name = fold_account(name)
        self._check_unlike(name)
        password = password_hash(validate_password(password, name, person.name))
        mine = PEOPLE.c.id == person.id, PEOPLE.c.account.is_(None)
        try:
            with self._store.writing() as connection:
                done = connection.execute(update(PEOPLE).where(*mine).values(account=name, password=password))
                if done.rowcount != 1:
                    raise TableError(N_("You have a name and a password already."))
                end_links(connection, person.id)  # whoever has one need not know the password
                return renew_session(connection, person.id, browser, now())
        except IntegrityError:
            raise UsageError(NAME_TAKEN, name=name) from None

    @read_again
    def _check_unlike(self, name: str) -> None:
        """Refuse a name that looks like one with which somebody signs in.

        Raises:
            UsageError: it does.
        """
        with self._store.reading() as connection:
            others = connection.execute(select(PEOPLE.c.account).where(PEOPLE.c.account.is_not(None))).scalars()
            keys = skeleton_keys(name)
            if any(not keys.isdisjoint(skeleton_keys(other)) for other in others):
                raise UsageError(NAME_TAKEN, name=name)

    @read_again
    def sign_in(self, name: str, password: str) -> str:
        """Return the id of the person with this name and password; an outdated hash is replaced.

        Raises:
            NotYours: there is none.
        """
        try:
            name = fold_account(name)
        except UsageError:
            name = ""  # nobody's
        wanted = select(PEOPLE.c.id, PEOPLE.c.password).where(PEOPLE.c.account == name)
        with self._store.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        if not verify_password(row and row.password, password) or row is None:
            raise NotYours(WRONG_PASSWORD)
        if is_outdated(row.password):
            self._renew_hash(row.id, row.password, password)
        return str(row.id)

    def _renew_hash(self, person: str, outdated: str, password: str) -> None:
        """Replace the hash of a password that was verified, if it is still the stored one."""
        fresh = password_hash(unicodedata.normalize("NFKC", password))
        with self._store.writing() as connection:
            same = PEOPLE.c.id == person, PEOPLE.c.password == outdated
            connection.execute(update(PEOPLE).where(*same).values(password=fresh))

    @read_again
    def check_password(self, person: Person, password: str) -> None:
        """Check the password of a person.

        Raises:
            NotYours: it is another one.
        """
        with self._store.reading() as connection:
            wanted = select(PEOPLE.c.password).where(PEOPLE.c.id == person.id)
            stored = connection.execute(wanted).scalar_one_or_none()
        if not verify_password(stored, password):
            raise NotYours(N_("This is not your password."))

    @read_again
    def change_password(self, person: Person, old: str | None, new: str, browser: Browser, *, alone: bool) -> str:
        """Change a password and return the token of a new session; if ``alone``, all other sessions are ended.

        Args:
            person: has an account.
            old: the present password; ``None`` where the session is fresh.
            new: the next one.
            browser: where it is changed.
            alone: whether all other sessions are ended.

        Raises:
            NotYours: the old one is wrong.
            UsageError: the new one cannot be such.
        """
        mine = PEOPLE.c.id == person.id
        if old is not None:
            self.check_password(person, old)
        fresh = password_hash(validate_password(new, person.account, person.name))
        with self._store.writing() as connection:
            connection.execute(update(PEOPLE).where(mine).values(password=fresh))
            token = renew_session(connection, person.id, browser, now())
            if alone:
                end_others(connection, person.id, token)
        return token


Plain = dict[str, Any]
MOMENTS = ("created", "finished", "used", "expires", "proved", "blocked", "seen", "sent", "due", "made", "answered")
"""Columns that hold a time."""
PERSON_COLUMNS = ("name", "language", "theme", "still", "quick", "account", "email", "created", "seen", "blocked")
SESSION_COLUMNS = ("kind", "label", "created", "used", "expires", "proved")
TABLE_COLUMNS = ("game", "created", "finished", "closed", "rated")
TRAINING_COLUMNS = ("game", "lesson", "rating", "deviation", "streak")
PUZZLE_COLUMNS = ("game", "puzzle", "solved", "rating", "answered")
"""Columns that are told: of people, sessions, tables and training; never a password, a token, a key."""


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


class Export:
    """The export of a person's data."""

    def __init__(self, store: Store) -> None:
        """``store``: where all is kept."""
        self._store = store

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
        "results": rows(
            RESULTS,
            RESULTS.c.person == person,
            "table",
            "seat",
            "game",
            "points",
            "place",
            "rated",
            "absent",
            "finished",
        ),
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

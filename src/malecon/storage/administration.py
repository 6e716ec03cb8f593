"""Administration of a site: lists of tables and people, stopping a table, blocking a person, sizes. All of it blocks.

It works on the database while servers use it; they notice within seconds. What is done is written to the log.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, func, select, text, update

from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.storage.backup import RECORDS
from malecon.storage.database import FILE
from malecon.storage.notifications import notify
from malecon.storage.read_errors import read_again
from malecon.storage.rows import Row, StoredRow, names_at
from malecon.storage.schema import MESSAGES, MOVES, PEOPLE, SEATS, SESSIONS, TABLES
from malecon.storage.store import Repository, Store
from malecon.tables import NO_TABLE, Missing, TableError

STOPPED = "stopped"

LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TableOverview:
    """A table in a list. Times are milliseconds since 1970; ``last`` is that of the newest move."""

    id: str
    game: str
    names: tuple[str, ...]
    moves: int
    created: int
    last: int | None
    finished: int | None
    closed: str


@dataclass(frozen=True, slots=True)
class PersonOverview:
    """A person in a list; ``tables`` are those that are not done with."""

    id: str
    name: str
    account: str
    tables: int
    created: int
    blocked: int | None


@dataclass(frozen=True, slots=True)
class ReportedRemark:
    """Something that was said and reported."""

    table_id: str
    person: str
    name: str
    text: str
    sent: int


class Administration(Repository):
    """The administration of a database."""

    @read_again
    def tables(self, *, finished: bool, most: int) -> list[TableOverview]:
        """Return the newest tables; with the ``finished`` ones or without."""
        log = select(MOVES.c.table, func.count().label("moves"), func.max(MOVES.c.made).label("last"))
        counted = log.group_by(MOVES.c.table).subquery()
        chosen = select(TABLES, counted.c.moves, counted.c.last).outerjoin(counted, counted.c.table == TABLES.c.id)
        if not finished:
            chosen = chosen.where(TABLES.c.finished.is_(None))
        with self._store.reading() as connection:
            rows = connection.execute(chosen.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most)).all()
            names = names_at(connection, [row.id for row in rows])
        return [
            TableOverview(
                row.id, row.game, names.get(row.id, ()), row.moves or 0, row.created, row.last, row.finished, row.closed
            )
            for row in rows
        ]

    def people(self, *, called: str, most: int) -> list[PersonOverview]:
        """Return the newest people whose name contains ``called``."""
        theirs = select(SEATS.c.person, func.count(SEATS.c.table.distinct()).label("tables")).join(TABLES)
        counted = theirs.where(TABLES.c.finished.is_(None)).group_by(SEATS.c.person).subquery()
        chosen = select(PEOPLE, counted.c.tables).outerjoin(counted, counted.c.person == PEOPLE.c.id)
        if called:
            chosen = chosen.where(PEOPLE.c.name.icontains(called, autoescape=True))
        return [
            PersonOverview(row.id, row.name, row.account or "", row.tables or 0, row.created, row.blocked)
            for row in self._store.rows(chosen.order_by(PEOPLE.c.created.desc(), PEOPLE.c.id).limit(most))
        ]

    def reported_remarks(self, *, most: int) -> list[ReportedRemark]:
        """Return the reported remarks, the newest first."""
        chosen = select(MESSAGES).where(MESSAGES.c.reported.is_not(None)).order_by(MESSAGES.c.reported.desc())
        rows = self._store.rows(chosen.limit(most))
        return [ReportedRemark(row.table, row.person or "", row.name, row.text, row.sent) for row in rows]

    def stop_table(self, table_id: str) -> None:
        """End a table before its end, also one that cannot be rebuilt; who looks at it reads that it was stopped.

        Raises:
            Missing: there is no such table.
            TableError: it is done with.
        """
        goes_on = TABLES.c.id == table_id, TABLES.c.finished.is_(None)
        at = now()
        values = {"closed": STOPPED, "finished": at, "touched": at, "version": TABLES.c.version + 1}
        with self._store.writing() as connection:
            ended = connection.execute(update(TABLES).where(*goes_on).values(values)).rowcount
            version = connection.execute(select(TABLES.c.version).where(TABLES.c.id == table_id)).scalar()
            if version is None:
                raise Missing(NO_TABLE)
            if not ended:
                raise TableError(N_("This table is done with already."))
            if self._store.is_shared:
                notify(connection, table_id, version)
        LOGGER.info("a table was ended", extra={"table": table_id})

    def block(self, person: str, *, blocked: bool) -> None:
        """Let a person only look from now on, or do everything again.

        Raises:
            Missing: there is no such person.
        """
        values = {"blocked": now() if blocked else None}
        with self._store.writing() as connection:
            if connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(values)).rowcount != 1:
                raise Missing(N_("There is no such person."))
        LOGGER.info("a person was %s", "blocked" if blocked else "unblocked", extra={"person": person})

    @read_again
    def raw_rows(self, table_id: str) -> Row:
        """Return the rows of a table as they are, damaged or not; they tell what is hidden.

        Raises:
            Missing: there is no such table.
        """
        with self._store.reading() as connection:
            head = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).all()
            seats = connection.execute(select(SEATS).where(SEATS.c.table == table_id).order_by(SEATS.c.seat)).all()
            moves = connection.execute(select(MOVES).where(MOVES.c.table == table_id).order_by(MOVES.c.number)).all()
        if not head:
            raise Missing(NO_TABLE)
        LOGGER.info("a table was exported with what is hidden", extra={"table": table_id})
        return {"table": _plain_rows(head)[0], "seats": _plain_rows(seats), "moves": _plain_rows(moves)}


def _plain_rows(rows: Sequence[StoredRow]) -> list[Row]:
    """Return rows as plain data; invitations, which still open seats, are left out."""
    return [{name: value for name, value in row._mapping.items() if name != "invitation"} for row in rows]


MEBI = 1024 * 1024


@read_again
def sizes_of(store: Store, folder: Path) -> list[tuple[str, str]]:
    """Return titles with how many there are of each, or how many MiB."""
    with store.reading() as connection:
        found = [(title, str(count)) for title, count in _counts_in(connection)]
        shared = (
            connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
            if store.is_shared
            else 0
        )
    records = [file.stat().st_size for file in (folder / RECORDS).glob("*")]
    size = shared or sum(file.stat().st_size for file in folder.glob(f"{FILE}*"))
    found.append((N_("Saved games that somebody brought"), f"{len(records)} ({_mebibytes(sum(records))})"))
    return [*found, (N_("The database"), _mebibytes(size))]


def _counts_in(connection: Connection) -> Iterator[tuple[str, int]]:
    """Yield titles with how many rows there are of each."""

    def count(table: Table, *conditions: ColumnElement[bool]) -> int:
        return connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()

    is_done, is_ended = TABLES.c.finished.is_not(None), TABLES.c.closed != ""
    yield N_("People with an account"), count(PEOPLE, PEOPLE.c.account.is_not(None))
    yield N_("People without an account"), count(PEOPLE, PEOPLE.c.account.is_(None))
    yield N_("Browsers and programs"), count(SESSIONS)
    yield N_("Tables under way"), count(TABLES, ~is_done)
    yield N_("Finished games"), count(TABLES, is_done, ~is_ended)
    yield N_("Tables that were ended"), count(TABLES, is_done, is_ended)
    yield N_("Moves"), count(MOVES)
    yield N_("Messages"), count(MESSAGES)


def _mebibytes(size: int) -> str:
    """Return a number of bytes as MiB.

    >>> _mebibytes(1_572_864)
    '1.5 MiB'
    """
    return f"{size / MEBI:.1f} MiB"

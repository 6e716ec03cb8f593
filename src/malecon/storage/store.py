"""Storage in a database. What is written here survives a crash of the process, and of the machine.

Every public method is one transaction, committed when it returns. Methods block; ``service.py`` calls them in threads.
"""

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from malecon.core.i18n import N_
from malecon.core.time_source import TIME
from malecon.services.computers import jobs
from malecon.services.notices.outbox import write_notices
from malecon.services.results.results import note_end
from malecon.storage import clock_steps, postgres
from malecon.storage.database import FILE, engine_for, is_shared, reader_of, spoken, turn_of
from malecon.storage.folder_lock import check_unlocked
from malecon.storage.identity import note_site
from malecon.storage.migrating import migrate
from malecon.storage.rows import (
    changing_table,
    clock_from,
    move_rows,
    read_header,
    read_move,
    read_place,
    read_remark,
    read_sitter,
    remark_row,
    seat_row,
    table_row,
)
from malecon.storage.schema import MESSAGES, MOVES, PULSES, SEATS, TABLES
from malecon.tables.chat import MOST_SAID
from malecon.tables.errors import CHANGED, NO_TABLE, Missing, Stale, StorageError, Unplayable
from malecon.tables.table import Table, rebuilt
from malecon.tables.table_header import new_id
from malecon.tables.table_settings import Clock

CLOSING_S = 10.0
"""Seconds that transactions have to end when the storage is closed."""


def now() -> int:
    """Return the time in milliseconds since 1970; in a server it never jumps."""
    return TIME.now()


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list. ``finished`` is ``None`` while it goes on; times are milliseconds since 1970.

    ``names`` are by seat; a free seat has an empty one. ``awaited`` are the persons whose turn it is.
    """

    id: str
    game: str
    names: tuple[str, ...]
    created: int
    finished: int | None
    rated: bool
    clock: Clock | None
    awaited: frozenset[str] = frozenset()

    @property
    def taken(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(filter(None, self.names))


class Store:
    """The database of a site: transactions for all that write to it, and the tables with their seats and moves."""

    def __init__(self, engine: Engine) -> None:
        """``engine``: a database with today's schema (``Store.open`` makes it)."""
        self.engine = engine
        self.is_shared = is_shared(engine)
        self._reader = reader_of(engine)
        self._turn = turn_of(engine)
        self._open, self._ended = 0, threading.Condition()

    @classmethod
    def open(cls, folder: Path, address: str = "", *, is_owner: bool = False) -> "Store":
        """Return the storage, with today's schema: PostgreSQL if there is an address, else a file in a folder.

        ``is_owner``: this process has the lock of the folder; else it changes no schema while another has it.

        Raises:
            StorageError: the database, the folder or the file cannot be used.
        """
        engine = engine_for(folder, address)
        try:
            with spoken(engine):
                migrate(engine, lambda: None if address or is_owner else check_unlocked(folder))
            if not address:
                note_site(folder / FILE)
        except StorageError:
            engine.dispose()
            raise
        return cls(engine)

    def check_writable(self) -> None:
        """Write something and delete it again.

        Raises:
            StorageError: the file may only be read, is damaged, or the disk is full.
        """
        process = new_id()
        with self.writing() as connection:
            connection.execute(insert(PULSES), {"process": process, "at": 0})
            connection.execute(delete(PULSES).where(PULSES.c.process == process))

    def close(self) -> None:
        """Let go of the database, as soon as every transaction has ended: threads finish what nobody waits for."""
        with self._ended:
            self._ended.wait_for(lambda: not self._open, CLOSING_S)
        self.engine.dispose()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count a transaction as open."""
        with self._ended:
            self._open += 1
        try:
            yield
        finally:
            with self._ended:
                self._open -= 1
                self._ended.notify_all()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that is committed at the end; alone among all writers if it is one file."""
        with self._counted(), self._turn, spoken(self.engine), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that sees one moment, and waits for nobody."""
        with self._counted(), spoken(self.engine), self._reader.begin() as connection:
            yield connection

    def create(self, table: Table) -> None:
        """Write a new table.

        Raises:
            Missing: a person on a seat is not known.
        """
        try:
            with self.writing() as connection:
                connection.execute(insert(TABLES), table_row(table))
                connection.execute(insert(SEATS), [seat_row(table, seat) for seat in range(table.header.seats)])
                self._announce(connection, None, table)
                write_notices(connection, None, table, now())
                if table.log:
                    connection.execute(insert(MOVES), move_rows(table, 0, table.header.created))
        except IntegrityError:
            raise Missing(N_("There is no such person.")) from None

    def save(self, before: Table, after: Table) -> Table:
        """Write what an action has changed: seats, new moves, the end of the game. Return the table as it is stored.

        Raises:
            Stale: what is stored is not ``before``: somebody else wrote in the meantime.
        """
        after = replace(after, version=before.version + 1)
        made, same = now(), (TABLES.c.id == after.header.id, TABLES.c.version == before.version)
        with self.writing() as connection:
            values = changing_table(after) | {"touched": made}
            values |= {"finished": made} if after.is_done and not before.is_done else {}
            if connection.execute(update(TABLES).where(*same).values(values)).rowcount != 1:
                raise Stale(CHANGED)
            for seat in range(after.header.seats):
                row = seat_row(after, seat)
                if row != seat_row(before, seat):
                    mine = SEATS.c.table == after.header.id, SEATS.c.seat == seat
                    connection.execute(update(SEATS).where(*mine).values(row))
            if after.number > before.number:
                connection.execute(insert(MOVES), move_rows(after, before.number, made))
            if after.match.over and not before.match.over:
                note_end(connection, after, made)
            write_remarks(connection, before, after)
            self._announce(connection, before, after)
            write_notices(connection, before, after, made)
        return after

    def keep_time(self) -> None:
        """Hold the clock of this process against that of the database."""
        with self.reading() as connection:
            clock_steps.keep_up(connection)

    def ask_again(self, table_id: str) -> None:
        """Leave a job for each computer player that is awaited at a table, if none waits; the errors are ``load``'s."""
        table = self.load(table_id)
        with self.writing() as connection:
            jobs.ask_again(connection, table)

    def version_of(self, table_id: str) -> int | None:
        """Return the version of a table; ``None`` if there is no such table."""
        return self.versions_of([table_id]).get(table_id)

    def versions_of(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of some tables that are there."""
        chosen = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(tables))
        with self.reading() as connection:
            return {row.id: row.version for row in connection.execute(chosen)}

    def load(self, table_id: str) -> Table:
        """Return a table, rebuilt from its log.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
        """
        with self.reading() as connection:
            if self.is_shared:
                clock_steps.follow(connection)
            head = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
            if head is None:
                raise Missing(NO_TABLE)
            seats = connection.execute(select(SEATS).where(SEATS.c.table == table_id).order_by(SEATS.c.seat)).all()
            moves = connection.execute(select(MOVES).where(MOVES.c.table == table_id).order_by(MOVES.c.number)).all()
            said = connection.execute(newest_remarks(table_id)).all()
        if [row.number for row in moves] != list(range(len(moves))):
            raise Unplayable("the log of the table is damaged: a move is missing")
        places = list(map(read_place, seats))
        header, sitters = read_header(head, len(seats)), list(map(read_sitter, seats))
        found = rebuilt(header, sitters, list(map(read_move, moves)), places)
        remarks = tuple(map(read_remark, reversed(said)))
        return replace(found, version=head.version, paused=head.paused, closed=head.closed, said=remarks)

    def tables_of(self, person: str, most: int = 100) -> list[Listed]:
        """Return a person's tables, unfinished ones first, then the newest."""
        mine = select(SEATS.c.table).where(SEATS.c.person == person)
        chosen = select(TABLES).where(TABLES.c.id.in_(mine))
        return self._listed(
            chosen.order_by(TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id).limit(most)
        )

    def _announce(self, connection: Connection, before: Table | None, after: Table) -> None:
        """Tell the other processes of a change, and leave jobs for the computer players, as part of the transaction."""
        if self.is_shared:
            postgres.tell(connection, after.header.id, after.version)
            jobs.ask(connection, before, after)

    def _listed(self, chosen: Select[Any]) -> list[Listed]:
        with self.reading() as connection:
            rows = connection.execute(chosen).all()
            names = names_at(connection, [row.id for row in rows])
            awaited = awaited_at(connection, [row.id for row in rows])
        return [
            Listed(
                row.id, row.game, names[row.id], row.created, row.finished, row.rated, clock_from(row), awaited[row.id]
            )
            for row in rows
        ]

    def lobby(self, most: int = 50) -> list[Listed]:
        """Return the tables with free seats that anybody may take, the newest first."""
        free = select(SEATS.c.table).where(SEATS.c.invitation.is_not(None))
        chosen = select(TABLES).where(TABLES.c.listed, TABLES.c.finished.is_(None), TABLES.c.id.in_(free))
        return self._listed(chosen.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most))

    def invited_to(self, invitation: str) -> str | None:
        """Return the table for a seat of which an invitation is good."""
        with self.reading() as connection:
            return connection.execute(select(SEATS.c.table).where(SEATS.c.invitation == invitation)).scalar()

    def may_look(self, table_id: str, person: str | None) -> bool:
        """Tell whether a table is to be watched by anybody, or a person, who may be nobody, has a part in it."""
        mine = select(SEATS.c.table).where(SEATS.c.person == (person or ""))
        may = TABLES.c.watched | (TABLES.c.host == (person or "")) | TABLES.c.id.in_(mine)
        with self.reading() as connection:
            return connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id, may)).scalar() is not None

    def with_computers(self, people: int = 0) -> list[str]:
        """Return the ids of all tables that go on with computer players and at least so many ``people``.

        Those that were used last come first.
        """
        theirs = select(SEATS.c.table).where(SEATS.c.level.is_not(None) | SEATS.c.substitute.is_not(None))
        persons = select(func.count(SEATS.c.person.distinct())).where(SEATS.c.table == TABLES.c.id).scalar_subquery()
        chosen = select(TABLES.c.id).where(TABLES.c.finished.is_(None), TABLES.c.id.in_(theirs), persons >= people)
        with self.reading() as connection:
            return list(connection.execute(chosen.order_by(TABLES.c.touched.desc(), TABLES.c.id)).scalars())


def newest_remarks(table_id: str) -> Select[Any]:
    """Return what to ask for the newest things said at a table, the newest first."""
    return select(MESSAGES).where(MESSAGES.c.table == table_id).order_by(MESSAGES.c.number.desc()).limit(MOST_SAID)


def write_remarks(connection: Connection, before: Table, after: Table) -> None:
    """Write what was said, and what was reported of it."""
    known = {remark.number for remark in before.said}
    for remark in set(after.said) - set(before.said):
        row = remark_row(after.header.id, remark)
        if remark.number in known:
            here = MESSAGES.c.table == after.header.id, MESSAGES.c.number == remark.number
            connection.execute(update(MESSAGES).where(*here).values(row))
        else:
            connection.execute(insert(MESSAGES), row)


def names_at(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return who sits at each of some tables, by name."""
    chosen = select(SEATS.c.table, SEATS.c.name).where(SEATS.c.table.in_(tables)).order_by(SEATS.c.seat)
    names: dict[str, tuple[str, ...]] = {}
    row: Any
    for row in connection.execute(chosen):
        names[row.table] = (*names.get(row.table, ()), row.name)
    return names


def awaited_at(connection: Connection, tables: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Return the persons whose turn it is at each of some tables: those whose time runs."""
    running = SEATS.c.table.in_(tables), SEATS.c.running.is_not(None), SEATS.c.person.is_not(None)
    awaited: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for table, person in connection.execute(select(SEATS.c.table, SEATS.c.person).where(*running)):
        awaited[table] |= {person}
    return awaited

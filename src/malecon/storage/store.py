"""Storage in a database. What is written here survives a crash of the process, and of the machine.

Every public method is one transaction, committed when it returns. Methods block; ``in_thread`` lets no event loop wait.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import BindParameter, Connection, Engine, Row, Select, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.storage import clock_steps
from malecon.storage.data_folder import check_unlocked
from malecon.storage.database import (
    DIALECT,
    FILE,
    engine_for,
    is_shared,
    migrate,
    reader_of,
    translate_errors,
    write_lock_of,
)
from malecon.storage.driver_statements import DriverStatement, begin, commit
from malecon.storage.migration import write_site_file
from malecon.storage.notifications import notify
from malecon.storage.person_changes import PersonChanges
from malecon.storage.read_errors import read_again
from malecon.storage.results import rating_changes
from malecon.storage.rows import (
    changeable_values,
    move_rows,
    newest_remarks,
    occupant_values,
    read_header,
    read_move,
    read_occupant,
    read_seat,
    rebuild_table,
    seat_row,
    state_values,
    table_row,
    write_remarks,
)
from malecon.storage.schema import MOVES, PULSES, SEATS, TABLES
from malecon.storage.store_health import StoreHealth, Work
from malecon.tables import CHANGED, NO_TABLE, Missing, Stale, StorageError, Unplayable
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_id

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(function: Callable[P, T]) -> Callable[P, Coroutine[object, object, T]]:
    """Return a coroutine function that runs a blocking function, or method, in a thread; also as a decorator."""

    @wraps(function)
    async def run_in_thread(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(function, *args, **kwargs)

    return run_in_thread


CLOSING_S = 10.0
"""Seconds that transactions have to end when the storage is closed."""

# Statements of every move, which the driver carries out itself (docs/decisions/0019-way-of-a-move.md).
SAME_TABLE = TABLES.c.id == bindparam("this"), TABLES.c.version == bindparam("known")
CHANGEABLE: dict[str, BindParameter[object]] = {
    name: bindparam(name) for name in ("version", "paused", "closed", "rematch", "touched")
}
UPDATE = update(TABLES).where(*SAME_TABLE).values(CHANGEABLE)
UPDATE_TABLE, FINISH_TABLE = map(DriverStatement, (UPDATE, UPDATE.values(finished=bindparam("finished"))))
SAME_SEAT = SEATS.c.table == bindparam("this"), SEATS.c.seat == bindparam("place")
UPDATE_STATE, UPDATE_OCCUPANT = (
    DriverStatement(update(SEATS).where(*SAME_SEAT).values({name: bindparam(name) for name in names}))
    for names in (state_values(SeatState()), occupant_values(Occupant("")))
)
INSERT_MOVES = DriverStatement(insert(MOVES))
VERSION = select(TABLES.c.version).where(TABLES.c.id == bindparam("this"))

ChangeWriter = Callable[[Connection, Table | None, Table, int], None]
"""Writes what follows from a change, in its transaction: the table before (``None`` if new) and after, and the time."""


class Store:
    """The database of a site: transactions for all that write to it, and the tables with their seats and moves."""

    def __init__(self, engine: Engine) -> None:
        """``engine``: a database with today's schema (``Store.open`` makes it)."""
        self.engine = engine
        self.is_shared = is_shared(engine)
        self.reader = reader_of(engine)
        self._single = engine.execution_options(isolation_level="AUTOCOMMIT") if self.is_shared else self.reader
        self.person_changes = PersonChanges(engine)
        self.health = StoreHealth()
        self._write_lock = write_lock_of(engine)
        self._open, self._ended = 0, threading.Condition()

    @classmethod
    @read_again
    def open(cls, folder: Path, address: str = "", *, is_owner: bool = False) -> "Store":
        """Return the storage, with today's schema: PostgreSQL if there is an address, else a file in a folder.

        ``is_owner``: this process has the lock of the folder; else it changes no schema while another has it.

        Raises:
            StorageError: the database, the folder or the file cannot be used.
        """
        engine = engine_for(folder, address)
        try:
            with translate_errors(engine, is_reading=True):  # the migrations are carried out all or none
                migrate(engine, lambda: None if address or is_owner else check_unlocked(folder))
            if not address:
                write_site_file(folder / FILE)
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
        with self.writing(None) as connection:
            connection.execute(insert(PULSES), {"process": process, "at": 0})
            connection.execute(delete(PULSES).where(PULSES.c.process == process))

    def close(self) -> None:
        """Let go of the database, as soon as every transaction has ended: threads finish what nobody waits for."""
        with self._ended:
            self._ended.wait_for(lambda: not self._open, CLOSING_S)
        self.reader.dispose()
        self.engine.dispose()

    @contextmanager
    def _count_open(self) -> Iterator[None]:
        with self._ended:
            self._open += 1
        try:
            yield
        finally:
            with self._ended:
                self._open -= 1
                self._ended.notify_all()

    @contextmanager
    def writing(self, work: Work | None = Work.WRITING) -> Iterator[Connection]:
        """Begin a transaction that is committed at the end; alone among all writers if it is one file.

        ``work``: its kind, for ``health``; ``None`` for a heartbeat, which says nothing about others.
        """
        with self._noted(work), self._count_open(), self._write_lock, translate_errors(self.engine):
            try:
                with self.engine.connect() as connection:  # closed without a commit, it is rolled back
                    begin(connection)
                    self.person_changes.begin(connection)
                    yield connection
                    has_changed = self.person_changes.end(connection)
                    commit(connection)
                self.person_changes.finish(has_changed=has_changed)
            finally:
                self.person_changes.leave()

    @contextmanager
    def reading(self, work: Work | None = Work.READING, *, is_single: bool = False) -> Iterator[Connection]:
        """Begin a transaction that sees one moment, and waits for nobody; ``is_single``: for one query, without any.

        A function with such a transaction is decorated by ``read_again``. ``work``: as what its outcome is noted.

        Raises:
            StorageError: the database cannot be used; a ``ReadError`` if reading it may succeed the next time.
        """
        engine = self._single if is_single else self.reader
        reading = translate_errors(self.engine, is_reading=True)
        with self._noted(work), self._count_open(), reading, engine.begin() as connection:
            yield connection

    def _noted(self, work: Work | None) -> AbstractContextManager[None]:
        """Return what notes the outcome of a transaction."""
        return nullcontext() if work is None else self.health.noted(work)

    @read_again
    def rows(self, query: Select[Any], **values: object) -> Sequence[Row[Any]]:
        """Return the rows of a query; ``values``: of its parameters."""
        with self.reading(is_single=True) as connection:
            return connection.execute(query, values).all()

    def values(self, query: Select[Any]) -> list[Any]:
        """Return the first column of the rows of a query."""
        return [row[0] for row in self.rows(query)]

    def value(self, query: Select[Any]) -> Any:
        """Return the first column of the first row of a query; ``None`` if there is no row."""
        return next(iter(self.values(query)), None)

    def create(self, table: Table, writers: Iterable[ChangeWriter]) -> None:
        """Write a new table, and what its ``writers`` add to the transaction.

        Raises:
            Missing: a person on a seat is not known.
        """
        try:
            with self.writing(Work.SAVING_TABLES) as connection:
                insert_table(connection, table, now(), writers)
        except IntegrityError:
            raise Missing(N_("There is no such person.")) from None

    def save(self, before: Table, after: Table, writers: Iterable[ChangeWriter]) -> Table:
        """Write the change of a table, with what its ``writers`` add to the transaction; return the table as stored.

        Raises:
            Stale: what is stored is not ``before``: somebody else wrote in the meantime.
        """
        after = replace(after, version=before.version + 1)
        made = now()
        values = {**changeable_values(after), "touched": made, "this": after.header.id, "known": before.version}
        statement = FINISH_TABLE if after.is_done and not before.is_done else UPDATE_TABLE
        values |= {"finished": made} if statement is FINISH_TABLE else {}
        with self.writing(Work.SAVING_TABLES) as connection:
            if statement.run(connection, values) != 1:
                raise Stale(CHANGED)
            _update_seats(connection, before, after)
            if after.move_count > before.move_count:
                INSERT_MOVES.run_for_each(connection, move_rows(after, before.move_count, made))
            write_remarks(connection, before, after)
            _write_change(connection, before, after, made, writers)
            if statement is FINISH_TABLE:
                after = replace(after, rating_changes=rating_changes(connection, after.header.id))
        return after

    @read_again
    def synchronise_clock(self) -> None:
        """Correct the clock of this process by that of the servers, which the database knows."""
        with self.reading() as connection:
            clock_steps.follow_servers(connection)

    @read_again
    def version_of(self, table_id: str) -> int | None:
        """Return the version of a table; ``None`` if there is no such table."""
        with self.reading(is_single=True) as connection:
            return connection.execute(VERSION, {"this": table_id}).scalar_one_or_none()

    @read_again
    def versions_of(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the versions of those of some tables that are there."""
        chosen = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(tables))
        with self.reading() as connection:
            return {row.id: row.version for row in connection.execute(chosen)}

    @read_again
    def load(self, table_id: str) -> Table:
        """Return a table, rebuilt from its log.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
        """
        with self.reading(Work.LOADING_TABLES) as connection:
            if self.is_shared:
                clock_steps.follow(connection)
            head = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one_or_none()
            if head is None:
                raise Missing(NO_TABLE)
            seats = connection.execute(select(SEATS).where(SEATS.c.table == table_id).order_by(SEATS.c.seat)).all()
            moves = connection.execute(select(MOVES).where(MOVES.c.table == table_id).order_by(MOVES.c.number)).all()
            changes = rating_changes(connection, table_id) if head.finished is not None else ()
            said, aside = (newest_remarks(connection, table_id, of_spectators=each) for each in (False, True))
        if [row.number for row in moves] != list(range(len(moves))):
            raise Unplayable("the log of the table is damaged: a move is missing")
        places = list(map(read_seat, seats))
        header, occupants = read_header(head, len(seats)), list(map(read_occupant, seats))
        found = rebuild_table(header, occupants, list(map(read_move, moves)), places)
        return replace(
            found,
            version=head.version,
            rating_changes=changes,
            paused=head.paused,
            closed=head.closed,
            rematch=head.rematch,
            remarks=said,
            spectators_remarks=aside,
        )


def insert_table(connection: Connection, table: Table, at: int, writers: Iterable[ChangeWriter]) -> None:
    """Write a new table in a transaction, at a time, and what its ``writers`` add to it."""
    connection.execute(insert(TABLES), table_row(table))
    connection.execute(insert(SEATS), [seat_row(table, seat) for seat in range(table.header.seats)])
    if table.log:
        connection.execute(insert(MOVES), move_rows(table, 0, table.header.created))
    _write_change(connection, None, table, at, writers)


def _write_change(
    connection: Connection, before: Table | None, after: Table, at: int, writers: Iterable[ChangeWriter]
) -> None:
    """Notify the other processes of a change where there are some, and let ``writers`` add to its transaction."""
    if connection.dialect.name == DIALECT:
        notify(connection, after.header.id, after.version)
    for write in writers:
        write(connection, before, after, at)


def _update_seats(connection: Connection, before: Table, after: Table) -> None:
    """Write what has changed of the seats; a column that has an index costs a page of it, even if it stays the same."""
    for seat in range(after.header.seats):
        which: dict[str, object] = {"this": after.header.id, "place": seat}
        if (state := after.seat_states[seat]) != before.seat_states[seat]:
            UPDATE_STATE.run(connection, which | state_values(state))
        if (occupant := after.occupants[seat]) != before.occupants[seat]:
            UPDATE_OCCUPANT.run(connection, which | occupant_values(occupant))


class Repository:
    """The rows of one subject in a database."""

    def __init__(self, store: Store) -> None:
        """``store``: the database."""
        self._store = store

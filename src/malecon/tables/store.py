"""Storage in a database: one SQLite file, or PostgreSQL. What is written here survives a crash of the process.

Every public method is one transaction, committed when it returns. Methods block; ``service.py`` calls them in threads.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from malecon.tables.draft import Draft, Step
from malecon.tables.errors import Missing, Stale, StorageError
from malecon.tables.migrating import migrate
from malecon.tables.schema import LOOKS, MOVES, SEATS, STEPS, TABLES
from malecon.tables.table import Header, Seated, Sitter, rebuilt

FILE = "malecon.db"
BUSY_MS = 5000
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}")


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_engine(url: str) -> Engine:
    """Return a connection to the database at ``url``; SQLite writes durably and takes its write lock at once."""
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_immediately)
    return engine


def prepare_sqlite(connection: Any, record: object) -> None:
    """Make a new connection durable and strict; we begin transactions ourselves."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin_immediately(connection: Connection) -> None:
    """Take the write lock at the beginning: so two writers wait for each other instead of failing at the end."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Store:
    """All that is kept: the only place that writes to the database."""

    def __init__(self, engine: Engine) -> None:
        """``engine``: a database with today's schema (``Store.open`` makes it)."""
        self.engine = engine

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """Return the storage in a folder, which is made if it is missing, with today's schema.

        Raises:
            StorageError: the folder or the file cannot be used.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"{folder}: cannot be used as a data folder: {error.strerror}") from None
        return cls.at(f"sqlite:///{folder / FILE}")

    @classmethod
    def at(cls, url: str) -> "Store":
        """Return the storage at a database URL, with today's schema; raise ``StorageError`` if it cannot be used."""
        engine = open_engine(url)
        with spoken(url):
            migrate(engine)
        return cls(engine)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that is committed at the end."""
        with spoken(str(self.engine.url)), self.engine.begin() as connection:
            yield connection

    def create(self, header: Header, sitters: Sequence[Sitter]) -> None:
        """Write a new table."""
        with self.writing() as connection:
            connection.execute(insert(TABLES), row_of(header))
            connection.execute(
                insert(SEATS),
                [
                    {"table": header.id, "seat": seat, "person": who.person, "level": who.level, "name": who.name}
                    for seat, who in enumerate(sitters)
                ],
            )

    def append(self, table: str, number: int, seat: int, steps: Sequence[Step], *, over: bool) -> None:
        """Write moves into the log from place ``number`` on, and drop the seat's draft.

        Raises:
            Stale: somebody else wrote at this place, or one of these moves was written before.
        """
        made = now()
        rows = [
            {"table": table, "number": place, "seat": seat, "notation": step.notation, "id": step.id, "made": made}
            for place, step in enumerate(steps, start=number)
        ]
        try:
            with self.writing() as connection:
                connection.execute(insert(MOVES), rows)
                connection.execute(delete(STEPS).where(STEPS.c.table == table, STEPS.c.seat == seat))
                if over:
                    connection.execute(update(TABLES).where(TABLES.c.id == table).values(finished=made))
        except IntegrityError:
            raise Stale("the position has changed since; look again") from None

    def save_draft(self, table: str, seat: int, draft: Draft) -> None:
        """Write the draft of a seat in place of the one before."""
        rows = [
            {"table": table, "seat": seat, "place": place, "notation": step.notation, "id": step.id, "held": step.held}
            for place, step in enumerate(draft)
        ]
        with self.writing() as connection:
            connection.execute(delete(STEPS).where(STEPS.c.table == table, STEPS.c.seat == seat))
            if rows:
                connection.execute(insert(STEPS), rows)

    def save_look(self, table: str, seat: int, number: int) -> None:
        """Write how many moves a seat has seen."""
        with self.writing() as connection:
            connection.execute(delete(LOOKS).where(LOOKS.c.table == table, LOOKS.c.seat == seat))
            connection.execute(insert(LOOKS).values(table=table, seat=seat, number=number))

    def load(self, table: str) -> Seated:
        """Return a table, rebuilt from its log.

        Raises:
            Missing: there is none with this id.
            TableError: it cannot be played by this version of Malecón.
        """
        with self.writing() as connection:
            head = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if head is None:
                raise Missing("there is no such table")
            seats = connection.execute(select(SEATS).where(SEATS.c.table == table).order_by(SEATS.c.seat)).all()
            moves = connection.execute(select(MOVES).where(MOVES.c.table == table).order_by(MOVES.c.number)).all()
            steps = connection.execute(select(STEPS).where(STEPS.c.table == table).order_by(STEPS.c.place)).all()
            looks = connection.execute(select(LOOKS).where(LOOKS.c.table == table)).all()
        drafts: dict[int, Draft] = {}
        for step in steps:
            drafts[step.seat] = (*drafts.get(step.seat, ()), Step(step.notation, step.id, step.held))
        return rebuilt(
            header_of(head),
            [Sitter(who.name, who.person, who.level) for who in seats],
            [(move.seat, move.notation, move.id) for move in moves],
            drafts,
            {look.seat: look.number for look in looks},
        )

    def tables_of(self, person: str, most: int = 100) -> list[str]:
        """Return the ids of a person's tables, unfinished ones first, then the newest."""
        mine = select(SEATS.c.table).where(SEATS.c.person == person)
        newest = select(TABLES.c.id).where(TABLES.c.id.in_(mine))
        ordered = newest.order_by(TABLES.c.finished.is_not(None), TABLES.c.created.desc()).limit(most)
        with self.writing() as connection:
            return list(connection.execute(ordered).scalars())

    def unfinished(self) -> list[str]:
        """Return the ids of all tables that go on."""
        with self.writing() as connection:
            return list(connection.execute(select(TABLES.c.id).where(TABLES.c.finished.is_(None))).scalars())

    def count(self) -> int:
        """Return how many tables there are."""
        with self.writing() as connection:
            return int(connection.execute(select(func.count()).select_from(TABLES)).scalar_one())


def row_of(header: Header) -> dict[str, object]:
    """Return a header as a row."""
    return {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "seats": header.seats,
        "options": "\n".join(header.options),
        "key": str(header.key),
        "salt": header.salt,
        "commitment": header.commitment,
        "created": header.created,
    }


def header_of(row: Any) -> Header:
    """Return a header from its row."""
    options = tuple(row.options.splitlines())
    return Header(row.id, row.game, row.rules, row.seats, options, int(row.key), row.salt, row.created)


@contextmanager
def spoken(url: str) -> Iterator[None]:
    """Turn what a database says is wrong into a sentence."""
    try:
        yield
    except IntegrityError:
        raise
    except (OperationalError, DatabaseError) as error:
        file = url.removeprefix("sqlite:///")
        raise StorageError(f"{file}: cannot be used: {error.orig}") from None

"""Storage in one SQLite file. What is written here survives a crash of the process, and of the machine.

Every public method is one transaction, committed when it returns. Methods block; ``service.py`` calls them in threads.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from malecon.tables.draft import Draft, Step
from malecon.tables.errors import Missing, Stale, StorageError, Unplayable
from malecon.tables.header import Header
from malecon.tables.migrating import migrate
from malecon.tables.schema import MOVES, SEATS, TABLES
from malecon.tables.table import Move, Place, Seated, Sitter, rebuilt

FILE = "malecon.db"
FILE_MODE = 0o600
"""Only the owner reads what is hidden in the games."""
FOLDER_MODE = 0o700

BUSY_MS = 5000
"""How long to wait for another process that writes."""
PRAGMAS = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list. ``finished`` is ``None`` while it goes on; times are milliseconds since 1970."""

    id: str
    game: str
    names: tuple[str, ...]
    created: int
    finished: int | None


class Store:
    """All that is kept: the only place that writes to the database."""

    def __init__(self, engine: Engine) -> None:
        """``engine``: a database with today's schema (``Store.open`` makes it)."""
        self.engine = engine
        self._reader = engine.execution_options(reads=True)
        self._turn = threading.Lock()  # SQLite lets its writers wait in no order, and asks again and again

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """Return the storage in a folder, which is made if it is missing, with today's schema.

        Raises:
            StorageError: the folder or the file cannot be used.
        """
        file = folder / FILE
        try:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            file.touch(FILE_MODE)
        except OSError as error:
            raise StorageError(f"{file}: cannot be used: {error.strerror}") from None
        engine = open_engine(file)
        try:
            with spoken(engine):
                migrate(engine)
        except StorageError:
            engine.dispose()
            raise
        return cls(engine)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction that is committed at the end, alone among all writers."""
        with self._turn, spoken(self.engine), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a transaction that sees one moment, and waits for nobody."""
        with spoken(self.engine), self._reader.begin() as connection:
            yield connection

    def create(self, table: Seated) -> None:
        """Write a new table.

        Raises:
            Missing: a person on a seat is not known.
        """
        try:
            with self.writing() as connection:
                connection.execute(insert(TABLES), row_of(table.header))
                connection.execute(insert(SEATS), [seat_row(table, seat) for seat in range(table.header.seats)])
        except IntegrityError:
            raise Missing("there is no such person") from None

    def save(self, before: Seated, after: Seated, seat: int) -> None:
        """Write what an action of ``seat`` has changed: new moves, its draft, its look.

        Raises:
            Stale: what is stored is not ``before``: somebody else wrote in the meantime.
        """
        table, made = after.header.id, now()
        place, draft = after.places[seat], written(after.places[seat].draft)
        rows = [
            {
                "table": table,
                "number": number,
                "seat": move.seat,
                "notation": move.notation,
                "id": move.id,
                "made": made,
            }
            for number, move in enumerate(after.log[before.number :], start=before.number)
        ]
        mine = SEATS.c.table == table, SEATS.c.seat == seat, SEATS.c.changes == before.places[seat].changes
        count = select(func.count()).select_from(MOVES).where(MOVES.c.table == table)
        with self.writing() as connection:
            there = connection.execute(count).scalar_one()
            values = {"since": place.since, "changes": place.changes, "draft": draft, "seen": place.seen}
            if there != before.number or connection.execute(update(SEATS).where(*mine).values(values)).rowcount != 1:
                raise Stale("the position has changed since; look again")
            if rows:
                connection.execute(insert(MOVES), rows)
            if rows and after.match.over:
                connection.execute(update(TABLES).where(TABLES.c.id == table).values(finished=made))

    def load(self, table: str) -> Seated:
        """Return a table, rebuilt from its log.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
        """
        with self.reading() as connection:
            head = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if head is None:
                raise Missing("there is no such table")
            seats = connection.execute(select(SEATS).where(SEATS.c.table == table).order_by(SEATS.c.seat)).all()
            moves = connection.execute(select(MOVES).where(MOVES.c.table == table).order_by(MOVES.c.number)).all()
        if [row.number for row in moves] != list(range(len(moves))):
            raise Unplayable("the log of the table is damaged: a move is missing")
        return rebuilt(
            header_of(head, len(seats)),
            [Sitter(row.name, row.person, row.level) for row in seats],
            [Move(row.seat, row.notation, row.id) for row in moves],
            [Place(row.since, row.changes, read_draft(row.draft), row.seen) for row in seats],
        )

    def tables_of(self, person: str, most: int = 100) -> list[Listed]:
        """Return a person's tables, unfinished ones first, then the newest."""
        mine = select(SEATS.c.table).where(SEATS.c.person == person)
        chosen = select(TABLES).where(TABLES.c.id.in_(mine))
        chosen = chosen.order_by(TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id).limit(most)
        with self.reading() as connection:
            rows = connection.execute(chosen).all()
            theirs = SEATS.c.table.in_([row.id for row in rows])
            names: dict[str, tuple[str, ...]] = {}
            for table, name in connection.execute(
                select(SEATS.c.table, SEATS.c.name).where(theirs).order_by(SEATS.c.seat)
            ):
                names[table] = (*names.get(table, ()), name)
        return [Listed(row.id, row.game, names[row.id], row.created, row.finished) for row in rows]

    def with_computers(self) -> list[str]:
        """Return the ids of all tables that go on and have computer players."""
        theirs = select(SEATS.c.table).where(SEATS.c.level.is_not(None))
        chosen = select(TABLES.c.id).where(TABLES.c.finished.is_(None), TABLES.c.id.in_(theirs))
        with self.reading() as connection:
            return list(connection.execute(chosen.order_by(TABLES.c.created)).scalars())


def open_engine(file: Path) -> Engine:
    """Return connections to a SQLite file that write durably."""
    engine = create_engine(URL.create("sqlite", database=str(file)), max_overflow=-1)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def prepare(connection: Any, record: object) -> None:
    """Make a new connection durable and strict; we begin transactions ourselves."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: Connection) -> None:
    """Begin a transaction; who writes takes the lock at once: so writers wait instead of failing at the end."""
    reads = connection.get_execution_options().get("reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


@contextmanager
def spoken(engine: Engine) -> Iterator[None]:
    """Turn what a database says is wrong with its file into a sentence."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise StorageError(f"{engine.url.database}: cannot be used: {error.orig}") from None


def row_of(header: Header) -> dict[str, object]:
    """Return a header as a row."""
    return {
        "id": header.id,
        "game": header.game,
        "rules": header.rules,
        "options": list(header.options),
        "key": str(header.key),
        "salt": header.salt,
        "created": header.created,
    }


def header_of(row: Any, seats: int) -> Header:
    """Return a header from its row."""
    return Header(row.id, row.game, row.rules, seats, tuple(row.options), int(row.key), row.salt, row.created)


def seat_row(table: Seated, seat: int) -> dict[str, object]:
    """Return a seat as a row."""
    who, place = table.sitters[seat], table.places[seat]
    return {
        "table": table.header.id,
        "seat": seat,
        "person": who.person,
        "level": who.level,
        "name": who.name,
        "since": place.since,
        "changes": place.changes,
        "draft": written(place.draft),
        "seen": place.seen,
    }


def written(draft: Draft) -> list[list[str]]:
    """Return a draft as plain data: whether a step is held follows from the position."""
    return [[step.notation, step.id] for step in draft]


def read_draft(plain: Sequence[Sequence[str]]) -> Draft:
    """Return a draft from plain data."""
    return tuple(Step(notation, move_id) for notation, move_id in plain)

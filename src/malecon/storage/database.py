"""The database: a SQLite file in a folder, or PostgreSQL if the settings name one.

What is committed survives a crash of the process, and of the machine.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage import postgres
from malecon.storage.file_identity import ADVICE, check_identity
from malecon.storage.private_files import make_private
from malecon.tables import StorageError

FILE = "malecon.db"
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's error codes of a damaged file; the advice would be wrong for a full disk."""

BUSY_MS = 20_000
"""How long to wait for another process that writes: on a slow disk one that makes the schema needs seconds."""
PRAGMAS = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def engine_for(folder: Path, address: str) -> Engine:
    """Return connections to the database: PostgreSQL if there is an address, else the file in a folder.

    Raises:
        StorageError: the address is wrong, or the file cannot be made.
    """
    return postgres.open_engine(address) if address else open_engine(make_file(folder))


def make_file(folder: Path) -> Path:
    """Return the file in a folder; both are made if they are missing.

    Raises:
        StorageError: they cannot be made, or not be written, or the file is not what it was.
    """
    file = folder / FILE
    try:
        check_identity(file)
        make_private(file)
    except OSError as error:
        raise StorageError(f"{file}: cannot be used: {error.strerror}") from None
    return file


def open_engine(file: Path) -> Engine:
    """Return the one connection that writes to a SQLite file, durably; ``reader_of`` returns those that only read."""
    return file_engine(URL.create("sqlite", database=str(file)), pool_size=1, max_overflow=0)


def file_engine(url: URL, **pool: int) -> Engine:
    """Return connections to a SQLite file, as many as the arguments of the ``pool`` say."""
    engine = create_engine(url, hide_parameters=True, **pool)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
    return engine


def prepare(connection: sqlite3.Connection, record: object) -> None:
    """Make a new connection durable and strict; we begin transactions ourselves."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def begin(connection: Connection) -> None:
    """Begin a transaction; who writes takes the lock at once: so writers wait instead of failing at the end."""
    reads = connection.get_execution_options().get("reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def is_shared(engine: Engine) -> bool:
    """Tell whether several processes work with the database."""
    return postgres.is_postgres(engine)


def reader_of(engine: Engine) -> Engine:
    """Return connections whose transactions see one moment, and wait for nobody."""
    if is_shared(engine):
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return file_engine(engine.url, max_overflow=-1).execution_options(reads=True)


def write_lock_of(engine: Engine) -> AbstractContextManager[object]:
    """Return the write lock of this process: SQLite itself lets writers wait in no order."""
    return nullcontext() if is_shared(engine) else threading.Lock()


def name_of(engine: Engine) -> str:
    """Return the name of a database for people, without its password."""
    url = engine.url
    host = url.host or url.query.get("host", "localhost")
    return f"PostgreSQL at {host}, database {url.database}" if is_shared(engine) else str(url.database)


@contextmanager
def translate_errors(engine: Engine) -> Iterator[None]:
    """Translate the errors of the database driver into ours.

    Raises:
        UsageError: a value cannot be in the database, such as a NUL in a text; the database itself is well.
        StorageError: the database cannot be used.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (DataError, UnicodeError, OverflowError):  # the last two come from drivers as they are
        raise UsageError(N_("There are signs or numbers in this that cannot be kept.")) from None
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        advice = f": {ADVICE}" if getattr(error.orig, "sqlite_errorcode", None) in DAMAGED else ""
        raise StorageError(f"{name_of(engine)}: cannot be used: {reason}{advice}") from None

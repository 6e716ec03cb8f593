"""Connections to one SQLite file: what is committed survives a crash of the process, and of the machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from malecon.tables.errors import StorageError

FILE = "malecon.db"
FILE_MODE = 0o600
"""Only the owner reads what is hidden in the games."""
FOLDER_MODE = 0o700

BUSY_MS = 5000
"""How long to wait for another process that writes."""
PRAGMAS = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def make_file(folder: Path) -> Path:
    """Return the file in a folder; both are made if they are missing.

    Raises:
        StorageError: they cannot be made, or not be written.
    """
    file = folder / FILE
    try:
        folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        file.touch(FILE_MODE)
    except OSError as error:
        raise StorageError(f"{file}: cannot be used: {error.strerror}") from None
    return file


def open_engine(file: Path) -> Engine:
    """Return connections to a SQLite file that write durably."""
    engine = create_engine(URL.create("sqlite", database=str(file)), max_overflow=-1, hide_parameters=True)
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

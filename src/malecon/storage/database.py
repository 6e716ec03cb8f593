"""The database, a SQLite file in a folder or PostgreSQL if the settings name one, opened and brought up to date.

What is committed survives a crash of the process, and of the machine. PostgreSQL needs the extra ``hosting``.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, ExceptionContext, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from malecon.core.errors import UsageError
from malecon.core.files import close_to_others, make_private_file, sync_folder
from malecon.core.i18n import N_
from malecon.storage.data_folder import FolderError, make_data_folder
from malecon.storage.migration import (
    ADVICE,
    APPLICATION_ID,
    check_identity,
    create_schema,
    make_queue,
    revision_of,
    revisions,
    upgrade,
)
from malecon.storage.read_errors import DAMAGE, DAMAGED, PASSING, ReadError, code_of
from malecon.tables import StorageError

VARIABLE = "MALECON_DATABASE_URL"
DIALECT = "postgresql"
SCHEMES = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
SCHEMA_LOCK = 4862348170
"""Number of the lock that a process holds while it brings the schema up to date."""
ATTEMPTS_LOCK = 4862348171
"""Number of the lock that a process holds while it counts an attempt at a password."""

CONNECT_ARGUMENTS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
    "application_name": "malecon",
}
"""Of each connection: a server that does not answer is given up within seconds."""
UNCHECKED_S = 1.0
"""Seconds of rest after which a connection must answer before it is used: a query for each use would be dear."""
LAST_USED = "last_used"
LIMITS = "-c idle_in_transaction_session_timeout=15s -c lock_timeout=10s"
"""Of each transaction: a process that hangs must not hold up the others for ever."""


def _postgres_engine(address: str) -> Engine:
    """Return connections to a PostgreSQL database.

    Raises:
        StorageError: the address is none, or the driver is not installed.
    """
    wrong = f"{VARIABLE}: must be an address such as postgresql://name:password@host/database"
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise StorageError(wrong) from None
    if url.drivername not in (*SCHEMES, DRIVER) or not url.database:
        raise StorageError(wrong)
    if set(f"{url.host or ''}{url.database}") & set("@/"):
        raise StorageError(f"{wrong}; in the password @ is written as %40, / as %2F, : as %3A and % as %25")
    if find_spec("procrastinate") is None:  # with it the driver is there too
        raise StorageError(
            f'{VARIABLE}: PostgreSQL needs the extra hosting; type: pip install "malecon-engine[hosting]"'
        )
    arguments: dict[str, object] = {**CONNECT_ARGUMENTS, "options": LIMITS}
    engine = create_engine(
        url.set(drivername=DRIVER), connect_args=arguments, max_overflow=-1, pool_use_lifo=True, hide_parameters=True
    )
    event.listen(engine, "checkin", _note_use)
    event.listen(engine, "checkout", partial(_check_answers, engine.dialect))
    return engine


def _note_use(_connection: Any, record: ConnectionPoolEntry) -> None:
    """Note when a connection was last used."""
    record.info[LAST_USED] = time.monotonic()


def _check_answers(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _proxy: Any) -> None:
    """Let all connections be replaced by new ones if this one has rested, and answers no more."""
    if time.monotonic() - record.info.get(LAST_USED, time.monotonic()) < UNCHECKED_S:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError(error) from None


def driver_arguments(engine: Engine) -> dict[str, Any]:
    """Return the arguments with which the driver itself connects to the same database."""
    conninfo = engine.url.set(drivername=DIALECT).render_as_string(hide_password=False)
    return {"conninfo": conninfo, **CONNECT_ARGUMENTS}


def _lock_schema(connection: Connection) -> None:
    """Wait until no other process works on the schema; the others wait until this transaction ends."""
    connection.execute(text("SELECT set_config('lock_timeout', '60s', true)"))
    lock(connection, SCHEMA_LOCK)


def lock(connection: Connection, number: int) -> None:
    """Wait until no other transaction holds the lock with a number; this one holds it until it ends."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": number})


FILE = "malecon.db"
COMPANIONS = ("-wal", "-shm", "-journal")
"""Ends of the names of the files that SQLite has beside its file."""
BUSY_MS = 20_000
"""How long to wait for another process that writes: on a slow disk one that makes the schema needs seconds."""
PRAGMAS: tuple[str, ...] = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def engine_for(folder: Path, address: str) -> Engine:
    """Return connections to the database: PostgreSQL if there is an address, else the file in a folder.

    Raises:
        StorageError: the address is wrong, or the file cannot be made.
    """
    return _postgres_engine(address) if address else _open_engine(_make_file(folder))


def _make_file(folder: Path) -> Path:
    """Return the file in a folder; both are made if they are missing.

    Raises:
        StorageError: they cannot be made, or not be written, or the file is not what it was.
    """
    file = folder / FILE
    try:
        check_identity(file)
        make_data_folder(folder)
        make_private_file(file)
        for beside in COMPANIONS:  # SQLite makes them with the mode of the file; those of earlier versions may be wider
            close_to_others(file.with_name(f"{FILE}{beside}"))
    except OSError as error:
        raise FolderError(file, error) from None
    return file


def _open_engine(file: Path) -> Engine:
    """Return the one connection that writes to a SQLite file, durably; ``reader_of`` returns those that only read."""
    engine = _file_engine(URL.create("sqlite", database=str(file)), pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _empty_log)
    event.listen(engine, "connect", partial(_flush_names, file))
    return engine


def _file_engine(url: URL, **pool: int) -> Engine:
    """Return connections to a SQLite file, as many as the arguments of the ``pool`` say."""
    engine = create_engine(url, hide_parameters=True, **pool)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "handle_error", _renew)
    event.listen(engine, "invalidate", _roll_back)
    return engine


def _renew(context: ExceptionContext) -> None:
    """Let a connection be replaced by a new one after an error that may pass: it may remember what it read wrongly."""
    if code_of(context.original_exception) in PASSING:
        context.is_disconnect = True


def _prepare(connection: sqlite3.Connection, record: object) -> None:
    """Make a new connection durable and strict; we begin transactions ourselves."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _empty_log(connection: sqlite3.Connection, record: object) -> None:
    """Write the whole log into the file before a new connection adds to it.

    After a commit that could not be flushed, the log has its changes, though the disk may have lost them: the kernel
    shows them until the power is cut. A connection that finds nobody else takes them for committed, and what it adds
    behind them would be lost with them.
    """
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _flush_names(file: Path, connection: sqlite3.Connection, record: object) -> None:
    """Flush the names of the file and of its log, which is there now, before anything is written.

    SQLite does so too, but does not look whether it failed. After a power cut the new log could then be missing, with
    all that was committed, or an old one be there again and be written over newer pages.

    Raises:
        FolderError: the disk failed.
    """
    try:
        sync_folder(file.parent)
    except OSError as error:
        connection.close()
        raise FolderError(file, error) from None


def _begin(connection: Connection) -> None:
    """Begin a transaction, unless the driver has; who writes takes the lock at once, as in ``driver_statements``."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection) and not driver.in_transaction:
        reads = connection.get_execution_options().get("reads")
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def is_shared(engine: Engine) -> bool:
    """Tell whether several processes may work with the database: it is PostgreSQL."""
    return engine.dialect.name == DIALECT


def reader_of(engine: Engine) -> Engine:
    """Return connections whose transactions see one moment, and wait for nobody."""
    if is_shared(engine):
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return _file_engine(engine.url, max_overflow=-1).execution_options(reads=True)


def write_lock_of(engine: Engine) -> AbstractContextManager[object]:
    """Return the write lock of this process: SQLite itself lets writers wait in no order."""
    return nullcontext() if is_shared(engine) else threading.Lock()


def name_of(engine: Engine) -> str:
    """Return the name of a database for people, without its password."""
    url = engine.url
    host = url.host or url.query.get("host", "localhost")
    return f"PostgreSQL at {host}, database {url.database}" if is_shared(engine) else str(url.database)


CURES = {
    sqlite3.SQLITE_READONLY: "give this user the right to write there, or name another --folder",
    sqlite3.SQLITE_CANTOPEN: "give this user the right to write there, or name another --folder",
    sqlite3.SQLITE_FULL: "make room on the disk",
}
"""Advice by SQLite's error codes."""
WHOLE = "it was read again, and is whole"
"""What is said in place of the advice for a damaged file."""


def _roll_back(connection: sqlite3.Connection, record: object, error: object) -> None:
    """End the transaction of a connection that is given up: as long as a cursor lives, closing does not end it."""
    with suppress(sqlite3.Error):
        connection.rollback()


@contextmanager
def translate_errors(engine: Engine, *, is_reading: bool = False) -> Iterator[None]:
    """Translate the errors of the database driver into ours.

    ``is_reading``: nothing is written, so what failed can be tried again.

    Raises:
        UsageError: a value cannot be in the database, such as a NUL in a text; the database itself is well.
        StorageError: the database cannot be used; a ``ReadError`` if reading it may succeed the next time.
    """
    try:
        yield
    except IntegrityError:
        raise
    except (DataError, UnicodeError, OverflowError):  # the last two come from drivers as they are
        raise UsageError(N_("There are signs or numbers in this that cannot be kept.")) from None
    except DBAPIError as error:
        may_pass = is_reading and (error.connection_invalidated or code_of(error.orig) in PASSING)
        raise _storage_error(engine, error.orig, may_pass=may_pass) from None
    except sqlite3.Error as error:  # where the driver is used directly
        raise _storage_error(engine, error, may_pass=is_reading and code_of(error) in PASSING) from None


def _storage_error(engine: Engine, error: BaseException | None, *, may_pass: bool) -> StorageError:
    """Return our error for one of the driver, with the advice what to do."""
    reason, code = " ".join(str(error).split()), code_of(error)
    advice = f"; {CURES[code]}" if code in CURES else ""
    if code in DAMAGED:
        advice = f": {ADVICE}" if DAMAGE.is_damaged(name_of(engine)) else f"; {WHOLE}"
    kind = ReadError if may_pass else StorageError
    return kind(f"{name_of(engine)}: cannot be used: {reason}{advice}")


def migrate(engine: Engine, check_alone: Callable[[], None] = lambda: None) -> None:
    """Carry out the migrations that the database lacks, all or none.

    Args:
        engine: the database.
        check_alone: called before something is changed; raises ``StorageError`` if others use the database.

    Raises:
        StorageError: a newer Malecón, one from before the first schema, or something else has written it.
    """
    known = revisions()
    with engine.begin() as connection:
        if is_shared(engine):
            _lock_schema(connection)
        there = revision_of(connection)
        if there is None and inspect(connection).get_table_names():
            raise StorageError(f"{name_of(engine)}: is a database, but not one of Malecón")
        if there is not None and there < known[0]:
            raise StorageError(
                f"{name_of(engine)}: was written before 26 November 2026 (data version {there}) and cannot be read any "
                "more; open it once with a Malecón of that day, or name another --folder"
            )
        if there is not None and there not in known:
            raise StorageError(f"{name_of(engine)}: is of a newer Malecón (data version {there}); update to use it")
        if there != known[-1]:
            check_alone()
        if there is None:
            create_schema(connection, known[-1])
        elif there != known[-1]:
            upgrade(connection)
        if is_shared(engine):
            make_queue(connection)
        elif connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")

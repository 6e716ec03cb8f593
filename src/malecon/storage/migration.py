"""Which database this is: the identity of its file, the revision of its schema, and the migrations to today's.

A damaged, emptied or foreign file is never begun anew: a file beside the database tells that there was one. It is
written when the database is complete, so a first start that is cut short at any moment leaves a folder that starts.

A new database gets today's schema at once. Alembic is imported only where a database lacks a migration: it needs ten
megabytes and a third of a second.
There is no way back to an older schema. The tables of the queue of jobs are Procrastinate's own: made once, and kept up
to date with it.
"""

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text

from malecon.core.files import reason_of, write_file
from malecon.storage.data_folder import FolderError
from malecon.storage.schema import METADATA
from malecon.tables import StorageError

if TYPE_CHECKING:
    from alembic.config import Config

SITE = "malecon.site"
CONTENT = b"Beside this lies the database of a Malecon site. Keep both.\n"

APPLICATION_ID = int.from_bytes(b"Male", "big")
"""In the header of each of our files, by which SQLite's tools know them."""
MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
WAL_HEADER_BYTES = 32

ADVICE = (
    "restore an archive of it (malecon restore), save what can be read of it into a new folder "
    "(malecon admin salvage), or name another --folder"
)


def check_identity(file: Path) -> None:
    """Refuse a file that is damaged, emptied or not ours, as far as its header and length tell.

    It is read again before it is refused: a disk may fail once.

    Raises:
        StorageError: it is; the sentence says what can be done.
        OSError: its size cannot be read.
    """
    try:
        _check_once(file)
    except (StorageError, OSError):
        _check_once(file)


def _check_once(file: Path) -> None:
    """Do the same, reading once."""
    size = size_of(file)
    if size == 0:
        _check_no_database(file)
    else:
        _check_header(file, size)


def _check_no_database(file: Path) -> None:
    """Refuse an empty or missing file where there was a database.

    Raises:
        StorageError: there was one.
    """
    if (file.parent / SITE).exists() or size_of(wal_of(file)) > WAL_HEADER_BYTES:
        state = "is empty" if file.exists() else "is gone"
        raise StorageError(f"{file}: {state}, but there was a database: {ADVICE}")


def _check_header(file: Path, size: int) -> None:
    """Refuse a file by what its first bytes say.

    Raises:
        StorageError: it is no database, that of another program, or cut off.
    """
    header = _read_header(file)
    if not header.startswith(MAGIC):
        raise StorageError(f"{file}: is no database, or its beginning is damaged: {ADVICE}")
    application = read_integer(header, 68)
    if application not in (0, APPLICATION_ID):
        raise StorageError(f"{file}: is the database of another program (application {application:#x})")
    whole = read_integer(header, 28) * page_size_of(header)
    if size < whole and size_of(wal_of(file)) <= WAL_HEADER_BYTES:
        raise StorageError(f"{file}: is cut off, {size} of {whole} bytes are there: {ADVICE}")


def _read_header(file: Path) -> bytes:
    """Return the header of a database file, 100 bytes or fewer.

    Raises:
        StorageError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return opened.read(HEADER_BYTES)
    except OSError as error:
        raise StorageError(f"{file}: cannot be read: {reason_of(error)}") from None


def read_integer(content: bytes, place: int, size: int = 4) -> int:
    """Return a number, the most significant byte first, as SQLite writes them."""
    return int.from_bytes(content[place : place + size], "big")


def page_size_of(header: bytes) -> int:
    """Return the size of a page in bytes, by the header of a file."""
    size = read_integer(header, 16, 2)
    return 65536 if size == 1 else size


def wal_of(file: Path) -> Path:
    """Return the path of SQLite's write-ahead log."""
    return file.with_name(f"{file.name}-wal")


def size_of(file: Path) -> int:
    """Return the size of a file in bytes; 0 if it is not there."""
    return file.stat().st_size if file.exists() else 0


def write_site_file(file: Path) -> None:
    """Write beside a complete database that there is one.

    Raises:
        StorageError: it cannot be written.
    """
    revision = file.parent / SITE
    try:
        if not revision.exists():
            write_file(revision, CONTENT)
    except OSError as error:
        raise FolderError(revision, error) from None


FOLDER = files("malecon.storage") / "migrations"
QUEUE = "procrastinate_jobs"
VERSION_TABLE, VERSION_COLUMN = "alembic_version", "version_num"
"""In which Alembic keeps the revision of a database."""
REVISION = text(f"SELECT {VERSION_COLUMN} FROM {VERSION_TABLE}")
REMARK = text("SELECT obj_description('procrastinate_jobs'::regclass)")


def make_queue(connection: Connection) -> None:
    """Make the queue if it is missing, else carry out what was added since; a remark tells what was done."""
    from procrastinate.schema import SchemaManager

    steps = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    if inspect(connection).has_table(QUEUE):
        done = str(connection.execute(REMARK).scalar())
        wanted = [step.read_text("utf-8") for step in steps if step.name > done]
    else:
        wanted = [str(SchemaManager.get_schema())]
    for script in wanted:
        _run(connection, script)
    if wanted:
        _run(connection, f"COMMENT ON TABLE {QUEUE} IS '{steps[-1].name}'")


def _run(connection: Connection, script: str) -> None:
    """Carry out a script of several statements, which only the driver itself takes."""
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(script)


def configuration() -> "Config":
    """Return Alembic's configuration: the folder of the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))  # % is ConfigParser's
    return config


def revisions() -> list[str]:
    """Return the revisions of the schema, the oldest first: the numbers with which the files of migrations begin."""
    return sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").iterdir() if file.name[0].isdecimal())


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, ``None`` if it has none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(REVISION).scalar()


def create_schema(connection: Connection, revision: str) -> None:
    """Create today's schema in an empty database, as all migrations up to a revision would have made it."""
    METADATA.create_all(connection)
    key = PrimaryKeyConstraint(VERSION_COLUMN, name=f"{VERSION_TABLE}_pkc")
    version = Table(VERSION_TABLE, MetaData(), Column(VERSION_COLUMN, String(32)), key)
    version.create(connection)
    connection.execute(insert(version), {VERSION_COLUMN: revision})


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that a database lacks."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

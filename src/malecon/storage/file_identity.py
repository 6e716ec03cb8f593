"""The identity of a database file: a damaged, emptied or foreign file is never begun anew.

A file beside the database tells that there was one. It is written when the database is complete, so a first start that
is cut short at any moment leaves a folder that starts.
"""

from pathlib import Path

from malecon.storage.private_files import write_at_once
from malecon.tables import StorageError

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

    Raises:
        StorageError: it is; the sentence says what can be done.
    """
    size = size_of(file)
    if size == 0:
        check_no_database(file)
    else:
        check_header(file, size)


def check_no_database(file: Path) -> None:
    """Refuse an empty or missing file where there was a database.

    Raises:
        StorageError: there was one.
    """
    if (file.parent / SITE).exists() or size_of(wal_of(file)) > WAL_HEADER_BYTES:
        state = "is empty" if file.exists() else "is gone"
        raise StorageError(f"{file}: {state}, but there was a database: {ADVICE}")


def check_header(file: Path, size: int) -> None:
    """Refuse a file by what its first bytes say.

    Raises:
        StorageError: it is no database, that of another program, or cut off.
    """
    header = read_header(file)
    if not header.startswith(MAGIC):
        raise StorageError(f"{file}: is no database, or its beginning is damaged: {ADVICE}")
    application = read_integer(header, 68)
    if application not in (0, APPLICATION_ID):
        raise StorageError(f"{file}: is the database of another program (application {application:#x})")
    whole = read_integer(header, 28) * page_size_of(header)
    if size < whole and size_of(wal_of(file)) <= WAL_HEADER_BYTES:
        raise StorageError(f"{file}: is cut off, {size} of {whole} bytes are there: {ADVICE}")


def read_header(file: Path) -> bytes:
    """Return the header of a database file, 100 bytes or fewer.

    Raises:
        StorageError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return opened.read(HEADER_BYTES)
    except OSError as error:
        raise StorageError(f"{file}: cannot be read: {error.strerror}") from None


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
            write_at_once(revision, CONTENT)
    except OSError as error:
        raise StorageError(f"{revision}: cannot be written: {error.strerror}") from None

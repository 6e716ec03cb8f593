"""Errors of reading a database: which may pass, so that the read is tried again, and which are damage of the file.

A disk, a network disk or a network may fail once. What only reads is then done once more with a new connection. That a
file is damaged is said only after it was read as a whole twice, with new connections, which found the same damage.
"""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from typing import ParamSpec, TypeVar

from malecon.tables import StorageError

P = ParamSpec("P")
T = TypeVar("T")

PRIMARY = 0xFF
"""Bits of SQLite's error codes that name the kind."""
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""Codes of a damaged file, but also of a page that was read wrongly once."""
PASSING = {
    *DAMAGED,
    *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL),
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT),
}
"""Codes of errors that may not come again with a new connection."""
VALID_S = 60.0
"""How long a finding about a file holds: to read all of a large one takes seconds."""


class ReadError(StorageError):
    """The database could not be read, but perhaps can be with a new connection."""


def read_again(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that only reads, or reads before it writes: it is called once more after a ``ReadError``.

    Transactions that write raise none, so nothing is written twice.
    """

    @wraps(function)
    def read(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except ReadError:
            return function(*args, **kwargs)

    return read


def code_of(error: BaseException | None) -> int:
    """Return the kind of an error of SQLite, by its primary code; 0 for other errors."""
    return int(getattr(error, "sqlite_errorcode", None) or 0) & PRIMARY


class DamageCheck:
    """Tells whether files of SQLite are damaged. Safe for threads; blocks for the time of reading a file."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: returns seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._found: dict[str, tuple[float, bool]] = {}

    def is_damaged(self, file: str) -> bool:
        """Tell whether something is wrong in a file; one that reads differently each time is not called damaged."""
        with self._lock:
            at, is_damaged = self._found.get(file, (-VALID_S, False))
            if self._clock() - at >= VALID_S:
                found = _damage_in(file)
                is_damaged = bool(found) and _damage_in(file) == found
                self._found[file] = self._clock(), is_damaged
            return is_damaged


def _damage_in(file: str) -> list[str]:
    """Return what a new connection finds wrong in a file, in the words of SQLite; nothing if it cannot be read now."""
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            said = connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        return [str(error)] if code_of(error) in DAMAGED else []
    return [text for (text,) in said if text != "ok"]


DAMAGE = DamageCheck()
"""The findings of this process."""

"""The changes of people in a database, of which who keeps people in memory learns at once.

Every transaction of this process is watched, whatever code it comes from. Another process on PostgreSQL sends a
notification in its transaction. A command that writes to a SQLite file beside the server is seen by the time stamp of
SQLite's log, and should that be too coarse, by the next transaction that writes, at most one heartbeat later. While a
transaction of this process writes, no other one can.
"""

import os
import sqlite3
from contextlib import suppress

from sqlalchemy import Connection, Delete, Engine, Insert, Update, event

from malecon.storage import database
from malecon.storage.notifications import notify_people
from malecon.storage.schema import MUTES, PEOPLE, SESSIONS

LogStamp = tuple[int, int]
CHANGED = "person_changes"
"""Key of the mark on a connection whose transaction has changed people."""


class PersonChanges:
    """The changes of people in one database.

    Attributes:
        generation: differs from before whenever something has changed.
        are_heard: whether the notifications of other processes on PostgreSQL come.
    """

    def __init__(self, engine: Engine) -> None:
        """``engine``: for transactions that write; for a file it has one connection only."""
        self.generation = 0
        self.is_shared = database.is_shared(engine)
        self.are_heard = False
        self._log_file = f"{engine.url.database}-wal"
        self._log_stamp: LogStamp | None = None
        self._is_writing = False
        self._file_version: tuple[int, int] | None = None
        event.listen(engine, "after_execute", mark)

    def note(self) -> None:
        """Note that people have changed."""
        self.generation += 1

    @property
    def are_known(self) -> bool:
        """Whether all changes of the database are noted; else what was read before may be out of date."""
        if self.is_shared:
            return self.are_heard
        return self._is_writing or (self._log_stamp is not None and self._log_stamp == self._stamp())

    def begin(self, connection: Connection) -> None:
        """Note what other processes have written to a file; the transaction has just begun."""
        connection.info.pop(CHANGED, None)
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            version = id(driver), driver.execute("PRAGMA data_version").fetchone()[0]
            if version != self._file_version:
                self._file_version = version
                self.note()
            self._is_writing = True

    def end(self, connection: Connection) -> bool:
        """Return whether a transaction, which is about to be committed, has changed people; tell other processes."""
        has_changed = connection.info.pop(CHANGED, False)
        self._is_writing = self._is_writing and not has_changed
        if has_changed and self.is_shared:
            notify_people(connection)
        return has_changed

    def finish(self, *, has_changed: bool) -> None:
        """Note that a transaction was committed; for a file, before another one begins."""
        if has_changed:
            self.note()
        if not self.is_shared:
            self._log_stamp = self._stamp()

    def leave(self) -> None:
        """Note that a transaction has ended, committed or not."""
        self._is_writing = False

    def _stamp(self) -> LogStamp | None:
        """Return size and time of the last change of SQLite's log, to which every commit is written."""
        with suppress(OSError):
            found = os.stat(self._log_file)
            return found.st_size, found.st_mtime_ns
        return None


def mark(connection: Connection, statement: object, *_: object) -> None:
    """Mark a connection on which people were changed; a new person or session is none that anybody could know."""
    kinds = Update, Delete, Insert if getattr(statement, "table", None) is MUTES else Update
    if isinstance(statement, kinds) and statement.table in (PEOPLE, SESSIONS, MUTES):
        connection.info[CHANGED] = True

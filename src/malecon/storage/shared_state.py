"""What the processes of a site share and each keeps in memory: the clock, and sessions of people.

When the clock jumps by which all processes go, all that is timed is moved along, and nobody loses time. The reference
is the clock of PostgreSQL, or for a file that of the machine. A step has a number in the database, so that of several
processes one moves everything, and the others follow when they next load a table (``follow``).

Who keeps people in memory learns of their changes at once. Every transaction of this process is watched, whatever code
it comes from. Another process on PostgreSQL sends a notification in its transaction. A command that writes to a SQLite
file beside the server is seen by the time stamp of SQLite's log, and should that be too coarse, by the next transaction
that writes, at most one heartbeat later.
"""

import os
import sqlite3
from collections import OrderedDict
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Connection, Delete, Engine, Insert, Update, delete, event, func, insert, select, text, update

from malecon.core.clock import TIME
from malecon.storage import database
from malecon.storage.notifications import notify_people
from malecon.storage.rows import clock_from
from malecon.storage.schema import CLOCK_STEPS, MUTES, NOTICES, PEOPLE, PULSES, SEATS, SESSIONS, TABLES
from malecon.tables import DAY, SECOND
from malecon.tables.clocks import is_live

STEP_MS = 2000
"""From such a difference on, the reference has jumped."""
DEAD_MS = 5000
"""After so long without a beat a process does not live any more."""
GRACE_MS = 20 * SECOND
"""Milliseconds that live clocks gain after an outage: people need a moment to return."""

SHARED_CLOCK = text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")


def reference(connection: Connection) -> int:
    """Return the time by which all processes go, in milliseconds since 1970."""
    if connection.dialect.name == database.DIALECT:
        return int(connection.execute(SHARED_CLOCK).scalar_one())
    return TIME.wall()


def newest_step(connection: Connection) -> int:
    """Return the number of the newest clock step; 0 if there was none."""
    return connection.execute(select(func.max(CLOCK_STEPS.c.number))).scalar() or 0


def follow(connection: Connection) -> None:
    """Set the clock of this process if there was a step, so that it fits what this transaction reads."""
    step = newest_step(connection)
    if step != TIME.step:
        TIME.set(reference(connection), step)


def synchronise(connection: Connection, process: str) -> bool:
    """Hold the clock of a process against the reference; return whether all that is timed was moved.

    If others live by the reference, it was this machine that slept, and only its own clock is set.
    """
    at, step = reference(connection), newest_step(connection)
    gap = at - TIME.now()
    if step == TIME.step and abs(gap) < STEP_MS:
        TIME.slew(gap)
    elif step != TIME.step or _others_alive(connection, process, at):
        TIME.set(at, step)
    else:
        move_times(connection, gap, at, grace=0)
        return True
    return False


def follow_servers(connection: Connection) -> None:
    """Hold the clock of a process that moves nothing, as a worker, against the reference while servers live by it."""
    at, step = reference(connection), newest_step(connection)
    if step != TIME.step or _others_alive(connection, "", at):
        TIME.set(at, step)


def _others_alive(connection: Connection, process: str, at: int) -> bool:
    """Tell whether another server process than ``process`` was alive a moment before ``at``."""
    others = connection.execute(select(PULSES.c.at).where(PULSES.c.process != process)).scalars()
    return any(is_alive(each, at) for each in others)


def is_alive(beat: int, at: int) -> bool:
    """Tell whether a process lives at a moment that had its last ``beat`` then."""
    return abs(at - beat) < DEAD_MS


def move_times(connection: Connection, lost: int, at: int, grace: int) -> None:
    """Let running clocks and what is due begin later by ``lost`` milliseconds, or earlier if that is negative.

    Args:
        at: the time of the reference now, to which the clock of this process is set.
        grace: milliseconds that live clocks get besides.
    """
    runs = SEATS.c.running.is_not(None)
    timed = select(SEATS.c.table).where(runs)
    connection.execute(update(TABLES).where(TABLES.c.id.in_(timed)).values(version=TABLES.c.version + 1))
    connection.execute(update(SEATS).where(runs).values(running=SEATS.c.running + lost))
    connection.execute(update(NOTICES).where(NOTICES.c.sent.is_(None)).values(due=NOTICES.c.due + lost))
    with_clocks = select(TABLES.c.id, TABLES.c.clock).where(TABLES.c.finished.is_(None), TABLES.c.clock.is_not(None))
    for row in connection.execute(with_clocks).all() if grace else ():
        if is_live(clock_from(row)):
            mine = SEATS.c.table == row.id, runs
            connection.execute(update(SEATS).where(*mine).values(running=SEATS.c.running + grace))
    step = newest_step(connection) + 1
    connection.execute(delete(CLOCK_STEPS))
    connection.execute(insert(CLOCK_STEPS), {"number": step, "at": at, "by": lost})
    TIME.set(at, step)


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
        self._file_version: tuple[int, int] | None = None
        event.listen(engine, "after_execute", mark)

    def note(self) -> None:
        """Note that people have changed."""
        self.generation += 1

    @property
    def are_known(self) -> bool:
        """Whether all changes of the database are noted; else what was read before may be out of date."""
        return self.are_heard if self.is_shared else self._log_stamp is not None and self._log_stamp == self._stamp()

    def begin(self, connection: Connection) -> None:
        """Note what other processes have written to a file; the transaction has just begun."""
        connection.info.pop(CHANGED, None)
        driver = connection.connection.driver_connection
        if isinstance(driver, sqlite3.Connection):
            version = id(driver), driver.execute("PRAGMA data_version").fetchone()[0]
            if version != self._file_version:
                self._file_version = version
                self.note()

    def end(self, connection: Connection) -> bool:
        """Return whether a transaction, which is about to be committed, has changed people; tell other processes."""
        has_changed = connection.info.pop(CHANGED, False)
        if has_changed and self.is_shared:
            notify_people(connection)
        return has_changed

    def finish(self, *, has_changed: bool) -> None:
        """Note that a transaction was committed; for a file, before another one begins."""
        if has_changed:
            self.note()
        if not self.is_shared:
            self._log_stamp = self._stamp()

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


SESSION_LIFETIME = 365 * DAY
"""Milliseconds without use after which a session has ended."""
MOST_SESSIONS = 4096
"""Sessions that are kept; each has about a kilobyte."""

SessionKey = tuple[str, str]
"""Digest of a token, and the kind of its session."""


class Ending(Protocol):
    """A session, with the time of its last use, and that of its end if it is fixed."""

    @property
    def used(self) -> int:
        """About when it was last used, in milliseconds since 1970."""

    @property
    def expires(self) -> int | None:
        """When it ends in any case, in milliseconds since 1970."""


S = TypeVar("S", bound=Ending)


def is_in_time(used: int, expires: int | None, moment: int) -> bool:
    """Tell whether a session has not ended by itself.

    >>> is_in_time(0, None, SESSION_LIFETIME - 1), is_in_time(0, None, SESSION_LIFETIME), is_in_time(0, 5, 5)
    (True, False, False)
    """
    return (expires is None or expires > moment) and used > moment - SESSION_LIFETIME


class SessionCache(Generic[S]):
    """The sessions that were looked up last. All methods belong to one event loop."""

    def __init__(self, changes: PersonChanges) -> None:
        """``changes``: of the database from which the sessions are."""
        self._changes = changes
        self._generation = changes.generation
        self._sessions: OrderedDict[SessionKey, S] = OrderedDict()

    def get(self, key: SessionKey, moment: int) -> S | None:
        """Return a session that is kept and has not ended."""
        if self._generation != self._changes.generation:
            self._generation = self._changes.generation
            self._sessions.clear()
        found = self._sessions.get(key) if self._changes.are_known else None
        return found if found and is_in_time(found.used, found.expires, moment) else None

    def put(self, key: SessionKey, session: S, generation: int) -> None:
        """Keep a session; ``generation``: of people from before it was read, so that no change falls between."""
        if generation == self._generation == self._changes.generation:
            self._sessions[key] = session
            if len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)

"""Steps of the clock by which all processes of a site go: all that is timed is moved along, and nobody loses time.

The reference is the clock of PostgreSQL, or for a file that of the machine. A step has a number in the database, so
that of several processes one moves everything, and the others follow when they next load a table (``follow``).
"""

from sqlalchemy import Connection, delete, func, insert, select, text, update

from malecon.core.clock import TIME
from malecon.storage import database
from malecon.storage.rows import clock_from
from malecon.storage.schema import CLOCK_STEPS, NOTICES, PULSES, SEATS, TABLES
from malecon.tables import SECOND
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

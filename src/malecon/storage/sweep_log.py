"""The sweeps that were made, noted in the database so that one process sweeps in a day."""

from msgspec import Struct
from sqlalchemy import delete, insert, select, text, update

from malecon.storage.schema import SWEEPS
from malecon.storage.store import Store
from malecon.tables import DAY, HOUR
from malecon.tables.retention import Retention

SWEEP_INTERVAL = DAY
"""From the beginning of a sweep to that of the next."""
LONGEST_SWEEP = 6 * HOUR
"""After which a sweep that has not ended never will: its process is gone."""
GAP = GRACE = 14 * DAY
"""After so long without a sweep (nobody served, the clock was wrong, it is the first) people have so long to return."""
LOG_LIFETIME = GAP + 2 * GRACE
LOCK_SWEEPS = text("LOCK TABLE sweeps IN SHARE ROW EXCLUSIVE MODE")


class SweepRecord(Struct, frozen=True):
    """A sweep.

    Attributes:
        begun, ended: milliseconds since 1970; ``ended`` is ``None`` while it goes on, or if it was cut short.
        removed: how many things, by rule.
        retention: by which times.
    """

    begun: int
    ended: int | None
    removed: dict[str, int]
    retention: Retention


def last_sweep(store: Store) -> SweepRecord | None:
    """Return the newest sweep, if there was one."""
    rows = store.rows(select(SWEEPS).order_by(SWEEPS.c.begun.desc()).limit(1))
    return next((SweepRecord(row.begun, row.ended, row.removed, Retention(row.days)) for row in rows), None)


def grace_end(store: Store, at: int) -> int:
    """Return the end of the grace period, in milliseconds since 1970; until then servers remove nothing."""
    first = at
    for begun in store.values(select(SWEEPS.c.begun).order_by(SWEEPS.c.begun.desc())):
        if abs(first - begun) > GAP:
            break
        first = begun
    return first + GRACE


def begin_sweep(store: Store, retention: Retention, at: int, *, every: int = SWEEP_INTERVAL) -> bool:
    """Begin a sweep if it is time for one, and no other process has begun it."""
    with store.writing() as connection:
        if store.is_shared:
            connection.execute(LOCK_SWEEPS)
        earlier = select(SWEEPS).where(SWEEPS.c.begun <= at)  # later ones are of a clock that was wrong
        last = connection.execute(earlier.order_by(SWEEPS.c.begun.desc()).limit(1)).one_or_none()
        if last is not None and at < last.begun + (every if last.ended else LONGEST_SWEEP):
            return False
        connection.execute(delete(SWEEPS).where((SWEEPS.c.begun <= at - LOG_LIFETIME) | (SWEEPS.c.begun >= at)))
        connection.execute(insert(SWEEPS), {"begun": at, "removed": {}, "days": dict(retention.days)})
    return True


def record_sweep(store: Store, begun: int, removed: dict[str, int], ended: int) -> None:
    """Note what a sweep has removed."""
    with store.writing() as connection:
        connection.execute(update(SWEEPS).where(SWEEPS.c.begun == begun).values(ended=ended, removed=removed))

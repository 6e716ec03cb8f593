"""All that is swept of a site, tables that nobody uses among it; and the daily sweep.

It comes some minutes after the start of a server, then once a day, by whichever process is the first.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import ColumnElement, delete, exists, func, select, update

from malecon.core.errors import MaleconError
from malecon.core.process import now
from malecon.services.deletion import Deletion, PersonTarget
from malecon.services.live_updates import Presence
from malecon.services.sweep import ROWS, Due, FileTarget, RowTarget, Sweep, Target
from malecon.storage import process_log
from malecon.storage.backup import RECORDS
from malecon.storage.process_log import grace_end
from malecon.storage.read_errors import read_again
from malecon.storage.review_file import REVIEWS, remove_review
from malecon.storage.rows import RowQuery, StoredRow, clock_from, is_after
from malecon.storage.schema import MOVES, RESULTS, SEATS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables import StorageError
from malecon.tables.retention import (
    ENDED,
    FINISHED,
    UNFINISHED,
    Retention,
    TableUse,
    is_soon_removed,
    table_end,
    table_rule,
)

AT_ONCE = 10
"""Tables that one step looks at, and removes in one transaction: each has up to some hundred moves."""
ORIGIN_GONE = ""
"""In place of the table whose deal is played again, when it is removed: the deal is still one that was known."""


def _table_uses() -> RowQuery:
    """Return the query for the use of tables."""
    here = SEATS.c.table == TABLES.c.id
    is_theirs = (MOVES.c.table == SEATS.c.table) & (MOVES.c.seat == SEATS.c.seat) & SEATS.c.person.is_not(None)
    people = select(func.count(SEATS.c.person.distinct())).where(here).scalar_subquery()
    return select(
        *(TABLES.c.id, TABLES.c.touched, TABLES.c.finished, TABLES.c.closed, TABLES.c.clock),
        exists().where(RESULTS.c.table == TABLES.c.id, RESULTS.c.rated).label("rated"),
        exists().where(here, SEATS.c.invitation.is_not(None)).label("waits"),
        people.label("people"),
        exists().where(MOVES.c.table == TABLES.c.id, here, is_theirs).label("moved"),
    )


def _use_from(row: StoredRow) -> TableUse:
    return TableUse(
        row.id,
        row.touched,
        is_done=row.finished is not None,
        is_ended=bool(row.closed),
        is_rated=bool(row.rated),
        is_full=not row.waits,
        people=row.people,
        has_moved=bool(row.moved),
        clock=clock_from(row),
    )


@in_thread
@read_again
def removal_times(store: Store, tables: Collection[str], retention: Retention, at: int) -> dict[str, int]:
    """Return the tables that are soon removed, each with the time (milliseconds since 1970)."""
    if not tables:
        return {}
    with store.reading() as connection:
        uses = [_use_from(row) for row in connection.execute(_table_uses().where(TABLES.c.id.in_(tables)))]
    ends = {use.id: table_end(use, retention) or 0 for use in uses if is_soon_removed(use, retention, at)}
    earliest = grace_end(store, at) if ends else 0
    return {table: max(end, earliest) for table, end in ends.items()}


@in_thread
def mark_used(store: Store, tables: Collection[str], at: int) -> None:
    """Note that some tables are in use."""
    if tables:
        with store.writing() as connection:
            mine = TABLES.c.id.in_(sorted(tables)), TABLES.c.touched < at
            connection.execute(update(TABLES).where(*mine).values(touched=at))


class TableTarget:
    """Tables, of which those go that nobody uses."""

    def __init__(
        self, store: Store, retention: Retention, is_open: Callable[[str], bool], let_go: Callable[[str], None]
    ) -> None:
        """``is_open``: whether a page of a table is open, so that it stays. ``let_go``: called after a removal."""
        self._store, self._retention = store, retention
        self._is_open, self._let_go = is_open, let_go

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the tables that are due."""
        is_done, is_ended = TABLES.c.finished.is_not(None), TABLES.c.closed != ""
        scopes = ((UNFINISHED, ~is_done), (ENDED, is_done & is_ended), (FINISHED, is_done & ~is_ended))
        for rules, scope in scopes:
            before = self._retention.cutoff(rules, at)
            if before is not None:
                yield from self._pages(scope & (TABLES.c.touched <= before), at)

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove tables that nobody has used meanwhile, and whose pages are closed."""
        gone = await self._delete([each for each in due if not self._is_open(each.key)])
        for each in gone:
            self._let_go(each.key)
        return gone

    def _pages(self, scope: ColumnElement[bool], at: int) -> Iterator[list[Due]]:
        order = TABLES.c.touched, TABLES.c.id
        last: tuple[int, str] = (-1, "")
        while True:
            chosen = _table_uses().where(scope, is_after(order, last))
            uses = [_use_from(row) for row in self._store.rows(chosen.order_by(*order).limit(AT_ONCE))]
            if not uses:
                return
            last = uses[-1].touched, uses[-1].id
            yield [Due(table_rule(use), use.id, use.touched) for use in uses if self._is_due(use, at)]

    def _is_due(self, use: TableUse, at: int) -> bool:
        end = table_end(use, self._retention)
        return end is not None and end <= at

    @in_thread
    def _delete(self, due: Sequence[Due]) -> list[Due]:
        """Delete what is as it was when it was found; seats, moves, talk, results and notices go with a table."""
        known = {each.key: each for each in due}
        chosen = select(TABLES.c.id, TABLES.c.touched).where(TABLES.c.id.in_(known)).with_for_update()
        with self._store.writing() as connection:
            there = connection.execute(chosen).all()
            gone = [known[row.id] for row in there if row.touched == known[row.id].since]
            names = [each.key for each in gone]
            connection.execute(update(TABLES).where(TABLES.c.origin.in_(names)).values(origin=ORIGIN_GONE))
            connection.execute(delete(TABLES).where(TABLES.c.id.in_(names)))
        return gone


def sweep_targets(
    store: Store,
    retention: Retention,
    folder: Path,
    departing: Deletion,
    is_open: Callable[[str], bool] = lambda table: False,
    let_go: Callable[[str], None] = lambda table: None,
) -> list[Target]:
    """Return all that is swept of a site, in the order in which it goes.

    Args:
        store: where all is kept.
        retention: how long.
        folder: of all data.
        departing: by which people are deleted.
        is_open: whether a page of a table is open; such a table stays.
        let_go: called with each table that was removed.
    """

    def forget(table_id: str) -> None:
        remove_review(folder, table_id)
        let_go(table_id)

    rows = [RowTarget(store, retention, sort) for sort in ROWS]
    tables = TableTarget(store, retention, is_open, forget)
    files = [FileTarget(folder, retention, rule) for rule in (RECORDS, REVIEWS)]
    return [tables, *rows, PersonTarget(store, retention, departing), *files]


FIRST_S = 300.0
"""Seconds from the start of a server until it asks for the first time whether it is to sweep."""
AGAIN_S = 3600.0

LOGGER = logging.getLogger(__name__)


class Sweeper:
    """Sweeps when it is time to. All methods belong to one event loop."""

    def __init__(self, store: Store, retention: Retention, sweep: Sweep, presence: Presence) -> None:
        """``presence``: who looks at which tables, which are in use by that."""
        self._store, self._retention = store, retention
        self._sweep, self._presence = sweep, presence
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to sweep from time to time."""
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        """Sweep no more; the step that has begun is finished or never was."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(StorageError):  # the looks of the last hour are lost
            await self._record_use()

    async def sweep(self, at: int) -> dict[str, int] | None:
        """Sweep if it is time for it, and return what was removed; ``None`` if it is not.

        Nothing is removed as long as people have not had time to return (``sweep_log.GRACE``).

        Raises:
            StorageError: the database cannot be used.
        """
        await self._record_use()
        if not await in_thread(process_log.begin_sweep)(self._store, self._retention, at):
            return None
        may_remove = at >= await in_thread(process_log.grace_end)(self._store, at)
        removed = await self._sweep.run(at) if may_remove else {}
        await in_thread(process_log.record_sweep)(self._store, at, removed, now())
        LOGGER.info("swept", extra=dict(removed))
        return removed

    async def _work(self) -> None:
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                await self.sweep(now())
            except Exception as error:  # whatever it is: the next sweep tries again
                LOGGER.warning("the sweep was cut short: %s", error, exc_info=not isinstance(error, MaleconError))
            await asyncio.sleep(AGAIN_S)

    async def _record_use(self) -> None:
        """Note which tables are in use."""
        await mark_used(self._store, self._presence.take_used_tables(), now())

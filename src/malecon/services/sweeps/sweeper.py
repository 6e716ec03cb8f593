"""All that is swept of a site: tables, rows, people, files; and the daily sweep.

It comes some minutes after the start of a server, then once a day, by whichever process is the first.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from malecon.core.errors import MaleconError
from malecon.core.process import now
from malecon.services.live_updates import Presence
from malecon.services.people.deletion import Deletion
from malecon.services.sweeps.row_target import ROWS, PersonTarget, RowTarget
from malecon.services.sweeps.sweep import STEP, Due, Sweep, Target
from malecon.services.sweeps.table_target import TableTarget, mark_used
from malecon.storage import sweep_log
from malecon.storage.backup import RECORDS
from malecon.storage.store import Store
from malecon.storage.threads import in_thread
from malecon.tables.errors import StorageError
from malecon.tables.retention import Retention

RULE = "records"


class FileTarget:
    """Records that people have brought, of which those go that nobody looks at."""

    def __init__(self, folder: Path, retention: Retention) -> None:
        """``folder``: of all data."""
        self._folder, self._retention = folder / RECORDS, retention

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the files that are due, those too whose writing was cut short."""
        before = self._retention.cutoff([RULE], at)
        if before is None:
            return
        found = [Due(RULE, file.name, modified_ms(file)) for file in sorted(self._folder.glob("*"))]
        due = [each for each in found if each.since <= before]
        yield from (due[first : first + STEP] for first in range(0, len(due), STEP))

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove files that nobody has looked at meanwhile."""
        return await self._remove(due)

    @in_thread
    def _remove(self, due: Sequence[Due]) -> list[Due]:
        gone = [each for each in due if modified_ms(self._folder / each.key) == each.since]
        for each in gone:
            (self._folder / each.key).unlink(missing_ok=True)
        return gone


def modified_ms(file: Path) -> int:
    """Return the time of the last use of a file, in milliseconds since 1970; now if it is gone."""
    with suppress(FileNotFoundError):
        return file.stat().st_mtime_ns // 1_000_000
    return time.time_ns() // 1_000_000


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
    rows = [RowTarget(store, retention, sort) for sort in ROWS]
    tables = TableTarget(store, retention, is_open, let_go)
    return [tables, *rows, PersonTarget(store, retention, departing), FileTarget(folder, retention)]


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
        if not await in_thread(sweep_log.begin_sweep)(self._store, self._retention, at):
            return None
        may_remove = at >= await in_thread(sweep_log.grace_end)(self._store, at)
        removed = await self._sweep.run(at) if may_remove else {}
        await in_thread(sweep_log.record_sweep)(self._store, at, removed, now())
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

"""The daily sweep of a site.

It comes some minutes after the start of a server, then once a day, by whichever process is the first.
"""

import asyncio
import logging
from contextlib import suppress

from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.services.presence import Presence
from malecon.services.sweep import Sweep
from malecon.storage import sweep_log
from malecon.storage.store import Store, in_thread
from malecon.storage.table_use import mark_used
from malecon.tables import StorageError
from malecon.tables.retention import Retention

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

"""The change feed, which hears what other processes have written; a lost notification is noticed within seconds."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from malecon.core.errors import MaleconError
from malecon.services.table_repository import TableRepository
from malecon.storage.notifications import PEOPLE_CHANGED, PEOPLE_SEEN, listening
from malecon.storage.store import Store
from malecon.tables import StorageError

LOGGER = logging.getLogger(__name__)
CHECK_S = 5.0
"""Seconds after which the cache is refreshed from the database, in case that a notification was lost."""
SHORTEST_S, LONGEST_S = 0.1, 5.0
"""Seconds until the connection is opened anew: more each time that it fails."""


class ChangeFeed:
    """Keeps the cache as new as the database. All methods belong to one event loop."""

    def __init__(self, repository: TableRepository, store: Store, on_seen: Callable[[str], None]) -> None:
        """``repository``: the tables. ``store``: where they are kept. ``on_seen``: hears of pages open elsewhere."""
        self._on_seen = on_seen
        self._repository = repository
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._refreshing: set[asyncio.Task[None]] = set()
        self._pause = SHORTEST_S

    def start(self) -> None:
        """Start listening; a file, which sends no notifications, is polled."""
        self._task = asyncio.create_task(self._listen() if self._store.is_shared else self._look_again())

    async def close(self) -> None:
        """Listen no more."""
        tasks = [*self._refreshing, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_again(self) -> None:
        """Poll a file: an administrator may have written to it."""
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                await self._repository.refresh()
            except StorageError as error:
                LOGGER.warning("%s", error)

    async def _listen(self) -> None:
        """Listen; whenever the connection breaks, open it again."""
        while True:
            try:
                await self._listen_once()
            except Exception as error:  # whatever it is: who does not listen shows what is old
                self._store.person_changes.are_heard = False
                LOGGER.warning("what other processes write is not heard for %g s: %s", self._pause, error)
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_S)

    async def _listen_once(self) -> None:
        """Listen on one connection until it breaks."""
        async with listening(self._store.engine) as connection:
            self._store.person_changes.note()
            self._store.person_changes.are_heard = True
            while True:
                await self._repository.refresh()
                self._pause = SHORTEST_S
                async for notice in connection.notifies(timeout=CHECK_S):
                    table, _, version = notice.payload.partition(" ")
                    if table == PEOPLE_CHANGED:
                        self._store.person_changes.note()
                    elif table == PEOPLE_SEEN:
                        self._on_seen(version)
                    else:
                        self._refresh_changed(table, int(version))
                await asyncio.wait_for(connection.execute("SELECT 1"), CHECK_S)

    def _refresh_changed(self, table_id: str, version: int) -> None:
        """Refresh a table that others have changed, in a task of its own: none has to wait for another."""
        if self._repository.is_stale(table_id, version):
            task = asyncio.create_task(self._refresh_table(table_id))
            self._refreshing.add(task)
            task.add_done_callback(self._refreshing.discard)

    async def _refresh_table(self, table_id: str) -> None:
        with suppress(MaleconError):  # who looks is told; and everything is held against the database again soon
            await self._repository.find(table_id)

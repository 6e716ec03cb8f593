"""Hearing what other processes have written: PostgreSQL tells it, and a lost word is noticed within seconds."""

import asyncio
import logging
from contextlib import suppress

from malecon.core.errors import MaleconError
from malecon.services.table_repository import Shelf
from malecon.storage import postgres
from malecon.storage.store import Store
from malecon.tables.errors import StorageError

CHECK_S = 5.0
"""Seconds after which everything at hand is held against the database, in case that a word was lost."""
SHORTEST_S, LONGEST_S = 0.1, 5.0
"""Seconds until the connection is opened anew: more each time that it fails."""

LOGGER = logging.getLogger(__name__)


class Listener:
    """Keeps the tables at hand as new as the database. All methods belong to one event loop."""

    def __init__(self, shelf: Shelf, store: Store) -> None:
        """``shelf``: the tables. ``store``: where they are kept."""
        self._shelf = shelf
        self._store = store
        self._task: asyncio.Task[None] | None = None
        self._hearing: set[asyncio.Task[None]] = set()
        self._pause = SHORTEST_S

    def start(self) -> None:
        """Begin to listen; of a file, nothing is heard, and it is looked into again and again."""
        self._task = asyncio.create_task(self._listen() if self._store.is_shared else self._look_again())

    async def close(self) -> None:
        """Listen no more."""
        tasks = [*self._hearing, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look_again(self) -> None:
        """Hold everything at hand against a file: who runs the site may have written to it."""
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                await self._shelf.check()
            except StorageError as error:
                LOGGER.warning("%s", error)

    async def _listen(self) -> None:
        """Listen; whenever the connection breaks, open it again."""
        while True:
            try:
                await self._listen_once()
            except Exception as error:  # whatever it is: who does not listen shows what is old
                LOGGER.warning("what other processes write is not heard for %g s: %s", self._pause, error)
            await asyncio.sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_S)

    async def _listen_once(self) -> None:
        """Listen on one connection until it breaks."""
        from psycopg import AsyncConnection

        how = postgres.plain(self._store.engine)
        async with await AsyncConnection.connect(autocommit=True, **how) as connection:
            await connection.execute(f"LISTEN {postgres.CHANNEL}")
            while True:
                await self._shelf.check()
                self._pause = SHORTEST_S
                async for notice in connection.notifies(timeout=CHECK_S):
                    table, _, version = notice.payload.partition(" ")
                    self._hear(table, int(version))
                await asyncio.wait_for(connection.execute("SELECT 1"), CHECK_S)

    def _hear(self, table: str, version: int) -> None:
        """Look at a table that others have changed, in a task of its own: none has to wait for another."""
        if self._shelf.is_older(table, version):
            task = asyncio.create_task(self._look(table))
            self._hearing.add(task)
            task.add_done_callback(self._hearing.discard)

    async def _look(self, table: str) -> None:
        with suppress(MaleconError):  # who looks is told; and everything is held against the database again soon
            await self._shelf.find(table)

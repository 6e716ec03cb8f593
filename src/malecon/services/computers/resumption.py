"""Resumption: after a start, the computer players that several people wait for go on, in the background."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from malecon.core.errors import MaleconError
from malecon.services.computers.computer_moves import ComputerMoves
from malecon.storage.store import Store
from malecon.storage.table_queries import TableQueries
from malecon.storage.threads import in_thread
from malecon.tables.table import Table

RESUME_PAUSE_RATIO = 3
"""Pause after each table that is resumed, by how long that took: requests have the rest of the time."""

LOGGER = logging.getLogger(__name__)


class Resumption:
    """The task that resumes computer players. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        queries: TableQueries,
        find: Callable[[str], Awaitable[Table]],
        computer_moves: ComputerMoves,
    ) -> None:
        """``find``: returns a table as it is now, and starts its computer players."""
        self._store, self._queries = store, queries
        self._find, self._computer_moves = find, computer_moves
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._resume())

    async def close(self) -> None:
        """Cancel the task, if it was started."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _resume(self) -> None:
        """Let computer players go on, at one table after the other, so that who plays now does not have to wait."""
        try:
            waiting = await in_thread(self._queries.with_computers)(people=2)
        except MaleconError as error:
            LOGGER.warning("computer players go on only where somebody looks: %s", error)
            return
        for table in waiting:
            begun = time.monotonic()
            try:
                await self._resume_at(table)
            except Exception as error:  # whatever is in a damaged row: the other tables are to go on
                LOGGER.warning("table %s: %s", table, error)
            await asyncio.sleep(RESUME_PAUSE_RATIO * (time.monotonic() - begun))

    async def _resume_at(self, table_id: str) -> None:
        """Let the computer players of a table go on, if they are awaited, until a person is."""
        stored = await in_thread(self._store.load)(table_id)  # not by ``find``: it would stay in the cache
        if stored.computers_to_move():
            await self._find(table_id)
            await self._computer_moves.wait_until_idle(table_id)

"""The repository of tables: locks, a cache of rebuilt tables, loading and storing.

An action is checked, written to the database, and only then shown: what was acknowledged is never lost. The rows that
follow from a change of a table are written in its transaction: results, jobs, notices.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TypeVar
from weakref import WeakValueDictionary

from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.services.metrics import CACHED_TABLES, SAVING, count_moves
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.store import ChangeWriter, Store, in_thread
from malecon.tables import CHANGED, NO_TABLE, Missing, Stale, Unplayable
from malecon.tables.clocks import update_clocks
from malecon.tables.table import Table
from malecon.tables.table_header import is_id

CACHE_SIZE = 500
"""Rebuilt tables in the cache; the others are in the database only."""
ATTEMPTS = 10


@dataclass
class Replayed:
    """The moves that were played again to rebuild tables, for one request."""

    moves: int = 0


REPLAYED: ContextVar[Replayed | None] = ContextVar("REPLAYED", default=None)
"""What the request that is handled has cost so; the rate limiter sets it, and takes it of the tokens of its address."""

T = TypeVar("T")
Change = Callable[[Table], Table]
OnChange = Callable[[Table, Table], None]
"""Called with a table before and after a change that is stored."""
OnRemoved = Callable[[str], None]
"""Called with a table that is not there any more."""


class TableRepository:
    """Tables by id. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        show: OnChange = lambda before, after: None,
        is_watched: Callable[[str], bool] = lambda table: False,
        tell_gone: OnRemoved = lambda table: None,
    ) -> None:
        """``store``: where they are kept. ``show``: what follows each change. ``is_watched``: whether by anybody."""
        self._store = store
        self._on_change = show
        self._is_watched = is_watched
        self._on_removed = tell_gone
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._busy: set[asyncio.Task[object]] = set()

    async def create(self, table: Table) -> None:
        """Store a new table.

        Raises:
            Missing: a person is not known.
            StorageError: it cannot be written.
        """
        await self._run_to_end(self._create(table))

    async def find(self, table_id: str) -> Table:
        """Return a table as it is now.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
            StorageError: it cannot be read.
        """
        if table_id in self._cache and not self._store.is_shared:
            self._cache.move_to_end(table_id)
            return self._cache[table_id]
        async with self._lock(table_id):
            return await self._load_current(table_id)

    def cached(self, table_id: str) -> Table | None:
        """Return a table from the cache, if it is there."""
        return self._cache.get(table_id)

    def show_presence(self, table_id: str, presence: tuple[str, ...]) -> None:
        """Note who is at a table of the cache, and publish it; that is stored nowhere."""
        before = self._cache[table_id]
        after = self._cache[table_id] = replace(before, presence=presence)
        self._on_change(before, after)

    def is_stale(self, table_id: str, version: int) -> bool:
        """Tell whether the cache holds, or is about to hold, a table from before a version."""
        held = self._cache.get(table_id)
        return held.version < version if held else table_id in self._locks

    async def refresh(self) -> None:
        """Refresh the cache from the database, and publish what other processes have changed or removed.

        Raises:
            StorageError: it cannot be read.
        """
        held = list(self._cache)
        versions = await in_thread(self._store.versions_of)(held)
        for table_id in set(held) - set(versions):
            self.forget(table_id)
        for table_id, version in versions.items():
            if self.is_stale(table_id, version):
                with suppress(Unplayable, Missing):
                    await self._catch_up(table_id, version)

    def forget(self, table_id: str) -> None:
        """Drop a removed table from the cache, and call ``on_removed``."""
        self._cache.pop(table_id, None)
        CACHED_TABLES.set(len(self._cache))
        self._on_removed(table_id)

    async def change(self, table_id: str, change: Change, writers: Sequence[ChangeWriter] = ()) -> Table:
        """Carry out an action, store it with what ``writers`` add, publish it, and return the table after it.

        If another process was faster, ``change`` is asked again about the table as it is now.

        Raises:
            Stale: others were faster again and again.
            StorageError: it cannot be written; nothing has changed.
            MaleconError: the errors of ``find``, and those of ``change``.
        """
        return await self._run_to_end(self._change(table_id, change, writers))

    async def close(self) -> None:
        """Finish what is being written."""
        await asyncio.gather(*self._busy, return_exceptions=True)

    async def _create(self, table: Table) -> None:
        table = update_clocks(table, table, now())
        await in_thread(self._store.create)(table, CHANGE_WRITERS)
        self._put(table)
        self._on_change(table, table)

    async def _change(self, table_id: str, change: Change, writers: Sequence[ChangeWriter]) -> Table:
        async with self._lock(table_id):
            for _ in range(ATTEMPTS):
                before, after = await self._changed(table_id, change)
                if after is before:
                    return before
                try:
                    with SAVING.time():
                        after = await in_thread(self._store.save)(
                            before, update_clocks(before, after, now()), (*CHANGE_WRITERS, *writers)
                        )
                except Stale:
                    await self._reload(before)
                else:
                    count_moves(before, after)
                    after = self._put(after)
                    self._on_change(before, after)
                    return after
        raise Stale(CHANGED)

    async def _changed(self, table_id: str, change: Change) -> tuple[Table, Table]:
        """Return a table before and after a change.

        What is in the cache is tried first: where several processes serve, storing it shows whether it was current. The
        database is asked for its version only where nothing would be stored.
        """
        held = self._cache.get(table_id)
        if held is not None:
            try:
                after = change(held)
            except MaleconError:
                after = held
            if after is not held:
                self._cache.move_to_end(table_id)
                return held, after
        before = await self._load_current(table_id)
        return before, change(before)

    async def _catch_up(self, table_id: str, version: int) -> None:
        """Load a table again if the cache holds one from before a version."""
        async with self._lock(table_id):
            held = self._cache.get(table_id)
            if held and held.version < version:
                await self._reload(held)

    async def _reload(self, before: Table) -> None:
        """Load a table again to which another process has written: the log is the truth."""
        try:
            after = await self._load(before.header.id)
        except Missing:
            self.forget(before.header.id)
            raise
        except BaseException:
            self._cache.pop(before.header.id, None)
            raise
        self._on_change(before, self._put(after))

    async def _load(self, table_id: str) -> Table:
        """Return a table, rebuilt from its log, and note what that costs whoever asked."""
        table = await in_thread(self._store.load)(table_id)
        if (replayed := REPLAYED.get()) is not None:
            replayed.moves += table.move_count
        return table

    async def _load_current(self, table_id: str) -> Table:
        """Return a table, whose lock the caller holds; with several processes it is never older than the call."""
        held = self._cache.get(table_id)
        if held and self._store.is_shared and await in_thread(self._store.version_of)(table_id) != held.version:
            await self._reload(held)
        elif held is None:
            if not is_id(table_id):
                raise Missing(NO_TABLE)
            self._put(await self._load(table_id))
        self._cache.move_to_end(table_id)
        return self._cache[table_id]

    def _put(self, table: Table) -> Table:
        """Put a table into the cache, with who was last known to be there, and return it.

        The least recently used one that nobody watches is evicted.
        """
        if table.header.id not in self._cache and len(self._cache) >= CACHE_SIZE:
            unwatched = (table_id for table_id in self._cache if not self._is_watched(table_id))
            self._cache.pop(next(unwatched, ""), None)
        held = self._cache.get(table.header.id)
        if held is not None and held.presence != table.presence:
            table = replace(table, presence=held.presence)
        self._cache[table.header.id] = table
        CACHED_TABLES.set(len(self._cache))
        return table

    async def _run_to_end(self, work: Coroutine[object, object, T]) -> T:
        """Run work to its end even if the caller is cancelled: database and cache must not differ."""
        task = asyncio.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        return await asyncio.shield(task)

    def _lock(self, table_id: str) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

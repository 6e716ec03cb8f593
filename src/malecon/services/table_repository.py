"""The tables of a process: rebuilt when they are needed, and changed by one action after the other.

An action is checked, written to the database, and only then shown: what was acknowledged is never lost.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from malecon.services.metrics import AT_HAND, SAVING, count_moves
from malecon.storage.store import Store, now
from malecon.tables.clocks import timed
from malecon.tables.errors import CHANGED, NO_TABLE, Missing, Stale, Unplayable
from malecon.tables.table import Seated
from malecon.tables.table_header import is_id

MOST_AT_HAND = 500
"""Tables that are kept rebuilt; the others are in the database."""
ATTEMPTS = 10

T = TypeVar("T")
Change = Callable[[Seated], Seated]
Show = Callable[[Seated, Seated], None]
"""Called with a table before and after a change that is stored."""
TellGone = Callable[[str], None]
"""Called with a table that is not there any more."""


class Shelf:
    """Tables by id. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        show: Show = lambda before, after: None,
        is_watched: Callable[[str], bool] = lambda table: False,
        tell_gone: TellGone = lambda table: None,
    ) -> None:
        """``store``: where they are kept. ``show``: what follows each change. ``is_watched``: whether by anybody."""
        self._store = store
        self._show = show
        self._is_watched = is_watched
        self._tell_gone = tell_gone
        self._at_hand: OrderedDict[str, Seated] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._busy: set[asyncio.Task[Any]] = set()

    async def create(self, table: Seated) -> None:
        """Store a new table.

        Raises:
            Missing: a person is not known.
            StorageError: it cannot be written.
        """
        await self._to_the_end(self._create(table))

    async def find(self, name: str) -> Seated:
        """Return a table as it is now.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
            StorageError: it cannot be read.
        """
        if name in self._at_hand and not self._store.is_shared:
            self._at_hand.move_to_end(name)
            return self._at_hand[name]
        async with self._lock(name):
            return await self._at(name)

    def is_older(self, name: str, version: int) -> bool:
        """Tell whether a table is at hand, or about to be, as it was before a version."""
        held = self._at_hand.get(name)
        return held.version < version if held else name in self._locks

    async def check(self) -> None:
        """Hold everything at hand against the database, and show what others have changed or removed.

        Raises:
            StorageError: it cannot be read.
        """
        held = list(self._at_hand)
        versions = await asyncio.to_thread(self._store.versions_of, held)
        for name in set(held) - set(versions):
            self.let_go(name)
        for name, version in versions.items():
            if self.is_older(name, version):
                with suppress(Unplayable, Missing):
                    await self._catch_up(name, version)

    def let_go(self, name: str) -> None:
        """Forget a table that is not there any more, and tell who watches it."""
        self._at_hand.pop(name, None)
        AT_HAND.set(len(self._at_hand))
        self._tell_gone(name)

    async def change(self, name: str, change: Change) -> Seated:
        """Carry out an action, store it, show it, and return the table after it.

        If another process was faster, ``change`` is asked again about the table as it is now.

        Raises:
            Stale: others were faster again and again.
            StorageError: it cannot be written; nothing has changed.
            MaleconError: the errors of ``find``, and those of ``change``.
        """
        return await self._to_the_end(self._change(name, change))

    async def close(self) -> None:
        """Finish what is being written."""
        await asyncio.gather(*self._busy, return_exceptions=True)

    async def _create(self, table: Seated) -> None:
        table = timed(table, table, now())
        await asyncio.to_thread(self._store.create, table)
        self._keep(table)
        self._show(table, table)

    async def _change(self, name: str, change: Change) -> Seated:
        async with self._lock(name):
            for _ in range(ATTEMPTS):
                before = await self._at(name)
                after = change(before)
                if after is before:
                    return before
                try:
                    with SAVING.time():
                        after = await asyncio.to_thread(self._store.save, before, timed(before, after, now()))
                except Stale:
                    await self._renew(before)
                else:
                    count_moves(before, after)
                    self._keep(after)
                    self._show(before, after)
                    return after
        raise Stale(CHANGED)

    async def _catch_up(self, name: str, version: int) -> None:
        """Load a table again if it is still at hand as it was before a version."""
        async with self._lock(name):
            held = self._at_hand.get(name)
            if held and held.version < version:
                await self._renew(held)

    async def _renew(self, before: Seated) -> None:
        """Load a table again to which another process has written: the log is the truth."""
        self._at_hand.pop(before.header.id, None)
        try:
            after = await asyncio.to_thread(self._store.load, before.header.id)
        except Missing:
            self.let_go(before.header.id)
            raise
        self._keep(after)
        self._show(before, after)

    async def _at(self, name: str) -> Seated:
        """Return a table to who has its lock; it is never older than the question if several processes write."""
        held = self._at_hand.get(name)
        if held and self._store.is_shared and await asyncio.to_thread(self._store.version_of, name) != held.version:
            await self._renew(held)
        elif held is None:
            if not is_id(name):
                raise Missing(NO_TABLE)
            self._keep(await asyncio.to_thread(self._store.load, name))
        self._at_hand.move_to_end(name)
        return self._at_hand[name]

    def _keep(self, table: Seated) -> None:
        """Keep a table at hand, and let go of the one that nobody has asked for since longest, and nobody watches."""
        if table.header.id not in self._at_hand and len(self._at_hand) >= MOST_AT_HAND:
            unwatched = (name for name in self._at_hand if not self._is_watched(name))
            self._at_hand.pop(next(unwatched, ""), None)
        self._at_hand[table.header.id] = table
        AT_HAND.set(len(self._at_hand))

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish what has begun even if who asked has gone: the database and what we hold must not differ."""
        task = asyncio.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        return await asyncio.shield(task)

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

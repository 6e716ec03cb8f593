"""Live updates: the subscribers of tables, called after each change they may know of; presence; the change feed.

The change feed hears what other processes have written; a notification that is lost is noticed within seconds.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from malecon.core.clock import TIME
from malecon.core.errors import MaleconError
from malecon.services.table_repository import TableRepository
from malecon.storage.notifications import PEOPLE_CHANGED, listening
from malecon.storage.store import Store
from malecon.tables import MINUTE, StorageError
from malecon.tables.table import Table

LOGGER = logging.getLogger(__name__)
MOST_BEHIND = 50
"""Changes that wait for a slow subscriber."""
OnChange = Callable[[Table], None]


@dataclass(frozen=True, slots=True, eq=False)
class Subscriber:
    """A subscriber to the changes of a table, ``person`` also to the drafts of their own seats; and to its removal."""

    person: str | None
    on_change: OnChange
    on_removed: Callable[[], None] = lambda: None


class Backlog:
    """The changes of a table that a slow subscriber has not taken yet, in order."""

    def __init__(self, wake: Callable[[], object]) -> None:
        """``wake``: called whenever something has been added."""
        self._changes: list[Table | None] = []
        self._wake = wake

    def __bool__(self) -> bool:
        return bool(self._changes)

    def add(self, table: Table) -> None:
        """Add a table after a change."""
        if len(self._changes) >= MOST_BEHIND:
            self._changes.clear()
        self._changes.append(table)
        self._wake()

    def end(self) -> None:
        """Note that the table is gone, or is to be looked at anew."""
        self._changes.append(None)
        self._wake()

    def take(self) -> Table | None:
        """Take the oldest change: the table after it, ``None`` if it is to be looked at."""
        return self._changes.pop(0)

    def clear(self) -> None:
        """Drop all changes."""
        self._changes.clear()


def _public_content(table: Table) -> tuple[object, ...]:
    """Return the public content of a table besides what follows from its log; no invitation is in it.

    Without a clock, since when a seat is awaited is shown only to other people: a restart, which gives the time without
    a server back, changes nothing for who plays alone.
    """
    has_times = (
        table.header.settings.clock is not None or len({occupant.person for occupant in table.occupants} - {None}) > 1
    )
    states = [(state.wish, state.clock_ms, state.running_since if has_times else None) for state in table.seat_states]
    seats = [(occupant.name, occupant.person, occupant.level, occupant.substitute) for occupant in table.occupants]
    return (
        table.move_count,
        seats,
        table.paused,
        table.closed,
        states,
        [remark.number for remark in table.remarks[-1:]],
    )


class LiveUpdates:
    """The subscribers of all tables."""

    def __init__(self) -> None:
        self._of: dict[str, set[Subscriber]] = {}

    def add(self, table_id: str, watch: Subscriber) -> Callable[[], None]:
        """Add a subscriber; the returned function removes it."""
        self._of.setdefault(table_id, set()).add(watch)

        def leave() -> None:
            watches = self._of.get(table_id, set())
            watches.discard(watch)
            if not watches:
                self._of.pop(table_id, None)

        return leave

    def __contains__(self, table_id: str) -> bool:
        """Tell whether a table has subscribers."""
        return table_id in self._of

    def viewers(self) -> set[tuple[str, str]]:
        """Return the pairs of a table and a person that watches it."""
        return {(table, watch.person) for table, watches in self._of.items() for watch in watches if watch.person}

    def watched_tables(self) -> set[str]:
        """Return the tables that are watched."""
        return set(self._of)

    def notify_removed(self, table_id: str) -> None:
        """Call the subscribers of a removed table."""
        for watch in tuple(self._of.get(table_id, ())):
            watch.on_removed()

    def notify(self, before: Table, after: Table) -> None:
        """Call the subscribers: after a move or a new name all, after a draft only those of that seat."""
        is_public = _public_content(before) != _public_content(after)
        drafted = {seat for seat in range(after.header.seats) if after.revision(seat) != before.revision(seat)}
        for watch in tuple(self._of.get(after.header.id, ())):
            if is_public or drafted.intersection(after.seats_of(watch.person)):
                try:
                    watch.on_change(after)
                except Exception:
                    LOGGER.exception("a watcher failed")


VIEW_LASTS = MINUTE
"""Milliseconds for which a page view counts."""

PageView = tuple[str, str]
"""A table and a person."""


class Presence:
    """The page views of persons at tables."""

    def __init__(self, watches: LiveUpdates) -> None:
        """``watches``: the pages that are open."""
        self._watches = watches
        self._looks: dict[PageView, int] = {}
        self._used: set[str] = set()

    def record_view(self, table_id: str, person: str | None, *, sits: bool = False) -> None:
        """Note that a person views a table now; one who ``sits`` there uses it."""
        if person is not None:
            self._looks[table_id, person] = TIME.elapsed()
        if sits:
            self._used.add(table_id)

    def take_used_tables(self) -> set[str]:
        """Return the tables that are in use, or were since this was last asked."""
        used, self._used = self._used, set()
        return used | self._watches.watched_tables()

    def viewers(self) -> set[PageView]:
        """Return the current page views; older ones are forgotten."""
        since = TIME.elapsed() - VIEW_LASTS
        self._looks = {look: at for look, at in self._looks.items() if at > since}
        return {*self._looks, *self._watches.viewers()}


CHECK_S = 5.0
"""Seconds after which the cache is refreshed from the database, in case that a notification was lost."""
SHORTEST_S, LONGEST_S = 0.1, 5.0
"""Seconds until the connection is opened anew: more each time that it fails."""


class ChangeFeed:
    """Keeps the cache as new as the database. All methods belong to one event loop."""

    def __init__(self, repository: TableRepository, store: Store) -> None:
        """``repository``: the tables. ``store``: where they are kept."""
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

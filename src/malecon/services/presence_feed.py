"""The presence feed: who is at which table is looked at again and again, told to other processes, and shown there.

A person is here while a page of theirs is open, away for a while after that, and then gone. Processes on one PostgreSQL
database notify each other of the pages that are open at them; nothing of it is stored.
"""

import asyncio
import json
import logging
from collections.abc import Collection

from malecon.core.clock import TIME
from malecon.core.errors import MaleconError
from malecon.services.presence import PageView, Presence
from malecon.services.table_repository import TableRepository
from malecon.storage.notifications import notify_seen
from malecon.storage.store import Store, in_thread
from malecon.tables import MINUTE, SECOND
from malecon.tables.table import Table

LOGGER = logging.getLogger(__name__)
LOOK_S = 1.0
"""Seconds between two looks."""
TELL_MS = 3 * SECOND
"""Milliseconds after which the other processes are told again."""
HERE_MS, AWAY_MS = 5 * SECOND, 3 * MINUTE
"""Milliseconds after a page was last open for which its person counts as here, and as away."""
MOST_TOLD = 80
"""Page views in one notification, which PostgreSQL limits to 8,000 bytes."""
HERE, AWAY, GONE = "here", "away", "gone"


class PresenceFeed:
    """Keeps the presence at watched tables up to date. All methods belong to one event loop."""

    def __init__(self, repository: TableRepository, presence: Presence, store: Store) -> None:
        """``repository``: the tables. ``presence``: the pages open here. ``store``: by which others are told."""
        self._repository, self._presence, self._store = repository, presence, store
        self._seen: dict[PageView, int] = {}
        self._told: tuple[frozenset[PageView], int] = frozenset(), 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look from now on."""
        self._task = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def hear(self, told: str) -> None:
        """Note the pages that are open at another process, as it has told."""
        at = TIME.elapsed()
        self._seen |= {(table, person): at for table, person in json.loads(told)}

    async def look(self) -> None:
        """Look who is there, and show and tell what has changed."""
        at, here = TIME.elapsed(), self._sitting()
        self._seen = {view: seen for view, seen in self._seen.items() if at - seen < AWAY_MS}
        self._seen |= dict.fromkeys(here, at)
        for table_id in self._presence.watched_tables():
            table = self._repository.cached(table_id)
            if table is not None and (presence := self._of(table, at)) != table.presence:
                self._repository.show_presence(table_id, presence)
        if self._store.is_shared and (here != self._told[0] or (here and at - self._told[1] >= TELL_MS)):
            self._told = here, at
            await in_thread(self._tell)(here)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self.look()
            except MaleconError as error:
                LOGGER.warning("other processes do not hear who is here: %s", error)
            except Exception:
                LOGGER.exception("who is here is not known")

    def _sitting(self) -> frozenset[PageView]:
        """Return the page views at this process of people who sit at the table."""
        tables = {table_id: self._repository.cached(table_id) for table_id in self._presence.watched_tables()}
        views = self._presence.viewers()
        return frozenset(
            (table_id, person)
            for table_id, person in views
            if (table := tables.get(table_id)) is not None and table.seats_of(person)
        )

    def _tell(self, here: Collection[PageView]) -> None:
        """Tell the other processes of the pages that are open here."""
        views = [list(view) for view in sorted(here)]
        with self._store.writing(None) as connection:
            for first in range(0, len(views), MOST_TOLD):
                notify_seen(connection, json.dumps(views[first : first + MOST_TOLD], separators=(",", ":")))

    def _of(self, table: Table, at: int) -> tuple[str, ...]:
        """Return by seat whether its person is here; empty for computer players, and where one person plays alone."""
        people = {occupant.person for occupant in table.occupants if occupant.person}
        if len(people) < 2:
            return ()
        return tuple(
            self._state(table.header.id, occupant.person, at) if occupant.person and not occupant.active_level else ""
            for occupant in table.occupants
        )

    def _state(self, table_id: str, person: str, at: int) -> str:
        seen = self._seen.get((table_id, person))
        if seen is None:
            return GONE
        return HERE if at - seen < HERE_MS else AWAY

"""The pulse of the server processes: by it the next one knows how long nobody served, and gives that time back."""

import asyncio
import logging

from sqlalchemy import Connection, delete, insert, select, update

from malecon.core.errors import MaleconError
from malecon.tables.header import new_id
from malecon.tables.storage.rows import clock_from
from malecon.tables.storage.schema import NOTICES, PULSES, SEATS, TABLES
from malecon.tables.storage.store import Store, now
from malecon.tables.terms import SECOND
from malecon.tables.timing import is_live

BEAT_S = 2.0
"""Seconds from one beat to the next."""
DEAD_MS = 5000
"""After so long without a beat a process does not live any more."""
GRACE_MS = 20 * SECOND
"""What live clocks get besides: people need a moment to find their way back."""

LOGGER = logging.getLogger(__name__)


class Pulse:
    """Says that this process lives, from ``begin`` to ``end``."""

    def __init__(self, store: Store) -> None:
        """``store``: where the clocks are kept."""
        self._store = store
        self._process = new_id()
        self._beating: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Give back the time during which no process lived; then beat.

        Raises:
            StorageError: the clocks cannot be read or written.
        """
        await asyncio.to_thread(self._revive)
        self._beating = asyncio.create_task(self._beat())

    async def end(self) -> None:
        """Stop. Whoever is the next to begin knows at once that this process does not live."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        await asyncio.to_thread(self._write, now() - DEAD_MS)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                await asyncio.to_thread(self._write, now())
            except MaleconError as error:
                LOGGER.warning("the pulse cannot be written: %s", error)

    def _write(self, at: int) -> None:
        with self._store.writing() as connection:
            connection.execute(update(PULSES).where(PULSES.c.process == self._process).values(at=at))

    def _revive(self) -> None:
        at = now()
        with self._store.writing() as connection:
            known = connection.execute(select(PULSES.c.at).with_for_update()).scalars().all()
            if known and at - max(known) >= DEAD_MS:
                give_back(connection, at - max(known))
            connection.execute(delete(PULSES).where(PULSES.c.at <= at - DEAD_MS))
            connection.execute(insert(PULSES), {"process": self._process, "at": at})


def give_back(connection: Connection, lost: int) -> None:
    """Let running clocks and what is due begin later by ``lost`` milliseconds, where people play live a grace more."""
    connection.execute(update(SEATS).where(SEATS.c.running.is_not(None)).values(running=SEATS.c.running + lost))
    connection.execute(update(NOTICES).where(NOTICES.c.sent.is_(None)).values(due=NOTICES.c.due + lost))
    with_clocks = select(TABLES.c.id, TABLES.c.clock).where(TABLES.c.finished.is_(None), TABLES.c.clock.is_not(None))
    for row in connection.execute(with_clocks).all():
        if is_live(clock_from(row)):
            mine = SEATS.c.table == row.id, SEATS.c.running.is_not(None)
            connection.execute(update(SEATS).where(*mine).values(running=SEATS.c.running + GRACE_MS))

"""The heartbeat of a server process, which it notes in the database for the others.

By it the next process knows how long nobody served, and gives that time back. Each beat also tells whether the database
can be written, and whether the clock has jumped.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, insert, select, update

from malecon.core.clock import TIME, now
from malecon.core.errors import MaleconError
from malecon.storage import clock_steps
from malecon.storage.clock_steps import DEAD_MS, GRACE_MS
from malecon.storage.schema import PULSES
from malecon.storage.store import Store, in_thread
from malecon.tables.table_header import new_id

BEAT_S = 2.0
"""Seconds from one beat to the next."""
LATE_MS = 15_000
"""After so long without a beat it hangs."""

LOGGER = logging.getLogger(__name__)

OnClockStep = Callable[[], Awaitable[None]]


async def _do_nothing() -> None:
    """Do nothing."""


class Heartbeat:
    """The heartbeat of this process, from ``start`` to ``stop``."""

    def __init__(self, store: Store, renew: OnClockStep = _do_nothing) -> None:
        """``store``: where the clocks are kept. ``renew``: called when they were moved, to read them again."""
        self._store = store
        self._on_clock_step = renew
        self._process = new_id()
        self._beating: asyncio.Task[None] | None = None
        self._written = TIME.elapsed()
        self._is_failing = False

    @property
    def is_healthy(self) -> bool:
        """Whether the database could be written at the last beat, and that was a moment ago."""
        return not self._is_failing and TIME.elapsed() - self._written < LATE_MS

    async def start(self) -> None:
        """Give back the time during which no process lived; then beat.

        Raises:
            StorageError: the clocks cannot be read or written.
        """
        await self._start()
        self._beating = asyncio.create_task(self._beat())

    def check(self) -> None:
        """Do what ``begin`` does and undo it: so what is wrong is known before anything starts.

        Raises:
            StorageError: the clocks cannot be read or written.
        """
        with _restore_time_on_error(), self._store.writing(None) as connection:
            self._return_lost_time(connection)
            connection.rollback()
        self._store.check_writable()

    async def stop(self) -> None:
        """Stop. Whoever is the next to begin knows at once that this process does not live."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        try:
            await self._stop()
        except MaleconError as error:  # the next one notices by itself after a while
            LOGGER.warning("that this server has ended cannot be saved: %s", error)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            if await self._try_write():
                LOGGER.warning("the clock has jumped: clocks of tables were moved along")
                await self._call_on_clock_step()

    @in_thread
    def _try_write(self) -> bool:
        """Write as ``_write`` does, or log that this fails: once, for a full disk must not be filled by the log."""
        try:
            return self._write()
        except Exception as error:  # whatever it is: without a pulse the other processes take this one for dead
            if not self._is_failing:
                LOGGER.error("nothing can be saved: %s", error, exc_info=not isinstance(error, MaleconError))
            self._is_failing = True
            return False

    async def _call_on_clock_step(self) -> None:
        try:
            await self._on_clock_step()
        except Exception as error:  # as above
            LOGGER.error("the clocks of tables cannot be read again: %s", error)

    def _write(self) -> bool:
        """Note that this process lives; return whether the clocks of tables were moved because the clock jumped."""
        with _restore_time_on_error(), self._store.writing(None) as connection:
            has_moved = clock_steps.synchronise(connection, self._process)
            connection.execute(update(PULSES).where(PULSES.c.process == self._process).values(at=now()))
        if self._is_failing:
            LOGGER.warning("the database can be written again")
            self._store.health.clear()
        self._written, self._is_failing = TIME.elapsed(), False
        return has_moved

    @in_thread
    def _stop(self) -> None:
        with self._store.writing(None) as connection:
            connection.execute(update(PULSES).where(PULSES.c.process == self._process).values(at=now() - DEAD_MS))

    @in_thread
    def _start(self) -> None:
        with _restore_time_on_error(), self._store.writing(None) as connection:
            self._return_lost_time(connection)
        self._written = TIME.elapsed()

    def _return_lost_time(self, connection: Connection) -> None:
        """Set the clock of this process; give back the time since the last beat of all if nobody lives."""
        known = connection.execute(select(PULSES.c.at).with_for_update()).scalars().all()
        at = clock_steps.reference(connection)
        alive = [beat for beat in known if clock_steps.is_alive(beat, at)]
        if known and not alive:
            clock_steps.move_times(connection, at - max(known), at, GRACE_MS)
        TIME.set(at, clock_steps.newest_step(connection))
        connection.execute(delete(PULSES).where(PULSES.c.at.not_in(alive)))
        connection.execute(insert(PULSES), {"process": self._process, "at": at})


@contextmanager
def _restore_time_on_error() -> Iterator[None]:
    """Set the clock of this process back when what was to go with it could not be stored."""
    began, at, step = TIME.elapsed(), TIME.now(), TIME.step
    try:
        yield
    except BaseException:
        TIME.set(at + TIME.elapsed() - began, step)
        raise

"""How several server processes share the counts of their limits.

Each server process on one PostgreSQL sends the others its counts once a second. So a limit is exceeded by about a
second of traffic at most, and no request waits for the database. Counts are sent by keyed hashes (``KeyHash``), as
notifications of PostgreSQL, which are stored nowhere. A process without a connection counts for itself until it has one
again.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping

import msgspec

from malecon.storage.notifications import listening
from malecon.storage.store import Store
from malecon.tables.table_header import new_id
from malecon.web.http.rate_limiter import TokenBuckets

CHANNEL = "malecon_limits"
INTERVAL_S = 1.0
RECONNECT_S = 5.0
"""Seconds until a connection that has broken is opened anew."""
MOST_IN_NOTIFICATION = 100
"""Keys in one notification, which has room for 8000 bytes."""
LOGGER = logging.getLogger(__name__)


class Count(msgspec.Struct, array_like=True):
    """The tokens taken of a key since the last notification."""

    bucket: str
    key: str
    cost: float


class Notification(msgspec.Struct, array_like=True):
    """The counts that a process sends to the others."""

    process: str
    counts: list[Count]


class SharedRateLimits:
    """Sends the tokens taken of the buckets of this process to the others, and takes theirs."""

    def __init__(self, store: Store, buckets: Mapping[str, TokenBuckets]) -> None:
        """``store``: the database that the processes share. ``buckets``: by names that are the same in all of them."""
        self._store = store
        self._buckets = buckets
        self._process = new_id()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to send and to listen, if the database is one that processes share."""
        if self._store.is_shared:
            for limits in self._buckets.values():
                limits.spent = {}
            self._task = asyncio.create_task(self._share())

    async def end(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _share(self) -> None:
        while True:
            try:
                await self._share_once()
            except Exception as error:  # whatever it is: limits of one process are better than none
                LOGGER.warning("limits are counted for this process alone for %g s: %s", RECONNECT_S, error)
            await asyncio.sleep(RECONNECT_S)

    async def _share_once(self) -> None:
        """Send and listen on one connection until it breaks."""
        async with listening(self._store.engine, CHANNEL) as connection:
            while True:
                for payload in self._notifications():
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                async for notice in connection.notifies(timeout=INTERVAL_S):
                    self._take(notice.payload)

    def _notifications(self) -> Iterator[str]:
        """Yield the counts since the last time, encoded."""
        counts: list[Count] = []
        for name, limits in self._buckets.items():
            counts += [Count(name, key, cost) for key, cost in (limits.spent or {}).items()]
            limits.spent = {}
        for first in range(0, len(counts), MOST_IN_NOTIFICATION):
            yield msgspec.json.encode(
                Notification(self._process, counts[first : first + MOST_IN_NOTIFICATION])
            ).decode()

    def _take(self, payload: str) -> None:
        received = msgspec.json.decode(payload, type=Notification)
        for count in received.counts if received.process != self._process else ():
            if limits := self._buckets.get(count.bucket):
                limits.spend_elsewhere(count.key, count.cost)

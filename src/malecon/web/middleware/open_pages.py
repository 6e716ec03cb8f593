"""Limits of pages that are open at once: at one table, from one address, and of one person."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from malecon.services.metrics import REFUSALS, SOCKETS
from malecon.web.middleware.token_bucket import RETRY_AFTER_S, TooManyRequests, network_of
from malecon.web.server.settings import Settings


class OpenPages:
    """The pages that are open: those with a WebSocket, and programs that wait. It belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits."""
        self._settings = settings
        self._open: Counter[str] = Counter()

    @contextmanager
    def open(self, table_id: str, address: str, person: str | None, *, sits: bool) -> Iterator[None]:
        """Count a page as open at a table; the limit of the table is not for people who sit (``sits``) there.

        Raises:
            TooManyRequests: too many pages are open already.
        """
        most = self._settings.sockets
        limits = {f"address {network_of(address)}": most * self._settings.crowd}
        if person is not None:
            limits[f"person {person}"] = most
        if not sits:
            limits[f"table {table_id}"] = self._settings.watchers
        if self._settings.limits and any(self._open[key] >= limit for key, limit in limits.items()):
            REFUSALS.labels("sockets").inc()
            raise TooManyRequests(RETRY_AFTER_S)
        self._open.update(limits.keys())
        try:
            with SOCKETS.track_inprogress():
                yield
        finally:
            self._open -= Counter(limits.keys())

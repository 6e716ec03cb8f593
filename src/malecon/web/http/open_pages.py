"""The pages that are open at a server, of which there may be only so many."""

from collections import Counter
from collections.abc import Sequence

from malecon.services.metrics import REFUSALS, SOCKETS
from malecon.web.http.connection import network_of
from malecon.web.http.rate_limiter import RETRY_AFTER_S, TooManyRequests
from malecon.web.http.settings import Settings


class OpenedPage:
    """A page that is counted as open, until it is closed."""

    __slots__ = ("_keys", "_open")

    def __init__(self, pages: Counter[str], keys: Sequence[str]) -> None:
        """``pages``: open, by what they are limited by. ``keys``: those of this page."""
        self._open, self._keys = pages, keys
        pages.update(keys)
        SOCKETS.inc()

    def close(self) -> None:
        """Count the page no more."""
        self._open -= Counter(self._keys)
        SOCKETS.dec()


class OpenPages:
    """The pages that are open: those with a WebSocket, and programs that wait. It belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits."""
        self._settings = settings
        self._open: Counter[str] = Counter()

    def open(self, table_id: str, address: str, person: str | None, *, sits: bool) -> OpenedPage:
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
        return OpenedPage(self._open, tuple(limits))

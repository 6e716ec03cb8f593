"""The open connections of a server, of which there may be only so many."""

from collections import Counter
from collections.abc import Hashable
from ipaddress import ip_address

from malecon.services.metrics import CONNECTIONS, REFUSALS
from malecon.web.http.connection import network_of
from malecon.web.http.settings import Settings

TOTAL, PER_ADDRESS = "connections", "connections_per_address"
"""Settings, as which refusals are counted."""
MOST_LINGERING = 64
"""Connections that are refused and stay open for a moment."""


class Connections:
    """The open connections of a server. All methods belong to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits, and the networks of the proxies, which have no limit."""
        self._settings = settings
        self._open: dict[Hashable, str] = {}
        self._by_address: Counter[str] = Counter()
        self._lingering: set[Hashable] = set()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, transport: Hashable, host: str) -> str:
        """Count a connection; return an empty text, or which setting it would exceed, and then it is not counted."""
        address = network_of(host)
        if exceeded := self._exceeded(host, address):
            REFUSALS.labels(exceeded).inc()
            return exceeded
        self._open[transport] = address
        self._by_address[address] += 1
        CONNECTIONS.set(len(self._open))
        return ""

    def linger(self, transport: Hashable) -> bool:
        """Tell whether a connection that is refused may stay open for a moment, to read why."""
        may_linger = len(self._lingering) < MOST_LINGERING
        if may_linger:
            self._lingering.add(transport)
        return may_linger

    def close(self, transport: Hashable) -> None:
        """Count a connection no more, if it is counted."""
        self._lingering.discard(transport)
        address = self._open.pop(transport, None)
        if address is not None:
            self._by_address -= Counter([address])
            CONNECTIONS.set(len(self._open))

    def _exceeded(self, host: str, address: str) -> str:
        if len(self._open) >= self._settings.connections:
            return TOTAL
        is_full = self._by_address[address] >= self._settings.connections_per_address
        return PER_ADDRESS if is_full and self._settings.limits and not self._is_proxy(host) else ""

    def _is_proxy(self, host: str) -> bool:
        try:
            return any(ip_address(host) in network for network in self._settings.proxies)
        except ValueError:
            return False

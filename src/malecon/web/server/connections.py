"""Connections: how many there may be, in all and from one address, and how long a request may take to come.

Each server process counts its own, for each has its own memory and descriptors.
"""

import asyncio
from asyncio import Transport
from collections import Counter
from collections.abc import Hashable
from functools import partial
from ipaddress import ip_address
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from malecon.services.metrics import CONNECTIONS, REFUSALS
from malecon.web.middleware.security_headers import HEADERS
from malecon.web.middleware.token_bucket import RETRY_AFTER_S, network_of
from malecon.web.server.settings import Settings
from malecon.web.server.sockets import BoundedWebSocket, WriteTimeoutProtocol

TOTAL, PER_ADDRESS = "connections", "connections_per_address"
HEADER, BODY = "header_seconds", "body_seconds"
"""Settings, as which refusals are counted."""
LINGER_S, MOST_LINGERING = 1.0, 64
"""How long a connection that is refused stays open, and how many do: closed at once, its answer would be lost."""
ANSWER = (
    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Cache-Control: no-store\r\n{headers}{retry}Connection: close\r\n\r\n{text}"
)
PROTECTION = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
RETRY = f"Retry-After: {RETRY_AFTER_S}\r\n"


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


class CountedHttp(WriteTimeoutProtocol, H11Protocol):
    """HTTP/1.1 on a connection that is counted, on which requests must come within the times that the settings say."""

    def __init__(self, settings: Settings, counted: Connections, **facts: Any) -> None:
        super().__init__(**facts)
        self._settings = settings
        self._counted = counted
        self._waiting = ""  # for the rest of what, as the setting says
        self._timer: asyncio.TimerHandle | None = None
        self._is_refused = self._is_upgraded = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as in the base class
        """Count the connection, or refuse it; the time for the first head begins."""
        super().connection_made(transport)
        if exceeded := self._counted.open(transport, self.client[0] if self.client else ""):
            self._refuse(exceeded)
        else:
            self._wait_for(HEADER)

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request; the transport calls it."""
        if self._is_refused:
            self.transport.close()
        else:
            super().data_received(data)
            if not self._is_upgraded:
                self._wait_for({h11.IDLE: HEADER, h11.SEND_BODY: BODY}.get(self.conn.their_state, ""))

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._counted.close(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection on to a socket, which counts as a connection until it is closed."""
        self._is_upgraded = True
        self._wait_for("")
        super().handle_websocket_upgrade(event)

    def _wait_for(self, setting: str) -> None:
        """Let the time begin in which the rest of a head or a body must come; one that runs goes on."""
        if setting == self._waiting:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._waiting, self._timer = setting, None
        if setting:
            self._timer = self.loop.call_later(getattr(self._settings, setting), self._give_up)

    def _give_up(self) -> None:
        """End a request that has come too slowly; browsers open connections for later, which end without a word."""
        is_body = self._waiting == BODY
        begun, _ = self.conn.trailing_data
        if begun or is_body:
            REFUSALS.labels(self._waiting).inc()
        if not self.cycle.response_started if is_body else begun:
            self._answer("408 Request Timeout", "The request came too slowly.")
        self.transport.close()

    def _refuse(self, exceeded: str) -> None:
        """Answer a connection that is one too many; it is closed when the request has come, or a second later."""
        status = "429 Too Many Requests" if exceeded == PER_ADDRESS else "503 Service Unavailable"
        if not self._counted.linger(self.transport):
            return self.transport.abort()
        self._answer(status, "There are too many connections at the moment. Try again in a few seconds.", RETRY)
        self._is_refused = True
        self._timer = self.loop.call_later(LINGER_S, self.transport.close)

    def _answer(self, status: str, text: str, retry: str = "") -> None:
        """Answer without the application."""
        facts = {"status": status, "length": len(text), "headers": PROTECTION, "retry": retry, "text": text}
        self.transport.write(ANSWER.format(**facts).encode())


class CountedWebSocket(BoundedWebSocket):
    """A socket on a connection that is counted."""

    def __init__(self, counted: Connections, **facts: Any) -> None:
        super().__init__(**facts)
        self._counted = counted

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._counted.close(self.transport)
        super().connection_lost(exc)


def protocols(settings: Settings) -> dict[str, Any]:
    """Return the protocols of a server, as arguments for uvicorn."""
    counted = Connections(settings)
    return {"http": partial(CountedHttp, settings, counted), "ws": partial(CountedWebSocket, counted)}

"""Protocols of connections: how many there may be, how long a request may take to come, and how much memory each takes.

Slow readers, and pages that send too much, are cut off. Each server process counts its own, as it has its own memory.
"""

import asyncio
from functools import partial
from typing import Any, Final, TypeVar

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from malecon.services.metrics import REFUSALS
from malecon.web.http.open_connections import PER_ADDRESS, Connections
from malecon.web.http.request_framing import StrictConnection
from malecon.web.http.responses import ANSWER, PROTECTION, RETRY
from malecon.web.http.settings import Settings

WRITE_TIMEOUT_S = 10.0
"""Seconds in which the other side must have read all that waits for it, or ``LEAST_READ``."""
HANDSHAKE_TIMEOUT_S = 20.0
"""Seconds in which the handshake of a WebSocket must be answered, by the application as well."""
LEAST_READ: Final = 16 * 1024
"""Bytes."""
LONGEST_MESSAGE: Final = 4 * 1024
"""Bytes of a message from a page, unpacked; pages have nothing to say."""
MOST_FRAGMENTS: Final = 16
"""Frames of which one message may consist: empty ones would not count as bytes."""
T = TypeVar("T")
HEADER, BODY = "header_seconds", "body_seconds"
"""Settings, as which refusals are counted."""
NO_HANDSHAKE = "This is no request for a WebSocket."
LINGER_S = 1.0
"""How long a connection that is refused stays open: closed at once, its answer would be lost."""


class WriteTimeoutProtocol(asyncio.Protocol):
    """A protocol that closes the connection of a slow reader; a base class beside one of uvicorn's."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn's
        """Begin; whatever waits to be sent is watched, little as well: a connection that is closed waits for it too."""
        transport.set_write_buffer_limits(high=0)
        super().connection_made(transport)

    def pause_writing(self) -> None:
        """Give the other side a time limit; the transport calls it when something waits to be sent."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Lift the time limit; the transport calls it when the other side has read all."""
        super().resume_writing()
        self._cancel_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._cancel_timer()
        super().connection_lost(exc)

    def _watch(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._cancel_timer()
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT_S, self._check_read, waiting)

    def _check_read(self, waiting: int) -> None:
        """Close the connection if hardly anything was read of what was ``waiting``; else wait on."""
        if self.transport.get_write_buffer_size() > waiting - LEAST_READ:
            self.transport.abort()
        else:
            self._watch()

    def _cancel_timer(self) -> None:
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None


class Inbox(list[T]):
    """What has been received and not taken yet; a queue of asyncio's has four times the memory of an idle WebSocket."""

    waiter: "asyncio.Future[None] | None" = None

    def put_nowait(self, item: T) -> None:
        """Add something."""
        self.append(item)
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    def empty(self) -> bool:
        """Tell whether nothing is there."""
        return not self

    async def get(self) -> T:
        """Wait for the next thing, and take it; only one task does."""
        while not self:
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        return self.pop(0)


OF_WEBSOCKET = (
    "config", "app", "loop", "logger", "root_path", "asgi_version", "app_state", "connections", "tasks",
    "default_headers", "transport", "server", "client", "scheme", "queue", "handshake_initiated", "handshake_complete",
    "close_sent", "disconnected", "close_timer", "close_timeout", "initial_response", "conn", "read_paused", "writable",
    "ping_interval", "ping_timeout", "ping_timer", "pong_timer", "pending_ping_payload", "ping_sent_at",
    "last_ping_rtt", "frames", "curr_msg_data_type", "request", "response", "scope", "handshake_timer",
)  # fmt: skip
"""What is kept of each WebSocket, all but the last by uvicorn: slots have a quarter of the memory of a dictionary."""


class WriteEvent(asyncio.Event):
    """An event that is set; its waiters are in a list, for a deque has half a kilobyte."""

    def __init__(self) -> None:
        self._value = True
        self._waiters = list["asyncio.Future[bool]"]()  # type: ignore[assignment]  # it has what an event uses


class BoundedWebSocket(WriteTimeoutProtocol, WebSocketsSansIOProtocol):
    """A WebSocket that is closed if it is not opened in time, or its page reads too slowly or sends too much."""

    __slots__ = OF_WEBSOCKET

    def __init__(self, **facts: Any) -> None:
        super().__init__(**facts)
        self.queue = Inbox()  # type: ignore[assignment]  # it has what uvicorn uses of a queue
        self.writable = WriteEvent()
        self.handshake_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
        """Begin; the time for the handshake begins too."""
        super().connection_made(transport)
        self.handshake_timer = self.loop.call_later(HANDSHAKE_TIMEOUT_S, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Take in a piece; a request that the parser cannot read is answered, for the parser is silent about it."""
        super().data_received(data)
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            facts = {"headers": PROTECTION, "retry": "", "text": NO_HANDSHAKE, "length": len(NO_HANDSHAKE)}
            self.transport.write(ANSWER.format(status="400 Bad Request", **facts).encode())
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._end_handshake()
        super().connection_lost(exc)

    def _end_handshake(self) -> None:
        if self.handshake_timer is not None:
            self.handshake_timer.cancel()
            self.handshake_timer = None

    def handle_cont(self, event: Frame) -> None:
        """Take in a further part of a message, or close if there are too many."""
        if len(self.frames) < MOST_FRAGMENTS:
            return super().handle_cont(event)
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
        self.handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application; raises ``ClientDisconnected`` if the socket was closed meanwhile."""
        if self.close_sent and message["type"] == "websocket.send":
            raise ClientDisconnected  # uvicorn blames the application, which cannot know what the page has sent
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._end_handshake()
            self.request.headers.clear()  # some kilobytes, which the parser keeps too
            del self.request, self.response
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was answered by HTTP: else uvicorn would log a failure for each


class CountedHttp(WriteTimeoutProtocol, H11Protocol):
    """HTTP/1.1 on a connection that is counted, on which requests must come within the times that the settings say."""

    def __init__(self, settings: Settings, counted: Connections, **facts: Any) -> None:
        super().__init__(**facts)
        self.conn = StrictConnection()
        self._settings = settings
        self._counted = counted
        self._waiting = ""  # for the rest of what, as the setting says
        self._timer: asyncio.TimerHandle | None = None
        self._is_refused = self._is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base class
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

    def on_response_complete(self) -> None:
        """Go on with the next request, if it waits; the time for its body begins."""
        super().on_response_complete()
        if not self._is_upgraded and self.conn.their_state is h11.SEND_BODY:
            self._wait_for(BODY)

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

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, if nothing was answered yet, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._answer("400 Bad Request", msg)
        self.transport.close()

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

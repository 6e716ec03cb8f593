"""Protocols that bound the memory of a connection: slow readers, and pages that send too much, are cut off."""

import asyncio
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

WRITE_TIMEOUT_S = 10.0
"""Seconds in which the other side must have read all that waits for it, or ``LEAST_READ``."""
LEAST_READ: Final = 16 * 1024
"""Bytes."""
LONGEST_MESSAGE: Final = 4 * 1024
"""Bytes of a message from a page, unpacked; pages have nothing to say."""
MOST_FRAGMENTS: Final = 16
"""Frames of which one message may consist: empty ones would not count as bytes."""


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


class BoundedWebSocket(WriteTimeoutProtocol, WebSocketsSansIOProtocol):  # type: ignore[misc]  # both take a transport
    """A WebSocket that is closed when the page reads too slowly, or sends too much at once."""

    def handle_cont(self, event: Frame) -> None:
        """Take in a further part of a message, or close if there are too many."""
        if len(self.frames) < MOST_FRAGMENTS:
            return super().handle_cont(event)
        self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
        self.handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # it was answered by HTTP: else uvicorn would log a failure for each

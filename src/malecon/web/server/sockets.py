"""Protocols that bound the memory of a connection: slow readers, and pages that send too much, are cut off."""

import asyncio
from typing import Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

WRITE_TIMEOUT_S = 10.0
"""Seconds in which the other side must have read enough that it can be written to again."""
LONGEST_MESSAGE: Final = 4 * 1024
"""Bytes of a message from a page, unpacked; pages have nothing to say."""
MOST_FRAGMENTS: Final = 16
"""Frames of which one message may consist: empty ones would not count as bytes."""


class WriteTimeoutProtocol(asyncio.Protocol):
    """A protocol that closes the connection of a slow reader; a base class beside one of uvicorn's."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Give the other side a time limit; the transport calls it when too much waits to be sent."""
        super().pause_writing()
        self.write_timer = self.loop.call_later(WRITE_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Lift the time limit; the transport calls it when the other side has read."""
        super().resume_writing()
        self._cancel_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._cancel_timer()
        super().connection_lost(exc)

    def _cancel_timer(self) -> None:
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None


class BoundedWebSocket(WriteTimeoutProtocol, WebSocketsSansIOProtocol):
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

"""Connections whose other side does not read are cut off, and sockets that say too much: all would lie in memory."""

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
    """A protocol that ends when nobody reads what it sends; others are derived from it and one of uvicorn's."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    patience: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Give the other side a time limit; the transport calls it when too much waits to be sent."""
        super().pause_writing()
        self.patience = self.loop.call_later(WRITE_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Lift the time limit; the transport calls it when the other side has read."""
        super().resume_writing()
        self._be_patient()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._be_patient()
        super().connection_lost(exc)

    def _be_patient(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None


class BoundedWebSocket(WriteTimeoutProtocol, WebSocketsSansIOProtocol):
    """A socket that ends when nobody reads what it sends, or the page says too much at once."""

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

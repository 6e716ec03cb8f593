"""Sockets that do not read are cut off: what they are sent would lie in memory for ever."""

from asyncio import TimerHandle

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PATIENCE_S = 10.0
"""Seconds in which a socket must have read enough that it can be written to again."""


class HastySocket(WebSocketsSansIOProtocol):
    """A socket that ends when nobody reads what it sends."""

    patience: TimerHandle | None = None

    def pause_writing(self) -> None:
        """Give the other side a time limit; the transport calls it when too much waits to be sent."""
        super().pause_writing()
        self.patience = self.loop.call_later(PATIENCE_S, self.transport.abort)

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

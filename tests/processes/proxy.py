"""Something between two programs that breaks their connections whenever a test wants."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

PIECE = 65536


class Proxy:
    """Passes on all that comes to a port, until it is told to break everything."""

    def __init__(self, connect: Callable[[], socket.socket]) -> None:
        """``connect``: makes a connection to the program behind it."""
        self._connect = connect
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._left: int | None = None
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, pieces: int) -> None:
        """Break all connections when so many more pieces of either direction have come; the last is not passed on."""
        self._left = pieces

    def close(self) -> None:
        """Break everything, for ever."""
        self._listener.close()
        self._cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                there = self._connect()
                self._open |= {here, there}
                for one, other in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                if self._left is not None:
                    self._left -= 1
                    if self._left <= 0:
                        self._cut()
                other.sendall(piece)
        self._end(one)
        self._end(other)

    def _cut(self) -> None:
        self._left = None
        self.cuts += 1
        for each in tuple(self._open):
            self._end(each)

    def _end(self, connection: socket.socket) -> None:
        self._open.discard(connection)
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()

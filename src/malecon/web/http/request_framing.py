"""Framing of requests: where one ends and the next begins is written in one way only, or the request is refused.

A proxy that reads the end of a request at another place than the server takes a part of one person's request for the
next one, of somebody else (request smuggling). So what RFC 9112 lets a server guess is refused: the connection gets 400
and is closed; so are headers after a body (trailers) and extensions of chunks, which nobody needs here. ``h11`` refuses
the rest of what is wrong: two different lengths, signs before a length, blanks before a colon, other codings than
``chunked``.
"""

import re
from typing import Any, Final

import h11

from malecon.web.http.quotas import LONGEST_BODY
from malecon.web.http.request_bounds import LONGEST_HEAD

MOST_RAW_BYTES: Final = 8 * LONGEST_BODY
"""Bytes of a body with the heads of its chunks; one byte a chunk needs six, or more with leading zeros."""
VERSIONS = (b"1.0", b"1.1")
CONTENT_LENGTH, TRANSFER_ENCODING, WEBSOCKET = b"content-length", b"transfer-encoding", b"websocket"
OF_HANDSHAKE = (b"sec-websocket-", b"connection", b"upgrade")
"""How the names of headers begin of which the handshake of a WebSocket consists."""
END_OF_HEAD = re.compile(rb"\n\r?\n")
AMBIGUOUS_LINES = re.compile(rb"(?<!\r)\n|\n[ \t]")
"""A line that ends without a carriage return, or that goes on in the next one (RFC 9112, 2.2 and 5.2)."""
FRAMING = re.compile(rb"\n(?:content-length|transfer-encoding):([^\r]*)", re.IGNORECASE)
"""A header that states where the body ends; ``h11`` makes one of several that are equal."""


CHUNK_SIZE = re.compile(rb"[0-9A-Fa-f]{1,8}\r\n")
"""The line before a chunk: nothing but its size, of 32 bits at most (RFC 9112, 7.1)."""
LONGEST_CHUNK_SIZE: Final = 10
"""Bytes of that line."""
END_OF_LINE = b"\r\n"


class StrictConnection(h11.Connection):
    """The server's side of a connection that reads requests of one framing only."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LONGEST_HEAD)
        self._raw_bytes = 0
        self._received = b""  # since the last event
        self._chunks: ChunkLines | None = None  # of the body that comes, if it has chunks

    def receive_data(self, data: bytes) -> None:
        """Take in bytes; those of a body are counted."""
        self._raw_bytes = self._raw_bytes + len(data) if self.their_state is h11.SEND_BODY else 0
        self._received += data
        super().receive_data(data)

    def next_event(self) -> Any:
        """Return the next event of the other side.

        Raises:
            RemoteProtocolError: the request has no framing, or an ambiguous one, or too many bytes around its chunks.
        """
        received, self._received = self._received, b""
        if self._raw_bytes > MOST_RAW_BYTES:
            raise h11.RemoteProtocolError("too many bytes around the chunks of a body", 413)
        if self._chunks is not None:
            self._chunks.read(received)
        if self.their_state is h11.IDLE:
            self._check_head()
        event = super().next_event()
        if isinstance(event, h11.Request):
            _check_request_line(event)
            _check_upgrade(event)
            self._chunks = ChunkLines() if _has(event, TRANSFER_ENCODING) else None
            if self._chunks is not None:
                self._chunks.read(self.trailing_data[0])
        return event

    def _check_head(self) -> None:
        """Refuse a head, or its beginning, that can be read in two ways.

        Raises:
            RemoteProtocolError: that is so.
        """
        waiting, _ = self.trailing_data
        end = END_OF_HEAD.search(waiting)
        head = waiting[: end.end()] if end else waiting
        if AMBIGUOUS_LINES.search(head):
            raise h11.RemoteProtocolError("a line of the head does not end as lines end")
        stated = FRAMING.findall(head)
        if len(stated) > 1 or any(b"," in value for value in stated):
            raise h11.RemoteProtocolError("the end of the request is stated in several ways")


class ChunkLines:
    """The lines around the chunks of one body, which comes in pieces."""

    def __init__(self) -> None:
        self._line = b""  # as far as it has come
        self._left = 0  # bytes of the chunk with the end of its line, which h11 checks
        self._is_last = self._is_over = False

    def read(self, data: bytes) -> None:
        """Read a further piece; what comes behind the body is left alone.

        Raises:
            RemoteProtocolError: a line is no size of a chunk, or headers come after the last one.
        """
        position = 0
        while position < len(data) and not self._is_over:
            if self._left:
                end = min(position + self._left, len(data))
                self._left -= end - position
            else:
                end = data.find(b"\n", position) + 1 or len(data)
                self._line += data[position : min(end, position + LONGEST_CHUNK_SIZE + 1)]
                if self._line.endswith(b"\n") or len(self._line) > LONGEST_CHUNK_SIZE:
                    self._end_line()
            position = end

    def _end_line(self) -> None:
        line, self._line = self._line, b""
        if self._is_last:
            self._is_over = line == END_OF_LINE
            if not self._is_over:
                raise h11.RemoteProtocolError("headers after a body are not read")
        elif not CHUNK_SIZE.fullmatch(line):
            raise h11.RemoteProtocolError("the line before a chunk is not its size alone")
        elif size := int(line, 16):
            self._left = size + len(END_OF_LINE)
        else:
            self._is_last = True


def _has(request: h11.Request, header: bytes) -> bool:
    return any(name == header for name, _ in request.headers)


def _check_upgrade(request: h11.Request) -> None:
    """Refuse a request for a WebSocket that has a body or another method, or headers that are no handshake.

    Raises:
        RemoteProtocolError: that is so.
    """
    if not any(name == b"upgrade" and WEBSOCKET in value.lower() for name, value in request.headers):
        return
    if request.method != b"GET" or request.http_version != VERSIONS[-1]:
        raise h11.RemoteProtocolError("a WebSocket is opened by GET of HTTP/1.1")
    if _has(request, CONTENT_LENGTH) or _has(request, TRANSFER_ENCODING):
        raise h11.RemoteProtocolError("the request for a WebSocket has no body")
    if not all(value.isascii() for name, value in request.headers if name.startswith(OF_HANDSHAKE)):
        raise h11.RemoteProtocolError("the headers of a handshake are ASCII")


def _check_request_line(request: h11.Request) -> None:
    """Refuse a request for something else than a path, of an unknown version of HTTP, or in chunks that it has not.

    Raises:
        RemoteProtocolError: that is so.
    """
    if not request.target.startswith(b"/"):
        raise h11.RemoteProtocolError("only paths can be asked for")
    is_chunked = _has(request, TRANSFER_ENCODING)
    if request.http_version not in VERSIONS or (is_chunked and request.http_version != VERSIONS[-1]):
        raise h11.RemoteProtocolError("this version of HTTP does not have such requests")

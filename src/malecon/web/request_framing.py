"""Framing of requests: where one ends and the next begins is written in one way only, or the request is refused.

A proxy that reads the end of a request at another place than the server takes a part of one person's request for the
next one, of somebody else (request smuggling). So what RFC 9112 lets a server guess is refused: the connection gets 400
and is closed. ``h11`` refuses the rest of what is wrong: two different lengths, signs before a length, blanks before a
colon, other codings than ``chunked``.
"""

import re
from typing import Any, Final

import h11

from malecon.web.middleware.quotas import LONGEST_BODY
from malecon.web.middleware.request_bounds import LONGEST_HEAD

MOST_RAW_BYTES: Final = 8 * LONGEST_BODY
"""Bytes of a body with the heads of its chunks; one byte a chunk needs six. Extensions of chunks count too."""
VERSIONS = (b"1.0", b"1.1")
END_OF_HEAD = re.compile(rb"\n\r?\n")
AMBIGUOUS_LINES = re.compile(rb"(?<!\r)\n|\n[ \t]")
"""A line that ends without a carriage return, or that goes on in the next one (RFC 9112, 2.2 and 5.2)."""
FRAMING = re.compile(rb"\n(?:content-length|transfer-encoding):([^\r]*)", re.IGNORECASE)
"""A header that states where the body ends; ``h11`` makes one of several that are equal."""


class StrictConnection(h11.Connection):
    """The server's side of a connection that reads requests of one framing only."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LONGEST_HEAD)
        self._raw_bytes = 0

    def receive_data(self, data: bytes) -> None:
        """Take in bytes; those of a body are counted.

        Raises:
            RemoteProtocolError: a body has too many bytes around its chunks.
        """
        self._raw_bytes = self._raw_bytes + len(data) if self.their_state is h11.SEND_BODY else 0
        super().receive_data(data)

    def next_event(self) -> Any:
        """Return the next event of the other side.

        Raises:
            RemoteProtocolError: the request has no framing, or an ambiguous one.
        """
        if self._raw_bytes > MOST_RAW_BYTES:
            raise h11.RemoteProtocolError("too many bytes around the chunks of a body", 413)
        if self.their_state is h11.IDLE:
            self._check_head()
        event = super().next_event()
        if isinstance(event, h11.Request):
            _check_request_line(event)
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


def _check_request_line(request: h11.Request) -> None:
    """Refuse a request for something else than a path, of an unknown version of HTTP, or in chunks that it has not.

    Raises:
        RemoteProtocolError: that is so.
    """
    if not request.target.startswith(b"/"):
        raise h11.RemoteProtocolError("only paths can be asked for")
    is_chunked = any(name == b"transfer-encoding" for name, _ in request.headers)
    if request.http_version not in VERSIONS or (is_chunked and request.http_version != VERSIONS[-1]):
        raise h11.RemoteProtocolError("this version of HTTP does not have such requests")

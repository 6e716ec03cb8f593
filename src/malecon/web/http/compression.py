"""Compression of responses (gzip) for browsers that accept it.

A static file is packed once, and kept by its content; scripts lose their comments and needless spaces before. Lengths
of packed pages can tell secrets to who reads them from the wire and puts guesses beside them (BREACH): pages with
credentials in them are sent as they are.
"""

import gzip
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import rjsmin
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

from malecon.web.http.responses import STATIC

SHORTEST: Final = 1024
"""Bytes below which packing saves no packet."""
LONGEST: Final = 4 * 1024 * 1024
"""Bytes above which a response is sent as it comes; the longest page has a tenth of it."""
PAGE_LEVEL, FILE_LEVEL = 6, 9
MOST_FILES: Final = 200
KINDS: Final = (b"text/", b"application/json", b"application/javascript", b"image/svg+xml")
NOT_REFUSED = re.compile(rb"(gzip|\*)(;q=(1(\.0*)?|0?\.0*[1-9][0-9]*))?", re.IGNORECASE)
STYLE_COMMENT: Final = re.compile(rb"\s*/\*.*?\*/", re.DOTALL)
SECRET_PATHS: Final = re.compile(r"/(me|tokens|join|come|notices|settings|sign-in|new|api|metrics)\b")
SECRET: Final = b"/join/"
"""What only pages with an invitation have in them."""


class Compression:
    """Middleware that packs responses."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: answers the requests."""
        self._app = app
        self._pack_file = lru_cache(MOST_FILES)(_pack_file)
        self._pack_script = lru_cache(MOST_FILES)(_pack_script)
        self._pack_style = lru_cache(MOST_FILES)(_pack_style)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and pack what is sent if the sender takes it."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "GET" and not SECRET_PATHS.match(scope["path"]):
            send = PackedResponse(send, self._packer_of(scope["path"]), _accepts_gzip(scope)).send
        await self._app(scope, receive, send)

    def _packer_of(self, path: str) -> Callable[[bytes], bytes]:
        """Return the function that packs what stands at ``path``."""
        if not path.startswith(STATIC):
            return _pack_page
        if path.endswith(".css"):
            return self._pack_style
        return self._pack_script if path.endswith(".js") else self._pack_file


class PackedResponse:
    """A response that is held back until its end, and then sent packed; or passed on as it is."""

    def __init__(self, send: Send, pack: Callable[[bytes], bytes], is_accepted: bool) -> None:
        """``send``: of the connection. ``pack``: packs a body. ``is_accepted``: whether the sender takes that."""
        self._send, self._pack, self._is_accepted = send, pack, is_accepted
        self._start: HTTPResponseStartEvent | None = None
        self._body = bytearray()

    async def send(self, message: Message) -> None:
        """Take a message of the response."""
        if message["type"] == "http.response.start" and _can_be_packed(message):
            MutableScopeHeaders.from_message(message).add("Vary", "Accept-Encoding")
            if self._is_accepted:
                self._start = message
                return
        if self._start is None or message["type"] != "http.response.body":
            return await self._send(message)
        self._body += message["body"]
        if not message["more_body"]:
            await self._finish(self._start, bytes(self._body))

    async def _finish(self, start: HTTPResponseStartEvent, body: bytes) -> None:
        """Send the whole response."""
        if len(body) >= SHORTEST and SECRET not in body:
            headers, body = MutableScopeHeaders.from_message(start), self._pack(body)
            headers["Content-Encoding"] = "gzip"
            headers["Content-Length"] = str(len(body))
            if "ETag" in headers:
                headers["ETag"] = f"W/{headers['ETag'].removeprefix('W/')}"  # the bytes are others
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body, "more_body": False})


def _pack_page(body: bytes) -> bytes:
    """Return a page packed: fast, for it is sent once."""
    return gzip.compress(body, PAGE_LEVEL, mtime=0)


def _pack_file(body: bytes) -> bytes:
    """Return a static file packed: as small as possible, for it is sent to everybody."""
    return gzip.compress(body, FILE_LEVEL, mtime=0)


def _pack_script(body: bytes) -> bytes:
    """Return a script packed, without its comments and needless spaces."""
    return _pack_file(rjsmin.jsmin(body))


def _pack_style(body: bytes) -> bytes:
    """Return a style sheet packed, without its comments."""
    return _pack_file(STYLE_COMMENT.sub(b"", body))


def _can_be_packed(start: HTTPResponseStartEvent) -> bool:
    """Tell whether a response is whole, text, of a bearable length, not packed yet and without new cookies."""
    headers = {name.lower(): value for name, value in start["headers"]}
    kind, length = headers.get(b"content-type", b""), headers.get(b"content-length", b"0")
    is_plain = start["status"] == HTTP_200_OK and not {b"content-encoding", b"set-cookie"} & headers.keys()
    return is_plain and kind.startswith(KINDS) and int(length) <= LONGEST


def _accepts_gzip(scope: Scope) -> bool:
    """Tell whether the sender of a request takes gzip.

    >>> _accepts_gzip({"headers": [(b"accept-encoding", b"deflate, gzip;q=1.0, br")]})
    True
    >>> _accepts_gzip({"headers": [(b"accept-encoding", b"gzip;q=0")]}), _accepts_gzip({"headers": []})
    (False, False)
    """
    wanted = next((value for name, value in scope["headers"] if name == b"accept-encoding"), b"")
    return any(NOT_REFUSED.fullmatch(each.strip()) for each in wanted.split(b","))

"""Responses: their security headers, how long they may be cached, and compression (gzip) for browsers that accept it.

A static file is packed once, and kept by its content; scripts lose their comments and needless spaces before. Lengths
of packed pages can tell secrets to who reads them from the wire and puts guesses beside them (BREACH): pages with
credentials in them are sent as they are.
"""

import gzip
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import rjsmin
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp, BeforeMessageSendHookHandler, HTTPResponseStartEvent, Message, Receive, Scope, Send

from malecon.presentation.links import href
from malecon.web.http.rate_limiter import RETRY_AFTER_S

STATIC: Final = "/static/"
SCRIPT: Final = re.compile(r"/static/[0-9a-f]{12}/")
"""How the address of a script begins: with the digest of all scripts, for they import each other."""
HSTS = "max-age=31536000"
"""For a year browsers come by HTTPS only."""

NO_STORE = "no-store"
CACHE_ONE_HOUR = "max-age=3600"
CACHE_FOREVER = "max-age=31536000, immutable"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

FILE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of a file that all pages share: it is no document, and there are many of them, so that each header counts."""

HTTP: Final = "http.response"
WEBSOCKET_DENIAL: Final = "websocket.http.response"
"""The ASGI extension by which a WebSocket handshake is answered by HTTP."""

ANSWER = (
    "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Cache-Control: no-store\r\n{headers}{retry}Connection: close\r\n\r\n{text}"
)
PROTECTION = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
RETRY = f"Retry-After: {RETRY_AFTER_S}\r\n"
SHORTEST: Final = 1024
"""Bytes below which packing saves no packet."""
LONGEST: Final = 4 * 1024 * 1024
"""Bytes above which a response is sent as it comes; the longest page has a tenth of it."""
PAGE_LEVEL, FILE_LEVEL = 6, 9
MOST_FILES: Final = 200
KINDS: Final = (b"text/", b"application/json", b"application/javascript", b"image/svg+xml")
NOT_REFUSED = re.compile(rb"(gzip|\*)(;q=(1(\.0*)?|0?\.0*[1-9][0-9]*))?", re.IGNORECASE)
SECRET_PATHS: Final = re.compile(r"/(me|tokens|join|come|notices|settings|sign-in|new|api|metrics)\b")
SECRET: Final = b"/join/"
"""What only pages with an invitation have in them."""


def security_headers_hook(*, secure: bool) -> BeforeMessageSendHookHandler:
    """Return the hook that adds the headers to every response; ``secure``: people come by HTTPS."""

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            is_found = message["status"] == HTTP_200_OK
            is_file = is_found and scope["path"].startswith(STATIC)
            for name, value in (FILE_HEADERS if is_file else HEADERS).items():
                headers.setdefault(name, value)
            if secure:
                headers.setdefault("Strict-Transport-Security", HSTS)
            headers.setdefault("Cache-Control", _cache_control_of(scope) if is_found else NO_STORE)
            if is_file:
                _drop_needless(headers)

    return add_headers


async def location_hook(message: Message, scope: Scope) -> None:
    """Write the path of the site before the page to which a response redirects."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        if headers.get("Location", "").startswith("/"):
            headers["Location"] = href(headers["Location"])


def _drop_needless(headers: MutableScopeHeaders) -> None:
    """Remove headers that say nothing of a file: its path has the name, and what is kept for ever is never asked for.

    A policy for content is for documents and workers: pictures are documents, and a worker is not kept for ever.
    """
    is_kept = headers["Cache-Control"] == CACHE_FOREVER
    needless = ["Content-Disposition", *(["ETag", "Last-Modified"] if is_kept else [])]
    if is_kept and not headers.get("Content-Type", "").startswith("image/"):
        needless.append("Content-Security-Policy")
    for name in needless:
        if name in headers:
            del headers[name]


def _cache_control_of(scope: Scope) -> str:
    """Return the ``Cache-Control`` header of a response: a page, which is for one person, is never stored."""
    if not scope["path"].startswith(STATIC):
        return NO_STORE
    has_digest = scope["query_string"] or SCRIPT.match(scope["path"])
    return CACHE_FOREVER if has_digest else CACHE_ONE_HOUR


async def send_response(
    send: Send, status: int, media_type: str, body: bytes, headers: Mapping[str, str] | None = None, kind: str = HTTP
) -> None:
    """Send a whole response: status, security headers, further ``headers``, body. ``kind``: of the ASGI messages."""
    facts = {"Content-Type": media_type, "Content-Length": str(len(body)), "Cache-Control": NO_STORE}
    facts |= {**HEADERS, **(headers or {})}
    encoded = [(name.lower().encode(), value.encode()) for name, value in facts.items()]
    await send({"type": f"{kind}.start", "status": status, "headers": encoded})  # type: ignore[misc,arg-type]  # two kinds
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]  # as above


class Compression:
    """Middleware that packs responses."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: answers the requests."""
        self._app = app
        self._pack_file = lru_cache(MOST_FILES)(_pack_file)
        self._pack_script = lru_cache(MOST_FILES)(_pack_script)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and pack what is sent if the sender takes it."""
        if scope["type"] == ScopeType.HTTP and scope["method"] == "GET" and not SECRET_PATHS.match(scope["path"]):
            send = PackedResponse(send, self._packer_of(scope["path"]), _accepts_gzip(scope)).send
        await self._app(scope, receive, send)

    def _packer_of(self, path: str) -> Callable[[bytes], bytes]:
        """Return the function that packs what stands at ``path``."""
        if not path.startswith(STATIC):
            return _pack_page
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

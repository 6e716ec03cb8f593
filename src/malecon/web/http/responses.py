"""Responses: their security headers, and how long they may be cached."""

import re
from collections.abc import Mapping
from typing import Final

from litestar.datastructures import MutableScopeHeaders
from litestar.status_codes import HTTP_200_OK
from litestar.types import BeforeMessageSendHookHandler, Message, Scope, Send

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

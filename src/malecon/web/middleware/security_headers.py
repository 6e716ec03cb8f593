"""Security headers: what every response tells browsers, and how long it may be cached; responses of middleware."""

from collections.abc import Mapping
from typing import Final

from litestar.datastructures import MutableScopeHeaders
from litestar.status_codes import HTTP_200_OK
from litestar.types import BeforeMessageSendHookHandler, Message, Scope, Send

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

HTTP: Final = "http.response"
WEBSOCKET_DENIAL: Final = "websocket.http.response"
"""The ASGI extension by which a WebSocket handshake is answered by HTTP."""


def security_headers_hook(*, secure: bool) -> BeforeMessageSendHookHandler:
    """Return the hook that adds the headers to every response; ``secure``: people come by HTTPS."""

    async def add_headers(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if secure:
                headers.setdefault("Strict-Transport-Security", HSTS)
            is_found = message["status"] == HTTP_200_OK
            headers.setdefault("Cache-Control", cache_control_of(scope) if is_found else NO_STORE)

    return add_headers


def cache_control_of(scope: Scope) -> str:
    """Return the ``Cache-Control`` header of a response: a page, which is for one person, is never stored."""
    if not scope["path"].startswith("/static/"):
        return NO_STORE
    return CACHE_FOREVER if scope["query_string"] else CACHE_ONE_HOUR  # with the digest of the content, or without


async def send_response(
    send: Send, status: int, media_type: str, body: bytes, headers: Mapping[str, str] | None = None, kind: str = HTTP
) -> None:
    """Send a whole response: status, security headers, further ``headers``, body. ``kind``: of the ASGI messages."""
    facts = {"Content-Type": media_type, "Content-Length": str(len(body)), "Cache-Control": NO_STORE}
    facts |= {**HEADERS, **(headers or {})}
    encoded = [(name.lower().encode(), value.encode()) for name, value in facts.items()]
    await send({"type": f"{kind}.start", "status": status, "headers": encoded})  # type: ignore[misc,arg-type]  # two kinds
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]  # as above

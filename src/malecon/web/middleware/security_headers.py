"""Security headers: what every response tells browsers, and how long a response may be cached."""

from litestar.datastructures import MutableScopeHeaders
from litestar.status_codes import HTTP_200_OK
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

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

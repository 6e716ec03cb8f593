"""What keeps strangers out: headers, requests from other sites, and what a person may be sent.

A page of another site can make a browser send us a request with the person's cookie. Browsers say where a request comes
from (``Sec-Fetch-Site``, else ``Origin``); an action from elsewhere is refused. So no form needs a token.
"""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import PermissionDeniedException
from litestar.status_codes import HTTP_200_OK
from litestar.types import Message, Scope

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
OWN_SITES = ("same-origin", "none")
LONGEST_BODY = 64 * 1024
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
ONLY_HTTPS = "max-age=31536000"
"""For a year browsers come by HTTPS only."""

NOT_KEPT = "no-store"
KEPT_FOR_AN_HOUR = "max-age=3600"
KEPT_FOR_EVER = "max-age=31536000, immutable"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def comes_from_here(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Tell whether a request was made by one of our own pages, or typed by a person."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN_SITES
    origin = connection.headers.get("origin")
    return origin is None or origin.partition("://")[2] == connection.headers.get("host")


async def refuse_other_sites(request: Request[Any, Any, Any]) -> None:
    """Refuse actions that another site's page sends."""
    if request.method not in SAFE_METHODS and not comes_from_here(request):
        raise PermissionDeniedException("this action came from another site")


async def protect(message: Message, scope: Scope) -> None:
    """Add what browsers need to know to the head of every answer, whatever has made it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["litestar_app"].state.settings.secure:
            headers.setdefault("Strict-Transport-Security", ONLY_HTTPS)
        headers.setdefault("Cache-Control", keeping(scope) if message["status"] == HTTP_200_OK else NOT_KEPT)


def keeping(scope: Scope) -> str:
    """Return how long an answer may be kept: a page, which is for one person, never."""
    if not scope["path"].startswith("/static/"):
        return NOT_KEPT
    return KEPT_FOR_EVER if scope["query_string"] else KEPT_FOR_AN_HOUR  # with the digest of the content, or without

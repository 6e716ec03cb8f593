"""What keeps strangers out: headers, requests from other sites, and what a person may be sent.

A page of another site can make a browser send us a request with the person's cookie. Browsers say where a request comes
from (``Sec-Fetch-Site``, else ``Origin``, else ``Referer``); an action from elsewhere is refused, and one with a cookie
that does not say from where. So no form needs a token.
"""

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import PermissionDeniedException
from litestar.status_codes import HTTP_200_OK
from litestar.types import Message, Scope

from malecon.web.middleware.session_cookie import token_of

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ORIGIN_HEADERS = frozenset(["sec-fetch-site", "origin", "referer"])
"""Headers by which a browser says from where a request comes."""
SAME_SITES = ("same-origin", "none")
LONGEST_BODY = 64 * 1024
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
SCHEMES = {"ws": "http", "wss": "https"}
"""By the scheme of a socket, that of the page which opens it."""
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


def is_same_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Tell whether a request was made by one of our own pages, or typed by a person."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        return site in SAME_SITES
    origin = connection.headers.get("origin")
    if origin is None:
        origin = origin_of(connection.headers.get("referer", ""))
    return normalize_origin(origin) in own_origins(connection)


def own_origins(connection: ASGIConnection[Any, Any, Any, Any]) -> tuple[str, ...]:
    """Return the origins of our pages: scheme, host and port of the settings' address, and of the request itself."""
    found = connection.app.state.settings.address, request_origin(connection)
    return tuple(normalize_origin(origin) for origin in found if origin)


def request_origin(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return scheme, host and port that a request was sent to."""
    scheme = "https" if connection.app.state.settings.secure else connection.scope["scheme"]
    return f"{SCHEMES.get(scheme, scheme)}://{connection.headers.get('host', '')}"


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address.

    >>> origin_of("https://malecon.example:8000/table/x?seat=1")
    'https://malecon.example:8000'
    """
    return "/".join(address.split("/")[:3])


def normalize_origin(origin: str) -> str:
    """Return an origin as browsers write it: in lower case, and without the usual port of its scheme.

    >>> normalize_origin("https://Malecon.example:443"), normalize_origin("http://localhost:8000")
    ('https://malecon.example', 'http://localhost:8000')
    """
    origin = origin.lower()
    return origin.removesuffix(DEFAULT_PORTS.get(origin.partition(":")[0], ""))


async def refuse_other_sites(request: Request[Any, Any, Any]) -> None:
    """Refuse actions that another site's page sends; without a cookie, a program need not say where it comes from."""
    if request.method in SAFE_METHODS or not (token_of(request) or ORIGIN_HEADERS.intersection(request.headers)):
        return
    if not is_same_origin(request):
        raise PermissionDeniedException("this action came from another site")


async def add_security_headers(message: Message, scope: Scope) -> None:
    """Add what browsers need to know to the head of every answer, whatever has made it."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if scope["litestar_app"].state.settings.secure:
            headers.setdefault("Strict-Transport-Security", HSTS)
        headers.setdefault("Cache-Control", cache_control_of(scope) if message["status"] == HTTP_200_OK else NO_STORE)


def cache_control_of(scope: Scope) -> str:
    """Return how long an answer may be kept: a page, which is for one person, never."""
    if not scope["path"].startswith("/static/"):
        return NO_STORE
    return CACHE_FOREVER if scope["query_string"] else CACHE_ONE_HOUR  # with the digest of the content, or without

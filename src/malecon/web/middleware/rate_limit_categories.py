"""Categories of requests. Each has a rate limit of its own: the setting of the same name, in requests a minute.

``web/routes.py`` says the category of each route.
"""

from typing import Final

from litestar.types import Scope

PAGES: Final = "pages"
ACTIONS: Final = "actions"
BEGINS: Final = "begins"
"""Requests that begin a table."""
JOINS: Final = "joins"
MESSAGES: Final = "messages"
"""Chat messages, and e-mails that are asked for."""
HINTS: Final = "hints"
PROGRAMS: Final = "programs"
"""Requests to the JSON API."""
SIGN_INS: Final = "sign_ins"
HANDSHAKES: Final = "handshakes"
"""WebSockets that are opened."""
STATIC_FILES: Final = "static_files"
NOT_FOUND: Final = "not_found"
PROBES: Final = "probes"
"""Health checks and metrics."""

CATEGORIES = (
    *(PAGES, ACTIONS, BEGINS, JOINS, MESSAGES, HINTS, PROGRAMS),
    *(SIGN_INS, HANDSHAKES, STATIC_FILES, NOT_FOUND, PROBES),
)
OPEN_TO_BLOCKED = (PAGES, HINTS, PROGRAMS, SIGN_INS, HANDSHAKES)
"""Categories that are open to people who are blocked; the JSON API looks at the method as well."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ROUTE_KEY, SCOPE_KEY = "rate_limit", "rate_limit_category"
"""Where the category is noted: in the options of a route, and in the state of a connection."""


def default_category(method: str) -> str:
    """Return the category of a route that names none."""
    return PAGES if method in SAFE_METHODS else ACTIONS


def category_of(scope: Scope) -> str:
    """Return the category of a request or a handshake, which ``rate_limit`` has noted."""
    return str(scope["state"][SCOPE_KEY])

"""The session cookie: its name, its token, and how long it lasts."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from malecon.services.people.person import SESSION_LIFETIME

COOKIE = "malecon"
SECURE = f"__Host-{COOKIE}"
"""A browser keeps such a cookie only if it came by HTTPS and from this very host."""

Connection = ASGIConnection[Any, Any, Any, Any]
"""Of any sort: a request or a socket."""


def token_of(connection: Connection) -> str:
    """Return the token by which a browser wants to be known; it may be anything."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_of(connection: Connection, token: str) -> Cookie:
    """Return the cookie by which a browser is known; without a token, one that makes it forget."""
    secure = bool(connection.app.state.settings.secure)
    lasts = SESSION_LIFETIME // 1000 if token else 0
    name = cookie_name(connection)
    return Cookie(name, value=token, path="/", max_age=lasts, httponly=True, samesite="lax", secure=secure)


def cookie_name(connection: Connection) -> str:
    """Return the name of the session cookie."""
    return SECURE if connection.app.state.settings.secure else COOKIE

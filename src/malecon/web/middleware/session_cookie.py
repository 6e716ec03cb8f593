"""The session cookie: its name, its token, and how long it lasts."""

from litestar.datastructures import Cookie

from malecon.services.people.person import UNUSED
from malecon.web.connection import Connection
from malecon.web.dependencies import services_of

COOKIE_NAME = "malecon"
SECURE_COOKIE_NAME = f"__Host-{COOKIE_NAME}"
"""A browser keeps such a cookie only if it came by HTTPS and from this very host."""


def token_of(connection: Connection) -> str:
    """Return the session token that a browser sends; it may be anything."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_of(connection: Connection, token: str) -> Cookie:
    """Return the session cookie for a token; for an empty token, one that deletes the cookie."""
    secure = services_of(connection.scope).settings.secure
    lasts = UNUSED // 1000 if token else 0
    name = cookie_name(connection)
    return Cookie(name, value=token, path="/", max_age=lasts, httponly=True, samesite="lax", secure=secure)


def cookie_name(connection: Connection) -> str:
    """Return the name of the session cookie."""
    return SECURE_COOKIE_NAME if services_of(connection.scope).settings.secure else COOKIE_NAME

"""The cookies that a browser keeps for us.

The session cookie holds the token of a person's session. The device cookie holds the tokens by which a browser is known
as a device on which people have signed in. The cookie of an invitation holds the id of the table to which it has led.
"""

import re

from litestar.datastructures import Cookie

from malecon.storage.session_cache import SESSION_LIFETIME
from malecon.storage.sessions import Devices
from malecon.tables import SECOND
from malecon.tables.table_header import is_id
from malecon.web.dependencies import services_of
from malecon.web.http.connection import AppRequest, Connection
from malecon.web.http.sender import browser_name

COOKIE_NAME = "malecon"
SECURE_COOKIE_NAME = f"__Host-{COOKIE_NAME}"
"""A browser keeps such a cookie only if it came by HTTPS, from this very host, and is for all its paths."""
SECURE_COOKIE_NAME_BELOW = f"__Secure-{COOKIE_NAME}"
"""As above for a site at a path, whose cookie is not for what else lies on its domain."""
INVITATION_COOKIE_NAME = "malecon-table"
"""It is for the path of one invitation, is no credential, and may be anything."""

TOKEN_SEPARATOR = "."
TOKEN = re.compile("[A-Za-z0-9_-]{43}")
"""256 bits in Base64 for addresses."""


def token_of(connection: Connection) -> str:
    """Return the session token that a browser sends; it may be anything."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_of(connection: Connection, token: str) -> Cookie:
    """Return the session cookie for a token; for an empty token, one that deletes the cookie."""
    lasts = SESSION_LIFETIME // 1000 if token else 0
    return _cookie(connection, cookie_name(connection), token, lasts)


def _cookie(connection: Connection, name: str, value: str, seconds: int, below: str = "") -> Cookie:
    """Return a cookie for the pages of the site alone, or for what lies ``below`` them."""
    settings = services_of(connection.scope).settings
    path = f"{settings.path}{below}" or "/"
    return Cookie(name, path, value=value, max_age=seconds, httponly=True, samesite="lax", secure=settings.secure)


def invitation_cookie(connection: Connection, invitation: str, table_id: str) -> Cookie:
    """Return the cookie by which the link of an invitation, once used, leads to its table."""
    lasts = SESSION_LIFETIME // SECOND
    return _cookie(connection, INVITATION_COOKIE_NAME, table_id, lasts, below=f"/join/{invitation}")


def accepted_table(connection: Connection) -> str:
    """Return the id of the table to which this invitation has led in this browser; empty if to none."""
    sent = connection.cookies.get(INVITATION_COOKIE_NAME, "")
    return sent if is_id(sent) else ""


def cookie_name(connection: Connection) -> str:
    """Return the name of the session cookie."""
    settings = services_of(connection.scope).settings
    if not settings.secure:
        return COOKIE_NAME
    return SECURE_COOKIE_NAME_BELOW if settings.path else SECURE_COOKIE_NAME


def _device_cookie_name(request: AppRequest) -> str:
    return f"{cookie_name(request)}-device"


def device_tokens_of(request: AppRequest) -> list[str]:
    """Return the tokens of a browser as a device; they have the form of tokens, and may be nobody's."""
    sent = request.cookies.get(_device_cookie_name(request), "").split(TOKEN_SEPARATOR)
    return list(filter(TOKEN.fullmatch, sent))


async def remember_device(request: AppRequest, person: str) -> Cookie:
    """Remember a browser as a device of a person, and return its new device cookie."""
    services = services_of(request.scope)
    label = browser_name(request.headers.get("user-agent", ""))
    tokens = await Devices(services.store).remember(person, device_tokens_of(request), label)
    value = TOKEN_SEPARATOR.join(tokens)
    return _cookie(request, _device_cookie_name(request), value, SESSION_LIFETIME // SECOND)

"""Authentication: the visitor behind a session cookie, the person who is made when one is needed, and the cookies.

The session cookie holds the token of a person's session. The device cookie holds the tokens by which a browser is known
as a device on which people have signed in.
"""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace

from litestar.datastructures import Cookie

from malecon.core.i18n import load
from malecon.services.person import Person
from malecon.services.sessions import Browser, Devices
from malecon.storage.shared_state import SESSION_LIFETIME
from malecon.tables.table_header import SECOND
from malecon.web.connection import AppRequest, Connection, Visitor
from malecon.web.dependencies import services_of
from malecon.web.middleware.browser_headers import best_language, browser_name

COOKIE_NAME = "malecon"
SECURE_COOKIE_NAME = f"__Host-{COOKIE_NAME}"
"""A browser keeps such a cookie only if it came by HTTPS and from this very host."""

TOKEN_SEPARATOR = "."


async def authenticate(connection: Connection) -> Visitor:
    """Return the visitor, whose visit is noted."""
    return await visitor_found_by(connection, services_of(connection.scope).people.find)


async def peek_visitor(connection: Connection) -> Visitor:
    """Return the visitor without noting the visit, for a write can take long."""
    return await visitor_found_by(connection, services_of(connection.scope).people.peek)


async def visitor_found_by(
    connection: Connection, find: Callable[[str], Coroutine[object, object, Person | None]]
) -> Visitor:
    """Return the visitor; ``find`` looks up the person by a session token."""
    token = token_of(connection)
    person = await find(token) if token else None
    if person is None or not person.language:
        return Visitor(person, anonymous_visitor(connection).language)
    return Visitor(person, load(best_language(person.language)))


def anonymous_visitor(connection: Connection) -> Visitor:
    """Return a visitor without a person, in the language of the browser."""
    return Visitor(None, load(best_language(connection.headers.get("accept-language", ""))))


@asynccontextmanager
async def ensure_person(request: AppRequest, visitor: Visitor) -> AsyncIterator[tuple[Person, list[Cookie]]]:
    """Yield the person of a visitor, made now if there is none yet, and the cookies to set.

    A person who was made is deleted again if the request is refused: a refused request leaves nothing.

    Raises:
        QuotaExceeded: many new people have come from this address today.
    """
    if visitor.person is not None:
        yield visitor.person, []
        return
    services = services_of(request.scope)
    services.quotas.check_newcomer(request)
    person, token = await services.people.create(browser_of(request).label)
    try:
        yield person, [cookie_of(request, token)]
    except BaseException:
        await services.people.delete_new(person.id)
        raise


async def store_first_name(request: AppRequest, person: Person, name: str) -> None:
    """Store the name of a person at a table for later tables, unless they have a name already."""
    if name and not person.name:
        await services_of(request.scope).people.save(replace(person, name=name))


def renewed_cookies(request: AppRequest, visitor: Visitor) -> list[Cookie]:
    """Return the session cookie again, if there is a session: it expires a year after it was last sent."""
    return [] if visitor.person is None else [cookie_of(request, token_of(request))]


def browser_of(connection: Connection) -> Browser:
    """Return the browser of a request: session token and label."""
    return Browser(token_of(connection), browser_name(connection.headers.get("user-agent", "")))


def token_of(connection: Connection) -> str:
    """Return the session token that a browser sends; it may be anything."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_of(connection: Connection, token: str) -> Cookie:
    """Return the session cookie for a token; for an empty token, one that deletes the cookie."""
    secure = services_of(connection.scope).settings.secure
    lasts = SESSION_LIFETIME // 1000 if token else 0
    name = cookie_name(connection)
    return Cookie(name, value=token, path="/", max_age=lasts, httponly=True, samesite="lax", secure=secure)


def cookie_name(connection: Connection) -> str:
    """Return the name of the session cookie."""
    return SECURE_COOKIE_NAME if services_of(connection.scope).settings.secure else COOKIE_NAME


def device_cookie_name(request: AppRequest) -> str:
    """Return the name of the device cookie."""
    return f"{cookie_name(request)}-device"


def device_tokens_of(request: AppRequest) -> list[str]:
    """Return the tokens of a browser as a device; they may be anything."""
    return list(filter(None, request.cookies.get(device_cookie_name(request), "").split(TOKEN_SEPARATOR)))


async def remember_device(request: AppRequest, person: str) -> Cookie:
    """Remember a browser as a device of a person, and return its new device cookie."""
    services = services_of(request.scope)
    label = browser_name(request.headers.get("user-agent", ""))
    tokens = await Devices(services.store).remember(person, device_tokens_of(request), label)
    return Cookie(
        device_cookie_name(request),
        value=TOKEN_SEPARATOR.join(tokens),
        path="/",
        max_age=SESSION_LIFETIME // SECOND,
        httponly=True,
        samesite="lax",
        secure=services.settings.secure,
    )

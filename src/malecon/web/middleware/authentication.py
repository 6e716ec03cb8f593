"""Authentication: the visitor behind a session cookie, and the person who is made when one is needed."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace

from litestar.datastructures import Cookie

from malecon.core.i18n import load
from malecon.services.people.person import Person
from malecon.services.people.sessions import Browser
from malecon.web.connection import AppRequest, Connection, Visitor
from malecon.web.dependencies import services_of
from malecon.web.middleware.accept_language import best_language
from malecon.web.middleware.session_cookie import cookie_of, token_of
from malecon.web.middleware.user_agent import browser_name


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

"""Access: which requests come to their handlers, from which visitors."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager

from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST
from msgspec.structs import replace

from malecon.core.i18n import N_, Language, load
from malecon.storage.people import Person
from malecon.storage.sessions import Browser
from malecon.tables import NotYours
from malecon.web.cookies import cookie_of, token_of
from malecon.web.dependencies import InjectedServices, Services, services_of
from malecon.web.http.connection import AppRequest, Connection
from malecon.web.http.rate_limiter import OPEN_TO_BLOCKED, PROBES, STATIC_FILES, category_of
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor, best_language, browser_name
from malecon.web.origin import refuse_other_sites


async def authenticate(connection: Connection) -> Visitor:
    """Return the visitor, whose visit is noted."""
    return await _visitor_found_by(connection, services_of(connection.scope).people.find)


async def peek_visitor(connection: Connection) -> Visitor:
    """Return the visitor without noting the visit, for a write can take long."""
    return await _visitor_found_by(connection, services_of(connection.scope).people.peek)


async def _visitor_found_by(
    connection: Connection, find: Callable[[str], Coroutine[object, object, Person | None]]
) -> Visitor:
    """Return the visitor; ``find`` looks up the person by a session token."""
    token = token_of(connection)
    person = await find(token) if token else None
    return visitor_who(person, lambda: anonymous_visitor(connection).language)


def visitor_who(person: Person | None, language: Callable[[], Language]) -> Visitor:
    """Return the visitor who is a person; ``language``: of who has chosen none."""
    return Visitor(person, load(best_language(person.language)) if person and person.language else language())


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


def browser_of(connection: Connection) -> Browser:
    """Return the browser of a request: session token and label."""
    return Browser(token_of(connection), browser_name(connection.headers.get("user-agent", "")))


async def check_request(request: AppRequest) -> None:
    """Refuse a request that another site sends, or that was sent to another host; nothing is looked up for it."""
    await refuse_other_sites(request)
    category = category_of(request.scope)
    if category not in (STATIC_FILES, PROBES):  # files and machines of our own network: nobody is known there
        check_host(request)
    services_of(request.scope).quotas.check_address(request, category)


def check_host(connection: Connection) -> None:
    """Refuse a request to another host than ours; a server always answers to its own machine.

    Raises:
        HTTPException: the host is none of the names of this server.
    """
    if connection.headers.get("host", "") not in services_of(connection.scope).host_names:
        raise HTTPException(status_code=HTTP_421_MISDIRECTED_REQUEST)


async def provide_visitor(request: AppRequest, services: InjectedServices) -> Visitor:
    """Return the visitor of a page (dependency ``visitor``); the errors are those of ``admit``.

    It asks for the services too: dependencies of the same rank would each be resolved by a task of its own.
    """
    visitor = request.state.visitor = await authenticate(request)
    if visitor.person is not None:
        await admit(services, request, visitor.person)
    return visitor


async def admit(services: Services, connection: Connection, person: Person) -> None:
    """Count a request or a handshake for a person, and check that the person may send it.

    Raises:
        TooManyRequests: of the person.
        NotYours: the person is blocked.
        TableError: the person sits at too many tables, or has begun or said enough in a day.
    """
    category = category_of(connection.scope)
    services.rate_limiter.check_person(connection.scope, person)
    if category not in OPEN_TO_BLOCKED:
        check_not_blocked(connection, person)
    await services.quotas.check_person(category, person)


def check_not_blocked(connection: Connection, person: Person) -> None:
    """Refuse an action of a person who is blocked.

    Raises:
        NotYours: whoever runs the site has blocked the person.
    """
    if person.blocked:
        services_of(connection.scope).security_log.note(SecurityEvent.BLOCKED_REFUSED, connection, person.id)
        raise NotYours(N_("You may only look on at the moment. Ask who runs this site."))

"""Access: the checks that a request passes before its handler, and the visitor that the handler gets."""

from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST

from malecon.core.i18n import N_
from malecon.services.people.person import Person
from malecon.tables.errors import NotYours
from malecon.web.connection import AppRequest, Connection, Visitor
from malecon.web.dependencies import Services, services_of
from malecon.web.middleware.authentication import authenticate
from malecon.web.middleware.rate_limit_categories import OPEN_TO_BLOCKED, PROBES, STATIC_FILES, category_of
from malecon.web.middleware.same_origin import refuse_other_sites


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


async def provide_visitor(request: AppRequest) -> Visitor:
    """Return the visitor of a page (dependency ``visitor``); the errors are those of ``admit``."""
    visitor = request.state.visitor = await authenticate(request)
    if visitor.person is not None:
        await admit(services_of(request.scope), request, visitor.person)
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
        check_not_blocked(person)
    await services.quotas.check_person(category, person)


def check_not_blocked(person: Person) -> None:
    """Refuse an action of a person who is blocked.

    Raises:
        NotYours: whoever runs the site has blocked the person.
    """
    if person.blocked:
        raise NotYours(N_("You may only look on at the moment. Ask who runs this site."))

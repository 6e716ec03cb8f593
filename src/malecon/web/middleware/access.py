"""Access: the checks that a request passes before its handler, and the visitor that the handler gets.

Actions that pages of other sites send are refused (protection against cross-site request forgery). A page of another
site can make a browser send us a request with the person's cookie. Browsers say where a request comes from
(``Sec-Fetch-Site``, else ``Origin``, else ``Referer``); an action from elsewhere is refused, and one with a cookie that
does not say from where. So no form needs a token.
"""

from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST

from malecon.core.i18n import N_
from malecon.services.person import Person
from malecon.tables import NotYours
from malecon.web.connection import AppRequest, Connection, Visitor
from malecon.web.dependencies import Services, services_of
from malecon.web.middleware.authentication import authenticate, token_of
from malecon.web.middleware.rate_limiter import OPEN_TO_BLOCKED, PROBES, SAFE_METHODS, STATIC_FILES, category_of

ORIGIN_HEADERS = frozenset(["sec-fetch-site", "origin", "referer"])
"""Headers by which a browser says from where a request comes."""
SAME_SITES = ("same-origin", "none")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
SCHEMES = {"ws": "http", "wss": "https"}
"""By the scheme of a socket, that of the page which opens it."""


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


def is_same_origin(connection: Connection) -> bool:
    """Tell whether a request was made by one of our own pages, or typed by a person."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        return site in SAME_SITES
    origin = connection.headers.get("origin")
    if origin is None:
        origin = origin_of(connection.headers.get("referer", ""))
    return normalize_origin(origin) in own_origins(connection)


def own_origins(connection: Connection) -> tuple[str, ...]:
    """Return the origins of our pages: scheme, host and port of the settings' address, and of the request itself."""
    found = services_of(connection.scope).settings.address, request_origin(connection)
    return tuple(normalize_origin(origin) for origin in found if origin)


def request_origin(connection: Connection) -> str:
    """Return scheme, host and port that a request was sent to."""
    scheme = "https" if services_of(connection.scope).settings.secure else connection.scope["scheme"]
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


async def refuse_other_sites(request: AppRequest) -> None:
    """Refuse actions that another site's page sends; without a cookie, a program need not say where it comes from."""
    if request.method in SAFE_METHODS or not (token_of(request) or ORIGIN_HEADERS.intersection(request.headers)):
        return
    if not is_same_origin(request):
        raise PermissionDeniedException("this action came from another site")

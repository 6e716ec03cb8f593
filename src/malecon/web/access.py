"""Access: authentication of visitors by session cookies, and the checks that a request passes before its handler.

The session cookie holds the token of a person's session. The device cookie holds the tokens by which a browser is known
as a device on which people have signed in.

Actions that pages of other sites send are refused (protection against cross-site request forgery). A page of another
site can make a browser send us a request with the person's cookie. Browsers say where a request comes from
(``Sec-Fetch-Site``, else ``Origin``, else ``Referer``); an action from elsewhere is refused, and one with a cookie that
does not say from where. So no form needs a token.
"""

import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST

from malecon.core.i18n import N_, load
from malecon.core.site_address import InvalidAddress, SiteAddress
from malecon.storage.people import Person
from malecon.storage.sessions import Browser, Devices
from malecon.storage.shared_state import SESSION_LIFETIME
from malecon.tables import SECOND, NotYours
from malecon.web.dependencies import InjectedServices, Services, services_of
from malecon.web.http.connection import AppRequest, Connection
from malecon.web.http.rate_limiter import OPEN_TO_BLOCKED, PROBES, SAFE_METHODS, STATIC_FILES, category_of
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor, best_language, browser_name

COOKIE_NAME = "malecon"
SECURE_COOKIE_NAME = f"__Host-{COOKIE_NAME}"
"""A browser keeps such a cookie only if it came by HTTPS, from this very host, and is for all its paths."""
SECURE_COOKIE_NAME_BELOW = f"__Secure-{COOKIE_NAME}"
"""As above for a site at a path, whose cookie is not for what else lies on its domain."""

TOKEN_SEPARATOR = "."
TOKEN = re.compile("[A-Za-z0-9_-]{43}")
"""256 bits in Base64 for addresses."""
ORIGIN_HEADERS = frozenset(["sec-fetch-site", "origin", "referer"])
"""Headers by which a browser says from where a request comes."""
SAME_SITES = ("same-origin", "none")


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


def browser_of(connection: Connection) -> Browser:
    """Return the browser of a request: session token and label."""
    return Browser(token_of(connection), browser_name(connection.headers.get("user-agent", "")))


def token_of(connection: Connection) -> str:
    """Return the session token that a browser sends; it may be anything."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_of(connection: Connection, token: str) -> Cookie:
    """Return the session cookie for a token; for an empty token, one that deletes the cookie."""
    lasts = SESSION_LIFETIME // 1000 if token else 0
    return _cookie(connection, cookie_name(connection), token, lasts)


def _cookie(connection: Connection, name: str, value: str, seconds: int) -> Cookie:
    """Return a cookie for the pages of the site alone."""
    settings = services_of(connection.scope).settings
    path = settings.path or "/"
    return Cookie(name, path, value=value, max_age=seconds, httponly=True, samesite="lax", secure=settings.secure)


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


async def check_request(request: AppRequest) -> None:
    """Refuse a request that another site sends, or that was sent to another host; nothing is looked up for it."""
    await _refuse_other_sites(request)
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


def is_same_origin(connection: Connection) -> bool:
    """Tell whether a request was made by one of our own pages, or typed by a person."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        return site in SAME_SITES
    origin = _origin_of(connection.headers)
    return origin is not None and origin in _own_origins(connection)


def _own_origins(connection: Connection) -> Iterator[SiteAddress]:
    """Yield the origins of our pages: those of the settings' address, and of the request itself."""
    services = services_of(connection.scope)
    if services.settings.address:
        yield services.settings.address.origin
    if requested := services.host_names.requested(connection):
        yield requested


def _origin_of(headers: Mapping[str, str]) -> SiteAddress | None:
    """Return from where a browser says that a request comes; ``None`` if it names no address.

    >>> str(_origin_of({"referer": "https://Malecon.example:443/table/x?seat=1"})), _origin_of({"origin": "null"})
    ('https://malecon.example', None)
    """
    origin = headers.get("origin")
    if origin is None:
        origin = "/".join(headers.get("referer", "").split("/", 3)[:3])
    try:
        found = SiteAddress.read(origin)
    except InvalidAddress:
        return None
    return None if found.path else found


async def _refuse_other_sites(request: AppRequest) -> None:
    """Refuse actions that another site's page sends; without a cookie, a program need not say where it comes from."""
    if request.method in SAFE_METHODS or not (token_of(request) or ORIGIN_HEADERS.intersection(request.headers)):
        return
    if not is_same_origin(request):
        services_of(request.scope).security_log.note(SecurityEvent.OTHER_SITE_REFUSED, request)
        raise PermissionDeniedException("this action came from another site")

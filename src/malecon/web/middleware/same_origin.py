"""Protection against cross-site request forgery: actions that pages of other sites send are refused.

A page of another site can make a browser send us a request with the person's cookie. Browsers say where a request comes
from (``Sec-Fetch-Site``, else ``Origin``, else ``Referer``); an action from elsewhere is refused, and one with a cookie
that does not say from where. So no form needs a token.
"""

from litestar.exceptions import PermissionDeniedException

from malecon.web.connection import AppRequest, Connection
from malecon.web.dependencies import services_of
from malecon.web.middleware.rate_limit_categories import SAFE_METHODS
from malecon.web.middleware.session_cookie import token_of

ORIGIN_HEADERS = frozenset(["sec-fetch-site", "origin", "referer"])
"""Headers by which a browser says from where a request comes."""
SAME_SITES = ("same-origin", "none")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
SCHEMES = {"ws": "http", "wss": "https"}
"""By the scheme of a socket, that of the page which opens it."""


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

"""The origin of a request: actions that pages of other sites send are refused.

This is the protection against cross-site request forgery. A page of another site can make a browser send us a request
with the person's cookie. Browsers say where a request comes from (``Sec-Fetch-Site``, else ``Origin``, else
``Referer``); an action from elsewhere is refused, and one with a cookie that does not say from where. So no form needs
a token.
"""

from collections.abc import Iterator, Mapping

from litestar.exceptions import PermissionDeniedException

from malecon.core.site_address import InvalidAddress, SiteAddress
from malecon.web.cookies import token_of
from malecon.web.dependencies import services_of
from malecon.web.http.connection import AppRequest, Connection
from malecon.web.http.rate_limiter import SAFE_METHODS
from malecon.web.http.security_log import SecurityEvent

ORIGIN_HEADERS = frozenset(["sec-fetch-site", "origin", "referer"])
"""Headers by which a browser says from where a request comes."""
SAME_SITES = ("same-origin", "none")


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


async def refuse_other_sites(request: AppRequest) -> None:
    """Refuse actions that another site's page sends; without a cookie, a program need not say where it comes from."""
    if request.method in SAFE_METHODS or not (token_of(request) or ORIGIN_HEADERS.intersection(request.headers)):
        return
    if not is_same_origin(request):
        services_of(request.scope).security_log.note(SecurityEvent.OTHER_SITE_REFUSED, request)
        raise PermissionDeniedException("this action came from another site")

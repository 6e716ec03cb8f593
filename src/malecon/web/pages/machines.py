"""What machines ask of a server besides the API: its health, its metrics, and what search engines are to leave out."""

from ipaddress import ip_address

from litestar import Response
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from malecon.core.i18n import N_
from malecon.presentation.links import href
from malecon.services.metrics import REGISTRY
from malecon.tables import Missing
from malecon.web.dependencies import InjectedServices
from malecon.web.http.connection import AppRequest, client_address
from malecon.web.http.settings import Settings

DISALLOWED_PATHS = ("/table/", "/join/", "/record/", "/api/")


async def health(services: InjectedServices) -> Response[str]:
    """Return the health of the server: 503 if the database or the last heartbeat fails, or the lock is lost."""
    lock, is_well = services.lock, services.heartbeat.is_healthy
    wrong = "cannot write" if not is_well else services.store.health.problem
    wrong = wrong or ("no lock" if lock and not lock.is_held else "")
    status = HTTP_503_SERVICE_UNAVAILABLE if wrong else HTTP_200_OK
    return Response(wrong or "ok", status_code=status, media_type="text/plain")


async def robots() -> Response[str]:
    """Return the paths that search engines are to leave out."""
    text = "User-agent: *\n" + "".join(f"Disallow: {href(path)}\n" for path in DISALLOWED_PATHS)
    return Response(text, media_type="text/plain")


async def metrics(services: InjectedServices, request: AppRequest) -> Response[bytes]:
    """Return the metrics, to the networks that the settings name; others find nothing here."""
    if not _can_read_metrics(services.settings, client_address(request)):
        raise Missing(N_("There is no such page."))
    return Response(generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _can_read_metrics(settings: Settings, address: str) -> bool:
    """Tell whether an address is in a network that may read the metrics."""
    try:
        come_from = ip_address(address)
    except ValueError:
        return False
    return any(come_from in network for network in settings.metrics)

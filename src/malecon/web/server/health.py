"""Monitoring: the health check, the metrics for Prometheus, and ``robots.txt``."""

from ipaddress import ip_address

from litestar import Response
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from malecon.core.i18n import N_
from malecon.services.metrics import REGISTRY
from malecon.tables import Missing
from malecon.web.connection import AppRequest, client_address
from malecon.web.dependencies import InjectedServices
from malecon.web.server.settings import Settings

DISALLOWED_PATHS = ("/table/", "/join/", "/record/", "/api/")


async def health(services: InjectedServices) -> Response[str]:
    """Tell that the server is there, could write its database at the last beat of its pulse, and has its folder."""
    lock, is_well = services.lock, services.heartbeat.is_healthy
    wrong = "cannot write" if not is_well else "no lock" if lock and not lock.is_held else ""
    status = HTTP_503_SERVICE_UNAVAILABLE if wrong else HTTP_200_OK
    return Response(wrong or "ok", status_code=status, media_type="text/plain")


async def robots() -> Response[str]:
    """Return the paths that search engines are to leave out."""
    text = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in DISALLOWED_PATHS)
    return Response(text, media_type="text/plain")


async def metrics(services: InjectedServices, request: AppRequest) -> Response[bytes]:
    """Return the metrics, to the networks that the settings name; others find nothing here."""
    if not can_read_metrics(services.settings, client_address(request)):
        raise Missing(N_("There is no such page."))
    return Response(generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


def can_read_metrics(settings: Settings, address: str) -> bool:
    """Tell whether an address is in a network that may read the metrics."""
    try:
        come_from = ip_address(address)
    except ValueError:
        return False
    return any(come_from in network for network in settings.metrics)

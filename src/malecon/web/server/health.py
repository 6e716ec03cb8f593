"""What those ask who watch over a server: whether it works, and what Prometheus collects."""

from ipaddress import ip_address

from litestar import Response, get
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from malecon.core.i18n import N_
from malecon.services.metrics import REGISTRY
from malecon.storage.folder_lock import FolderLock
from malecon.storage.heartbeat import Heartbeat
from malecon.tables.errors import Missing
from malecon.web.middleware.gate import PROBES, address_of
from malecon.web.pages.table import Asked
from malecon.web.server.settings import Settings

NOT_TO_BE_FOUND = ("/table/", "/join/", "/record/", "/api/")


@get("/healthz", limit=PROBES)
async def health(request: Asked) -> Response[str]:
    """Tell that the server is there, could write its database at the last beat of its pulse, and has its folder."""
    pulse: Heartbeat = request.app.state.pulse
    lock: FolderLock | None = request.app.state.lock
    wrong = "cannot write" if not pulse.is_healthy else "no lock" if lock and not lock.is_held else ""
    status = HTTP_503_SERVICE_UNAVAILABLE if wrong else HTTP_200_OK
    return Response(wrong or "ok", status_code=status, media_type="text/plain")


@get("/robots.txt", media_type="text/plain", limit=PROBES)
async def robots() -> str:
    """Tell machines that search which pages are none for them."""
    return "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in NOT_TO_BE_FOUND)


@get("/metrics", limit=PROBES)
async def metrics(request: Asked) -> Response[bytes]:
    """Return what was counted, to the networks that the settings name; others find nothing here."""
    settings: Settings = request.app.state.settings
    if not may_read(settings, address_of(request)):
        raise Missing(N_("There is no such page."))
    return Response(generate_latest(REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST})


def may_read(settings: Settings, address: str) -> bool:
    """Tell whether an address is in a network that may read the metrics."""
    try:
        come_from = ip_address(address)
    except ValueError:
        return False
    return any(come_from in network for network in settings.metrics)

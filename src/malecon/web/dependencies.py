"""Dependencies of the handlers: the services of the application, among them open pages; health check and metrics.

Litestar injects them into handlers by the names of the arguments: ``services`` and ``visitor``. Middleware
and exception handlers, which get nothing injected, call ``services_of``.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Scope
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from malecon.core.i18n import N_
from malecon.presentation.links import href
from malecon.services.accounts import Accounts
from malecon.services.computer_players import ComputerPlayers
from malecon.services.metrics import REFUSALS, REGISTRY, SOCKETS
from malecon.services.reviews import Reviews
from malecon.services.table_service import TableService
from malecon.storage.data_folder import FolderLock
from malecon.storage.people import People
from malecon.storage.process_log import Heartbeat
from malecon.storage.ranking import Rankings
from malecon.storage.sessions import Sessions
from malecon.storage.store import Store
from malecon.storage.training import Training
from malecon.tables import Missing
from malecon.web.http.connection import AppRequest, client_address, network_of
from malecon.web.http.host_names import HostNames
from malecon.web.http.password_attempts import PasswordAttempts
from malecon.web.http.quotas import Quotas
from malecon.web.http.rate_limiter import RETRY_AFTER_S, RateLimiter, TooManyRequests
from malecon.web.http.security_log import SecurityLog
from malecon.web.http.sender import Visitor
from malecon.web.http.settings import Settings
from malecon.web.notifications import Notifier
from malecon.web.views.records import Records
from malecon.web.views.render_cache import RenderCache

InjectedVisitor = NamedDependency[SkipValidation[Visitor]]
"""The visitor, as an argument ``visitor`` of a handler; the request has passed all limits then."""
DISALLOWED_PATHS = ("/table/", "/join/", "/record/", "/api/")


class OpenedPage:
    """A page that is counted as open, until it is closed."""

    __slots__ = ("_keys", "_open")

    def __init__(self, pages: Counter[str], keys: Sequence[str]) -> None:
        """``pages``: open, by what they are limited by. ``keys``: those of this page."""
        self._open, self._keys = pages, keys
        pages.update(keys)
        SOCKETS.inc()

    def close(self) -> None:
        """Count the page no more."""
        self._open -= Counter(self._keys)
        SOCKETS.dec()


class OpenPages:
    """The pages that are open: those with a WebSocket, and programs that wait. It belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits."""
        self._settings = settings
        self._open: Counter[str] = Counter()

    def open(self, table_id: str, address: str, person: str | None, *, sits: bool) -> OpenedPage:
        """Count a page as open at a table; the limit of the table is not for people who sit (``sits``) there.

        Raises:
            TooManyRequests: too many pages are open already.
        """
        most = self._settings.sockets
        limits = {f"address {network_of(address)}": most * self._settings.crowd}
        if person is not None:
            limits[f"person {person}"] = most
        if not sits:
            limits[f"table {table_id}"] = self._settings.watchers
        if self._settings.limits and any(self._open[key] >= limit for key, limit in limits.items()):
            REFUSALS.labels("sockets").inc()
            raise TooManyRequests(RETRY_AFTER_S)
        return OpenedPage(self._open, tuple(limits))


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one application, made when it starts.

    Attributes:
        settings: of the server.
        store: the database.
        lock: of the data folder; ``None`` if several servers share a PostgreSQL database, and in tests.
        heartbeat: checks every second that the database can be written.
        people, tables, records, reviews: use cases.
        players: the computer players.
        rendered: the newest rendered tables.
        host_names: the names under which the server answers.
        rate_limiter, quotas, open_pages, password_attempts: limits.
        notifier: sends e-mails and push messages.
        security_log: where events of accounts are written.
    """

    settings: Settings
    store: Store
    lock: FolderLock | None
    heartbeat: Heartbeat
    people: People
    tables: TableService
    players: ComputerPlayers
    records: Records
    reviews: Reviews
    rendered: RenderCache
    host_names: HostNames
    rate_limiter: RateLimiter
    quotas: Quotas
    open_pages: OpenPages
    password_attempts: PasswordAttempts
    notifier: Notifier
    security_log: SecurityLog

    @property
    def sessions(self) -> Sessions:
        """Sessions of people in browsers and programs."""
        return Sessions(self.store)

    @property
    def accounts(self) -> Accounts:
        """Names and passwords of people."""
        return Accounts(self.store)

    @property
    def results(self) -> Rankings:
        """Results of finished games."""
        return Rankings(self.store)

    @property
    def training(self) -> Training:
        """Lessons and puzzles of people."""
        return Training(self.store)


InjectedServices = NamedDependency[SkipValidation[Services]]
"""The services, as an argument ``services`` of a handler."""


def services_of(scope: Scope) -> Services:
    """Return the services of the application that answers a connection."""
    services: Services = scope["litestar_app"].state.services
    return services


async def _provide_services(scope: Scope) -> Services:
    """Return the services of the application (dependency ``services``)."""
    return services_of(scope)


DEPENDENCIES = {"services": Provide(_provide_services)}
"""The dependencies of all handlers; pages and the JSON API each add ``visitor``."""


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

"""Dependencies of the handlers: the services of the application.

Litestar injects them into handlers by the names of the arguments: ``services`` and ``visitor``. Middleware
and exception handlers, which get nothing injected, call ``services_of``.
"""

from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation
from litestar.types import Scope
from msgspec import Struct

from malecon.services.accounts import Accounts
from malecon.services.computer_players import ComputerPlayers
from malecon.services.reviews import Reviews
from malecon.services.table_service import TableService
from malecon.storage.data_folder import FolderLock
from malecon.storage.finished_games import FinishedGames
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.people import People
from malecon.storage.ranking import Rankings
from malecon.storage.sessions import Sessions
from malecon.storage.store import Store
from malecon.storage.training import Training
from malecon.web.http.host_names import HostNames
from malecon.web.http.open_pages import OpenPages
from malecon.web.http.password_attempts import PasswordAttempts
from malecon.web.http.quotas import Quotas
from malecon.web.http.rate_limiter import RateLimiter
from malecon.web.http.security_log import SecurityLog
from malecon.web.http.sender import Visitor
from malecon.web.http.settings import Settings
from malecon.web.notifications import Notifier
from malecon.web.views.records import Records
from malecon.web.views.render_cache import RenderCache

InjectedVisitor = NamedDependency[SkipValidation[Visitor]]
"""The visitor, as an argument ``visitor`` of a handler; the request has passed all limits then."""


class Services(Struct, frozen=True):
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
    def rankings(self) -> Rankings:
        """Rankings of people."""
        return Rankings(self.store)

    @property
    def finished_games(self) -> FinishedGames:
        """Games that people have finished."""
        return FinishedGames(self.store)

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

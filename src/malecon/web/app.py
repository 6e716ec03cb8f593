"""The application: its services, middleware and error handlers; ``routes`` lists what it answers."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.static_files import create_static_files_router

from malecon import games
from malecon.agents.machine_memory import has_room_for_spare
from malecon.core.errors import MaleconError, UsageError
from malecon.presentation.game_page import STATIC as GAME_STATIC
from malecon.presentation.links import ROOT
from malecon.services.computer_players import ComputerPlayers
from malecon.services.reviews import Reviews
from malecon.services.table_service import TableService
from malecon.storage.data_folder import FolderLock
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.people import People
from malecon.storage.store import Store, in_thread
from malecon.web.access import check_request, provide_visitor
from malecon.web.dependencies import DEPENDENCIES, Services
from malecon.web.http.compression import Compression
from malecon.web.http.forms import BoundedRequest
from malecon.web.http.host_names import HostNames
from malecon.web.http.open_pages import OpenPages
from malecon.web.http.password_attempts import PasswordAttempts
from malecon.web.http.quotas import LONGEST_BODY, Quotas
from malecon.web.http.rate_limiter import RateLimiter
from malecon.web.http.request_bounds import RequestBounds
from malecon.web.http.responses import location_hook, security_headers_hook
from malecon.web.http.secret_keys import key_hash_of
from malecon.web.http.security_log import SecurityLog
from malecon.web.http.settings import Settings
from malecon.web.http.shared_limits import SharedRateLimits
from malecon.web.middleware.error_pages import (
    http_error_response,
    log_exception,
    malecon_error_response,
    unexpected_error_response,
)
from malecon.web.middleware.rate_limit import RateLimitMiddleware, refusal_page
from malecon.web.middleware.request_log import RequestLog
from malecon.web.notifications import Mailer, Notifier, Pusher
from malecon.web.open_page import OPEN_PAGE, OpenPage
from malecon.web.rendering import STATIC, scripts_folder
from malecon.web.routes import api_router, page_handlers
from malecon.web.views.records import Records
from malecon.web.views.render_cache import RenderCache


class Application(Litestar):
    """Litestar with open pages; without its plugin for Pydantic, which needs eight megabytes where it is installed."""

    site_path = ""
    """The path of the site below its domain, as it stands in requests: decoded."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # of a connection, or of the whole life
        """Answer a connection; an open page goes on when its handshake, with all its middleware, has ended."""
        if self.site_path and "path" in scope:
            scope["path"] = path_in_site(scope["path"], self.site_path)
        await super().__call__(scope, receive, send)
        page: OpenPage | None = scope.get("state", {}).pop(OPEN_PAGE, None)
        if page is not None:
            scope.clear()  # the server keeps it as long as the page is open
            await page.run(receive, send)

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def path_in_site(path: str, site_path: str) -> str:
    """Return the path of a page in the site; a proxy may have taken the path of the site away, or passed it on.

    >>> [path_in_site(path, "/games") for path in ("/games/table/x", "/games", "/table/x", "/gamesters")]
    ['/table/x', '/', '/table/x', '/gamesters']
    """
    below = path.removeprefix(site_path)
    return below or "/" if below != path and below[:1] in ("", "/") else path


def static_files() -> Iterator[Router]:
    """Yield the routers of the static files: those of all pages, the scripts among them, those of games by name."""
    folders = {
        "/static": STATIC,
        scripts_folder(): STATIC,
        **{f"/static/{name}": game.folder / GAME_STATIC for name, game in games.items()},
    }
    for path, folder in folders.items():
        if folder.is_dir():
            yield create_static_files_router(path=path, directories=[str(folder)], cache_control=None)


def create_app(settings: Settings, lock: FolderLock | None = None) -> Litestar:
    """Return the application; ``lock``: of its folder, taken by the server process.

    Raises:
        UsageError: the path of the site begins as that of a page does.
    """
    ROOT.path = settings.path

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await in_thread(Store.open)(settings.data_folder, settings.database_url, is_owner=lock is not None)
        app.state.services = services = _services_for(settings, store, lock)
        limiter, quotas, attempts = services.rate_limiter, services.quotas, services.password_attempts
        sharing = SharedRateLimits(store, {**limiter.buckets, **quotas.buckets, "copies": quotas.exports})
        sweeper = services.tables.sweeper(settings.retention, settings.data_folder)
        await services.heartbeat.start()
        await services.tables.resume()
        sharing.begin()
        services.notifier.begin()
        sweeper.start()
        yield
        await sweeper.stop()
        await services.notifier.end()
        await sharing.end()
        attempts.close()
        await services.reviews.close()
        await services.tables.close()
        await services.heartbeat.stop()
        await in_thread(store.close)()

    app = Application(
        route_handlers=[
            *page_handlers(),
            api_router(),
            *static_files(),
        ],
        dependencies={**DEPENDENCIES, "visitor": Provide(provide_visitor)},
        before_request=check_request,
        before_send=[security_headers_hook(secure=settings.secure), location_hook],
        exception_handlers={
            MaleconError: malecon_error_response,
            HTTPException: http_error_response,
            Exception: unexpected_error_response,
        },
        after_exception=[log_exception],
        lifespan=[lifespan],
        request_class=BoundedRequest,
        request_max_body_size=LONGEST_BODY,
        openapi_config=None,
        logging_config=None,  # ``process`` does it
    )
    app.site_path = _decoded_site_path(settings, app)
    app.asgi_handler = RequestBounds(Compression(app.asgi_handler), refusal_page)
    app.asgi_handler = RequestLog(RateLimitMiddleware(app))
    return app


def _decoded_site_path(settings: Settings, app: Litestar) -> str:
    """Return the path of the site as it stands in requests.

    Raises:
        UsageError: pages of the site begin with it too, so that nobody could tell whether it was taken away.
    """
    path = unquote(settings.path)
    taken = {route.path.split("/")[1] for route in app.routes} - {""}
    if path and path.split("/")[1] in taken:
        said = f"must not begin with that of a page: {', '.join(sorted(taken))}"
        raise UsageError(f"address: its path is {path}, but {said}")
    return path


def _services_for(settings: Settings, store: Store, lock: FolderLock | None) -> Services:
    """Return the services of an application, not started yet."""
    key_hash = key_hash_of(settings.data_folder)
    players = ComputerPlayers(settings.processes, has_spare=has_room_for_spare(settings.spare))
    tables = TableService(store, players)
    return Services(
        settings=settings,
        store=store,
        lock=lock,
        heartbeat=Heartbeat(store, tables.refresh),
        people=People(store),
        tables=tables,
        players=players,
        records=Records(settings.data_folder / "records"),
        reviews=Reviews(settings.data_folder, players),
        rendered=RenderCache(lambda: players.is_compiling),
        host_names=HostNames(settings),
        rate_limiter=RateLimiter(settings, key_hash),
        quotas=Quotas(settings, store, key_hash),
        open_pages=OpenPages(settings),
        password_attempts=PasswordAttempts(store, key_hash),
        notifier=_notifier_for(settings, store, tables),
        security_log=SecurityLog(key_hash),
    )


def _notifier_for(settings: Settings, store: Store, tables: TableService) -> Notifier:
    """Return the notifier for the people of some tables, with the channels that are set up."""
    mailer = Mailer(settings) if _can_mail(settings) else None
    pusher = Pusher(settings) if can_push() else None
    return Notifier(store, tables.presence, mailer, pusher)


def _can_mail(settings: Settings) -> bool:
    """Tell whether e-mails can be sent: there is a server, a sender, an address for links, and the library."""
    return bool(settings.smtp_url and settings.mail_from and settings.address and find_spec("aiosmtplib"))


def can_push() -> bool:
    """Tell whether the library is there."""
    return find_spec("pywebpush") is not None

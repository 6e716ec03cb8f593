"""The application: its services, middleware and error handlers; ``routes`` lists what it answers."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin
from litestar.static_files import create_static_files_router

from malecon import games
from malecon.core.errors import MaleconError
from malecon.presentation.game_page import STATIC as GAME_STATIC
from malecon.services.computers.players import ComputerPlayers
from malecon.services.people.person import People
from malecon.services.table_service import TableService
from malecon.storage.folder_lock import FolderLock
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.store import Store
from malecon.storage.threads import in_thread
from malecon.web.dependencies import DEPENDENCIES, Services
from malecon.web.middleware.access import check_request, provide_visitor
from malecon.web.middleware.compression import Compression
from malecon.web.middleware.error_pages import (
    http_error_response,
    log_exception,
    malecon_error_response,
    unexpected_error_response,
)
from malecon.web.middleware.forms import LONGEST_BODY, BoundedRequest
from malecon.web.middleware.host_names import HostNames
from malecon.web.middleware.password_attempts import PasswordAttempts
from malecon.web.middleware.quotas import OpenPages, Quotas
from malecon.web.middleware.rate_limit import RateLimitMiddleware
from malecon.web.middleware.rate_limiter import RateLimiter
from malecon.web.middleware.request_bounds import RequestBounds
from malecon.web.middleware.request_log import RequestLog
from malecon.web.middleware.security_headers import security_headers_hook
from malecon.web.middleware.shared_rate_limits import SharedRateLimits
from malecon.web.notifications.notifier import notifier_for
from malecon.web.page_model.records import Records
from malecon.web.page_model.render_cache import RenderCache
from malecon.web.rendering import STATIC
from malecon.web.routes import api_router, page_handlers
from malecon.web.server.secret_keys import key_hash_of
from malecon.web.server.settings import Settings


class Application(Litestar):
    """Litestar without its plugin for Pydantic, which we do not use: loaded, it needs eight megabytes."""

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def static_files() -> Iterator[Router]:
    """Yield the routers of the static files: those of all pages, and those of each game at its name."""
    folders = {"/static": STATIC, **{f"/static/{name}": game.folder / GAME_STATIC for name, game in games.items()}}
    for path, folder in folders.items():
        if folder.is_dir():
            yield create_static_files_router(path=path, directories=[str(folder)], cache_control=None)


def create_app(settings: Settings, lock: FolderLock | None = None) -> Litestar:
    """Return the application; ``lock``: of its folder, taken by the server process."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = await in_thread(Store.open)(settings.folder, settings.database_url, is_owner=lock is not None)
        app.state.services = services = services_for(settings, store, lock)
        limiter, quotas, attempts = services.rate_limiter, services.quotas, services.password_attempts
        sharing = SharedRateLimits(store, {**limiter.buckets, **quotas.buckets, "copies": attempts.exports})
        sweeper = services.tables.sweeper(settings.retention, settings.folder)
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
        before_send=[security_headers_hook(secure=settings.secure)],
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
        logging_config=None,  # ``logbook`` does it
    )
    app.asgi_handler = RequestBounds(Compression(app.asgi_handler))
    app.asgi_handler = RequestLog(RateLimitMiddleware(app))
    return app


def services_for(settings: Settings, store: Store, lock: FolderLock | None) -> Services:
    """Return the services of an application, not started yet."""
    key_hash = key_hash_of(settings.folder)
    players = ComputerPlayers(settings.processes)
    tables = TableService(store, players)
    return Services(
        settings=settings,
        store=store,
        lock=lock,
        heartbeat=Heartbeat(store, tables.refresh),
        people=People(store),
        tables=tables,
        records=Records(settings.folder / "records"),
        rendered=RenderCache(lambda: players.is_compiling),
        host_names=HostNames(settings),
        rate_limiter=RateLimiter(settings, key_hash),
        quotas=Quotas(settings, store, key_hash),
        open_pages=OpenPages(settings),
        password_attempts=PasswordAttempts(store, key_hash),
        notifier=notifier_for(settings, store, tables),
    )

"""The application: what is served where, and what it needs while it runs."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.static_files import create_static_files_router

from malecon import games
from malecon.core.errors import MaleconError
from malecon.presentation.rendering import STATIC as GAME_STATIC
from malecon.services.computers.players import Players
from malecon.services.people.person import People
from malecon.services.table_service import TableService
from malecon.storage.folder_lock import FolderLock
from malecon.storage.heartbeat import Pulse
from malecon.storage.store import Store
from malecon.web import live
from malecon.web.api.document import openapi, router
from malecon.web.middleware.attempts import Attempts
from malecon.web.middleware.daily import DayLimits
from malecon.web.middleware.error_pages import complain, fail, note_any, refuse
from malecon.web.middleware.forms import BoundedRequest
from malecon.web.middleware.gate import Gate, admitted, enter
from malecon.web.middleware.key_hash import key_hash_of
from malecon.web.middleware.protection import LONGEST_BODY, protect
from malecon.web.middleware.rate_limit import RateLimit
from malecon.web.middleware.request_bounds import RequestBounds
from malecon.web.middleware.request_log import Reception
from malecon.web.middleware.shared_counts import SharedCounts
from malecon.web.notifications.notifier import notifier_for
from malecon.web.page_model.records import Records
from malecon.web.pages import (
    absence,
    device_link,
    front,
    gathering,
    kept,
    me,
    notices,
    play_on,
    ranking,
    replay,
    rules,
    signing,
    statistics,
    table,
    tokens,
)
from malecon.web.rendering import STATIC
from malecon.web.server import health
from malecon.web.server.settings import Settings

PAGES = (
    *(front, rules, signing, me, device_link, tokens, notices),
    *(gathering, table, live, absence),
    *(kept, replay, play_on, ranking, statistics, health),
)
"""The modules whose handlers answer."""


def static_files() -> Iterator[Router]:
    """Yield what serves the static files: those of all pages, and those of each game at its name."""
    folders = {"/static": STATIC, **{f"/static/{name}": game.folder / GAME_STATIC for name, game in games.items()}}
    for path, folder in folders.items():
        if folder.is_dir():
            yield create_static_files_router(path=path, directories=[str(folder)], cache_control=None)


def handlers() -> Iterator[BaseRouteHandler]:
    """Yield what answers at an address."""
    for module in PAGES:
        yield from (each for each in vars(module).values() if isinstance(each, BaseRouteHandler))


def create_app(settings: Settings, lock: FolderLock | None = None) -> Litestar:
    """Return the application; ``lock``: that of its folder, which whoever serves it has taken."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = Store.open(settings.folder, settings.database_url, is_owner=lock is not None)
        app.state.lock = lock
        app.state.store, app.state.people, app.state.settings = store, People(store), settings
        key_hash = key_hash_of(settings.folder)
        gate = app.state.gate = Gate(settings, key_hash)
        daily = app.state.daily = DayLimits(settings, key_hash)
        attempts = app.state.attempts = Attempts(store, key_hash)
        sharing = SharedCounts(store, {**gate.buckets, **daily.buckets, "copies": attempts.copies})
        app.state.records = Records(settings.folder / "records")
        app.state.tables = TableService(store, Players(settings.processes))
        pulse = app.state.pulse = Pulse(store, app.state.tables.renew)
        await pulse.begin()
        await app.state.tables.resume()
        sharing.begin()
        notifier = app.state.notifier = notifier_for(settings, store, app.state.tables)
        notifier.begin()
        sweeper = app.state.tables.sweeper(settings.retention, settings.folder)
        sweeper.begin()
        yield
        await sweeper.end()
        await notifier.end()
        await sharing.end()
        attempts.close()
        await app.state.tables.close()
        await pulse.end()
        store.close()

    app = Litestar(
        route_handlers=[
            *handlers(),
            openapi,
            router(),
            *static_files(),
        ],
        dependencies={"visitor": Provide(admitted)},
        before_request=enter,
        before_send=[protect],
        exception_handlers={MaleconError: complain, HTTPException: refuse, Exception: fail},
        after_exception=[note_any],
        lifespan=[running],
        request_class=BoundedRequest,
        request_max_body_size=LONGEST_BODY,
        openapi_config=None,
        logging_config=None,  # ``logbook`` does it
    )
    app.asgi_handler = RequestBounds(app.asgi_handler)
    app.asgi_handler = Reception(RateLimit(app))
    return app

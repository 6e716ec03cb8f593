"""The application: what is served where, and what it needs while it runs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.logging import LoggingConfig
from litestar.static_files import create_static_files_router

from malecon.core.errors import MaleconError
from malecon.tables.people import People
from malecon.tables.players import Players
from malecon.tables.service import Tables
from malecon.tables.store import Store
from malecon.web import (
    front,
    live,
    play_on_page,
    ranking_page,
    replay_page,
    rules_page,
    statistics_page,
    table_page,
)
from malecon.web.protection import LONGEST_BODY, protect, refuse_other_sites
from malecon.web.records import Records
from malecon.web.rendering import STATIC
from malecon.web.settings import Settings
from malecon.web.trouble import NOT_NOTED, complain, fail, refuse
from malecon.web.visitor import visitor


@get("/healthz", media_type="text/plain")
async def health() -> str:
    """Tell that the server is there."""
    return "ok"


def create_app(settings: Settings) -> Litestar:
    """Return the application."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = Store.open(settings.folder)
        app.state.store, app.state.people, app.state.settings = store, People(store), settings
        app.state.records = Records(settings.folder / "records")
        app.state.tables = Tables(store, Players(settings.processes))
        await app.state.tables.resume()
        yield
        await app.state.tables.close()
        store.close()

    return Litestar(
        route_handlers=[
            health,
            *(front.start, front.new, front.begin, front.settings, front.save_settings),
            *(table_page.look, table_page.hint, table_page.about, table_page.act, table_page.again),
            *(live.frame, live.live),
            *(replay_page.table_replay, replay_page.table_record),
            *(replay_page.bring, replay_page.record_replay, replay_page.record_about, replay_page.record_record),
            *(play_on_page.table_play_on, play_on_page.play_table_on),
            *(play_on_page.record_play_on, play_on_page.play_record_on),
            *(ranking_page.ranking, ranking_page.ranking_file),
            *(statistics_page.statistics, statistics_page.statistics_file),
            *(rules_page.rules, rules_page.example),
            create_static_files_router(path="/static", directories=[str(STATIC)], cache_control=None),
        ],
        dependencies={"visitor": Provide(visitor)},
        before_request=refuse_other_sites,
        before_send=[protect],
        exception_handlers={MaleconError: complain, HTTPException: refuse, Exception: fail},
        lifespan=[running],
        request_max_body_size=LONGEST_BODY,
        openapi_config=None,
        logging_config=LoggingConfig(
            root={"level": "WARNING", "handlers": ["queue_listener"]},
            log_exceptions="always",
            disable_stack_trace=NOT_NOTED,
        ),
    )

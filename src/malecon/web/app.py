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
from malecon.tables.pulse import Pulse
from malecon.tables.service import Tables
from malecon.tables.store import Store
from malecon.web import (
    absence_page,
    carrying,
    front,
    gathering_page,
    live,
    me_page,
    replay_page,
    rules_page,
    signing,
    table_page,
    tokens_page,
)
from malecon.web.api.document import openapi, router
from malecon.web.attempts import Attempts
from malecon.web.gate import FREE, Gate, admitted, enter
from malecon.web.protection import LONGEST_BODY, protect
from malecon.web.records import Records
from malecon.web.rendering import STATIC
from malecon.web.settings import Settings
from malecon.web.trouble import NOT_NOTED, complain, fail, refuse


@get("/healthz", media_type="text/plain", limit=FREE)
async def health() -> str:
    """Tell that the server is there."""
    return "ok"


def create_app(settings: Settings) -> Litestar:
    """Return the application."""

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        store = Store.open(settings.folder, settings.database_url)
        app.state.store, app.state.people, app.state.settings = store, People(store), settings
        app.state.gate = Gate(settings)
        app.state.attempts = Attempts()
        app.state.records = Records(settings.folder / "records")
        app.state.tables = Tables(store, Players(settings.processes))
        pulse = Pulse(store)
        await pulse.begin()
        await app.state.tables.resume()
        yield
        await app.state.tables.close()
        await pulse.end()
        store.close()

    return Litestar(
        route_handlers=[
            health,
            *(front.start, front.new, front.begin, front.settings, front.save_settings),
            *(table_page.look, table_page.hint, table_page.about, table_page.act, table_page.again),
            *(gathering_page.invited, gathering_page.accept, gathering_page.join, gathering_page.seat),
            *(gathering_page.cancel, gathering_page.say, gathering_page.heard),
            *(absence_page.pause, absence_page.stand_in, absence_page.come_back),
            *(live.frame, live.live),
            *(me_page.me, me_page.end, me_page.export, me_page.ask_again, me_page.delete),
            *(carrying.carry, carrying.come, carrying.arrive),
            *(signing.ask, signing.sign_in, signing.sign_out, signing.account, signing.keep_account),
            *(replay_page.table_replay, replay_page.table_record),
            *(replay_page.bring, replay_page.record_replay, replay_page.record_about, replay_page.record_record),
            *(rules_page.rules, rules_page.example),
            *(tokens_page.tokens, tokens_page.make, tokens_page.end, openapi, router()),
            create_static_files_router(path="/static", directories=[str(STATIC)], cache_control=None),
        ],
        dependencies={"visitor": Provide(admitted)},
        before_request=enter,
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

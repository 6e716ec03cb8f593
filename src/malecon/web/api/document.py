"""The OpenAPI document, which follows from the handlers."""

from functools import cache

import msgspec
from litestar import Litestar, Router, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Tag

from malecon import __version__
from malecon.web.api import absence, actions, meta, table, tables
from malecon.web.api.authentication import check_request, provide_visitor
from malecon.web.api.errors import PATH
from malecon.web.api.requests import BODIES
from malecon.web.middleware.rate_limiter import PROGRAMS

TITLE = "Malecón"
ABOUT = (
    "Tables of Malecón for scripts and bots: the same views and moves as on the pages. "
    "Every request sends `Authorization: Bearer TOKEN`, no cookie. A person makes tokens on the page `/tokens`. "
    "Seats are numbers from 0; in notations and sentences they count from 1."
)
GROUPS = {
    "Around": "For whom a program acts, and what can be played.",
    "Tables": "Finding, beginning, joining and leaving tables.",
    "Looking": "A table as it is, when it changes, a hint, the record.",
    "Acting": "Moves. Each names the question that it answers (`mark`), and has an `id` of its own.",
    "Absence": "Pauses, and computer players that stand in for who is away.",
}


def router() -> Router:
    """Return what answers to programs."""
    return Router(
        PATH,
        route_handlers=[
            *(meta.me, meta.all_games),
            *(tables.my_tables, tables.lobby, tables.begin, tables.join, tables.accept, tables.leave, tables.cancel),
            *(table.look, table.hint, table.record),
            *(actions.play, actions.step, actions.undo, actions.confirm),
            *(absence.pause, absence.go_on, absence.stand_in, absence.come_back),
        ],
        dependencies={"visitor": Provide(provide_visitor)},
        before_request=check_request,
        security=[{"token": []}],
        opt={"limit": PROGRAMS},
    )


@cache
def document() -> bytes:
    """Return the OpenAPI document."""
    scheme = SecurityScheme(
        type="http", scheme="bearer", description="A token of a person, made on the page `/tokens`."
    )
    config = OpenAPIConfig(
        TITLE,
        __version__,
        description=ABOUT,
        components=Components(security_schemes={"token": scheme}),
        tags=[Tag(name, text) for name, text in GROUPS.items()],
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, method, path: handler.handler_name,
    )
    only_asked = Litestar([router()], openapi_config=config, logging_config=None)  # else it would set the log anew
    schema = only_asked.openapi_schema.to_schema()
    for form in BODIES:
        schema["components"]["schemas"][form.__name__]["additionalProperties"] = False
    return msgspec.json.encode(schema)


@get(f"{PATH}/openapi.json", media_type="application/json", sync_to_thread=True)
def openapi() -> bytes:
    """Return the OpenAPI document; it needs no token."""
    return document()

"""The OpenAPI document, made from the handlers."""

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Tag

from malecon import __version__
from malecon.web.api.requests import BODIES
from malecon.web.dependencies import DEPENDENCIES

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


def document_of(api: Router) -> bytes:
    """Return the OpenAPI document of the routes of the API."""
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
    documented = Litestar(
        [api],
        dependencies=DEPENDENCIES,
        openapi_config=config,
        logging_config=None,  # else it would set the log anew
    )
    schema = documented.openapi_schema.to_schema()
    for form in BODIES:
        schema["components"]["schemas"][form.__name__]["additionalProperties"] = False
    return msgspec.json.encode(schema)

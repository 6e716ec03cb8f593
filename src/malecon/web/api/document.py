"""The OpenAPI document, made from the handlers, with an example of each error response."""

from collections.abc import Mapping

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Example, SecurityScheme, Tag

from malecon import __version__
from malecon.web.api.errors import Trouble, Wrong
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

EXAMPLES: Mapping[int, tuple[str, Wrong]] = {
    400: (
        "The request has not the form that this document tells.",
        Wrong("request", "In this request, “seat” is wrong: Expected `int`, got `str`.", field="seat"),
    ),
    401: (
        "There is no token, or one that is not good.",
        Wrong("token", "A program needs a token of a person; make one on the page of your tokens."),
    ),
    403: ("The seat, or what was asked for, is not yours.", Wrong("not_yours", "Seat 2 is not yours.")),
    404: ("There is no such thing, or it is not for your eyes.", Wrong("missing", "There is no such table.")),
    409: (
        "The table has changed, or this cannot be done there now.",
        Wrong("changed", "The table has changed in the meantime. Look again."),
    ),
    413: ("The body is too large.", Wrong("too_large", "That is more than can be taken in at once.")),
    422: (
        "A rule forbids the move, or a value is none of those that there are.",
        Wrong("illegal_move", "It is the turn of Ben. (HAV-5.1)", rule="HAV-5.1"),
    ),
    429: (
        "Too many requests came; `Retry-After` says how many seconds to wait.",
        Wrong("too_often", "That was too often; try again in 1 minute.", retry_after=1),
    ),
    503: (
        "The server cannot do it at the moment.",
        Wrong("storage", "Nothing can be saved at the moment. What was saved before is safe; try again soon."),
    ),
}
ALWAYS_POSSIBLE = 400, 401, 429, 503
"""Statuses that every handler can answer."""


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


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of a handler: these statuses, and those that are always possible."""
    return {status: spec(*EXAMPLES[status]) for status in sorted({*ALWAYS_POSSIBLE, *statuses})}


def spec(description: str, wrong: Wrong) -> ResponseSpec:
    """Return the description of a response."""
    example = Example(summary=wrong.kind, value=plain(wrong))
    return ResponseSpec(Trouble, generate_examples=False, description=description, examples=[example])


def plain(wrong: Wrong) -> dict[str, object]:
    """Return a body as plain data."""
    facts = {name: getattr(wrong, name) for name in wrong.__struct_fields__}
    return {"error": {name: value for name, value in facts.items() if value is not None}}

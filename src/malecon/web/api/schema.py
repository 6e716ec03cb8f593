"""The schema of the JSON API: bodies of requests, and the OpenAPI document with an example of each error response."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from litestar import Litestar, Router
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Components, Example, SecurityScheme, Server, Tag
from litestar.params import Body
from msgspec import Meta, Struct

from malecon import __version__, games
from malecon.web.dependencies import DEPENDENCIES
from malecon.web.http.api_error import Error, ErrorBody

EXAMPLE = next(iter(games))
"""A game, for examples."""
Seat = Annotated[int, Meta(ge=0, le=9, description="A seat, from 0.", examples=[0])]
Name = Annotated[
    str, Meta(max_length=200, description="What the player is called at this table; empty for the usual name.")
]
TITLE = "Malecón"
ABOUT = (
    "Tables of Malecón for scripts and bots: the same views and moves as on the pages. "
    "Every request sends `Authorization: Bearer TOKEN`, no cookie. A person makes tokens on the page `/tokens`. "
    "Seats are numbers from 0; in notations and sentences they count from 1."
)
GROUPS = {
    "Account": "For whom a program acts, and what can be played.",
    "Tables": "Finding, beginning, joining and leaving tables.",
    "Views": "A table as it is, when it changes, a hint, the record.",
    "Moves": "Each names the question that it answers (`mark`), and has an `id` of its own.",
    "Pauses": "Getting ready, pauses, and computer players that stand in for who is away.",
    "Endings": "Resigning, ending a game by agreement, and playing again.",
}
EXAMPLES: Mapping[int, tuple[str, Error]] = {
    400: (
        "The request does not have the form that this document describes.",
        Error("request", "In this request, “seat” is wrong: Expected `int`, got `str`.", field="seat"),
    ),
    401: (
        "There is no token, or one that is not good.",
        Error("token", "A program needs a token of a person; make one on the page of your tokens."),
    ),
    403: ("The seat, or what was asked for, is not yours.", Error("not_yours", "Seat 2 is not yours.")),
    404: ("There is no such thing, or it is not for your eyes.", Error("missing", "There is no such table.")),
    409: (
        "The table has changed, or this cannot be done there now.",
        Error("changed", "The table has changed in the meantime. Look again."),
    ),
    413: ("The body is too large.", Error("too_large", "That is more than can be taken in at once.")),
    422: (
        "A rule forbids the move, or a value is none of those that there are.",
        Error("illegal_move", "It is the turn of Ben. (HAV-5.1)", rule="HAV-5.1"),
    ),
    429: (
        "Too many requests came; `Retry-After` says how many seconds to wait.",
        Error("too_often", "That was too often; try again in 1 minute.", retry_after=1),
    ),
    503: (
        "The server cannot do it at the moment.",
        Error("storage", "Nothing can be saved at the moment. What was saved before is safe; try again soon."),
    ),
}
ALWAYS_POSSIBLE = 400, 401, 429, 503
"""Statuses that every handler can answer."""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table."""

    who: Annotated[
        Literal["me", "computer", "free"],
        Meta(description="The person of the token, a computer player, or nobody yet.", examples=["me"]),
    ]
    level: Annotated[str, Meta(max_length=20, description="Of a computer player (`GET /games`).")] = ""
    name: Name = ""


class ClockTimes(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time each seat has, in milliseconds: a stock, or so much for each move."""

    stock: Annotated[int, Meta(ge=0, le=2**53, description="At the start; 0 if the time is for each move.")] = 0
    increment: Annotated[int, Meta(ge=0, le=2**53, description="What each move adds to the stock.")] = 0
    each: Annotated[int, Meta(ge=0, le=2**53, description="For each move; 0 if there is a stock.")] = 0


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to begin."""

    game: Annotated[str, Meta(max_length=20, description="A game (`GET /games`).", examples=[EXAMPLE])]
    seats: Annotated[tuple[NewSeat, ...], Meta(max_length=9, description="Who is to sit there, in order.")]
    options: Annotated[
        dict[str, Any],
        Meta(description="Variants by name (`GET /games`); those that are left out are the default."),
    ] = {}
    listed: Annotated[bool, Meta(description="Whether anybody may take a free seat.")] = False
    watched: Annotated[bool, Meta(description="Whether people may look who do not sit there.")] = True
    rated: Annotated[bool, Meta(description="Whether the result counts.")] = False
    clock: Annotated[ClockTimes | None, Meta(description="The time; without it there is no clock.")] = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A free seat to take at an open table."""

    name: Name = ""


class Accept(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to accept."""

    invitation: Annotated[str, Meta(max_length=40, description="The last part of the link.", examples=["Xk3…"])]
    name: Name = ""


class ChosenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that something is about."""

    seat: Seat


class HandOver(ChosenSeat, frozen=True):
    """A seat for a computer player that stands in."""

    level: Annotated[str, Meta(max_length=20, description="Of the computer player (`GET /games`).", examples=["easy"])]


class PauseWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether something is wished."""

    wished: Annotated[bool, Meta(description="True to wish it, false to wish it no more.")]


class Action(ChosenSeat, frozen=True):
    """Something to be done for a seat."""

    mark: Annotated[
        str, Meta(max_length=40, description="`mark` of the table when this was decided.", examples=["0.0"])
    ]
    id: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9_-]{1,40}$",
            description="Chosen by the program, anew for each action: what is sent again with its id is done once.",
            examples=["f3Zk-01"],
        ),
    ]


class Step(Action, frozen=True):
    """A move to make for a seat."""

    move: Annotated[
        str, Meta(max_length=200, description="One of `legal`, in notation.", examples=["choose siesta mama"])
    ]


class RematchAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What you say about playing again."""

    answer: Annotated[
        Literal["offer", "accept", "withdraw", "decline"],
        Meta(description="An offer accepts one that is there; only who has declined can make another one."),
    ]


BODIES = NewSeat, ClockTimes, NewTable, Join, Accept, ChosenSeat, HandOver, PauseWish, Action, Step, RematchAnswer
"""All of them; none may have further fields."""


def _body_example(**facts: object) -> object:
    """Return the marker of a body in a handler, with an example for the document."""
    return Body(examples=[Example(value=facts)])


BeginBody = Annotated[
    NewTable,
    _body_example(game=EXAMPLE, seats=[{"who": "me"}, {"who": "computer", "level": "easy"}], options={}, watched=True),
]
JoinBody = Annotated[Join, _body_example(name="Ana")]
AcceptBody = Annotated[Accept, _body_example(invitation="Xk3_9aPz0", name="Ana")]
SeatBody = Annotated[ChosenSeat, _body_example(seat=1)]
HandOverBody = Annotated[HandOver, _body_example(seat=1, level="easy")]
WishBody = Annotated[PauseWish, _body_example(wished=True)]
RematchBody = Annotated[RematchAnswer, _body_example(answer="offer")]
ActionBody = Annotated[Action, _body_example(seat=0, mark="0.0", id="f3Zk-02")]
StepBody = Annotated[Step, _body_example(seat=0, mark="0.0", id="f3Zk-01", move="choose siesta mama")]


def document_of(api: Router, site: str) -> bytes:
    """Return the OpenAPI document of the routes of the API; ``site``: address of the site, empty for none."""
    scheme = SecurityScheme(
        type="http", scheme="bearer", description="A token of a person, made on the page `/tokens`."
    )
    config = OpenAPIConfig(
        TITLE,
        __version__,
        description=ABOUT,
        components=Components(security_schemes={"token": scheme}),
        servers=[Server(site or "/")],
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
    return {status: _spec(*EXAMPLES[status]) for status in sorted({*ALWAYS_POSSIBLE, *statuses})}


def _spec(description: str, wrong: Error) -> ResponseSpec:
    example = Example(summary=wrong.kind, value=_plain(wrong))
    return ResponseSpec(ErrorBody, generate_examples=False, description=description, examples=[example])


def _plain(wrong: Error) -> dict[str, object]:
    facts = {name: getattr(wrong, name) for name in wrong.__struct_fields__}
    return {"error": {name: value for name, value in facts.items() if value is not None}}

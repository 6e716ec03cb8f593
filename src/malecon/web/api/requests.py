"""Bodies of requests; anything else is refused."""

from typing import Annotated, Any, Literal

from litestar.openapi.spec import Example
from litestar.params import Body
from msgspec import Meta, Struct

from malecon import games

EXAMPLE = next(iter(games))
"""A game, for examples."""
Seat = Annotated[int, Meta(ge=0, le=9, description="A seat, from 0.", examples=[0])]
Name = Annotated[
    str, Meta(max_length=200, description="What the player is called at this table; empty for the usual name.")
]


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat of a new table."""

    who: Annotated[
        Literal["me", "computer", "free"],
        Meta(description="The person of the token, a computer player, or nobody yet.", examples=["me"]),
    ]
    level: Annotated[str, Meta(max_length=20, description="Of a computer player (`GET /games`).")] = ""
    name: Name = ""


class Time(Struct, frozen=True, forbid_unknown_fields=True):
    """How much time each seat has, in milliseconds: a stock, or so much for each move."""

    stock: Annotated[int, Meta(ge=0, le=2**53, description="At the start; 0 if the time is for each move.")] = 0
    increment: Annotated[int, Meta(ge=0, le=2**53, description="What each move adds to the stock.")] = 0
    each: Annotated[int, Meta(ge=0, le=2**53, description="For each move; 0 if there is a stock.")] = 0


class Begin(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to begin."""

    game: Annotated[str, Meta(max_length=20, description="A game (`GET /games`).", examples=[EXAMPLE])]
    seats: Annotated[tuple[Chair, ...], Meta(max_length=9, description="Who is to sit there, in order.")]
    options: Annotated[
        dict[str, Any],
        Meta(description="Variants by name (`GET /games`); those that are left out are the default."),
    ] = {}
    listed: Annotated[bool, Meta(description="Whether anybody may take a free seat.")] = False
    watched: Annotated[bool, Meta(description="Whether people may look who do not sit there.")] = True
    rated: Annotated[bool, Meta(description="Whether the result counts.")] = False
    clock: Annotated[Time | None, Meta(description="The time; without it there is no clock.")] = None


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A free seat to take at an open table."""

    name: Name = ""


class Accept(Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to accept."""

    invitation: Annotated[str, Meta(max_length=40, description="The last part of the link.", examples=["Xk3…"])]
    name: Name = ""


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that something is about."""

    seat: Seat


class HandOver(Chosen, frozen=True):
    """A seat for a computer player that stands in."""

    level: Annotated[str, Meta(max_length=20, description="Of the computer player (`GET /games`).", examples=["easy"])]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether something is wished."""

    wished: Annotated[bool, Meta(description="True to wish it, false to wish it no more.")]


class Action(Chosen, frozen=True):
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


BODIES = Chair, Time, Begin, Join, Accept, Chosen, HandOver, Wish, Action, Step
"""All of them; none may have further fields."""


def body_example(**facts: object) -> object:
    """Return the marker of a body in a handler, with an example for the document."""
    return Body(examples=[Example(value=facts)])


BeginBody = Annotated[
    Begin,
    body_example(game=EXAMPLE, seats=[{"who": "me"}, {"who": "computer", "level": "easy"}], options={}, watched=True),
]
JoinBody = Annotated[Join, body_example(name="Ana")]
AcceptBody = Annotated[Accept, body_example(invitation="Xk3_9aPz0", name="Ana")]
SeatBody = Annotated[Chosen, body_example(seat=1)]
HandOverBody = Annotated[HandOver, body_example(seat=1, level="easy")]
WishBody = Annotated[Wish, body_example(wished=True)]
ActionBody = Annotated[Action, body_example(seat=0, mark="0.0", id="f3Zk-02")]
StepBody = Annotated[Step, body_example(seat=0, mark="0.0", id="f3Zk-01", move="choose siesta mama")]

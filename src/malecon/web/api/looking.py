"""Looking at a table: as it is, when it changes, what a computer player would do, how it went."""

from asyncio import CancelledError, timeout
from collections.abc import Callable
from contextlib import aclosing
from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter
from msgspec import Meta, Struct

from malecon.presentation.game_text import voice_of
from malecon.presentation.perspective import Scene
from malecon.services.computers.players import checked_level
from malecon.services.table_service import Tables
from malecon.tables.table import Seated
from malecon.web.api.answers import refusals
from malecon.web.api.seen import TableSeen, table_seen
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.gate import HINTS, address_of, gate_of
from malecon.web.page_model.table_page import names_at, viewer_of
from malecon.web.pages.table import tables_of

Asked = Request[Any, Any, Any]
TAGS = ["Looking"]
LONGEST_WAIT_S = 25
LONGEST_STATE = 40
LONGEST_LEVEL = 20
DEFAULT_LEVEL = "standard"

Seat = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        le=9,
        description="For who has several seats: one of them that is to move, to see with its eyes. "
        "Who has one seat sees with its eyes anyway; all others see what spectators see.",
    ),
]
Since = Annotated[
    int | None,
    QueryParameter(ge=-1, description="A `number` of before: the events since then come too; -1: with the set-up."),
]
Known = Annotated[str, QueryParameter(max_length=LONGEST_STATE, description="The `state` that the program has.")]
Wait = Annotated[
    int,
    QueryParameter(ge=0, le=LONGEST_WAIT_S, description="Seconds to wait until the state is another than `known`."),
]


class Hint(Struct, frozen=True):
    """A move as a computer player sees it."""

    move: Annotated[str, Meta(description="In notation.", examples=["choose siesta mama"])]
    says: Annotated[str, Meta(description="In words.")]
    worth: Annotated[float, Meta(description="To that player: the share of the victory to expect, or points.")]
    visits: Annotated[int, Meta(description="How often it was tried.")]


class Record(Struct, frozen=True):
    """A finished game."""

    record: Annotated[str, Meta(description="The text that `malecon.replay` reads.")]


@get("/tables/{table:str}", tags=TAGS, responses=refusals(404), summary="Look at a table")
async def look(
    table: FromPath[str],
    request: Asked,
    visitor: Asking,
    seat: Seat = None,
    since: Since = None,
    known: Known = "",
    wait: Wait = 0,
) -> TableSeen:
    """Return a table as you may see it; with `known` and `wait`, as soon as something has changed there for you."""

    def seen(seated: Seated) -> TableSeen:
        return table_seen(seated, viewer_of(seated, visitor.id, seat), visitor.id, visitor.language, since)

    tables = tables_of(request)
    seated = await tables.visit(table, visitor.id)
    now, sits = seen(seated), bool(seated.seats_of(visitor.id))
    if not wait or now.state != known:
        return now
    with gate_of(request).open_page(table, address_of(request), visitor.id, sits=sits):
        return await another(tables, table, visitor, seen, now, wait)


async def another(
    tables: Tables, table: str, visitor: Visitor, seen: Callable[[Seated], TableSeen], known: TableSeen, seconds: float
) -> TableSeen:
    """Return a table when it looks otherwise than ``known``; else after some seconds, or when the server ends."""
    try:
        async with timeout(seconds), aclosing(tables.listen(table, visitor.id)) as changes:
            async for seated in changes:
                now = seen(seated)
                if now.state != known.state:
                    return now
    except (TimeoutError, CancelledError):
        pass
    return known


@get(
    "/tables/{table:str}/hint", tags=TAGS, limit=HINTS, responses=refusals(403, 404, 409, 422), summary="Ask for a hint"
)
async def hint(
    table: FromPath[str],
    request: Asked,
    visitor: Asking,
    seat: Annotated[int, QueryParameter(ge=0, le=9, description="A seat of yours that is to move, from 0.")],
    level: Annotated[
        str, QueryParameter(max_length=LONGEST_LEVEL, description="Of the computer player (`GET /games`).")
    ] = DEFAULT_LEVEL,
) -> list[Hint]:
    """Return your moves, the best first, as a computer player sees them."""
    tables = tables_of(request)
    seated = await tables.visit(table, visitor.id)
    seated.check_seat(visitor.id, seat)
    advice = await tables.hint(table, visitor.id, seat, checked_level(level))
    scene = Scene.of(seated.ahead(seat)[0], seat, visitor.language, names_at(seated, visitor.language))
    label = voice_of(seated.header.game).label
    return [Hint(each.move, label(scene, each.move), each.worth, each.visits) for each in advice]


@get("/tables/{table:str}/record", tags=TAGS, responses=refusals(404, 409), summary="Read the record")
async def record(table: FromPath[str], request: Asked, visitor: Asking) -> Record:
    """Return how a finished game went."""
    seated = await tables_of(request).visit(table, visitor.id)
    return Record(seated.record())

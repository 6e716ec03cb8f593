"""Tables for programs: finding, beginning, joining, leaving."""

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Request, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from malecon.services.computers.players import checked_level
from malecon.services.people.person import Person
from malecon.storage.store import Listed
from malecon.tables.table import Table
from malecon.tables.table_settings import Clock, TableSettings
from malecon.web.api.answers import refusals
from malecon.web.api.requests import EXAMPLE, AcceptBody, BeginBody, Chair, JoinBody, SeatBody, Time
from malecon.web.api.seen import TableSeen, table_seen, to_be_asked
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.gate import BEGINS, JOINS
from malecon.web.page_model.table_page import viewer_of
from malecon.web.pages.front import game_called
from malecon.web.pages.seating import FREE, ME, SOMEBODY, sitters_from
from malecon.web.pages.table import table_service_of

Asked = Request[Any, Any, Any]
TAGS = ["Tables"]


class TableListed(Struct, frozen=True):
    """A table in a list."""

    id: Annotated[str, Meta(description="Of the table.")]
    game: Annotated[str, Meta(description="Its name.", examples=[EXAMPLE])]
    names: Annotated[tuple[str, ...], Meta(description="What the players are called, by seat; empty: a free seat.")]
    created: Annotated[int, Meta(description="When it was begun, in milliseconds since 1970.")]
    finished: Annotated[int | None, Meta(description="When it ended; null while it goes on.")]
    rated: Annotated[bool, Meta(description="Whether the result counts.")]
    clock: Annotated[Time | None, Meta(description="The time; null if there is no clock.")]
    awaited: Annotated[tuple[int, ...], Meta(description="Your seats that are to move.")]


@get("/tables", tags=TAGS, responses=refusals(), summary="My tables")
async def my_tables(request: Asked, visitor: Asking) -> list[TableListed]:
    """Return the tables at which you sit: those that go on first, then the newest; 100 at most."""
    tables = table_service_of(request)
    found = []
    for each in await tables.tables_of(person_of(visitor).id):
        table = None if each.finished else await tables.look(each.id)
        found.append(listed(each, table, visitor))
    return found


@get("/lobby", tags=TAGS, responses=refusals(), summary="Open tables")
async def lobby(request: Asked, visitor: Asking) -> list[TableListed]:
    """Return the tables with free seats that anybody may take, the newest first; 50 at most."""
    return [listed(each, None, visitor) for each in await table_service_of(request).gathering.lobby()]


@post("/tables", tags=TAGS, limit=BEGINS, responses=refusals(404, 413, 422), summary="Begin a table")
async def begin(request: Asked, visitor: Asking, data: BeginBody) -> TableSeen:
    """Begin a table, of which you are the host."""
    person, game = person_of(visitor), game_called(data.game)
    sitters = sitters_from(form_of(data.seats), game, person, visitor.language)
    clock = Clock(data.clock.stock, data.clock.increment, data.clock.each) if data.clock else None
    terms = TableSettings(person.id, data.listed, data.watched, data.rated, clock=clock)
    tables = table_service_of(request)
    table = await tables.create(game.name, data.options, sitters, terms)
    return seen_by(await tables.look(table), visitor)


@post("/tables/{table_id:str}/join", tags=TAGS, limit=JOINS, status_code=200, responses=refusals(404, 409, 413, 422))
async def join(table_id: FromPath[str], request: Asked, visitor: Asking, data: JoinBody) -> TableSeen:
    """Take the first free seat of an open table."""
    person, tables = person_of(visitor), table_service_of(request)
    await tables.visit(table_id, person.id)
    return seen_by(await tables.gathering.join(table_id, person.id, data.name or person.name), visitor)


@post(
    "/invitations",
    tags=TAGS,
    limit=JOINS,
    status_code=200,
    responses=refusals(404, 409, 413, 422),
    summary="Accept an invitation",
)
async def accept(request: Asked, visitor: Asking, data: AcceptBody) -> TableSeen:
    """Take the seat that an invitation is for."""
    person, gathering = person_of(visitor), table_service_of(request).gathering
    return seen_by(await gathering.join_by(data.invitation, person.id, data.name or person.name), visitor)


@post("/tables/{table_id:str}/leave", tags=TAGS, status_code=200, responses=refusals(403, 404, 409, 413, 422))
async def leave(table_id: FromPath[str], request: Asked, visitor: Asking, data: SeatBody) -> TableSeen:
    """Leave a seat before the game begins; as the host, clear one."""
    tables = table_service_of(request)
    await tables.visit(table_id, visitor.id)
    return seen_by(await tables.gathering.leave(table_id, visitor.id, data.seat), visitor)


@post("/tables/{table_id:str}/cancel", tags=TAGS, status_code=200, responses=refusals(403, 404, 409))
async def cancel(table_id: FromPath[str], request: Asked, visitor: Asking) -> TableSeen:
    """End a table before its game begins, as its host."""
    tables = table_service_of(request)
    await tables.visit(table_id, visitor.id)
    return seen_by(await tables.gathering.cancel(table_id, visitor.id), visitor)


def person_of(visitor: Visitor) -> Person:
    """Return the person whose token a request has; the gate lets nobody else in."""
    assert visitor.person is not None
    return visitor.person


def seen_by(table: Table, visitor: Visitor) -> TableSeen:
    """Return a table as it is now with the eyes of who asks."""
    return table_seen(table, viewer_of(table, visitor.id, None), visitor.id, visitor.language)


def listed(entry: Listed, table: Table | None, visitor: Visitor) -> TableListed:
    """Return a table for a list; ``table`` if it goes on and is the visitor's."""
    mine = () if table is None else to_be_asked(table, visitor.id)
    clock = Time(entry.clock.stock, entry.clock.increment, entry.clock.each) if entry.clock else None
    return TableListed(entry.id, entry.game, entry.names, entry.created, entry.finished, entry.rated, clock, mine)


def form_of(chairs: Sequence[Chair]) -> dict[str, str]:
    """Return what a form would say about the seats of a new table (``sitters_from``).

    Raises:
        UsageError: a computer player is of no level that there is.
    """
    kinds: list[str] = []
    for chair in chairs:
        mine = SOMEBODY if ME in kinds else ME
        kinds.append({"me": mine, "free": FREE}.get(chair.who) or checked_level(chair.level))
    names = {f"name-{seat}": chair.name for seat, chair in enumerate(chairs, start=1)}
    return names | {f"seat-{seat}": kind for seat, kind in enumerate(kinds, start=1)}

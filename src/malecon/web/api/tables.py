"""Tables as programs list, begin, join, leave and cancel them."""

from collections.abc import Sequence
from typing import Annotated

from litestar.params import FromPath
from msgspec import Meta, Struct

from malecon.core.game import Game
from malecon.storage.people import Person
from malecon.storage.table_queries import TableEntry
from malecon.tables import Clock, TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.seat import validate_level
from malecon.tables.table import Table
from malecon.web.api.schema import EXAMPLE, AcceptBody, BeginBody, ClockTimes, JoinBody, NewSeat, SeatBody
from malecon.web.api.table_view import TableView, seats_to_move, table_seen
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.sender import Visitor
from malecon.web.new_table import FREE, ME, SOMEBODY, SeatChoice, find_game, occupants_of
from malecon.web.views.table_context import viewer_of


class TableListed(Struct, frozen=True):
    """A table in a list."""

    id: Annotated[str, Meta(description="Of the table.")]
    game: Annotated[str, Meta(description="Its name.", examples=[EXAMPLE])]
    names: Annotated[tuple[str, ...], Meta(description="What the players are called, by seat; empty: a free seat.")]
    created: Annotated[int, Meta(description="When it was begun, in milliseconds since 1970.")]
    finished: Annotated[int | None, Meta(description="When it ended; null while it goes on.")]
    rated: Annotated[bool, Meta(description="Whether the result counts.")]
    clock: Annotated[ClockTimes | None, Meta(description="The time; null if there is no clock.")]
    awaited: Annotated[tuple[int, ...], Meta(description="Your seats that are to move.")]


async def my_tables(services: InjectedServices, visitor: InjectedVisitor) -> list[TableListed]:
    """Return the tables at which you sit: those that go on first, then the newest; 100 at most."""
    tables = services.tables
    found = []
    for each in await tables.queries.tables_of(_person_of(visitor).id):
        table = None if each.finished else await tables.find(each.id)
        found.append(_table_listed(each, table, visitor))
    return found


async def lobby(services: InjectedServices, visitor: InjectedVisitor) -> list[TableListed]:
    """Return the tables with free seats that anybody may take, the newest first; 50 at most."""
    return [_table_listed(each, None, visitor) for each in await services.tables.queries.lobby()]


async def begin(services: InjectedServices, visitor: InjectedVisitor, data: BeginBody) -> TableView:
    """Begin a table, of which you are the host."""
    person, game = _person_of(visitor), find_game(data.game)
    occupants = occupants_of(_seats_from(data.seats, game), game, person, visitor.language)
    clock = Clock(data.clock.stock, data.clock.increment, data.clock.each) if data.clock else None
    terms = TableSettings(person.id, data.listed, data.watched, data.rated, clock=clock)
    tables = services.tables
    table = await tables.create(CreateTable(game.name, data.options, occupants, terms))
    return table_seen_by(await tables.find(table), visitor)


async def join(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: JoinBody
) -> TableView:
    """Take the first free seat of an open table."""
    person, tables = _person_of(visitor), services.tables
    await tables.view(table_id, person.id)
    return table_seen_by(await tables.seats.join(table_id, person.id, data.name or person.name), visitor)


async def accept(services: InjectedServices, visitor: InjectedVisitor, data: AcceptBody) -> TableView:
    """Take the seat that an invitation is for."""
    person, gathering = _person_of(visitor), services.tables.seats
    return table_seen_by(
        await gathering.accept_invitation(data.invitation, person.id, data.name or person.name), visitor
    )


async def leave(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: SeatBody
) -> TableView:
    """Leave a seat before the game begins; as the host, clear one."""
    tables = services.tables
    await tables.view(table_id, visitor.id)
    return table_seen_by(await tables.seats.leave(table_id, visitor.id, data.seat), visitor)


async def cancel(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> TableView:
    """End a table before its game begins, as its host."""
    tables = services.tables
    await tables.view(table_id, visitor.id)
    return table_seen_by(await tables.seats.cancel(table_id, visitor.id), visitor)


def _person_of(visitor: Visitor) -> Person:
    """Return the person of a request; without a token none gets here."""
    assert visitor.person is not None
    return visitor.person


def table_seen_by(table: Table, visitor: Visitor) -> TableView:
    """Return a table as it is now, as a visitor sees it."""
    return table_seen(table, viewer_of(table, visitor.id, None), visitor.id, visitor.language)


def _table_listed(entry: TableEntry, table: Table | None, visitor: Visitor) -> TableListed:
    """Return a table for a list; ``table`` if it goes on and is the visitor's."""
    mine = () if table is None else seats_to_move(table, visitor.id)
    clock = ClockTimes(entry.clock.stock, entry.clock.increment, entry.clock.each) if entry.clock else None
    return TableListed(entry.id, entry.game, entry.names, entry.created, entry.finished, entry.rated, clock, mine)


def _seats_from(chairs: Sequence[NewSeat], game: Game) -> dict[int, SeatChoice]:
    """Return the choices for the seats of a new table, from 1; a second ``me`` plays on the same device.

    Raises:
        UsageError: a computer player is of no level that plays the game.
    """
    chosen: dict[int, SeatChoice] = {}
    for seat, chair in enumerate(chairs, start=1):
        mine = SOMEBODY if any(other.kind == ME for other in chosen.values()) else ME
        kind = {"me": mine, "free": FREE}.get(chair.who) or validate_level(chair.level, game)
        chosen[seat] = SeatChoice(kind, chair.name)
    return chosen

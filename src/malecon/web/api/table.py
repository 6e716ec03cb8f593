"""One table: what a program is told of it, and does at it."""

from asyncio import CancelledError, timeout
from collections.abc import Awaitable, Callable
from contextlib import aclosing, closing
from typing import Annotated

import msgspec
from litestar.params import FromPath, QueryParameter
from msgspec import Meta, Struct

import malecon
from malecon.agents.agent import tried, worse_than_best
from malecon.core.errors import IllegalMove
from malecon.presentation.perspective import Perspective
from malecon.presentation.reason import reasons_in_words
from malecon.services.seat_service import SeatService
from malecon.services.table_service import TableService
from malecon.tables.commands import Action
from malecon.tables.rematch import Answer
from malecon.tables.seat import validate_level
from malecon.tables.table import Table
from malecon.web.api.errors import Refused
from malecon.web.api.schema import Action as ActionData
from malecon.web.api.schema import ActionBody, HandOverBody, RematchBody, SeatBody, StepBody, WishBody
from malecon.web.api.table_view import TableView, table_seen
from malecon.web.api.tables import table_seen_by
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, client_address
from malecon.web.http.sender import Visitor
from malecon.web.views.table_context import viewer_of
from malecon.web.views.texts import names_at

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
    why: Annotated[
        str,
        Meta(description="If asked: why the best move is better, in words; only of the first that is clearly worse."),
    ] = ""


class Record(Struct, frozen=True):
    """A finished game."""

    record: Annotated[str, Meta(description="The text that `malecon.replay` reads.")]


async def look(
    table_id: FromPath[str],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    seat: Seat = None,
    since: Since = None,
    known: Known = "",
    wait: Wait = 0,
) -> TableView:
    """Return a table as you may see it; with `known` and `wait`, as soon as something has changed there for you."""

    def seen(table: Table) -> TableView:
        return table_seen(table, viewer_of(table, visitor.id, seat), visitor.id, visitor.language, since)

    tables = services.tables
    table = await tables.view(table_id, visitor.id)
    now, sits = seen(table), bool(table.seats_of(visitor.id))
    if not wait or now.state != known:
        return now
    with closing(services.open_pages.open(table_id, client_address(request), visitor.id, sits=sits)):
        return await _wait_for_change(tables, table_id, visitor, seen, now, wait)


async def _wait_for_change(
    tables: TableService,
    table_id: str,
    visitor: Visitor,
    seen: Callable[[Table], TableView],
    known: TableView,
    seconds: float,
) -> TableView:
    """Return a table when its state is another than ``known``; else after some seconds, or when the server ends."""
    try:
        async with timeout(seconds), aclosing(tables.updates(table_id, visitor.id)) as changes:
            async for table in changes:
                now = seen(table)
                if now.state != known.state:
                    return now
    except (TimeoutError, CancelledError):
        pass
    return known


async def hint(
    table_id: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    seat: Annotated[int, QueryParameter(ge=0, le=9, description="A seat of yours that is to move, from 0.")],
    level: Annotated[
        str, QueryParameter(max_length=LONGEST_LEVEL, description="Of the computer player (`GET /games`).")
    ] = DEFAULT_LEVEL,
    why: Annotated[
        bool, QueryParameter(description="Whether to say why not the first that is clearly worse; takes seconds.")
    ] = False,
) -> list[Hint]:
    """Return your moves, the best first, as a computer player sees them."""
    tables = services.tables
    table = await tables.view(table_id, visitor.id)
    table.check_seat(visitor.id, seat)
    advice = await tables.hint(table_id, visitor.id, seat, validate_level(level, table.match.game))
    perspective = Perspective.of(table.preview(seat)[0], seat, visitor.language, names_at(table, visitor.language))
    text = malecon.games[table.header.game].text
    place, told = worse_than_best(known := tried(advice)), ""
    worse = known[place].move if place else ""
    if why and worse and text.reasons:
        found = await tables.explain(table_id, visitor.id, seat, advice[0].move, worse)
        names = perspective.names
        told = reasons_in_words(found.reasons, text.reasons, visitor.language, names, seat)
    return [
        Hint(each.move, text.label(perspective, each.move), each.worth, each.visits, told if each.move == worse else "")
        for each in advice
    ]


async def record(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Record:
    """Return the record of a finished game."""
    table = await services.tables.view(table_id, visitor.id)
    return Record(table.record())


async def play(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableView:
    """Make a move; if it ends your turn, or shows something new, it is confirmed at once with what came before."""

    def act(action: Action) -> Awaitable[Table]:
        return services.tables.step(action, data.move, quick=True)

    return await _carry_out(services, visitor, table_id, data, act)


async def step(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableView:
    """Take a step into your draft; one that ends your turn, or shows something new, waits to be confirmed."""

    def act(action: Action) -> Awaitable[Table]:
        return services.tables.step(action, data.move)

    return await _carry_out(services, visitor, table_id, data, act)


async def undo(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableView:
    """Take back the last step of your draft."""
    return await _carry_out(services, visitor, table_id, data, services.tables.undo)


async def confirm(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableView:
    """Carry out your draft, which then is in the log."""
    return await _carry_out(services, visitor, table_id, data, services.tables.confirm)


async def _carry_out(
    services: Services, visitor: Visitor, table_id: str, data: ActionData, act: Callable[[Action], Awaitable[Table]]
) -> TableView:
    """Carry out an action, and return the table after it, with the events since.

    Raises:
        Refused: a rule forbids the move; the other errors are those of the action.
    """
    before = await services.tables.view(table_id, visitor.id)
    try:
        after = await act(Action(table_id, visitor.id, data.seat, data.mark, data.id))
    except IllegalMove as error:
        raise Refused(before.header.game, error, visitor.language, names_at(before, visitor.language)) from None
    return table_seen(after, viewer_of(after, visitor.id, data.seat), visitor.id, visitor.language, before.move_count)


async def pause(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: WishBody
) -> TableView:
    """Ask the others for a pause, take that back, or decline theirs; the game pauses when all people wish it."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.ask_pause(table_id, visitor.id, data.wished), visitor)


async def go_on(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> TableView:
    """End a pause; no clock runs before every person has said that they are there, or moved."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.resume(table_id, visitor.id), visitor)


async def get_ready(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> TableView:
    """Say that you are there: no clock runs before every person has said so, or moved."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.get_ready(table_id, visitor.id), visitor)


async def resign(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: SeatBody
) -> TableView:
    """Give your seat up; the game ends, or a computer player plays the seat to the end, and you are the last."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.resign(table_id, visitor.id, data.seat), visitor)


async def end(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: WishBody
) -> TableView:
    """Offer to end the game without a result, take that back, or decline it; it ends when all who play wish it."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.offer_end(table_id, visitor.id, data.wished), visitor)


async def again(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: RematchBody
) -> TableView:
    """Offer to play again, or answer that; when all people want it, `rematch` names the new table."""
    await services.tables.view(table_id, visitor.id)
    begun = await services.tables.play_again(table_id, visitor.id, Answer(data.answer))
    after = table_seen_by(await services.tables.view(table_id, visitor.id), visitor)
    return msgspec.structs.replace(after, rematch=begun)


async def stand_in(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: HandOverBody
) -> TableView:
    """Let a computer player stand in for somebody who lets the others wait for too long, or for you."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.hand_over(table_id, visitor.id, data.seat, data.level), visitor)


async def come_back(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: SeatBody
) -> TableView:
    """Take your seat back on which a computer player stands in."""
    seats = await _seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.take_back(table_id, visitor.id, data.seat), visitor)


async def _seats_of_table(services: Services, table_id: str, person: str | None) -> SeatService:
    """Return the service for pauses and stand-ins, after a check that a person may see the table."""
    await services.tables.view(table_id, person)
    return services.tables.seats

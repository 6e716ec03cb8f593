"""Acting at a table: step by step like a person, or a move at once; pauses, and computer players that stand in."""

from collections.abc import Awaitable, Callable

from litestar.params import FromPath

from malecon.core.errors import IllegalMove
from malecon.services.seat_service import SeatService
from malecon.tables.seat import Action
from malecon.tables.table import Table
from malecon.web.api.errors import Refused
from malecon.web.api.requests import Action as ActionData
from malecon.web.api.requests import ActionBody, HandOverBody, SeatBody, StepBody, WishBody
from malecon.web.api.table_view import TableSeen, table_seen
from malecon.web.api.tables import table_seen_by
from malecon.web.connection import Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.page_model.table_facts import viewer_of
from malecon.web.page_model.texts import names_at


async def play(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableSeen:
    """Make a move; if it ends your turn, or shows something new, it is confirmed at once with what came before."""

    def act(action: Action) -> Awaitable[Table]:
        return services.tables.step(action, data.move, quick=True)

    return await carry_out(services, visitor, table_id, data, act)


async def step(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableSeen:
    """Take a step into your draft; one that ends your turn, or shows something new, waits to be confirmed."""

    def act(action: Action) -> Awaitable[Table]:
        return services.tables.step(action, data.move)

    return await carry_out(services, visitor, table_id, data, act)


async def undo(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableSeen:
    """Take back the last step of your draft."""
    return await carry_out(services, visitor, table_id, data, services.tables.undo)


async def confirm(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableSeen:
    """Carry out your draft, which then is in the log."""
    return await carry_out(services, visitor, table_id, data, services.tables.confirm)


async def carry_out(
    services: Services, visitor: Visitor, table_id: str, data: ActionData, act: Callable[[Action], Awaitable[Table]]
) -> TableSeen:
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
) -> TableSeen:
    """Ask the others for a pause, or take that back; the game pauses when all people wish it."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.ask_pause(table_id, visitor.id, data.wished), visitor)


async def go_on(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> TableSeen:
    """End a pause."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.resume(table_id, visitor.id), visitor)


async def stand_in(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: HandOverBody
) -> TableSeen:
    """Let a computer player stand in for somebody who lets the others wait for too long, or for you."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.hand_over(table_id, visitor.id, data.seat, data.level), visitor)


async def come_back(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: SeatBody
) -> TableSeen:
    """Take your seat back on which a computer player stands in."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.take_back(table_id, visitor.id, data.seat), visitor)


async def seats_of_table(services: Services, table_id: str, person: str | None) -> SeatService:
    """Return the service for pauses and stand-ins, after a check that a person may see the table."""
    await services.tables.view(table_id, person)
    return services.tables.seats

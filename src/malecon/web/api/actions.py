"""Acting at a table: step by step like a person, or a move at once."""

from collections.abc import Awaitable, Callable

from litestar.params import FromPath

from malecon.core.errors import IllegalMove
from malecon.services.table_service import TableService
from malecon.tables.table import Table
from malecon.web.api.errors import Refused
from malecon.web.api.requests import Action, ActionBody, StepBody
from malecon.web.api.table_view import TableSeen, table_seen
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.page_model.table_page import names_at, viewer_of
from malecon.web.visitor import Visitor


async def play(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableSeen:
    """Make a move; if it ends your turn, or shows something new, it is confirmed at once with what came before."""

    def act(tables: TableService) -> Awaitable[Table]:
        return tables.step(table_id, visitor.id, data.seat, data.move, data.mark, data.id, quick=True)

    return await carry_out(services, visitor, table_id, data, act)


async def step(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: StepBody
) -> TableSeen:
    """Take a step into your draft; one that ends your turn, or shows something new, waits to be confirmed."""

    def act(tables: TableService) -> Awaitable[Table]:
        return tables.step(table_id, visitor.id, data.seat, data.move, data.mark, data.id)

    return await carry_out(services, visitor, table_id, data, act)


async def undo(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableSeen:
    """Take back the last step of your draft."""

    def act(tables: TableService) -> Awaitable[Table]:
        return tables.undo(table_id, visitor.id, data.seat, data.mark, data.id)

    return await carry_out(services, visitor, table_id, data, act)


async def confirm(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: ActionBody
) -> TableSeen:
    """Carry out your draft, which then is in the log."""

    def act(tables: TableService) -> Awaitable[Table]:
        return tables.confirm(table_id, visitor.id, data.seat, data.mark, data.id)

    return await carry_out(services, visitor, table_id, data, act)


async def carry_out(
    services: Services, visitor: Visitor, table_id: str, data: Action, act: Callable[[TableService], Awaitable[Table]]
) -> TableSeen:
    """Carry out an action, and return the table after it, with the events since.

    Raises:
        Refused: a rule forbids the move; the other errors are those of the action.
    """
    tables = services.tables
    before = await tables.visit(table_id, visitor.id)
    try:
        after = await act(tables)
    except IllegalMove as error:
        raise Refused(before.header.game, error, visitor.language, names_at(before, visitor.language)) from None
    return table_seen(after, viewer_of(after, visitor.id, data.seat), visitor.id, visitor.language, before.number)

"""Acting at a table: step by step like a person, or a move at once."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request, post
from litestar.params import FromPath

from malecon.core.errors import IllegalMove
from malecon.services.table_service import TableService
from malecon.tables.table import Table
from malecon.web.api.answers import refusals
from malecon.web.api.errors import Refused
from malecon.web.api.requests import Action, ActionBody, StepBody
from malecon.web.api.seen import TableSeen, table_seen
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.page_model.table_page import names_at, viewer_of
from malecon.web.pages.table import table_service_of

Asked = Request[Any, Any, Any]
Acted = Awaitable[Table]
TAGS = ["Acting"]
REFUSALS = refusals(403, 404, 409, 413, 422)


@post("/tables/{table_id:str}/play", tags=TAGS, status_code=200, responses=REFUSALS, summary="Play a move")
async def play(table_id: FromPath[str], request: Asked, visitor: Asking, data: StepBody) -> TableSeen:
    """Make a move; if it ends your turn, or shows something new, it is confirmed at once with what came before."""

    def act(tables: TableService) -> Acted:
        return tables.step(table_id, visitor.id, data.seat, data.move, data.mark, data.id, quick=True)

    return await done(request, visitor, table_id, data, act)


@post("/tables/{table_id:str}/step", tags=TAGS, status_code=200, responses=REFUSALS, summary="Take a step")
async def step(table_id: FromPath[str], request: Asked, visitor: Asking, data: StepBody) -> TableSeen:
    """Take a step into your draft; one that ends your turn, or shows something new, waits to be confirmed."""

    def act(tables: TableService) -> Acted:
        return tables.step(table_id, visitor.id, data.seat, data.move, data.mark, data.id)

    return await done(request, visitor, table_id, data, act)


@post("/tables/{table_id:str}/undo", tags=TAGS, status_code=200, responses=REFUSALS, summary="Take a step back")
async def undo(table_id: FromPath[str], request: Asked, visitor: Asking, data: ActionBody) -> TableSeen:
    """Take back the last step of your draft."""

    def act(tables: TableService) -> Acted:
        return tables.undo(table_id, visitor.id, data.seat, data.mark, data.id)

    return await done(request, visitor, table_id, data, act)


@post("/tables/{table_id:str}/confirm", tags=TAGS, status_code=200, responses=REFUSALS, summary="Confirm a turn")
async def confirm(table_id: FromPath[str], request: Asked, visitor: Asking, data: ActionBody) -> TableSeen:
    """Carry out your draft, which then is in the log."""

    def act(tables: TableService) -> Acted:
        return tables.confirm(table_id, visitor.id, data.seat, data.mark, data.id)

    return await done(request, visitor, table_id, data, act)


async def done(
    request: Asked, visitor: Visitor, table_id: str, data: Action, act: Callable[[TableService], Acted]
) -> TableSeen:
    """Carry out an action, and return the table after it, with the events since.

    Raises:
        Refused: a rule forbids the move; the other errors are those of the action.
    """
    tables = table_service_of(request)
    before = await tables.view(table_id, visitor.id)
    try:
        after = await act(tables)
    except IllegalMove as error:
        raise Refused(before.header.game, error, visitor.language, names_at(before, visitor.language)) from None
    return table_seen(after, viewer_of(after, visitor.id, data.seat), visitor.id, visitor.language, before.move_count)

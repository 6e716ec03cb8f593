"""Who does not play for a while: pauses, and computer players that stand in."""

from typing import Any

from litestar import Request, post
from litestar.params import FromPath

from malecon.services.absence import Absence
from malecon.web.api.answers import refusals
from malecon.web.api.requests import HandOverBody, SeatBody, WishBody
from malecon.web.api.seen import TableSeen
from malecon.web.api.tables import seen_by
from malecon.web.middleware.authentication import Asking
from malecon.web.pages.table import tables_of

Asked = Request[Any, Any, Any]
TAGS = ["Absence"]
REFUSALS = refusals(403, 404, 409, 413, 422)


@post("/tables/{table:str}/pause", tags=TAGS, status_code=200, responses=REFUSALS, summary="Wish a pause")
async def pause(table: FromPath[str], request: Asked, visitor: Asking, data: WishBody) -> TableSeen:
    """Ask the others for a pause, or take that back; the game pauses when all people wish it."""
    absence = await absence_at(request, table, visitor.id)
    return seen_by(await absence.wish(table, visitor.id, data.wished), visitor)


@post("/tables/{table:str}/go-on", tags=TAGS, status_code=200, responses=REFUSALS, summary="Go on")
async def go_on(table: FromPath[str], request: Asked, visitor: Asking) -> TableSeen:
    """End a pause."""
    absence = await absence_at(request, table, visitor.id)
    return seen_by(await absence.go_on(table, visitor.id), visitor)


@post("/tables/{table:str}/stand-in", tags=TAGS, status_code=200, responses=REFUSALS, summary="Hand a seat over")
async def stand_in(table: FromPath[str], request: Asked, visitor: Asking, data: HandOverBody) -> TableSeen:
    """Let a computer player stand in for somebody who lets the others wait for too long, or for you."""
    absence = await absence_at(request, table, visitor.id)
    return seen_by(await absence.hand_over(table, visitor.id, data.seat, data.level), visitor)


@post("/tables/{table:str}/come-back", tags=TAGS, status_code=200, responses=REFUSALS, summary="Take a seat back")
async def come_back(table: FromPath[str], request: Asked, visitor: Asking, data: SeatBody) -> TableSeen:
    """Take your seat back on which a computer player stands in."""
    absence = await absence_at(request, table, visitor.id)
    return seen_by(await absence.take_back(table, visitor.id, data.seat), visitor)


async def absence_at(request: Asked, table: str, person: str | None) -> Absence:
    """Return what is done about who does not play for a while, at a table that a person may see."""
    tables = tables_of(request)
    await tables.visit(table, person)
    return tables.absence

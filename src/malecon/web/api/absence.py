"""Who does not play for a while: pauses, and computer players that stand in."""

from typing import Any

from litestar import Request, post
from litestar.params import FromPath

from malecon.services.seat_service import SeatService
from malecon.web.api.answers import refusals
from malecon.web.api.requests import HandOverBody, SeatBody, WishBody
from malecon.web.api.seen import TableSeen
from malecon.web.api.tables import seen_by
from malecon.web.middleware.authentication import Asking
from malecon.web.pages.table import table_service_of

Asked = Request[Any, Any, Any]
TAGS = ["Absence"]
REFUSALS = refusals(403, 404, 409, 413, 422)


@post("/tables/{table_id:str}/pause", tags=TAGS, status_code=200, responses=REFUSALS, summary="Wish a pause")
async def pause(table_id: FromPath[str], request: Asked, visitor: Asking, data: WishBody) -> TableSeen:
    """Ask the others for a pause, or take that back; the game pauses when all people wish it."""
    absence = await absence_at(request, table_id, visitor.id)
    return seen_by(await absence.ask_pause(table_id, visitor.id, data.wished), visitor)


@post("/tables/{table_id:str}/go-on", tags=TAGS, status_code=200, responses=REFUSALS, summary="Go on")
async def go_on(table_id: FromPath[str], request: Asked, visitor: Asking) -> TableSeen:
    """End a pause."""
    absence = await absence_at(request, table_id, visitor.id)
    return seen_by(await absence.resume(table_id, visitor.id), visitor)


@post("/tables/{table_id:str}/stand-in", tags=TAGS, status_code=200, responses=REFUSALS, summary="Hand a seat over")
async def stand_in(table_id: FromPath[str], request: Asked, visitor: Asking, data: HandOverBody) -> TableSeen:
    """Let a computer player stand in for somebody who lets the others wait for too long, or for you."""
    absence = await absence_at(request, table_id, visitor.id)
    return seen_by(await absence.hand_over(table_id, visitor.id, data.seat, data.level), visitor)


@post("/tables/{table_id:str}/come-back", tags=TAGS, status_code=200, responses=REFUSALS, summary="Take a seat back")
async def come_back(table_id: FromPath[str], request: Asked, visitor: Asking, data: SeatBody) -> TableSeen:
    """Take your seat back on which a computer player stands in."""
    absence = await absence_at(request, table_id, visitor.id)
    return seen_by(await absence.take_back(table_id, visitor.id, data.seat), visitor)


async def absence_at(request: Asked, table_id: str, person: str | None) -> SeatService:
    """Return what is done about who does not play for a while, at a table that a person may see."""
    tables = table_service_of(request)
    await tables.view(table_id, person)
    return tables.seats

"""Pausing, handing a seat to a computer player, and taking it back."""

from litestar import post
from litestar.params import FromPath

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.seat_service import SeatService
from malecon.web.middleware.authentication import Asking
from malecon.web.pages.gathering import Answer, Asked, tried
from malecon.web.pages.table import seat_from, table_service_of


@post("/table/{table_id:str}/pause")
async def pause(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Wish a pause, wish none, or go on after one (``verb``)."""
    verb, absence = (await request.form()).get("verb"), absence_of(request)
    if verb == "go-on":
        return await tried(request, visitor, table_id, lambda: absence.resume(table_id, visitor.id))
    return await tried(request, visitor, table_id, lambda: absence.ask_pause(table_id, visitor.id, verb == "pause"))


@post("/table/{table_id:str}/stand-in")
async def stand_in(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Let a computer player stand in on a seat."""
    form = await request.form()
    seat, level = seat_in(form.get("seat")), str(form.get("level", ""))
    return await tried(
        request, visitor, table_id, lambda: absence_of(request).hand_over(table_id, visitor.id, seat, level)
    )


@post("/table/{table_id:str}/come-back")
async def come_back(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Take a seat back."""
    seat = seat_in((await request.form()).get("seat"))
    return await tried(request, visitor, table_id, lambda: absence_of(request).take_back(table_id, visitor.id, seat))


def absence_of(request: Asked) -> SeatService:
    """Return what is done about who does not play for a while."""
    return table_service_of(request).seats


def seat_in(typed: object) -> int:
    """Return the seat that a form names.

    Raises:
        UsageError: it names none.
    """
    seat = seat_from(str(typed))
    if seat is None:
        raise UsageError(N_("It was not said for which seat."))
    return seat

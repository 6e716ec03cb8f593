"""Pausing, handing a seat to a computer player, and taking it back."""

from litestar import post
from litestar.params import FromPath

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.absence import Absence
from malecon.web.middleware.authentication import Asking
from malecon.web.pages.gathering import Answer, Asked, tried
from malecon.web.pages.table import seat_from, tables_of


@post("/table/{table:str}/pause")
async def pause(table: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Wish a pause, wish none, or go on after one (``verb``)."""
    verb, absence = (await request.form()).get("verb"), absence_of(request)
    if verb == "go-on":
        return await tried(request, visitor, table, lambda: absence.go_on(table, visitor.id))
    return await tried(request, visitor, table, lambda: absence.wish(table, visitor.id, verb == "pause"))


@post("/table/{table:str}/stand-in")
async def stand_in(table: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Let a computer player stand in on a seat."""
    form = await request.form()
    seat, level = seat_in(form.get("seat")), str(form.get("level", ""))
    return await tried(request, visitor, table, lambda: absence_of(request).hand_over(table, visitor.id, seat, level))


@post("/table/{table:str}/come-back")
async def come_back(table: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Take a seat back."""
    seat = seat_in((await request.form()).get("seat"))
    return await tried(request, visitor, table, lambda: absence_of(request).take_back(table, visitor.id, seat))


def absence_of(request: Asked) -> Absence:
    """Return what is done about who does not play for a while."""
    return tables_of(request).absence


def seat_in(typed: object) -> int:
    """Return the seat that a form names.

    Raises:
        UsageError: it names none.
    """
    seat = seat_from(str(typed))
    if seat is None:
        raise UsageError(N_("It was not said for which seat."))
    return seat

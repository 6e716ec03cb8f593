"""Pausing, handing a seat to a computer player, and taking it back."""

from functools import partial

from litestar.params import FromPath

from malecon.web.connection import AppRequest
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.pages.table import PageOrRedirect, run_action, seat_in


async def pause_or_resume(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> PageOrRedirect:
    """Wish a pause, take the wish back, or go on after a pause (``verb``)."""
    verb, seats = (await request.form()).get("verb"), services.tables.seats
    if verb == "go-on":
        action = partial(seats.resume, table_id, visitor.id)
    else:
        action = partial(seats.ask_pause, table_id, visitor.id, verb == "pause")
    return await run_action(services, request, visitor, table_id, action)


async def hand_over(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> PageOrRedirect:
    """Let a computer player stand in on a seat."""
    form = await request.form()
    action = partial(services.tables.seats.hand_over, table_id, visitor.id, seat_in(form), str(form.get("level", "")))
    return await run_action(services, request, visitor, table_id, action)


async def take_back(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> PageOrRedirect:
    """Take a seat back from a computer player."""
    action = partial(services.tables.seats.take_back, table_id, visitor.id, seat_in(await request.form()))
    return await run_action(services, request, visitor, table_id, action)

"""Seats of a table, which are taken, left, or handed to a computer player."""

from functools import partial

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.errors import MaleconError
from malecon.core.plain_text import isolated
from malecon.tables import Missing
from malecon.tables.table import Table
from malecon.web.access import ensure_person, store_first_name
from malecon.web.cookies import accepted_table, invitation_cookie
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.pages.table import ActionResponse, run_action, seat_in, table_page
from malecon.web.qr_code import qr_code
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence, names_at, terms_of


async def show_invitation(
    invitation: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Show the table of an invitation; only the button takes the seat. Who has used it goes to the table."""
    try:
        return await _join_page(services, visitor, invitation)
    except Missing:
        if table_id := accepted_table(request):
            return Redirect(f"/table/{table_id}", status_code=303)
        raise


async def show_invitation_code(
    invitation: FromPath[str], services: InjectedServices, request: AppRequest
) -> Response[str]:
    """Show the link of an invitation as a QR code."""
    await services.tables.seats.find_invitation(invitation)
    link = f"{services.host_names.site_address(request)}/join/{invitation}"
    return Response(str(qr_code(link)), media_type="image/svg+xml")


async def accept_invitation(
    invitation: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Take the seat that an invitation is for."""
    name = str((await request.form()).get("name", ""))
    await services.tables.seats.find_invitation(invitation)  # else no person needs to be made
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            table = await services.tables.seats.accept_invitation(invitation, person.id, name or person.name)
    except MaleconError as error:
        return await _join_page(services, visitor, invitation, name, error)
    await store_first_name(request, person, name)
    known = invitation_cookie(request, invitation, table.header.id)
    return Redirect(f"/table/{table.header.id}", status_code=303, cookies=[*cookies, known])


async def join_table(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Take a free seat of a table that is open to all."""
    table = await services.tables.view(table_id, visitor.id)
    name = str((await request.form()).get("name", ""))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            await services.tables.seats.join(table_id, person.id, name or person.name)
    except MaleconError as error:
        return table_page(table, visitor, None, error=error)
    await store_first_name(request, person, name)
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


async def change_seat(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Seat a computer player on a free seat, or leave or clear a seat (``verb``)."""
    form, gathering = await request.form(), services.tables.seats
    seat = seat_in(form)
    if form.get("verb") == "leave":
        action = partial(gathering.leave, table_id, visitor.id, seat)
    else:
        action = partial(gathering.seat_computer, table_id, visitor.id, seat, str(form.get("level", "")))
    return await run_action(services, request, visitor, table_id, action)


async def cancel_table(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """End a table whose game has not begun."""
    action = partial(services.tables.seats.cancel, table_id, visitor.id)
    return await run_action(services, request, visitor, table_id, action)


async def _join_page(
    services: Services, visitor: Visitor, invitation: str, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    """Return the page with an invitation, or why the seat cannot be taken."""
    table, seat = await services.tables.seats.find_invitation(invitation)
    answer = page(
        "join.html",
        visitor.language,
        status=status_of(error) if error else 200,
        visitor=visitor,
        table=table,
        seat=seat,
        invitation=invitation,
        names=names_at(table, visitor.language),
        typed=name,
        host=_host_name(table),
        terms=terms_of(table.header.game, table.header.settings, visitor.language),
        error="" if error is None else error_sentence(error, visitor.language),
    )
    return with_retry_after(answer, error)


def _host_name(table: Table) -> str:
    """Return the name of the host at a table; empty if the host does not sit there."""
    host = table.header.settings.host
    return next((isolated(sitter.name) for sitter in table.occupants if host and sitter.person == host), "")


async def hand_over(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Let a computer player stand in on a seat."""
    form = await request.form()
    action = partial(services.tables.seats.hand_over, table_id, visitor.id, seat_in(form), str(form.get("level", "")))
    return await run_action(services, request, visitor, table_id, action)


async def take_back(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Take a seat back from a computer player."""
    action = partial(services.tables.seats.take_back, table_id, visitor.id, seat_in(await request.form()))
    return await run_action(services, request, visitor, table_id, action)

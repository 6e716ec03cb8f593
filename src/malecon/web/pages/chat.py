"""The chat of a table."""

from functools import partial

from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.tables import Missing
from malecon.tables.chat import may_talk, remarks_for
from malecon.web.access import ensure_person, store_first_name
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest
from malecon.web.http.request_bounds import number_in
from malecon.web.pages.table import LIVE, ActionResponse, error_response, run_action, table_response

NO_REMARK = 2**40
"""More than any remark's number."""


async def say(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Send a chat message to a table; a spectator who was not known before becomes so by it."""
    form = await request.form()
    text, name = str(form.get("text", "")), str(form.get("name", ""))
    table, seats = await services.tables.view(table_id, visitor.id), services.tables.seats
    if table.seats_of(visitor.id) or not may_talk(table, visitor.id):
        return await run_action(services, request, visitor, table_id, partial(seats.say, table_id, visitor.id, text))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            after = await seats.say(table_id, person.id, text, person.name or name)
    except MaleconError as error:
        return error_response(request, table, visitor, None, error)
    await store_first_name(request, person, name)
    if LIVE in request.headers and not cookies:
        return table_response(services, request, after, visitor, None)
    return Redirect(f"/table/{table_id}#talk", status_code=303, cookies=cookies)


async def report_or_mute(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Report a chat message, or mute or unmute its author (``verb``)."""
    form = await request.form()
    number = _remark_in(str(form.get("number")))
    if form.get("verb") == "report":
        action = partial(services.tables.seats.report, table_id, visitor.id, number)
        return await run_action(services, request, visitor, table_id, action)
    table = await services.tables.view(table_id, visitor.id)
    read = remarks_for(table, visitor.id)
    author = next((remark.person for remark in read if remark.number == number), None)
    if visitor.id is None or author is None or author == visitor.id:
        raise Missing(N_("There is no such remark."))
    change = services.people.unmute if form.get("verb") == "unmute" else services.people.mute
    await change(visitor.id, author)
    return Redirect(f"/table/{table_id}", status_code=303)


def _remark_in(sent: str) -> int:
    """Return the number of a remark in a form; one that no remark has if it is none.

    >>> _remark_in("7"), _remark_in("-2"), _remark_in("x") == NO_REMARK
    (7, -2, True)
    """
    digits = sent.removeprefix("-")
    number = number_in(digits, NO_REMARK)
    return -number if sent != digits and number != NO_REMARK else number

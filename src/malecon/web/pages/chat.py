"""The chat of a table."""

from functools import partial

from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.i18n import N_
from malecon.tables import Missing
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest
from malecon.web.http.request_bounds import number_in
from malecon.web.pages.table import ActionResponse, run_action


async def say(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Send a chat message to a table."""
    action = partial(services.tables.seats.say, table_id, visitor.id, str((await request.form()).get("text", "")))
    return await run_action(services, request, visitor, table_id, action)


async def report_or_mute(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Report a chat message, or mute or unmute its author (``verb``)."""
    form = await request.form()
    number = number_in(form.get("number"), -1)
    if form.get("verb") == "report":
        action = partial(services.tables.seats.report, table_id, visitor.id, number)
        return await run_action(services, request, visitor, table_id, action)
    table = await services.tables.view(table_id, visitor.id)
    author = next((remark.person for remark in table.remarks if remark.number == number), None)
    if visitor.id is None or author is None or author == visitor.id:
        raise Missing(N_("There is no such remark."))
    change = services.people.unmute if form.get("verb") == "unmute" else services.people.mute
    await change(visitor.id, author)
    return Redirect(f"/table/{table_id}", status_code=303)

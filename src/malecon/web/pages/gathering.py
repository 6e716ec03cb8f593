"""Coming together: invitations, free seats, what is said at a table."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import isolated
from malecon.services.gathering import Gathering
from malecon.services.people.person import People
from malecon.tables.errors import Missing
from malecon.tables.table import Table
from malecon.web.middleware.authentication import Asking, Visitor, called, remembered
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.middleware.gate import JOINS, MESSAGES
from malecon.web.page_model.table_page import names_at
from malecon.web.page_model.words import in_words
from malecon.web.pages.table import answered, seat_from, table_page, table_service_of
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]
Answer = Response[str] | Redirect
MOST_DIGITS = 6


@get("/join/{invitation:str}")
async def invited(invitation: FromPath[str], request: Asked, visitor: Asking) -> Response[str]:
    """Show to what somebody is invited; only the button takes the seat."""
    return await join_page(request, visitor, invitation)


@post("/join/{invitation:str}", limit=JOINS)
async def accept(invitation: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Take the seat that an invitation is for."""
    gathering, name = gathering_of(request), str((await request.form()).get("name", ""))
    await gathering.invited(invitation)  # else nobody needs to be remembered
    try:
        async with remembered(request, visitor) as (person, cookies):
            table = await gathering.join_by(invitation, person.id, name or person.name)
    except MaleconError as error:
        return await join_page(request, visitor, invitation, name, error)
    await called(request, person, name)
    return Redirect(f"/table/{table.header.id}", status_code=303, cookies=cookies)


@post("/table/{table_id:str}/join", limit=JOINS)
async def join(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Take a free seat of a table that is open to all."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    name = str((await request.form()).get("name", ""))
    try:
        async with remembered(request, visitor) as (person, cookies):
            await gathering_of(request).join(table_id, person.id, name or person.name)
    except MaleconError as error:
        return table_page(table, visitor, None, error=error)
    await called(request, person, name)
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


@post("/table/{table_id:str}/seat")
async def seat(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Seat a computer player where nobody sits, or leave or clear a seat (``verb``)."""
    form, gathering = await request.form(), gathering_of(request)
    number = seat_from(form.get("seat"))
    if number is None:
        raise UsageError(N_("It was not said for which seat."))
    if form.get("verb") == "leave":
        return await tried(request, visitor, table_id, lambda: gathering.leave(table_id, visitor.id, number))
    level = str(form.get("level", ""))
    return await tried(request, visitor, table_id, lambda: gathering.seat_computer(table_id, visitor.id, number, level))


@post("/table/{table_id:str}/cancel")
async def cancel(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """End a table whose game has not begun."""
    return await tried(request, visitor, table_id, lambda: gathering_of(request).cancel(table_id, visitor.id))


@post("/table/{table_id:str}/say", limit=MESSAGES)
async def say(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Say something at a table."""
    text = str((await request.form()).get("text", ""))
    return await tried(request, visitor, table_id, lambda: gathering_of(request).say(table_id, visitor.id, text))


@post("/table/{table_id:str}/heard")
async def heard(table_id: FromPath[str], request: Asked, visitor: Asking) -> Answer:
    """Report something said, or hear who has said it no more, or again (``verb``)."""
    form = await request.form()
    text = str(form.get("number", ""))
    number = int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else -1
    if form.get("verb") == "report":
        return await tried(
            request, visitor, table_id, lambda: gathering_of(request).report(table_id, visitor.id, number)
        )
    table = await table_service_of(request).visit(table_id, visitor.id)
    author = next((remark.person for remark in table.said if remark.number == number), None)
    if visitor.id is None or author is None or author == visitor.id:
        raise Missing(N_("There is no such remark."))
    people: People = request.app.state.people
    await asyncio.to_thread(people.unmute if form.get("verb") == "unmute" else people.mute, visitor.id, author)
    return Redirect(f"/table/{table_id}", status_code=303)


async def tried(
    request: Asked, visitor: Visitor, table_id: str, act: Callable[[], Coroutine[Any, Any, Table]]
) -> Answer:
    """Carry out an action for who may see the table, and return the table after it, or why it cannot be done."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    try:
        table = await act()
    except MaleconError as error:
        return table_page(table, visitor, None, error=error)
    return answered(request, table, visitor, None)


async def join_page(
    request: Asked, visitor: Visitor, invitation: str, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    """Return the page with an invitation, or why the seat cannot be taken."""
    table, seat = await gathering_of(request).invited(invitation)
    facts: dict[str, Any] = {"visitor": visitor, "table": table, "seat": seat, "invitation": invitation}
    facts |= {"names": names_at(table, visitor.language), "typed": name, "host": host_of(table)}
    facts["error"] = "" if error is None else in_words(error, visitor.language)
    answer = page("join.html", visitor.language, status=status_of(error) if error else 200, **facts)
    return with_retry_after(answer, error)


def host_of(table: Table) -> str:
    """Return what the host of a table is called there; empty if they do not sit there."""
    host = table.header.terms.host
    return next((isolated(sitter.name) for sitter in table.sitters if host and sitter.person == host), "")


def gathering_of(request: Asked) -> Gathering:
    """Return where people come together."""
    return table_service_of(request).gathering

"""The page of a table: the table itself, actions, hints, explanations of its things."""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice
from string import digits

from litestar import MediaType, Response
from litestar.datastructures import FormMultiDict
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec.structs import replace

from malecon import games
from malecon.agents import distinct_turns, tried, worse_than_best
from malecon.agents.player_process import NoAnswer
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_, Language
from malecon.core.site_address import SiteAddress
from malecon.presentation.buttons import AND, CONFIRM
from malecon.presentation.game_text import explain
from malecon.presentation.perspective import Perspective
from malecon.services.table_service import TableService
from malecon.tables.commands import Action
from malecon.tables.rematch import Answer
from malecon.tables.table import Table
from malecon.tables.table_header import LONGEST_ID
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import log_error, status_of, with_retry_after
from malecon.web.rendering import linked, page
from malecon.web.views.status import NO_HINTS, Hints
from malecon.web.views.table_context import viewer_of
from malecon.web.views.table_page import draw_page
from malecon.web.views.texts import error_sentence, names_at

ActionResponse = Response[str] | Redirect | Response[None] | Response[dict[str, str]]
LIVE, SOCKET = "malecon-live", "socket"
"""The header of a script that carries out an action, and its value if the script has a WebSocket."""
MOST_HINTS = 3
NO_ADVICE = N_("No advice came in time; ask again in a moment.")
LONGEST_TOPIC = 80
MOST_DIGITS = 2
"""Of the number of a seat."""


async def show_table(
    table_id: FromPath[str],
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Show a table; to its host, as long as a seat is free, with the address of the site for invitations."""
    table = await services.tables.view(table_id, visitor.id)
    is_inviting = not table.is_full and visitor.id is not None and visitor.id == table.header.settings.host
    site = services.host_names.site_address(request) if is_inviting else None
    return table_page(table, visitor, seat_from(seat), is_compiling=services.rendered.is_compiling(), site=site)


async def show_hint(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, seat: FromQuery[int | None] = None
) -> Response[str]:
    """Show a table with the best moves in the eyes of a computer player."""
    table = await services.tables.view(table_id, visitor.id)
    viewer = viewer_of(table, visitor.id, seat_from(seat))
    try:
        advice = [] if viewer is None else await services.tables.hint(table_id, visitor.id, viewer, "strong")
    except NoAnswer:
        return table_page(table, visitor, viewer, error=NoAnswer(NO_ADVICE))
    if viewer is not None:
        advice = [*islice(distinct_turns(tried(advice), table.preview(viewer)[0], viewer), MOST_HINTS)]
    hints = Hints(advice)
    if viewer is not None and (other := worse_than_best(advice)):
        best, worse = advice[0].move, advice[other].move
        hints = Hints(advice, await services.tables.explain(table_id, visitor.id, viewer, best, worse), other)
    later = await services.tables.view(table_id, visitor.id)  # others may have chosen in secret meanwhile
    is_same = viewer is not None and later.revision(viewer) == table.revision(viewer)
    return table_page(later, visitor, viewer, hints=hints if is_same else NO_HINTS)


async def show_about(
    table_id: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    topic: FromQuery[str] = "",
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Explain a thing of the game."""
    table = await services.tables.view(table_id, visitor.id)
    viewer = viewer_of(table, visitor.id, seat_from(seat))
    perspective = Perspective.of(table.match, viewer, visitor.language, names_at(table, visitor.language))
    return about_page(table.header.game, perspective, topic, f"/table/{table_id}", visitor)


async def act_at_table(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Take a step, take it back, or confirm a turn."""
    form = await request.form()
    seat = seat_in(form)
    try:
        table = await apply_form(services.tables, table_id, visitor, seat, form)
    except MaleconError as error:
        log_error(error)
        return error_response(request, await services.tables.view(table_id, visitor.id), visitor, seat, error)
    return table_response(services, request, table, visitor, seat)


async def end_tips(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Redirect:
    """Give the visitor no more tips, at this table or another one."""
    await services.tables.view(table_id, visitor.id)
    async with ensure_person(request, visitor) as (person, cookies):
        await services.people.save(replace(person, tips=False))
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


async def play_again(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Offer to play again with the same players and options, or accept that; go there as soon as all have."""
    is_accepted = (await request.form()).get("verb") == Answer.ACCEPT
    answer = Answer.ACCEPT if is_accepted else Answer.OFFER
    return await _answer_rematch(services, request, visitor, table_id, answer)


async def play_no_more(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Withdraw the offer to play again, or decline it."""
    is_declined = (await request.form()).get("verb") == Answer.DECLINE
    answer = Answer.DECLINE if is_declined else Answer.WITHDRAW
    return await _answer_rematch(services, request, visitor, table_id, answer)


async def _answer_rematch(
    services: Services, request: AppRequest, visitor: Visitor, table_id: str, answer: Answer
) -> ActionResponse:
    """Say something about a rematch, and return the page: that of the next table, if it has begun."""
    table = await services.tables.view(table_id, visitor.id)
    try:
        begun = await services.tables.play_again(table_id, visitor.id, answer)
    except MaleconError as error:
        return error_response(request, table, visitor, None, error)
    if begun is not None and LIVE not in request.headers:
        return Redirect(f"/table/{begun}", status_code=303)
    return table_response(services, request, await services.tables.view(table_id, visitor.id), visitor, None)


async def run_action(
    services: Services, request: AppRequest, visitor: Visitor, table_id: str, act: Callable[[], Awaitable[Table]]
) -> ActionResponse:
    """Carry out an action of a visitor who may see the table; return the table after it, or with the error."""
    table = await services.tables.view(table_id, visitor.id)
    try:
        table = await act()
    except MaleconError as error:
        return error_response(request, table, visitor, None, error)
    return table_response(services, request, table, visitor, None)


def table_response(
    services: Services, request: AppRequest, table: Table, visitor: Visitor, seat: int | None
) -> ActionResponse:
    """Return the response to an action.

    For a script with a WebSocket, on which the change comes, nothing (``Malecon-Live: socket``); for a script without
    one the page as a frame (``Malecon-Live: frame``); else a redirect to the page.
    """
    live = request.headers.get(LIVE)
    if live == SOCKET:
        return Response(None, status_code=HTTP_204_NO_CONTENT)
    if live is not None:
        shown = services.rendered.page(table, visitor, viewer_of(table, visitor.id, seat))
        return Response(shown.whole_frame().text(), status_code=200, media_type=MediaType.TEXT)
    address = f"/table/{table.header.id}"
    return Redirect(address if seat is None else f"{address}?seat={seat + 1}", status_code=303)


def error_response(
    request: AppRequest, table: Table, visitor: Visitor, seat: int | None, error: MaleconError
) -> ActionResponse:
    """Return the response to an action that is refused: for a script the sentence, else the page with it."""
    if LIVE not in request.headers:
        return table_page(table, visitor, seat, error=error)
    refusal = Response({"error": refusal_text(error, table, visitor.language)}, status_code=status_of(error))
    return with_retry_after(refusal, error)


async def apply_form(tables: TableService, table_id: str, visitor: Visitor, seat: int, form: FormMultiDict) -> Table:
    """Carry out the action of a form, and return the table after it; the errors are those of ``TableService``."""
    mark = str(form.get("mark", ""))
    action = Action(table_id, visitor.id, seat, mark, str(form.get("id", _action_id(mark))))
    verb = form.get("verb")
    if verb == "undo":
        return await tables.undo(action)
    if verb == "confirm":
        return await tables.confirm(action)
    *moves, last = (move.strip() for move in _sent_in(form).split(AND.strip()))
    quick = last == CONFIRM or (visitor.person is not None and visitor.person.quick)
    return await tables.step(action, *moves, *([] if moves and last == CONFIRM else [last]), quick=quick)


def _sent_in(form: FormMultiDict) -> str:
    """Return the move of a button, or that of the parts of a form, of which as many must be ticked as it asks for."""
    parts = form.getall("part", [])
    ticked, asked = sum(not part.startswith(AND) for part in parts[1:]), str(form.get("ticks", ""))
    if asked and asked in digits and asked != str(ticked):
        raise UsageError(N_("Choose {asked}, not {ticked}."), ticked=ticked, asked=asked)
    return str(form.get("move") or " ".join(filter(None, parts)))


def _action_id(mark: str) -> str:
    """Return the id of an action whose form names none: the same form sent twice is the same action.

    >>> _action_id("12.3")
    '12-3'
    """
    return re.sub("[^A-Za-z0-9_-]", "-", mark)[:LONGEST_ID] or "-"


def seat_in(form: FormMultiDict) -> int:
    """Return the seat of a form, from 0.

    Raises:
        UsageError: it names none.
    """
    seat = seat_from(str(form.get("seat")))
    if seat is None:
        raise UsageError(N_("It was not said for which seat."))
    return seat


def seat_from(number: int | str | None) -> int | None:
    """Return a seat, from 0, by the number in an address or a form; ``None`` if it is none."""
    text = str(number)
    return int(text) - 1 if text.isdecimal() and len(text) <= MOST_DIGITS else None


def table_page(
    table: Table,
    visitor: Visitor,
    asked: int | None,
    *,
    error: MaleconError | None = None,
    hints: Hints = NO_HINTS,
    is_compiling: bool = False,
    site: SiteAddress | None = None,
) -> Response[str]:
    """Return the page of a table, with an error or hints; ``site``: the address in links that are copied."""
    viewer = viewer_of(table, visitor.id, asked)
    sentence = None if error is None else linked(_error_text(error, table, visitor.language), table.header.game)
    shown = draw_page(table, viewer, visitor, sentence, hints, is_compiling=is_compiling)
    status = status_of(error) if error else 200
    answer = page(
        "table.html",
        visitor.language,
        status=status,
        page=shown,
        game=table.header.game,
        visitor=visitor,
        site=site,
    )
    return with_retry_after(answer, error)


def about_page(game: str, perspective: Perspective, topic: str, back: str, visitor: Visitor) -> Response[str]:
    """Return a page about a thing of the game, with a link ``back``."""
    topic = topic[:LONGEST_TOPIC]
    paragraphs = explain(games[game].text, topic, perspective)
    cited = [each for each in paragraphs if each.startswith(games[game].text.rules_text.prefix)]
    told = [each for each in paragraphs if each not in cited]
    return page(
        "about.html",
        visitor.language,
        status=200 if paragraphs else 404,
        game=game,
        back=back,
        paragraphs=told or cited,
        cited=cited if told else [],
        topic=topic,
        visitor=visitor,
    )


def refusal_text(error: MaleconError | HTTPException, table: Table, language: Language) -> str:
    """Return the sentence of an action that is refused, in HTML."""
    return str(linked(_error_text(error, table, language), table.header.game))


def _error_text(error: MaleconError | HTTPException, table: Table, language: Language) -> str:
    if isinstance(error, IllegalMove):
        narrator = games[table.header.game].text.narrator
        return f"{narrator.refusal(error, language, names_at(table, language))} ({error.rule})"
    if isinstance(error, ParseError):
        return language.say(N_("That is none of the choices."))
    return error_sentence(error, language)


async def get_ready(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Say that the visitor is there, so that the clocks may run."""
    action = partial(services.tables.seats.get_ready, table_id, visitor.id)
    return await run_action(services, request, visitor, table_id, action)


async def resign(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Resign with a seat."""
    action = partial(services.tables.seats.resign, table_id, visitor.id, seat_in(await request.form()))
    return await run_action(services, request, visitor, table_id, action)


async def offer_end(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Offer to end the game without a result, agree to that, or take it back (``verb``)."""
    wishes = (await request.form()).get("verb") == "end"
    action = partial(services.tables.seats.offer_end, table_id, visitor.id, wishes)
    return await run_action(services, request, visitor, table_id, action)


async def pause_or_resume(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> ActionResponse:
    """Wish a pause, take the wish back, or go on after a pause (``verb``)."""
    verb, seats = (await request.form()).get("verb"), services.tables.seats
    if verb == "go-on":
        action = partial(seats.resume, table_id, visitor.id)
    else:
        action = partial(seats.ask_pause, table_id, visitor.id, verb == "pause")
    return await run_action(services, request, visitor, table_id, action)

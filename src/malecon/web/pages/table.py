"""The page of a table: looking, acting, and what is said about things."""

from dataclasses import replace
from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_
from malecon.presentation.explanations import explain
from malecon.presentation.perspective import Perspective
from malecon.services.computers.players import checked_level
from malecon.services.computers.thinker import NoAnswer
from malecon.services.people.deletion import inherited
from malecon.services.table_service import TableService
from malecon.tables.errors import NotYours
from malecon.tables.table import Table
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.error_pages import note, status_of, with_retry_after
from malecon.web.middleware.gate import BEGINS, HINTS
from malecon.web.page_model.table_page import TablePage, names_at, show, viewer_of
from malecon.web.page_model.words import in_words
from malecon.web.rendering import page, render

Asked = Request[Any, Any, Any]
MOST_HINTS = 3
NO_ADVICE = N_("No advice came in time; ask again in a moment.")
LONGEST_TOPIC = 80
MOST_DIGITS = 2
"""Of the number of a seat."""
MOST_RENDERED = 32
RENDERED: dict[tuple[int, Visitor, int | None], tuple[Table, str]] = {}
"""The newest tables that were rendered, for whom, and with whose eyes."""


@get("/table/{table_id:str}", name="table")
async def look(
    table_id: FromPath[str], request: Asked, visitor: Asking, seat: FromQuery[int | None] = None
) -> Response[str]:
    """Show a table."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    return table_page(table, visitor, seat_from(seat))


@get("/table/{table_id:str}/hint", limit=HINTS)
async def hint(
    table_id: FromPath[str], request: Asked, visitor: Asking, seat: FromQuery[int | None] = None
) -> Response[str]:
    """Show a table with the moves that a computer player would make."""
    tables = table_service_of(request)
    table = await tables.visit(table_id, visitor.id)
    viewer = viewer_of(table, visitor.id, seat_from(seat))
    try:
        advice = [] if viewer is None else await tables.hint(table_id, visitor.id, viewer, checked_level("standard"))
    except NoAnswer:
        return table_page(table, visitor, viewer, error=NoAnswer(NO_ADVICE))
    later = await tables.visit(table_id, visitor.id)  # others may have chosen in secret meanwhile
    is_same = viewer is not None and later.mark(viewer) == table.mark(viewer)
    return table_page(later, visitor, viewer, hints=[each.move for each in advice[:MOST_HINTS]] if is_same else None)


@get("/table/{table_id:str}/about")
async def about(
    table_id: FromPath[str],
    request: Asked,
    visitor: Asking,
    topic: FromQuery[str] = "",
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Say what a thing of the game is."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    viewer = viewer_of(table, visitor.id, seat_from(seat))
    perspective = Perspective.of(table.match, viewer, visitor.language, names_at(table, visitor.language))
    return about_page(table.header.game, perspective, topic, f"/table/{table_id}", visitor)


@post("/table/{table_id:str}/act")
async def act(table_id: FromPath[str], request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Take a step, take it back, or confirm a turn; who is on the page already (``Malecon-Live``) gets what changes."""
    form = await request.form()
    seat = seat_from(form.get("seat"))
    if seat is None:
        raise UsageError(N_("It was not said for which seat."))
    try:
        table = await carry_out(table_service_of(request), table_id, visitor, seat, form)
    except MaleconError as error:
        note(error)
        return table_page(await table_service_of(request).visit(table_id, visitor.id), visitor, seat, error=error)
    return answered(request, table, visitor, seat)


@post("/table/{table_id:str}/again", limit=BEGINS)
async def again(table_id: FromPath[str], request: Asked, visitor: Asking) -> Redirect:
    """Begin another table with the same players and options, and go there."""
    tables = table_service_of(request)
    begun = await tables.visit(table_id, visitor.id)
    if not begun.seats_of(visitor.id):
        raise NotYours(N_("Only who sits at a table can begin it again."))
    if another := await tables.gathering.begun_again(begun, str(visitor.id)):
        return Redirect(f"/table/{another}", status_code=303)
    terms = replace(begun.header.terms, host=visitor.id, origin=None)
    sitters = [replace(inherited(sitter), substitute=None) for sitter in begun.sitters]
    fresh = await tables.create(begun.header.game, begun.header.chosen, sitters, terms)
    return Redirect(f"/table/{fresh}", status_code=303)


def answered(request: Asked, table: Table, visitor: Visitor, seat: int | None) -> Response[str] | Redirect:
    """Return the table after an action: what changes of the page for who is on it already, else the way to it."""
    if "malecon-live" in request.headers:
        main = table_main(table, visitor, viewer_of(table, visitor.id, seat))
        return Response(main, media_type=MediaType.HTML, status_code=200)
    address = f"/table/{table.header.id}"
    return Redirect(address if seat is None else f"{address}?seat={seat + 1}", status_code=303)


async def carry_out(tables: TableService, table_id: str, visitor: Visitor, seat: int, form: Any) -> Table:
    """Do what a form asks for, and return the table after it; the errors are those of ``TableService``."""
    mark, action_id, verb = str(form.get("mark", "")), str(form.get("id", "")), form.get("verb")
    if verb == "undo":
        return await tables.undo(table_id, visitor.id, seat, mark, action_id)
    if verb == "confirm":
        return await tables.confirm(table_id, visitor.id, seat, mark, action_id)
    notation = form.get("move") or " ".join(filter(None, form.getall("part", [])))
    quick = visitor.person is not None and visitor.person.quick
    return await tables.step(table_id, visitor.id, seat, str(notation), mark, action_id, quick=quick)


def table_service_of(request: Any) -> TableService:
    """Return the tables of the server."""
    tables: TableService = request.app.state.tables
    return tables


def seat_from(number: int | str | None) -> int | None:
    """Return a seat, 0-based, from the number in an address or a form."""
    text = str(number)
    return int(text) - 1 if text.isdecimal() and len(text) <= MOST_DIGITS else None


def table_page(
    table: Table,
    visitor: Visitor,
    asked: int | None,
    *,
    error: MaleconError | None = None,
    hints: list[str] | None = None,
) -> Response[str]:
    """Return the page of a table, with an error or hints."""
    viewer = viewer_of(table, visitor.id, asked)
    showing = show(table, viewer, visitor.id, visitor.language, hints or (), visitor.muted)
    facts: dict[str, Any] = {"table": showing, "visitor": visitor, "hints": hints, "error": complaint(error, showing)}
    answer = page("table.html", visitor.language, status=status_of(error) if error else 200, **facts)
    return with_retry_after(answer, error)


def about_page(game: str, perspective: Perspective, topic: str, back: str, visitor: Visitor) -> Response[str]:
    """Return a page about a thing of the game, with a link to where it was asked."""
    topic = topic[:LONGEST_TOPIC]
    paragraphs = explain(games[game].text, topic, perspective)
    facts: dict[str, Any] = {"game": game, "back": back, "paragraphs": paragraphs, "topic": topic, "visitor": visitor}
    return page("about.html", visitor.language, status=200 if paragraphs else 404, **facts)


def table_main(table: Table, visitor: Visitor, viewer: int | None) -> str:
    """Return the part of the page that changes; kept for a while, for an answer and a frame often show the same."""
    key = id(table), visitor, viewer
    kept = RENDERED.get(key)
    if kept is None or kept[0] is not table:
        showing = show(table, viewer, visitor.id, visitor.language, muted=visitor.muted)
        main = str(render("table_main.html", visitor.language, table=showing, visitor=visitor, hints=None, error=""))
        kept = RENDERED[key] = table, main
        if len(RENDERED) > MOST_RENDERED:
            del RENDERED[next(iter(RENDERED))]
    return kept[1]


def complaint(error: MaleconError | None, showing: TablePage) -> str:
    """Return what went wrong, in words."""
    if error is None:
        return ""
    if isinstance(error, IllegalMove):
        language, names = showing.perspective.language, showing.perspective.names
        return f"{showing.game_text.narrator.refusal(error, language, names)} ({error.rule})"
    if isinstance(error, ParseError):
        return showing.perspective.language.say(N_("That is none of the choices."))
    return in_words(error, showing.perspective.language)

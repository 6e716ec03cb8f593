"""The page of a table: looking, acting, and what is said about things."""

from dataclasses import replace
from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_
from malecon.presentation.explanations import explain
from malecon.presentation.game_text import voice_of
from malecon.presentation.perspective import Scene
from malecon.presentation.rendering import page, render
from malecon.services.computers.players import checked_level
from malecon.services.computers.thinker import NoAnswer
from malecon.services.people.deletion import inherited
from malecon.services.table_service import Tables
from malecon.tables.errors import NotYours
from malecon.tables.table import Seated
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.error_pages import note, status_of, with_retry_after
from malecon.web.middleware.gate import BEGINS, HINTS
from malecon.web.page_model.table_page import Showing, names_at, show, viewer_of
from malecon.web.page_model.words import in_words

Asked = Request[Any, Any, Any]
MOST_HINTS = 3
NO_ADVICE = N_("No advice came in time; ask again in a moment.")
LONGEST_TOPIC = 80
MOST_DIGITS = 2
"""Of the number of a seat."""
MOST_RENDERED = 32
RENDERED: dict[tuple[int, Visitor, int | None], tuple[Seated, str]] = {}
"""The newest tables that were rendered, for whom, and with whose eyes."""


@get("/table/{table:str}", name="table")
async def look(
    table: FromPath[str], request: Asked, visitor: Asking, seat: FromQuery[int | None] = None
) -> Response[str]:
    """Show a table."""
    seated = await tables_of(request).visit(table, visitor.id)
    return table_page(seated, visitor, seat_from(seat))


@get("/table/{table:str}/hint", limit=HINTS)
async def hint(
    table: FromPath[str], request: Asked, visitor: Asking, seat: FromQuery[int | None] = None
) -> Response[str]:
    """Show a table with the moves that a computer player would make."""
    tables = tables_of(request)
    seated = await tables.visit(table, visitor.id)
    viewer = viewer_of(seated, visitor.id, seat_from(seat))
    try:
        advice = [] if viewer is None else await tables.hint(table, visitor.id, viewer, checked_level("standard"))
    except NoAnswer:
        return table_page(seated, visitor, viewer, error=NoAnswer(NO_ADVICE))
    later = await tables.visit(table, visitor.id)  # others may have chosen in secret meanwhile
    is_same = viewer is not None and later.mark(viewer) == seated.mark(viewer)
    return table_page(later, visitor, viewer, hints=[each.move for each in advice[:MOST_HINTS]] if is_same else None)


@get("/table/{table:str}/about")
async def about(
    table: FromPath[str],
    request: Asked,
    visitor: Asking,
    topic: FromQuery[str] = "",
    seat: FromQuery[int | None] = None,
) -> Response[str]:
    """Say what a thing of the game is."""
    seated = await tables_of(request).visit(table, visitor.id)
    viewer = viewer_of(seated, visitor.id, seat_from(seat))
    scene = Scene.of(seated.match, viewer, visitor.language, names_at(seated, visitor.language))
    return about_page(seated.header.game, scene, topic, f"/table/{table}", visitor)


@post("/table/{table:str}/act")
async def act(table: FromPath[str], request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Take a step, take it back, or confirm a turn; who is on the page already (``Malecon-Live``) gets what changes."""
    form = await request.form()
    seat = seat_from(form.get("seat"))
    if seat is None:
        raise UsageError(N_("It was not said for which seat."))
    try:
        seated = await carry_out(tables_of(request), table, visitor, seat, form)
    except MaleconError as error:
        note(error)
        return table_page(await tables_of(request).visit(table, visitor.id), visitor, seat, error=error)
    return answered(request, seated, visitor, seat)


@post("/table/{table:str}/again", limit=BEGINS)
async def again(table: FromPath[str], request: Asked, visitor: Asking) -> Redirect:
    """Begin another table with the same players and options, and go there."""
    tables = tables_of(request)
    begun = await tables.visit(table, visitor.id)
    if not begun.seats_of(visitor.id):
        raise NotYours(N_("Only who sits at a table can begin it again."))
    if another := await tables.gathering.begun_again(begun, str(visitor.id)):
        return Redirect(f"/table/{another}", status_code=303)
    terms = replace(begun.header.terms, host=visitor.id, origin=None)
    sitters = [replace(inherited(sitter), substitute=None) for sitter in begun.sitters]
    fresh = await tables.create(begun.header.game, begun.header.chosen, sitters, terms)
    return Redirect(f"/table/{fresh}", status_code=303)


def answered(request: Asked, table: Seated, visitor: Visitor, seat: int | None) -> Response[str] | Redirect:
    """Return the table after an action: what changes of the page for who is on it already, else the way to it."""
    if "malecon-live" in request.headers:
        main = table_main(table, visitor, viewer_of(table, visitor.id, seat))
        return Response(main, media_type=MediaType.HTML, status_code=200)
    address = f"/table/{table.header.id}"
    return Redirect(address if seat is None else f"{address}?seat={seat + 1}", status_code=303)


async def carry_out(tables: Tables, table: str, visitor: Visitor, seat: int, form: Any) -> Seated:
    """Do what a form asks for, and return the table after it; the errors are those of ``Tables``."""
    mark, action_id, verb = str(form.get("mark", "")), str(form.get("id", "")), form.get("verb")
    if verb == "undo":
        return await tables.undo(table, visitor.id, seat, mark, action_id)
    if verb == "confirm":
        return await tables.confirm(table, visitor.id, seat, mark, action_id)
    notation = form.get("move") or " ".join(filter(None, form.getall("part", [])))
    quick = visitor.person is not None and visitor.person.quick
    return await tables.step(table, visitor.id, seat, str(notation), mark, action_id, quick=quick)


def tables_of(request: Any) -> Tables:
    """Return the tables of the server."""
    tables: Tables = request.app.state.tables
    return tables


def seat_from(number: int | str | None) -> int | None:
    """Return a seat, 0-based, from the number in an address or a form."""
    text = str(number)
    return int(text) - 1 if text.isdecimal() and len(text) <= MOST_DIGITS else None


def table_page(
    table: Seated,
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


def about_page(game: str, scene: Scene, topic: str, back: str, visitor: Visitor) -> Response[str]:
    """Return a page about a thing of the game, with a link to where it was asked."""
    topic = topic[:LONGEST_TOPIC]
    paragraphs = explain(voice_of(game), topic, scene)
    facts: dict[str, Any] = {"game": game, "back": back, "paragraphs": paragraphs, "topic": topic, "visitor": visitor}
    return page("about.html", visitor.language, status=200 if paragraphs else 404, **facts)


def table_main(table: Seated, visitor: Visitor, viewer: int | None) -> str:
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


def complaint(error: MaleconError | None, showing: Showing) -> str:
    """Return what went wrong, in words."""
    if error is None:
        return ""
    if isinstance(error, IllegalMove):
        return f"{showing.voice.narrator.refusal(error, showing.scene.language, showing.scene.names)} ({error.rule})"
    if isinstance(error, ParseError):
        return showing.scene.language.say(N_("That is none of the choices."))
    return in_words(error, showing.scene.language)

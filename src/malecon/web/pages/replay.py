"""Replaying: a finished table, or a record that somebody brought, step by step."""

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.core.bounds import LONGEST_RECORD
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.presentation.board_context import BoardContext
from malecon.presentation.perspective import Perspective, names_of
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.forms import Upload
from malecon.web.page_model.log import log_of
from malecon.web.page_model.records import Records
from malecon.web.page_model.table_page import names_at
from malecon.web.pages.table import about_page, table_service_of
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]


@get("/table/{table_id:str}/record")
async def table_record(table_id: FromPath[str], request: Asked, visitor: Asking) -> Response[str]:
    """Return the record of a finished table as a file."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    return record_file(table.record(), table.header.game, table_id)


@get("/table/{table_id:str}/replay")
async def table_replay(
    table_id: FromPath[str], request: Asked, visitor: Asking, at: FromQuery[int] = 0, viewer: FromQuery[int] = 0
) -> Response[str]:
    """Show a position of a finished table."""
    table = await table_service_of(request).visit(table_id, visitor.id)
    table.record()  # refuses a game that goes on
    names = names_at(table, visitor.language)
    return replay_page(table.match, names, at, viewer, f"/table/{table_id}", visitor)


@post("/records")
async def bring(request: Asked) -> Redirect:
    """Take a record in."""
    form = await request.form()
    file = form.get("record")
    content = file.content if isinstance(file, Upload) else str(file or "").encode()
    if len(content) > LONGEST_RECORD:
        raise UsageError(N_("A record has at most {most} letters; this file has more."), most=LONGEST_RECORD)
    name = await asyncio.to_thread(records_of(request).keep, content.decode("utf-8", "replace"))
    return Redirect(f"/record/{name}/replay", status_code=303)


@get("/record/{name:str}/replay")
async def record_replay(
    name: FromPath[str], request: Asked, visitor: Asking, at: FromQuery[int] = 0, viewer: FromQuery[int] = 0
) -> Response[str]:
    """Show a position of a record."""
    match = await asyncio.to_thread(records_of(request).read, name)
    names = names_of(match.seats, match.names, visitor.language)
    return replay_page(match, names, at, viewer, f"/record/{name}", visitor)


@get("/record/{name:str}/about")
async def record_about(
    name: FromPath[str], request: Asked, visitor: Asking, topic: FromQuery[str] = ""
) -> Response[str]:
    """Say what a thing of the game of a record is."""
    match = await asyncio.to_thread(records_of(request).read, name)
    names = names_of(match.seats, match.names, visitor.language)
    perspective = Perspective.of(match, None, visitor.language, names)
    return about_page(match.game.name, perspective, topic, f"/record/{name}/replay", visitor)


@get("/record/{name:str}/record")
async def record_record(name: FromPath[str], request: Asked) -> Response[str]:
    """Return a record as a file."""
    match = await asyncio.to_thread(records_of(request).read, name)
    return record_file(match.record(), match.game.name, name)


def records_of(request: Asked) -> Records:
    """Return the records that people have brought."""
    records: Records = request.app.state.records
    return records


def record_file(text: str, game: str, name: str) -> Response[str]:
    """Return a record as a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name[:8]}.game"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def replay_page(
    match: Match, names: Mapping[int, str], at: int, viewer: int, address: str, visitor: Visitor
) -> Response[str]:
    """Return a page with the position after ``at`` moves, seen by seat ``viewer``, from 1, or by a spectator (0)."""
    game, moves = games[match.game.name], match.number
    at, eyes = max(0, min(at, moves)), viewer - 1 if 1 <= viewer <= match.seats else None
    then = match.after(at)
    perspective = Perspective.of(then, eyes, visitor.language, names)
    board = game.page.draw(BoardContext(perspective, game.text, page=address))
    log = log_of(then, game.text, eyes, at - 1 if at else None, visitor.language, names)
    rounds = game.text.rounds(match)
    current = max((number for number, place in rounds.items() if place <= at), default=0)
    facts: dict[str, Any] = {"names": names, "rounds": rounds, "round": current, "game": game.name}
    where: dict[str, Any] = {"at": at, "moves": moves, "viewer": viewer, "address": address}
    where["can_play_on"] = match.seed is not None and moves > 0
    status = game.text.asked(perspective) if not then.over else ""
    shown: dict[str, Any] = {"visitor": visitor, "board": board, "log": log, "status_line": status}
    return page("replay.html", visitor.language, **shown, **facts, **where)

"""Replays of finished tables and uploaded records, step by step; their records as files."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.core.errors import LONGEST_RECORD, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.plain_text import isolated
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import composed, draw_all
from malecon.presentation.perspective import Perspective, names_of
from malecon.tables import TableError
from malecon.tables.seat import Move
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest, Visitor
from malecon.web.http.request_bounds import Upload
from malecon.web.new_table import ME
from malecon.web.pages.table import about_page
from malecon.web.rendering import page
from malecon.web.views.frames import events_shown
from malecon.web.views.log import draw_log, log_of
from malecon.web.views.records import address_of
from malecon.web.views.table_page import BOARD
from malecon.web.views.texts import names_at

MOST_LINKS = 8
"""So many rounds have a link each in a replay; more are a list to choose from."""


async def download_table_record(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Response[str]:
    """Return the record of a finished table as a file."""
    table = await services.tables.view(table_id, visitor.id)
    return _record_response(table.record(), table.header.game, table_id)


async def show_table_replay(
    table_id: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    at: FromQuery[int] = 0,
    viewer: FromQuery[int | None] = None,
) -> Response[str]:
    """Show a position of a finished table, by the knowledge of a visitor who has played unless another is asked for."""
    table = await services.tables.view(table_id, visitor.id)
    table.record()  # refuses a game that goes on
    names, own = names_at(table, visitor.language), table.seats_of(visitor.id)
    if viewer is None:
        viewer = own[0] + 1 if own else 0
    return _replay_page(table.match, names, at, viewer, f"/table/{table_id}", visitor)


async def upload_record(services: InjectedServices, request: AppRequest) -> Redirect:
    """Store an uploaded record."""
    form = await request.form()
    file = form.get("record")
    content = file.content if isinstance(file, Upload) else str(file or "").encode()
    if len(content) > LONGEST_RECORD:
        raise UsageError(N_("A record has at most {most} letters; this file has more."), most=LONGEST_RECORD)
    name = await services.records.keep(content.decode("utf-8", "replace"))
    shown = "review" if form.get("then") == "review" else "replay"
    return Redirect(f"/record/{name}/{shown}", status_code=303)


async def show_record_replay(
    name: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    at: FromQuery[int] = 0,
    viewer: FromQuery[int] = 0,
) -> Response[str]:
    """Show a position of a record."""
    match = await services.records.read(name)
    names = names_of(match.seats, match.names, visitor.language)
    return _replay_page(match, names, at, viewer, f"/record/{name}", visitor)


async def show_record_about(
    name: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, topic: FromQuery[str] = ""
) -> Response[str]:
    """Explain a thing of the game of a record."""
    match = await services.records.read(name)
    names = names_of(match.seats, match.names, visitor.language)
    perspective = Perspective.of(match, None, visitor.language, names)
    return about_page(match.game.name, perspective, topic, f"/record/{name}/replay", visitor)


async def download_record(name: FromPath[str], services: InjectedServices) -> Response[str]:
    """Return a record as a file."""
    match = await services.records.read(name)
    return _record_response(match.record(), match.game.name, name)


def _record_response(text: str, game: str, name: str) -> Response[str]:
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name[:8]}.game"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def _replay_page(
    match: Match, names: Mapping[int, str], at: int, viewer: int, address: str, visitor: Visitor
) -> Response[str]:
    """Return a page with the position after ``at`` moves, seen by seat ``viewer``, from 1, or by a spectator (0)."""
    game, moves = games[match.game.name], match.number
    at, eyes = max(0, min(at, moves)), viewer - 1 if 1 <= viewer <= match.seats else None
    then = match.after(at)
    perspective = Perspective.of(then, eyes, visitor.language, names)
    events = then.events_seen_by(eyes)
    step = events[len(events) - then.events_since(at - 1) :] if at else ()
    board = game.page.parts(BoardContext(perspective, game.text, page=address, events=events))
    log = log_of(then, game, eyes, at - 1 if at else None, visitor.language, names)
    parts = draw_all(board, visitor.language) | draw_log(log, visitor.language)
    rounds = game.text.rounds(match)
    current = max((number for number, place in rounds.items() if place <= at), default=0)
    return page(
        "replay.html",
        visitor.language,
        visitor=visitor,
        game=game.name,
        names=names,
        board=composed(parts, BOARD),
        log=composed(parts, "log"),
        events=msgspec.json.encode(events_shown(step, game, perspective)).decode(),
        status_line=game.text.asked(perspective) if not then.over else "",
        rounds=rounds,
        most_links=MOST_LINKS,
        round=current,
        at=at,
        moves=moves,
        viewer=viewer,
        address=address,
        is_over=match.over,
        can_play_on=match.seed is not None and moves > 0,
    )


@dataclass(frozen=True, slots=True)
class Original:
    """A game that is over, or a record, whose deal can be played again.

    Attributes:
        origin: id of the table, or name of the record.
        match: the whole game.
        key: of its chance.
        names: who played, by seat.
        kinds: what each seat is offered to be first, a kind of ``SeatChoice``, or empty.
    """

    origin: str
    match: Match
    key: int
    names: Mapping[int, str]
    kinds: Mapping[int, str]

    @property
    def address(self) -> str:
        """Where it is."""
        return address_of(self.origin)

    def log(self, at: int) -> list[Move]:
        """Return the first moves of a new table.

        Raises:
            UsageError: nothing comes after them, or there are not so many.
        """
        if not 0 <= at < self.match.number:
            raise UsageError(N_("From the end of a game nobody can play on."))
        return [Move(seat, notation, new_id()) for seat, notation in self.match.moves[:at]]


def original_table(table: Table, visitor: Visitor) -> Original:
    """Return a finished table as an original.

    Raises:
        TableError: its game goes on, and its key is secret.
    """
    if table.key_and_salt is None:
        raise TableError(N_("The deal of a game can be played again when it is over."))
    own = table.seats_of(visitor.id)
    mine = own[0] if own else 0
    kinds = {seat: sitter.level or "" for seat, sitter in enumerate(table.occupants)}
    names = {seat: isolated(sitter.name) for seat, sitter in enumerate(table.occupants)}
    return Original(table.header.id, table.match, table.header.key, names, kinds | {mine: ME})


def original_record(name: str, match: Match, visitor: Visitor) -> Original:
    """Return a record as an original; the record contains its key.

    Raises:
        TableError: it begins from a position, without a key.
    """
    if match.seed is None:
        raise TableError(N_("This record begins with a position; only a whole game can be played on."))
    return Original(name, match, match.seed, names_of(match.seats, match.names, visitor.language), {0: ME})

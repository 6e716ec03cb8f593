"""Replays of finished tables and uploaded records, step by step or as a file."""

from litestar import Response
from litestar.params import FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.text_bounds import LONGEST_RECORD
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import composed, draw_all
from malecon.presentation.perspective import Perspective
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest
from malecon.web.http.forms import Upload
from malecon.web.http.sender import Visitor
from malecon.web.pages.played_game import PlayedGame, played_game
from malecon.web.pages.table import about_page
from malecon.web.rendering import page
from malecon.web.views.frames import scenes_of_last_move
from malecon.web.views.log import log_of, log_parts
from malecon.web.views.table_page import BOARD

MOST_LINKS = 8
"""So many rounds have a link each in a replay; more are a list to choose from."""


async def upload_record(services: InjectedServices, request: AppRequest) -> Redirect:
    """Store an uploaded record."""
    form = await request.form()
    file = form.get("record")
    content = file.content if isinstance(file, Upload) else str(file or "").encode()
    if len(content) > LONGEST_RECORD:
        raise UsageError(N_("A record has at most {most} characters; this file has more."), most=LONGEST_RECORD)
    name = await services.records.keep(content.decode("utf-8", "replace"))
    shown = "review" if form.get("then") == "review" else "replay"
    return Redirect(f"/record/{name}/{shown}", status_code=303)


async def show_replay(
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    at: FromQuery[int] = 0,
    viewer: FromQuery[int | None] = None,
) -> Response[str]:
    """Show a position of a played game, by the knowledge of a visitor who has played unless another is asked for."""
    played = await played_game(request, services, visitor)
    return _replay_page(played, at, (*(seat + 1 for seat in played.own), 0)[0] if viewer is None else viewer, visitor)


async def show_about(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor, topic: FromQuery[str] = ""
) -> Response[str]:
    """Explain a thing of the game of a record."""
    played = await played_game(request, services, visitor)
    perspective = Perspective.of(played.match, None, visitor.language, played.names)
    return about_page(played.match.game.name, perspective, topic, f"{played.address}/replay", visitor)


async def download_record(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Return the record of a played game as a file."""
    played = await played_game(request, services, visitor)
    name = f"{played.match.game.name}-{played.origin[:8]}.game"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(played.record(), media_type="text/plain; charset=utf-8", headers=headers)


def _replay_page(played: PlayedGame, at: int, viewer: int, visitor: Visitor) -> Response[str]:
    """Return a page with the position after ``at`` moves, seen by seat ``viewer``, from 1, or by a spectator (0)."""
    match, names, address = played.match, played.names, played.address
    game, moves = games[match.game.name], match.number
    at, eyes = max(0, min(at, moves)), viewer - 1 if 1 <= viewer <= match.seats else None
    then = match.after(at)
    perspective = Perspective.of(then, eyes, visitor.language, names)
    events = then.events_seen_by(eyes)
    board = game.page.parts(BoardContext(perspective, game.text, page=address, events=events))
    log = log_of(then, game, eyes, at - 1 if at else None, visitor.language, names)
    parts = draw_all([*board, *log_parts(log)], visitor.language)
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
        scenes=scenes_of_last_move(then, game, perspective),
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

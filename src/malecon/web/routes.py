"""The routes of the site: method, path, handler, and rate-limit category.

Static files are served under ``/static``.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from litestar import Response, Router, get, post, websocket
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.types import AnyCallable

from malecon.storage.store import in_thread
from malecon.web import live
from malecon.web.api import games, person, tables
from malecon.web.api import table as api_table
from malecon.web.api.requests import check_request, provide_visitor
from malecon.web.api.schema import document_of, error_responses
from malecon.web.dependencies import InjectedServices
from malecon.web.http.api_error import PATH
from malecon.web.http.rate_limiter import (
    ACT_COST,
    ACTIONS,
    BEGINS,
    COST_KEY,
    HANDSHAKES,
    HINTS,
    JOINS,
    MESSAGES,
    PAGES,
    PROBES,
    PROGRAMS,
    ROUTE_KEY,
    SIGN_INS,
    USUAL,
)
from malecon.web.pages import (
    account,
    analysis,
    chat,
    device_links,
    exercise,
    guide,
    lessons,
    machines,
    me,
    new_table,
    notices,
    play_on,
    positions,
    puzzles,
    ranking,
    replay,
    retention,
    review,
    seats,
    settings,
    sign_in,
    start,
    statistics,
    table,
    tokens,
)


class Route(NamedTuple):
    """A route: method, path, handler, rate-limit category, and the class of its cost in milliseconds.

    ``exercise``: finds the exercise that the handler is about; ``None`` for other handlers.
    """

    method: Literal["GET", "POST", "WEBSOCKET"]
    path: str
    handler: AnyCallable
    category: str
    cost: int = USUAL
    exercise: AnyCallable | None = None


class ApiRoute(NamedTuple):
    """A route of the JSON API, below ``/api/v1``, with its group, summary and errors in the document."""

    method: Literal["GET", "POST"]
    path: str
    handler: AnyCallable
    category: str
    group: str
    summary: str
    errors: tuple[int, ...] = ()
    status: int = 200
    cost: int = ACT_COST


async def openapi(services: InjectedServices) -> Response[bytes]:
    """Return the OpenAPI document; it needs no token."""
    site = str(services.settings.address or "")
    return Response(await in_thread(api_document)(site), media_type="application/json")


def _exercise(
    path: str, find: AnyCallable, category: str, show_cost: int, act_cost: int, about_cost: int
) -> tuple[Route, ...]:
    """Return the routes of an exercise that ``find`` returns."""
    return (
        Route("GET", path, exercise.show, category, show_cost, find),
        Route("POST", f"{path}/act", exercise.act, ACTIONS, act_cost, find),
        Route("GET", f"{path}/about", exercise.about, PAGES, about_cost, find),
    )


MOMENT = "/analyse/{name:str}/{at:int}/{eyes:int}"
ROUTES = (
    Route("GET", "/", start.show_start, PAGES, 50),
    Route("GET", "/new/{game:str}", new_table.show_new_table, PAGES),
    Route("POST", "/new/{game:str}", new_table.create_table, BEGINS, 200),
    Route("GET", "/join/{invitation:str}", seats.show_invitation, PAGES),
    Route("GET", "/join/{invitation:str}/code", seats.show_invitation_code, PAGES),
    Route("POST", "/join/{invitation:str}", seats.accept_invitation, JOINS),
    Route("GET", "/table/{table_id:str}", table.show_table, PAGES, 50),
    Route("GET", "/table/{table_id:str}/frame", live.show_frame, PAGES, 50),
    Route("WEBSOCKET", "/table/{table_id:str}/live", live.open_socket, HANDSHAKES),
    Route("GET", "/table/{table_id:str}/about", table.show_about, PAGES),
    Route("GET", "/table/{table_id:str}/hint", table.show_hint, HINTS, 50),
    Route("POST", "/table/{table_id:str}/act", table.act_at_table, ACTIONS, ACT_COST),
    Route("POST", "/table/{table_id:str}/join", seats.join_table, JOINS, 50),
    Route("POST", "/table/{table_id:str}/seat", seats.change_seat, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/cancel", seats.cancel_table, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/pause", table.pause_or_resume, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/ready", table.get_ready, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/resign", table.resign, ACTIONS, 100),
    Route("POST", "/table/{table_id:str}/end", table.offer_end, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/stand-in", seats.hand_over, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/come-back", seats.take_back, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/say", chat.say, MESSAGES, 50),
    Route("POST", "/table/{table_id:str}/heard", chat.report_or_mute, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/no-tips", table.end_tips, ACTIONS, 50),
    Route("POST", "/table/{table_id:str}/again", table.play_again, BEGINS, 100),
    Route("POST", "/table/{table_id:str}/not-again", table.play_no_more, ACTIONS, 50),
    Route("GET", "/table/{origin:str}/play-on", play_on.show_play_on, PAGES, 100),
    Route("POST", "/table/{origin:str}/play-on", play_on.begin_from_deal, BEGINS, 100),
    Route("GET", "/table/{origin:str}/record", replay.download_record, PAGES),
    Route("GET", "/table/{origin:str}/replay", replay.show_replay, PAGES, 200),
    Route("GET", "/table/{origin:str}/review", review.show_review, PAGES, 200),
    *_exercise("/table/{origin:str}/review/{number:int}", review.find_decision, HINTS, 100, 100, 100),
    # The guided game
    Route("GET", "/learn/{game:str}/play", lessons.show_missions, PAGES),
    *_exercise("/learn/{game:str}/play/{mission:str}/{number:int}", lessons.find_lesson, PAGES, 50, USUAL, USUAL),
    Route("POST", "/learn/{game:str}/play/{mission:str}/end", lessons.end_mission, BEGINS, 100),
    # Uploaded records
    Route("POST", "/records", replay.upload_record, ACTIONS, 100),
    Route("GET", "/record/{origin:str}/replay", replay.show_replay, PAGES, 200),
    Route("GET", "/record/{origin:str}/review", review.show_review, PAGES, 200),
    *_exercise("/record/{origin:str}/review/{number:int}", review.find_decision, HINTS, 200, 200, 100),
    Route("GET", "/record/{origin:str}/about", replay.show_about, PAGES, 100),
    Route("GET", "/record/{origin:str}/record", replay.download_record, PAGES, 200),
    Route("GET", "/record/{origin:str}/play-on", play_on.show_play_on, PAGES, 200),
    Route("POST", "/record/{origin:str}/play-on", play_on.begin_from_deal, BEGINS, 100),
    # The analysis board
    Route("GET", "/analyse", analysis.show_choice, PAGES),
    Route("POST", "/analyse/{game:str}", analysis.begin_analysis, ACTIONS),
    Route("POST", "/table/{origin:str}/analyse", analysis.analyse_table, ACTIONS, 200),
    Route("POST", "/record/{origin:str}/analyse", analysis.analyse_record, ACTIONS, 200),
    Route("GET", "/analyse/{name:str}/{at:int}", analysis.look_with, PAGES),
    Route("GET", "/analyse/{name:str}/{at:int}/edit", positions.show_form, PAGES, 200),
    Route("POST", "/analyse/{name:str}/{at:int}/edit", positions.change_position, ACTIONS, 200),
    *_exercise(MOMENT, analysis.find_moment, PAGES, 200, 200, 200),
    Route("GET", f"{MOMENT}/thought", analysis.show_thought, HINTS, 200, analysis.find_moment),
    Route("GET", f"{MOMENT}/moves", analysis.show_moves, HINTS, 200, analysis.find_moment),
    # Puzzles
    Route("GET", "/puzzles/{game:str}", puzzles.show_puzzles, PAGES),
    Route("GET", "/puzzles/{game:str}/next", puzzles.show_next, PAGES),
    Route("GET", "/puzzles/{game:str}/today", puzzles.show_today, PAGES),
    *_exercise("/puzzles/{game:str}/{number:int}", puzzles.find_puzzle, PAGES, 50, USUAL, USUAL),
    Route("POST", "/puzzles/{game:str}/{number:int}/play-on", puzzles.play_on, BEGINS, 100, puzzles.find_puzzle),
    # A person
    Route("GET", "/settings", settings.show_settings, PAGES),
    Route("POST", "/settings", settings.save_settings, ACTIONS),
    Route("GET", "/sign-in", sign_in.show_sign_in, PAGES),
    Route("POST", "/sign-in", sign_in.sign_in, SIGN_INS, 100),
    Route("POST", "/me/sign-out", sign_in.sign_out, PAGES),
    Route("GET", "/me/account", account.show_account, PAGES),
    Route("POST", "/me/account", account.save_account, SIGN_INS, 100),
    Route("GET", "/me", me.show_person, PAGES),
    Route("POST", "/me/sessions", me.end_sessions, PAGES),
    Route("GET", "/me/export", me.export_person, PAGES, 2000),
    Route("GET", "/me/delete", me.confirm_delete, PAGES),
    Route("POST", "/me/delete", me.delete_person, PAGES, 500),
    Route("POST", "/me/link", device_links.create_link, PAGES, 50),
    Route("GET", "/come/{link:str}", device_links.show_link, PAGES),
    Route("POST", "/come/{link:str}", device_links.follow_link, PAGES),
    Route("GET", "/tokens", tokens.show_tokens, PAGES),
    Route("POST", "/tokens", tokens.create_token, ACTIONS),
    Route("POST", "/tokens/end", tokens.end_token, ACTIONS),
    Route("GET", "/notices", notices.show_notices, PAGES),
    Route("POST", "/notices/push", notices.subscribe_browser, ACTIONS),
    Route("POST", "/notices/off", notices.turn_off, ACTIONS),
    Route("POST", "/notices/mail", notices.request_email, MESSAGES),
    Route("GET", "/notices/confirm/{token:str}", notices.ask_confirm, PAGES),
    Route("POST", "/notices/confirm/{token:str}", notices.confirm_email, ACTIONS),
    Route("GET", "/notices/stop", notices.ask_stop, PAGES),
    Route("POST", "/notices/stop", notices.stop_emails, ACTIONS),
    # Rules and results
    Route("GET", "/learn/{game:str}", guide.show_introduction, PAGES),
    Route("GET", "/rules/{game:str}", guide.show_rules, PAGES),
    Route("GET", "/rules/{game:str}/part", guide.show_rules_part, PAGES),
    Route("GET", "/rules/{game:str}/data/{option:str}", new_table.download_example, PAGES),
    Route("GET", "/ranking/{game:str}", ranking.show_ranking, PAGES, 50),
    Route("GET", "/ranking/{game:str}/{form:str}", ranking.download_ranking, PAGES, 50),
    Route("GET", "/statistics", statistics.show_statistics, PAGES, 100),
    Route("GET", "/statistics/{form:str}", statistics.download_statistics, PAGES, 100),
    Route("GET", "/kept", retention.show_retention, PAGES),
    # Programs that watch the server, and the document of the JSON API
    Route("GET", "/healthz", machines.health, PROBES),
    Route("GET", "/metrics", machines.metrics, PROBES),
    Route("GET", "/robots.txt", machines.robots, PROBES),
    Route("GET", f"{PATH}/openapi.json", openapi, PAGES),
)

ACTION_ERRORS = 403, 404, 409, 413, 422
JOIN_ERRORS = 404, 409, 413, 422
TABLE = "/tables/{table_id:str}"
API_ROUTES = (
    ApiRoute("GET", "/me", person.me, PROGRAMS, "Account", "Who I am", cost=USUAL),
    ApiRoute("GET", "/games", games.all_games, PROGRAMS, "Account", "Games", cost=USUAL),
    ApiRoute("GET", "/tables", tables.my_tables, PROGRAMS, "Tables", "My tables", cost=USUAL),
    ApiRoute("GET", "/lobby", tables.lobby, PROGRAMS, "Tables", "Open tables", cost=USUAL),
    ApiRoute("POST", "/tables", tables.begin, BEGINS, "Tables", "Begin a table", (404, 413, 422), 201, 200),
    ApiRoute("POST", f"{TABLE}/join", tables.join, JOINS, "Tables", "Join", JOIN_ERRORS),
    ApiRoute("POST", "/invitations", tables.accept, JOINS, "Tables", "Accept an invitation", JOIN_ERRORS),
    ApiRoute("POST", f"{TABLE}/leave", tables.leave, PROGRAMS, "Tables", "Leave", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/cancel", tables.cancel, PROGRAMS, "Tables", "Cancel", (403, 404, 409)),
    ApiRoute("GET", TABLE, api_table.look, PROGRAMS, "Views", "Look at a table", (404,), cost=USUAL),
    ApiRoute("GET", f"{TABLE}/hint", api_table.hint, HINTS, "Views", "Ask for a hint", (403, 404, 409, 422)),
    ApiRoute("GET", f"{TABLE}/record", api_table.record, PROGRAMS, "Views", "Read the record", (404, 409), cost=USUAL),
    ApiRoute("POST", f"{TABLE}/play", api_table.play, PROGRAMS, "Moves", "Play a move", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/step", api_table.step, PROGRAMS, "Moves", "Take a step", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/undo", api_table.undo, PROGRAMS, "Moves", "Take a step back", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/confirm", api_table.confirm, PROGRAMS, "Moves", "Confirm a turn", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/ready", api_table.get_ready, PROGRAMS, "Pauses", "Get ready", (403, 404, 409)),
    ApiRoute("POST", f"{TABLE}/pause", api_table.pause, PROGRAMS, "Pauses", "Wish a pause", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/go-on", api_table.go_on, PROGRAMS, "Pauses", "Go on", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/stand-in", api_table.stand_in, PROGRAMS, "Pauses", "Hand a seat over", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/come-back", api_table.come_back, PROGRAMS, "Pauses", "Take a seat back", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/resign", api_table.resign, PROGRAMS, "Endings", "Resign", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/end", api_table.end, PROGRAMS, "Endings", "Offer to end the game", ACTION_ERRORS),
    ApiRoute("POST", f"{TABLE}/again", api_table.again, BEGINS, "Endings", "Play again", ACTION_ERRORS, cost=100),
)


def page_handlers() -> Iterator[HTTPRouteHandler | WebsocketRouteHandler]:
    """Yield the handlers of all routes but those of the JSON API."""
    decorators = {"GET": get, "POST": post, "WEBSOCKET": websocket}
    for route in ROUTES:
        opt = {ROUTE_KEY: route.category, COST_KEY: route.cost}
        found = {"resource": Provide(route.exercise)} if route.exercise else {}
        yield decorators[route.method](route.path, opt=opt, dependencies=found)(route.handler)


def api_router() -> Router:
    """Return the router of the JSON API."""
    handlers = [
        (get if route.method == "GET" else post)(
            route.path,
            opt={ROUTE_KEY: route.category, COST_KEY: route.cost},
            tags=[route.group],
            summary=route.summary,
            responses=error_responses(*route.errors),
            status_code=route.status,
        )(route.handler)
        for route in API_ROUTES
    ]
    return Router(
        PATH,
        route_handlers=handlers,
        dependencies={"visitor": Provide(provide_visitor)},
        before_request=check_request,
        security=[{"token": []}],
    )


@cache
def api_document(site: str = "") -> bytes:
    """Return the OpenAPI document of the JSON API of a site; ``site``: its address, empty for none."""
    return document_of(api_router(), site)

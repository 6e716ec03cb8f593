"""The middleware that refuses requests above the rate limits.

It stands before everything but the log: a refusal here costs no look-up in the database and no rendering.
"""

import math
from functools import lru_cache

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send
from litestar.utils.path import normalize_path

from malecon.core.i18n import load
from malecon.services.table_repository import REPLAYED, Replayed
from malecon.web.api.errors import error_from
from malecon.web.dependencies import services_of
from malecon.web.http.api_error import PATH, ErrorBody
from malecon.web.http.connection import client_host
from malecon.web.http.rate_limiter import (
    CHEAP,
    COST_KEY,
    HANDSHAKES,
    NOT_FOUND,
    ROUTE_KEY,
    STATIC_FILES,
    USUAL,
    TooManyRequests,
    default_category,
)
from malecon.web.http.request_bounds import LONGEST_PATH
from malecon.web.http.responses import HTTP, WEBSOCKET_DENIAL, send_response
from malecon.web.http.sender import Visitor, best_language, language_header
from malecon.web.rendering import render
from malecon.web.views.texts import error_sentence

STATUS = 429
TRY_AGAIN_LATER = 1013
"""Code with which a WebSocket is closed where the server cannot answer a handshake by HTTP."""
PAGES_KEPT = 64
MS_PER_REPLAYED_MOVE = 0.4
"""Milliseconds of processor time for each move of a table that is rebuilt because it was not in memory any more."""


class RateLimitMiddleware:
    """Middleware that applies the rate limits of addresses."""

    def __init__(self, app: Litestar) -> None:
        """``app``: answers the requests that pass; its routes say the categories."""
        self._app = app
        self._next = app.asgi_handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a handshake on, or refuse it."""
        limiter = services_of(scope).rate_limiter
        try:
            limiter.check_address(scope, *self._limits_of(scope))
        except TooManyRequests as error:
            return await send_refusal(scope, send, error)
        replayed, address = Replayed(), client_host(scope)  # an open page empties its scope
        REPLAYED.set(replayed)
        try:
            await self._next(scope, receive, send)
        finally:
            if replayed.moves:
                limiter.charge_address(address, math.ceil(replayed.moves * MS_PER_REPLAYED_MOVE))

    def _limits_of(self, scope: Scope) -> tuple[str, int]:
        """Return the rate-limit category of a request or a handshake, and the class of its cost: those of its route."""
        if len(scope["path"]) > LONGEST_PATH:  # about to be refused; the router would remember it
            return NOT_FOUND, CHEAP
        if scope["path"].startswith("/static/"):
            return STATIC_FILES, CHEAP
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        path, method = normalize_path(scope["path"]), None if is_socket else str(scope.get("method", ""))
        try:
            _, handler, *_ = self._app.asgi_router.handle_routing(path=path, method=method)
        except HTTPException:
            return HANDSHAKES if is_socket else NOT_FOUND, CHEAP
        category = HANDSHAKES if is_socket else str(handler.opt.get(ROUTE_KEY, default_category(method or "")))
        return category, int(handler.opt.get(COST_KEY, USUAL))


async def send_refusal(scope: Scope, send: Send, error: TooManyRequests) -> None:
    """Refuse a request or a handshake: say when to try again, in the language of the sender."""
    kind = HTTP
    if scope["type"] == ScopeType.WEBSOCKET:
        if WEBSOCKET_DENIAL not in (scope.get("extensions") or {}):
            return await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": "too many; try later"})
        kind = WEBSOCKET_DENIAL
    body, media_type = refusal_body(scope, error)
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    await send_response(send, STATUS, media_type + charset, body, {"Retry-After": str(error.seconds)}, kind)


def refusal_body(scope: Scope, error: TooManyRequests) -> tuple[bytes, str]:
    """Return the body of an answer 429, and its media type."""
    code = _language_of(scope)
    if scope["path"].startswith(f"{PATH}/"):
        return msgspec.json.encode(ErrorBody(error_from(error, load(code)))), "application/json"
    return refusal_page(code, STATUS, error_sentence(error, load(code))), "text/html"


def _language_of(scope: Scope) -> str:
    """Return the language of the sender: that of the person, if they are known already, else that of the browser."""
    return best_language(scope["state"].get("language") or language_header(scope))


@lru_cache(PAGES_KEPT)
def refusal_page(code: str, status: int, sentence: str) -> bytes:
    """Return the page that says in a language, with a sentence, why a request is refused."""
    language = load(code)
    visitor = Visitor(None, language)
    return render("error.html", language, status=status, visitor=visitor, sentence=sentence, report="").encode()

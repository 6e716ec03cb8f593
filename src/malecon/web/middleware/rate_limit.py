"""Middleware that counts every request and every WebSocket handshake, and refuses those above the limit.

It stands before everything but the log: a refusal here costs no look-up in the database and no rendering.
"""

from functools import lru_cache

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send
from litestar.utils.path import normalize_path

from malecon.core.i18n import load
from malecon.web.api.errors import PATH, Trouble, wrong_from
from malecon.web.connection import Visitor
from malecon.web.dependencies import services_of
from malecon.web.middleware.browser_headers import best_language, language_header
from malecon.web.middleware.rate_limiter import HANDSHAKES, NOT_FOUND, ROUTE_KEY, STATIC_FILES, default_category
from malecon.web.middleware.request_bounds import LONGEST_PATH
from malecon.web.middleware.security_headers import HTTP, WEBSOCKET_DENIAL, send_response
from malecon.web.middleware.token_bucket import TooManyRequests
from malecon.web.page_model.texts import error_sentence
from malecon.web.rendering import render

STATUS = 429
TRY_AGAIN_LATER = 1013
"""Code with which a WebSocket is closed where the server cannot answer a handshake by HTTP."""
PAGES_KEPT = 64


class RateLimitMiddleware:
    """Middleware that applies the rate limits of addresses."""

    def __init__(self, app: Litestar) -> None:
        """``app``: answers the requests that pass; its routes say the categories."""
        self._app = app
        self._next = app.asgi_handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a handshake on, or refuse it."""
        try:
            services_of(scope).rate_limiter.check_address(scope, self._category_of(scope))
        except TooManyRequests as error:
            await send_refusal(scope, send, error)
        else:
            await self._next(scope, receive, send)

    def _category_of(self, scope: Scope) -> str:
        """Return the rate-limit category of a request or a handshake: that of its route, if there is one."""
        if scope["type"] == ScopeType.WEBSOCKET:
            return HANDSHAKES
        if scope["path"].startswith("/static/"):
            return STATIC_FILES
        if len(scope["path"]) > LONGEST_PATH:  # about to be refused; the router would remember it
            return NOT_FOUND
        path, method = normalize_path(scope["path"]), scope["method"]
        try:
            _, handler, *_ = self._app.asgi_router.handle_routing(path=path, method=method)
        except HTTPException:
            return NOT_FOUND
        return str(handler.opt.get(ROUTE_KEY, default_category(method)))


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
    code = language_of(scope)
    if scope["path"].startswith(f"{PATH}/"):
        return msgspec.json.encode(Trouble(wrong_from(error, load(code)))), "application/json"
    return refusal_page(code, error_sentence(error, load(code))), "text/html"


def language_of(scope: Scope) -> str:
    """Return the language of the sender: that of the person, if they are known already, else that of the browser."""
    return best_language(scope["state"].get("language") or language_header(scope))


@lru_cache(PAGES_KEPT)
def refusal_page(code: str, sentence: str) -> bytes:
    """Return the page that says in a language, with a sentence, when to try again."""
    language = load(code)
    visitor = Visitor(None, language)
    return render("error.html", language, status=STATUS, visitor=visitor, sentence=sentence, report="").encode()

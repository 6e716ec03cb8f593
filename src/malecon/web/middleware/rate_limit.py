"""Middleware that counts every request and every WebSocket handshake, and refuses what is too much.

It stands before everything but the log: what is refused here costs no look-up in the database and no rendering.
"""

from functools import lru_cache

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send
from litestar.utils.path import normalize_path

from malecon.core.i18n import load
from malecon.web.api.errors import PATH, Trouble, wrong_of
from malecon.web.middleware.authentication import Visitor, best_language
from malecon.web.middleware.gate import ACTIONS, HANDSHAKES, NOT_FOUND, PAGES, STATIC_FILES, Gate
from malecon.web.middleware.protection import HEADERS, NOT_KEPT, SAFE_METHODS
from malecon.web.middleware.request_bounds import LONGEST_PATH
from malecon.web.middleware.token_bucket import TooOften
from malecon.web.page_model.words import in_words
from malecon.web.rendering import render

STATUS = 429
TRY_AGAIN_LATER = 1013
"""Code with which a WebSocket is closed where the server cannot answer a handshake by HTTP."""
HTTP_ANSWER = "websocket.http.response"
PAGES_KEPT = 64


class RateLimit:
    """The application with limits before it."""

    def __init__(self, app: Litestar) -> None:
        """``app``: does the work; its routes say what counts as what."""
        self._app = app
        self._next = app.asgi_handler

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a handshake on, or refuse it."""
        gate: Gate = self._app.state.gate
        try:
            gate.let_in(scope, self._kind_of(scope))
        except TooOften as error:
            await refuse(scope, send, error)
        else:
            await self._next(scope, receive, send)

    def _kind_of(self, scope: Scope) -> str:
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
        return str(handler.opt.get("limit", PAGES if method in SAFE_METHODS else ACTIONS))


async def refuse(scope: Scope, send: Send, error: TooOften) -> None:
    """Answer a request or a handshake that is too much: when to try again, in the language of who asks."""
    kind = "http.response"
    if scope["type"] == ScopeType.WEBSOCKET:
        if HTTP_ANSWER not in (scope.get("extensions") or {}):
            return await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": "too many; try later"})
        kind = HTTP_ANSWER
    body, media_type = refusal_of(scope, error)
    charset = "; charset=utf-8" if media_type.startswith("text/") else ""
    facts = {"Content-Type": media_type + charset, "Content-Length": str(len(body)), "Retry-After": str(error.seconds)}
    headers = {"Cache-Control": NOT_KEPT, **HEADERS, **facts}
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": f"{kind}.start", "status": STATUS, "headers": encoded})  # type: ignore[misc,arg-type]  # of two sorts
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]  # as above


def refusal_of(scope: Scope, error: TooOften) -> tuple[bytes, str]:
    """Return the body of an answer 429, and its media type."""
    code = language_of(scope)
    if scope["path"].startswith(f"{PATH}/"):
        return msgspec.json.encode(Trouble(wrong_of(error, load(code)))), "application/json"
    return refusal_page(code, in_words(error, load(code))), "text/html"


def language_of(scope: Scope) -> str:
    """Return the language of who asks: of the person, if they are known already, else of the browser."""
    wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return best_language(scope["state"].get("language") or wanted.decode("latin-1"))


@lru_cache(PAGES_KEPT)
def refusal_page(code: str, sentence: str) -> bytes:
    """Return the page that says in a language, with a sentence, when to try again."""
    language = load(code)
    visitor = Visitor(None, language)
    return render("error.html", language, status=STATUS, visitor=visitor, sentence=sentence, report="").encode()

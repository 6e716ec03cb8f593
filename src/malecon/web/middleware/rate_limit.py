"""Rate limits: the middleware that refuses requests above them, and how several server processes share their counts.

The middleware stands before everything but the log: a refusal here costs no look-up in the database and no rendering.

Each server process on one PostgreSQL sends the others its counts once a second. So a limit is exceeded by about a
second of traffic at most, and no request waits for the database. Counts are sent by keyed hashes (``KeyHash``), as
notifications of PostgreSQL, which are stored nowhere. A process without a connection counts for itself until it has one
again.
"""

import asyncio
import logging
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.types import Receive, Scope, Send
from litestar.utils.path import normalize_path

from malecon.core.i18n import load
from malecon.services.table_repository import REPLAYED, Replayed
from malecon.storage.notifications import listening
from malecon.storage.store import Store
from malecon.tables.table_header import new_id
from malecon.web.api import error_from
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
    TokenBuckets,
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
CHANNEL = "malecon_limits"
INTERVAL_S = 1.0
MS_PER_REPLAYED_MOVE = 0.4
"""Milliseconds of processor time for each move of a table that is rebuilt because it was not in memory any more."""
RECONNECT_S = 5.0
"""Seconds until a connection that has broken is opened anew."""
MOST_IN_NOTIFICATION = 100
"""Keys in one notification, which has room for 8000 bytes."""
LOGGER = logging.getLogger(__name__)


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
    return _refusal_page(code, error_sentence(error, load(code))), "text/html"


def _language_of(scope: Scope) -> str:
    """Return the language of the sender: that of the person, if they are known already, else that of the browser."""
    return best_language(scope["state"].get("language") or language_header(scope))


@lru_cache(PAGES_KEPT)
def _refusal_page(code: str, sentence: str) -> bytes:
    """Return the page that says in a language, with a sentence, when to try again."""
    language = load(code)
    visitor = Visitor(None, language)
    return render("error.html", language, status=STATUS, visitor=visitor, sentence=sentence, report="").encode()


class Count(msgspec.Struct, array_like=True):
    """The tokens taken of a key since the last notification."""

    bucket: str
    key: str
    cost: float


class Notification(msgspec.Struct, array_like=True):
    """The counts that a process sends to the others."""

    process: str
    counts: list[Count]


class SharedRateLimits:
    """Sends the tokens taken of the buckets of this process to the others, and takes theirs."""

    def __init__(self, store: Store, buckets: Mapping[str, TokenBuckets]) -> None:
        """``store``: the database that the processes share. ``buckets``: by names that are the same in all of them."""
        self._store = store
        self._buckets = buckets
        self._process = new_id()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin to send and to listen, if the database is one that processes share."""
        if self._store.is_shared:
            for limits in self._buckets.values():
                limits.spent = {}
            self._task = asyncio.create_task(self._share())

    async def end(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _share(self) -> None:
        while True:
            try:
                await self._share_once()
            except Exception as error:  # whatever it is: limits of one process are better than none
                LOGGER.warning("limits are counted for this process alone for %g s: %s", RECONNECT_S, error)
            await asyncio.sleep(RECONNECT_S)

    async def _share_once(self) -> None:
        """Send and listen on one connection until it breaks."""
        async with listening(self._store.engine, CHANNEL) as connection:
            while True:
                for payload in self._notifications():
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
                async for notice in connection.notifies(timeout=INTERVAL_S):
                    self._take(notice.payload)

    def _notifications(self) -> Iterator[str]:
        """Yield the counts since the last time, encoded."""
        counts: list[Count] = []
        for name, limits in self._buckets.items():
            counts += [Count(name, key, cost) for key, cost in (limits.spent or {}).items()]
            limits.spent = {}
        for first in range(0, len(counts), MOST_IN_NOTIFICATION):
            yield msgspec.json.encode(
                Notification(self._process, counts[first : first + MOST_IN_NOTIFICATION])
            ).decode()

    def _take(self, payload: str) -> None:
        received = msgspec.json.decode(payload, type=Notification)
        for count in received.counts if received.process != self._process else ():
            if limits := self._buckets.get(count.bucket):
                limits.spend_elsewhere(count.key, count.cost)

"""Bounds of requests: address, headers and cookies, checked before routing.

Litestar keeps the newest 1,024 query strings and cookies parsed, so that long ones would fill the memory of the server
as well as its time. What is out of bounds is answered here. Bodies are bounded by ``LONGEST_BODY``; what is in them by
``core/text_bounds.py`` and ``forms.py``.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import Final
from urllib.parse import parse_qsl

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from malecon.core.i18n import N_, load
from malecon.core.site_address import InvalidAddress, read_authority
from malecon.web.http.api_error import Error, ErrorBody, is_api_path
from malecon.web.http.responses import send_response
from malecon.web.http.sender import best_language, language_header

LONGEST_PATH: Final = 250
"""Bytes of a path; the longest of ours, with a token, has 80. Names of files end at 255."""
LONGEST_QUERY: Final = 1000
"""Bytes of a query; the longest of ours, an e-mail address with its proof, has 200."""
MOST_PARAMETERS: Final = 20
"""Parameters of a query; the most that ours have is five."""
REPEATABLE: Final = "do"
"""The parameter that can be there several times: the actions of an exercise."""
MOST_HEADERS: Final = 100
LONGEST_HEADER: Final = 8 * 1024
"""Bytes of one header, its name included."""
LONGEST_HEAD: Final = 16 * 1024
"""Bytes of all headers together."""
MOST_COOKIES: Final = 100

CONTROL = re.compile(r"[\x00-\x1f\x7f]|%[01][0-9a-f]|%7f", re.IGNORECASE)
"""Control characters, as they are or percent-encoded: no address of ours has one. PostgreSQL and files know no NUL."""

ADDRESS = N_("This address is too long, or has signs in it that no address of this site has.")
HEAD = N_("Your browser sends too much about itself. Delete the cookies of this site, and try again.")
BAD_REQUEST, POLICY_VIOLATION = 400, 1008
MOST_DIGITS: Final = 6
"""Of a number in an address or a form."""


class RequestBounds:
    """Middleware that refuses requests that are out of bounds."""

    def __init__(self, app: ASGIApp, page: Callable[[str, int, str], bytes]) -> None:
        """``app``: answers all other requests. ``page``: draws a refusal: in a language, its status and sentence."""
        self._app, self._page = app, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        sentence = _bounds_error(scope)
        if not sentence:
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            await self._send_bad_request(scope, send, sentence)
        else:
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": None})

    async def _send_bad_request(self, scope: HTTPScope, send: Send, sentence: str) -> None:
        """Answer with a page, to a program with JSON."""
        code = best_language(language_header(scope))
        said = load(code).say(sentence)
        if is_api_path(scope["path"]):
            body, media_type = msgspec.json.encode(ErrorBody(Error("request", said))), "application/json"
        else:
            body, media_type = self._page(code, BAD_REQUEST, said), "text/html; charset=utf-8"
        await send_response(send, BAD_REQUEST, media_type, body)


def _bounds_error(scope: Scope) -> str:
    """Return the sentence that tells why a request is out of bounds; empty if it is within them."""
    path, query = scope["path"], scope["query_string"]
    if len(path.encode()) > LONGEST_PATH or len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARAMETERS:
        return ADDRESS
    if CONTROL.search(path) or CONTROL.search(query.decode("latin-1")):
        return ADDRESS
    if not _is_each_once(parse_qsl(query.decode("latin-1"), keep_blank_values=True)):
        return ADDRESS
    if not all(_is_host(value.decode("latin-1")) for name, value in scope["headers"] if name == b"host"):
        return ADDRESS
    return "" if _is_head_in_bounds(list(scope["headers"])) else HEAD


def _is_each_once(parameters: Iterable[tuple[str, str]]) -> bool:
    """Tell whether no parameter is there twice that may be there once; of two values each reader takes its own.

    >>> _is_each_once([("do", "a"), ("do", "b"), ("seat", "1")]), _is_each_once([("seat", "1"), ("seat", "2")])
    (True, False)
    """
    names = [name for name, _ in parameters if name != REPEATABLE]
    return len(set(names)) == len(names)


def _is_host(name: str) -> bool:
    """Tell whether a text is a host as it stands in an address, with or without a port; it may be empty.

    >>> [_is_host(text) for text in ("malecon.example:8080", "[::1]", "[::1", "a:b", "localhost:99999")]
    [True, True, False, False, False]
    """
    try:
        return not name or bool(read_authority(name))
    except InvalidAddress:
        return False


def _is_head_in_bounds(headers: Collection[tuple[bytes, bytes]]) -> bool:
    """Tell whether there are not too many headers and cookies, and none is too long."""
    sizes = [len(name) + len(value) for name, value in headers]
    cookies = sum(value.count(b";") for name, value in headers if name == b"cookie")
    is_small = sum(sizes) <= LONGEST_HEAD and max(sizes, default=0) <= LONGEST_HEADER
    return len(headers) <= MOST_HEADERS and is_small and cookies < MOST_COOKIES


def number_in(sent: object, default: int = 0) -> int:
    """Return a whole number of an address or a form; ``default`` if it is none, or longer than any that is asked for.

    >>> number_in("12"), number_in("-1", 3), number_in(None), number_in("9" * 9999, -1)
    (12, 3, 0, -1)
    """
    text = str(sent)
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else default

"""Bounds of requests: address, headers and cookies, checked before routing; forms, when they are read.

Litestar keeps the newest 1,024 query strings and cookies parsed, so that long ones would fill the memory of the server
as well as its time. What is out of bounds is answered here. Bodies are bounded by ``LONGEST_BODY``; what is in them by
``core/text_bounds.py``.

Litestar would decode each part of a form by the charset that the part names. Python knows charsets that take time with
the square of the text (``punycode``) and some that fail in ways of their own, so every form is read as UTF-8 here.
"""

import re
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

import msgspec
from litestar.datastructures import FormMultiDict
from litestar.enums import ScopeType
from litestar.exceptions import ClientException
from litestar.types import ASGIApp, Empty, HTTPScope, Receive, Scope, Send
from multipart import (  # type: ignore[import-untyped]  # it has none
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from malecon.core.i18n import N_, load
from malecon.core.site_address import InvalidAddress, read_authority
from malecon.web.http.api_error import Error, ErrorBody, is_api_path
from malecon.web.http.connection import AppRequest, best_language, language_header
from malecon.web.http.responses import send_response

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
MOST_FIELDS: Final = 500
"""Fields of a form; the most that ours have is 40."""
LONGEST_FIELD_NAME: Final = 100
LONGEST_BOUNDARY: Final = 200
"""Bytes of what stands between the parts of a form; RFC 2046 allows 70."""
LONGEST_PART_HEADER: Final = 1024
MOST_DIGITS: Final = 6
"""Of a number in an address or a form."""
URL_ENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


class RequestBounds:
    """Middleware that refuses requests that are out of bounds."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: answers all other requests."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        sentence = _bounds_error(scope)
        if not sentence:
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            await _send_bad_request(scope, send, sentence)
        else:
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": None})


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


async def _send_bad_request(scope: HTTPScope, send: Send, sentence: str) -> None:
    """Answer with a sentence, to a program as JSON."""
    said = load(best_language(language_header(scope))).say(sentence)
    if is_api_path(scope["path"]):
        body, media_type = msgspec.json.encode(ErrorBody(Error("request", said))), "application/json"
    else:
        body, media_type = f"{said}\n".encode(), "text/plain; charset=utf-8"
    await send_response(send, BAD_REQUEST, media_type, body)


def number_in(sent: object, default: int = 0) -> int:
    """Return a whole number of an address or a form; ``default`` if it is none, or longer than any that is asked for.

    >>> number_in("12"), number_in("-1", 3), number_in(None), number_in("9" * 9999, -1)
    (12, 3, 0, -1)
    """
    text = str(sent)
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else default


class Upload(NamedTuple):
    """A file of a form, in memory; its name is that on the machine of the person who sends it."""

    filename: str
    content: bytes


Fields = list[tuple[str, str | Upload]]


class BoundedRequest(AppRequest):
    """A request whose form is read within bounds; the body is bounded by the application."""

    async def form(self) -> FormMultiDict:
        """Return the form, empty if the body is none.

        Raises:
            ClientException: it cannot be read, or is out of bounds.
        """
        if self._form is Empty:
            self._form = form_of(await self.body(), self.headers.get("content-type", ""))
        return self._form


class Form(FormMultiDict):
    """A form. A field that is read as one value is refused if there are two: each reader would take its own."""

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a field.

        Raises:
            ClientException: there are several.
        """
        values = self.getall(key, [])
        if len(values) > 1:
            raise ClientException("a field is there twice")
        return values[0] if values else default


def form_of(body: bytes, content_type: str) -> Form:
    """Return a form, empty if the body is none.

    Raises:
        ClientException: it cannot be read, or is out of bounds.
    """
    return Form(_fields_of(body, content_type))


def _fields_of(body: bytes, content_type: str) -> Fields:
    """Return the fields of a form, none if the body is no form.

    Raises:
        ClientException: it cannot be read, or is out of bounds.
    """
    kind, options = parse_options_header(content_type)
    try:
        fields = _multipart(body, options.get("boundary", "")) if kind == MULTIPART else []
        fields = _url_encoded(body) if kind == URL_ENCODED else fields
    except (MultipartError, ValueError) as error:
        raise ClientException("this form cannot be read") from error
    if any(len(name) > LONGEST_FIELD_NAME for name, _ in fields):
        raise ClientException("the name of a field is too long")
    return fields


def _url_encoded(body: bytes) -> Fields:
    """Return the fields of a body as most forms send it.

    >>> _url_encoded(b"name=Mar%C3%ADa+Luz&watched=")
    [('name', 'María Luz'), ('watched', '')]

    Raises:
        ValueError: there are too many.
    """
    text = body.decode("utf-8", "replace")
    return list(parse_qsl(text, keep_blank_values=True, errors="replace", max_num_fields=MOST_FIELDS))


def _multipart(body: bytes, boundary: str) -> Fields:
    """Return the fields of a body as forms with files send it.

    Raises:
        MultipartError: it cannot be read, or there are too many.
        ValueError: the boundary cannot be one.
    """
    if not 0 < len(boundary) <= LONGEST_BOUNDARY:
        raise ValueError("the boundary has a wrong length")
    parser = PushMultipartParser(boundary, max_segment_count=MOST_FIELDS, max_header_size=LONGEST_PART_HEADER)
    parts: list[tuple[MultipartSegment, bytearray]] = []
    with parser:
        for event in parser.parse(body):
            if isinstance(event, MultipartSegment):
                parts.append((event, bytearray()))
            elif event:
                parts[-1][1].extend(event)
    return [(part.name, _value_of(part, bytes(content))) for part, content in parts]


def _value_of(part: MultipartSegment, content: bytes) -> str | Upload:
    """Return the value of a part: a file if it has the name of one, else a text."""
    if part.filename:
        return Upload(part.filename, content)
    return content.decode("utf-8", "replace")

"""Forms, read within bounds.

Litestar would decode each part of a form by the charset that the part names. Python knows charsets that take time with
the square of the text (``punycode``) and some that fail in ways of their own, so every form is read as UTF-8 here.
"""

from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl

from litestar.datastructures import FormMultiDict
from litestar.exceptions import ClientException
from litestar.types import Empty
from multipart import (  # type: ignore[import-untyped]  # it has none
    MultipartError,
    MultipartSegment,
    PushMultipartParser,
    parse_options_header,
)

from malecon.web.http.connection import AppRequest

MOST_FIELDS: Final = 500
"""Fields of a form; the most that ours have is 40."""
LONGEST_FIELD_NAME: Final = 100
LONGEST_BOUNDARY: Final = 200
"""Bytes of what stands between the parts of a form; RFC 2046 allows 70."""
LONGEST_PART_HEADER: Final = 1024
URL_ENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"


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

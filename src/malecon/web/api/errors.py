"""Errors as JSON: a kind for programs, a sentence for people."""

import re
from collections.abc import Sequence

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE

from malecon import games
from malecon.agents.player_process import NoAnswer
from malecon.core.data import DataError, FaultyData
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_, Language
from malecon.core.message import Message
from malecon.core.narration import Names
from malecon.tables import Missing, NotYours, Stale, StorageError, TableError, Unplayable
from malecon.web.access import anonymous_visitor
from malecon.web.http.api_error import Error, ErrorBody, Kind, is_api_path
from malecon.web.http.connection import AppRequest
from malecon.web.http.rate_limiter import RETRY_AFTER_S, TooManyRequests
from malecon.web.http.sender import Visitor
from malecon.web.views.texts import error_sentence

UNFIT = N_("In this request, “{field}” is wrong: {reason}.")
PARAMETER = re.compile(r"parameter '(\w+)'")

STATUS_KINDS: dict[int, Kind] = {400: "request", 404: "missing", 405: "method", 413: "too_large"}
"""Kinds by status, for requests that come to no handler."""
NO_PARAMETER = N_("another value is expected")


class BadToken(MaleconError):
    """A request has no token, a wrong one, or a cookie besides."""


class BadRequest(MaleconError):
    """A request does not have the form that the API's document describes; ``field`` is where."""

    def __init__(self, field: str, reason: Message) -> None:
        super().__init__(UNFIT, field=field, reason=reason)
        self.field = field


class Refused(MaleconError):
    """A rule forbids a move; said with the names of the players."""

    def __init__(self, game: str, error: IllegalMove, language: Language, names: Names) -> None:
        super().__init__(games[game].text.narrator.refusal(error, language, names))
        self.rule = error.rule


KINDS: dict[type[Exception], Kind] = {
    BadToken: "token",
    BadRequest: "request",
    Refused: "illegal_move",
    TooManyRequests: "too_often",
    Missing: "missing",
    NotYours: "not_yours",
    Stale: "changed",
    Unplayable: "unplayable",
    TableError: "table",
    NoAnswer: "no_answer",
    StorageError: "storage",
    ParseError: "no_move",
    UsageError: "usage",
    DataError: "usage",
    Exception: "failure",
}
"""Kinds by class of error; the first that fits."""


def is_api_request(request: AppRequest) -> bool:
    """Tell whether a request was sent to the JSON API, to an existing path or not."""
    return is_api_path(request.scope["path"])


def error_response(request: AppRequest, status: int, error: MaleconError | HTTPException) -> Response[ErrorBody]:
    """Return the response to an error."""
    known: Visitor | None = request.state.get("visitor")
    language = (known or anonymous_visitor(request)).language
    wrong = error_from(_bad_request_from(error) if isinstance(error, ValidationException) else error, language)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    again = RETRY_AFTER_S if status == HTTP_503_SERVICE_UNAVAILABLE else wrong.retry_after
    headers |= {"Retry-After": str(again)} if again else {}
    return Response(ErrorBody(wrong), status_code=status, headers=headers)


def error_from(error: MaleconError | HTTPException, language: Language) -> Error:
    """Return the body for an error."""
    if isinstance(error, HTTPException):
        return Error(STATUS_KINDS.get(error.status_code, "failure"), error_sentence(error, language))
    return Error(
        kind=next(kind for sort, kind in KINDS.items() if isinstance(error, sort)),
        message=error.message.in_language(language)
        if isinstance(error, ParseError)
        else error_sentence(error, language),
        field=_field_of(error),
        rule=error.rule if isinstance(error, Refused) else None,
        retry_after=error.seconds if isinstance(error, TooManyRequests) else None,
    )


def _field_of(error: MaleconError) -> str | None:
    """Return the field of a request that is wrong."""
    if isinstance(error, FaultyData):
        fault = error.faults[0]
        return field_text(("options", error.source, *fault.path[1:], fault.key))
    return error.field if isinstance(error, BadRequest) else None


def _bad_request_from(error: ValidationException) -> BadRequest:
    """Return an error of a parameter, with its name."""
    if isinstance(error.extra, list):
        return BadRequest(error.extra[0].get("key", "address"), Message(NO_PARAMETER))
    missing = PARAMETER.search(error.detail)
    return BadRequest(missing[1] if missing else "address", Message(NO_PARAMETER))


def field_text(path: Sequence[str | int]) -> str:
    """Return a path as programs write it.

    >>> field_text(("seats", 0, "who")), field_text(("", ))
    ('seats[0].who', '')
    """
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path if key != "").removeprefix(".")

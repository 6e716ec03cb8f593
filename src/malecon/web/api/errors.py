"""Errors as JSON: a kind for programs, a sentence for people."""

import re
from typing import Annotated, Literal

from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Meta, Struct

from malecon import games
from malecon.agents.player_process import NoAnswer
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_, Language
from malecon.core.narration import Names
from malecon.tables import Missing, NotYours, Stale, StorageError, TableError, Unplayable
from malecon.web.connection import AppRequest, Visitor
from malecon.web.middleware.authentication import anonymous_visitor
from malecon.web.middleware.token_bucket import RETRY_AFTER_S, TooManyRequests
from malecon.web.page_model.texts import error_sentence

PATH = "/api/v1"
UNFIT = N_("In this request, “{field}” is wrong: {reason}.")
PARAMETER = re.compile(r"parameter '(\w+)'")

Kind = Literal[
    "token", "request", "missing", "not_yours", "changed", "illegal_move", "no_move", "usage", "table", "too_often",
    "too_large", "method", "unplayable", "no_answer", "storage", "failure",
]  # fmt: skip


class BadToken(MaleconError):
    """A request has no token, a wrong one, or a cookie besides."""


class BadRequest(MaleconError):
    """A request has not the form that the document tells; ``field`` is where."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(UNFIT, field=field, reason=reason)
        self.field = field


class Refused(MaleconError):
    """A rule forbids a move; said with the names of the players."""

    def __init__(self, game: str, error: IllegalMove, language: Language, names: Names) -> None:
        super().__init__(games[game].text.narrator.refusal(error, language, names))
        self.rule = error.rule


class Wrong(Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    kind: Annotated[Kind, Meta(description="What went wrong, for programs.")]
    message: Annotated[str, Meta(description="The same for people, in the language of the person.")]
    field: Annotated[str | None, Meta(description="With `request`: the field or parameter that is wrong.")] = None
    rule: Annotated[str | None, Meta(description="With `illegal_move`: the sentence of the rules.")] = None
    retry_after: Annotated[int | None, Meta(description="With `too_often`: how many seconds to wait.")] = None


class Trouble(Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Wrong


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
    Exception: "failure",
}
"""Kinds by class of error; the first that fits."""
STATUS_KINDS: dict[int, Kind] = {400: "request", 404: "missing", 405: "method", 413: "too_large"}
"""Kinds by status, for requests that come to no handler."""


def is_api_request(request: AppRequest) -> bool:
    """Tell whether a request was sent to the JSON API, to an existing path or not."""
    return is_api_path(request.scope["path"])


def is_api_path(path: str) -> bool:
    """Tell whether a path belongs to the JSON API, existing or not."""
    return path.startswith(f"{PATH}/")


def error_response(request: AppRequest, status: int, error: MaleconError | HTTPException) -> Response[Trouble]:
    """Return the response to an error."""
    known: Visitor | None = request.state.get("visitor")
    language = (known or anonymous_visitor(request)).language
    wrong = wrong_from(bad_request_from(error) if isinstance(error, ValidationException) else error, language)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    again = RETRY_AFTER_S if status == HTTP_503_SERVICE_UNAVAILABLE else wrong.retry_after
    headers |= {"Retry-After": str(again)} if again else {}
    return Response(Trouble(wrong), status_code=status, headers=headers)


def wrong_from(error: MaleconError | HTTPException, language: Language) -> Wrong:
    """Return the body for an error."""
    if isinstance(error, HTTPException):
        return Wrong(STATUS_KINDS.get(error.status_code, "failure"), error_sentence(error, language))
    return Wrong(
        kind=next(kind for sort, kind in KINDS.items() if isinstance(error, sort)),
        message=error.sentence if isinstance(error, ParseError) else error_sentence(error, language),
        field=error.field if isinstance(error, BadRequest) else None,
        rule=error.rule if isinstance(error, Refused) else None,
        retry_after=error.seconds if isinstance(error, TooManyRequests) else None,
    )


def bad_request_from(error: ValidationException) -> BadRequest:
    """Return an error of a parameter, with its name."""
    if isinstance(error.extra, list):
        return BadRequest(error.extra[0].get("key", "address"), error.extra[0]["message"])
    missing = PARAMETER.search(error.detail)
    return BadRequest(missing[1] if missing else "address", error.detail)

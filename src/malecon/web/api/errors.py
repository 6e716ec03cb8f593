"""What went wrong, as JSON: a kind for programs, a sentence for people."""

import re
from typing import Annotated, Any, Literal

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE
from msgspec import Meta, Struct

from malecon import games
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_, Language
from malecon.core.narration import Names
from malecon.services.computers.thinker import NoAnswer
from malecon.tables.errors import Missing, NotYours, Stale, StorageError, TableError, Unplayable
from malecon.web.middleware.authentication import Visitor, stranger
from malecon.web.middleware.token_bucket import TooOften
from malecon.web.page_model.words import in_words

PATH = "/api/v1"
AGAIN_S = 5
"""Seconds after which to try again what fails only at the moment."""
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
    TooOften: "too_often",
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
"""By what went wrong, its name; the first that fits."""
STATUS_KINDS: dict[int, Kind] = {400: "request", 404: "missing", 405: "method", 413: "too_large"}
"""By the status with which a request is refused that comes to no handler, the name of what went wrong."""


def is_for_programs(request: Request[Any, Any, Any]) -> bool:
    """Tell whether a request came to an address of ours, whatever it is."""
    return is_api_path(request.scope["path"])


def is_api_path(path: str) -> bool:
    """Tell whether a path is one of those for programs, whatever it is."""
    return path.startswith(f"{PATH}/")


def trouble(request: Request[Any, Any, Any], status: int, error: MaleconError | HTTPException) -> Response[Trouble]:
    """Return what went wrong as an answer."""
    known: Visitor | None = request.state.get("visitor")
    language = (known or stranger(request)).language
    wrong = wrong_of(unfit(error) if isinstance(error, ValidationException) else error, language)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    again = AGAIN_S if status == HTTP_503_SERVICE_UNAVAILABLE else wrong.retry_after
    headers |= {"Retry-After": str(again)} if again else {}
    return Response(Trouble(wrong), status_code=status, headers=headers)


def wrong_of(error: MaleconError | HTTPException, language: Language) -> Wrong:
    """Return what went wrong, named and said."""
    if isinstance(error, HTTPException):
        return Wrong(STATUS_KINDS.get(error.status_code, "failure"), in_words(error, language))
    return Wrong(
        kind=next(kind for sort, kind in KINDS.items() if isinstance(error, sort)),
        message=error.sentence if isinstance(error, ParseError) else in_words(error, language),
        field=error.field if isinstance(error, BadRequest) else None,
        rule=error.rule if isinstance(error, Refused) else None,
        retry_after=error.seconds if isinstance(error, TooOften) else None,
    )


def unfit(error: ValidationException) -> BadRequest:
    """Return which parameter of a request is wrong."""
    if isinstance(error.extra, list):
        return BadRequest(error.extra[0].get("key", "address"), error.extra[0]["message"])
    missing = PARAMETER.search(error.detail)
    return BadRequest(missing[1] if missing else "address", error.detail)

"""Errors as JSON: a kind for programs, a sentence for people; and authentication of programs.

A program sends a token with every request, no cookie. It is within the limits of the site, and its body well-formed.
"""

import re
from collections.abc import Sequence

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_503_SERVICE_UNAVAILABLE

from malecon import games
from malecon.agents.player_process import NoAnswer
from malecon.core.data import NO_UTF8, DataError, FaultyData, differences
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.i18n import N_, Language, load
from malecon.core.message import Message
from malecon.core.narration import Names
from malecon.core.strict_json import InvalidJson, read_json
from malecon.core.text_bounds import OutOfBounds
from malecon.storage.people import Person
from malecon.storage.sessions import API
from malecon.tables import Missing, NotYours, Stale, StorageError, TableError, Unplayable
from malecon.web.access import admit, anonymous_visitor, check_host, check_not_blocked, cookie_name
from malecon.web.dependencies import InjectedServices, services_of
from malecon.web.http.api_error import Error, ErrorBody, Kind, is_api_path
from malecon.web.http.connection import AppRequest
from malecon.web.http.rate_limiter import RETRY_AFTER_S, SAFE_METHODS, TooManyRequests, category_of
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor, best_language
from malecon.web.views.texts import error_sentence

__all__ = [
    "BadRequest",
    "BadToken",
    "check_request",
    "error_from",
    "error_response",
    "is_api_request",
    "provide_visitor",
    "schema",
    "table",
    "tables",
]

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
        return _field_text(("options", error.source, *fault.path[1:], fault.key))
    return error.field if isinstance(error, BadRequest) else None


def _bad_request_from(error: ValidationException) -> BadRequest:
    """Return an error of a parameter, with its name."""
    if isinstance(error.extra, list):
        return BadRequest(error.extra[0].get("key", "address"), Message(NO_PARAMETER))
    missing = PARAMETER.search(error.detail)
    return BadRequest(missing[1] if missing else "address", Message(NO_PARAMETER))


async def check_request(request: AppRequest) -> None:
    """Authenticate a request, and check its limits and its body, before its handler.

    No cookie counts here, so a page of another site can do nothing with a person's browser.
    """
    check_host(request)
    services = services_of(request.scope)
    services.quotas.check_address(request, category_of(request.scope))
    person = await _person_of_token(request)
    language = load(best_language(person.language)) if person.language else anonymous_visitor(request).language
    request.state.visitor = Visitor(person, language)
    await admit(services, request, person)
    if request.method not in SAFE_METHODS:
        check_not_blocked(request, person)
    if form := request.route_handler.parsed_data_field:
        _check_body(await request.body(), form.annotation)


async def _person_of_token(request: AppRequest) -> Person:
    """Return the person of the token of a request.

    Raises:
        BadToken: it brings none, one that is not good, or a cookie besides.
    """
    if cookie_name(request) in request.cookies:
        raise BadToken(N_("A program sends its token, and no cookie."))
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    find = services_of(request.scope).people.find
    person = await find(token.strip(), API) if scheme.lower() == "bearer" else None
    if person is None:
        services_of(request.scope).security_log.note(SecurityEvent.TOKEN_REFUSED, request)
        raise BadToken(N_("A program needs a token of a person; make one on the page of your tokens."))
    return person


async def provide_visitor(request: AppRequest, services: InjectedServices) -> Visitor:
    """Return the visitor (dependency ``visitor``), whom ``check_request`` has found.

    The services are resolved first, for then no task is needed for either.
    """
    visitor: Visitor = request.state.visitor
    return visitor


def _check_body(body: bytes, form: object) -> None:
    """Refuse a body that is not exactly of a form.

    Raises:
        BadRequest: it is not; the sentence names the field.
    """
    try:
        plain = read_json(body.decode())
        msgspec.json.decode(body, type=form)
    except (OutOfBounds, InvalidJson) as error:
        raise BadRequest("body", error.message) from None
    except UnicodeDecodeError:
        raise BadRequest("body", Message(NO_UTF8)) from None
    except msgspec.DecodeError:
        raise _wrong_body(plain, form) from None


def _wrong_body(plain: object, form: object) -> BadRequest:
    """Return the error of a body that is not of a form; the first field that is wrong is named."""
    fault = differences(plain, form)[0]
    return BadRequest(_field_text((*fault.path, fault.key)) or "body", fault.message)


def _field_text(path: Sequence[str | int]) -> str:
    """Return a path as programs write it.

    >>> _field_text(("seats", 0, "who")), _field_text(("", ))
    ('seats[0].who', '')
    """
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path if key != "").removeprefix(".")

"""What went wrong, as an answer: a status, and a page with a sentence."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, LitestarException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Scope

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.computers.thinker import NoAnswer
from malecon.tables.errors import Missing, NotYours, StorageError, TableError, Unplayable
from malecon.web.api.errors import AGAIN_S, BadRequest, BadToken, is_for_programs, trouble
from malecon.web.middleware.authentication import Visitor, recalled, stranger
from malecon.web.middleware.rate_limit import refusal_of
from malecon.web.middleware.request_log import report_of
from malecon.web.middleware.token_bucket import Busy, TooOften
from malecon.web.page_model.words import in_words
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]

STATUS = {
    Missing: 404,
    NotYours: 403,
    NoAnswer: 503,
    Busy: 503,
    TableError: 409,
    StorageError: 503,
    TooOften: 429,
    BadToken: 401,
    BadRequest: 400,
    MaleconError: 422,
}
"""By what went wrong, the status of the answer; the first that fits."""

FAILURE = N_("Something went wrong on our side. It has been noted; what you did before is kept.")

LOGGER = logging.getLogger(__name__)


def status_of(error: MaleconError) -> int:
    """Return the status of the answer to what went wrong."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def complain(request: Asked, error: MaleconError) -> Response[Any]:
    """Say in words what went wrong; and when to try again, if that would help."""
    if isinstance(error, TooOften):
        return too_often(request, error)
    return error_page(request, status_of(error), error)


def with_retry_after(answer: Response[str], error: MaleconError | None) -> Response[str]:
    """Return a page with what went wrong, in whose head it says when to try again, if that would help."""
    if isinstance(error, TooOften | Busy):
        answer.headers["Retry-After"] = str(error.seconds)
    elif answer.status_code == HTTP_503_SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(AGAIN_S)
    return answer


def too_often(request: Asked, error: TooOften) -> Response[Any]:
    """Say when to try again; nothing is looked up for it."""
    body, media_type = refusal_of(request.scope, error)
    headers = {"Retry-After": str(error.seconds)}
    return Response(body, status_code=status_of(error), media_type=media_type, headers=headers)


def refuse(request: Asked, error: HTTPException) -> Response[Any]:
    """Say in words why there is no such page; and by which methods the address is used, if not by this one."""
    answer = error_page(request, error.status_code, error)
    if allowed := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = allowed
    return answer


def fail(request: Asked, error: Exception) -> Response[Any]:
    """Say that we have made a mistake; the log has the details."""
    return error_page(request, 500, MaleconError(FAILURE))


def note(error: Exception) -> None:
    """Write into the log what is wrong with us; what is wrong with a request is no matter for it."""
    if isinstance(error, StorageError | Unplayable):
        LOGGER.error("%s", error)
    elif is_ours(error):
        LOGGER.error("failure", exc_info=error)


def is_ours(error: Exception) -> bool:
    """Tell whether an error is a mistake of ours, and nothing that a request or a file can be blamed for."""
    return not isinstance(error, MaleconError | LitestarException)


async def note_any(error: Exception, scope: Scope) -> None:
    """Write into the log what is wrong with us, whether a page or a socket was asked for."""
    note(error)


def error_page(request: Asked, status: int, error: MaleconError | HTTPException) -> Response[Any]:
    """Return a page that says what went wrong; to a program, the same as JSON."""
    if is_for_programs(request):
        return trouble(request, status, error)
    who = known_if_possible(request, status)
    sentence = in_words(error, who.language)
    report = report_of(request.scope) if status >= HTTP_500_INTERNAL_SERVER_ERROR else ""
    answer = page("error.html", who.language, status=status, visitor=who, sentence=sentence, report=report)
    if status == HTTP_503_SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(AGAIN_S)
    return answer


def known_if_possible(request: Asked, status: int) -> Visitor:
    """Return the visitor; a stranger if nobody can be recognised, or not cheaply."""
    known: Visitor | None = request.state.get("visitor")
    if known is not None or status == HTTP_503_SERVICE_UNAVAILABLE:
        return known or stranger(request)
    try:
        return recalled(request)  # on the event loop, which must not wait for those who write
    except Exception:  # whatever is wrong: the page that says so must not fail too
        return stranger(request)

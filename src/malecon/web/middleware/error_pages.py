"""What went wrong, as an answer: a status, and a page with a sentence."""

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, LitestarException
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Scope

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.presentation.rendering import page
from malecon.services.computers.thinker import NoAnswer
from malecon.tables.errors import Missing, NotYours, StorageError, TableError, Unplayable
from malecon.web.api.errors import RETRY_AFTER_S, BadRequest, BadToken, error_response, is_api_request
from malecon.web.middleware.authentication import Visitor, anonymous_visitor, peek_visitor
from malecon.web.middleware.rate_limit import refusal_body
from malecon.web.middleware.request_log import report_id_of
from malecon.web.middleware.token_bucket import Busy, TooManyRequests
from malecon.web.page_model.texts import error_sentence

Asked = Request[Any, Any, Any]

STATUS = {
    Missing: 404,
    NotYours: 403,
    NoAnswer: 503,
    Busy: 503,
    TableError: 409,
    StorageError: 503,
    TooManyRequests: 429,
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


def malecon_error_response(request: Asked, error: MaleconError) -> Response[Any]:
    """Say in words what went wrong; and when to try again, if that would help."""
    if isinstance(error, TooManyRequests):
        return rate_limit_response(request, error)
    return error_page(request, status_of(error), error)


def with_retry_after(answer: Response[str], error: MaleconError | None) -> Response[str]:
    """Return a page with what went wrong, in whose head it says when to try again, if that would help."""
    if isinstance(error, TooManyRequests | Busy):
        answer.headers["Retry-After"] = str(error.seconds)
    elif answer.status_code == HTTP_503_SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def rate_limit_response(request: Asked, error: TooManyRequests) -> Response[Any]:
    """Say when to try again; nothing is looked up for it."""
    body, media_type = refusal_body(request.scope, error)
    headers = {"Retry-After": str(error.seconds)}
    return Response(body, status_code=status_of(error), media_type=media_type, headers=headers)


def http_error_response(request: Asked, error: HTTPException) -> Response[Any]:
    """Say in words why there is no such page; and by which methods the address is used, if not by this one."""
    answer = error_page(request, error.status_code, error)
    if allowed := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = allowed
    return answer


def unexpected_error_response(request: Asked, error: Exception) -> Response[Any]:
    """Say that we have made a mistake; the log has the details."""
    return error_page(request, 500, MaleconError(FAILURE))


def log_error(error: Exception) -> None:
    """Write into the log what is wrong with us; what is wrong with a request is no matter for it."""
    if isinstance(error, StorageError | Unplayable):
        LOGGER.error("%s", error)
    elif is_bug(error):
        LOGGER.error("failure", exc_info=error)


def is_bug(error: Exception) -> bool:
    """Tell whether an error is a mistake of ours, and nothing that a request or a file can be blamed for."""
    return not isinstance(error, MaleconError | LitestarException)


async def log_exception(error: Exception, scope: Scope) -> None:
    """Write into the log what is wrong with us, whether a page or a socket was asked for."""
    log_error(error)


def error_page(request: Asked, status: int, error: MaleconError | HTTPException) -> Response[Any]:
    """Return a page that says what went wrong; to a program, the same as JSON."""
    if is_api_request(request):
        return error_response(request, status, error)
    who = visitor_or_anonymous(request, status)
    sentence = error_sentence(error, who.language)
    report = report_id_of(request.scope) if status >= HTTP_500_INTERNAL_SERVER_ERROR else ""
    answer = page("error.html", who.language, status=status, visitor=who, sentence=sentence, report=report)
    if status == HTTP_503_SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def visitor_or_anonymous(request: Asked, status: int) -> Visitor:
    """Return the visitor; a stranger if nobody can be recognised, or not cheaply."""
    known: Visitor | None = request.state.get("visitor")
    if known is not None or status == HTTP_503_SERVICE_UNAVAILABLE:
        return known or anonymous_visitor(request)
    try:
        return peek_visitor(request)  # on the event loop, which must not wait for those who write
    except Exception:  # whatever is wrong: the page that says so must not fail too
        return anonymous_visitor(request)

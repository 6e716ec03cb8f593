"""The pages of errors: each has a status and a sentence.

What is a failure of the server is logged, and its page names the id of the request in the log.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from litestar import Litestar, Response
from litestar.exceptions import HTTPException, LitestarException
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Receive, Scope, Send

from malecon.agents.player_process import NoAnswer
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.tables import Missing, NotYours, StorageError, TableError, Unplayable
from malecon.web.access import anonymous_visitor, peek_visitor
from malecon.web.api.errors import BadRequest, BadToken, error_response, is_api_request
from malecon.web.http.api_error import ErrorBody
from malecon.web.http.connection import AppRequest
from malecon.web.http.rate_limiter import RETRY_AFTER_S, Busy, TooManyRequests
from malecon.web.http.sender import Visitor
from malecon.web.middleware.rate_limit import refusal_body
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence

LOGGER = logging.getLogger(__name__)
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
"""Statuses of responses by class of error; the first that fits."""
FAILURE = N_("Something went wrong on our side. It has been noted; what you did before is kept.")
ErrorResponse = Response[str] | Response[bytes] | Response[ErrorBody]
T = TypeVar("T")


def _report_id_of(scope: Scope) -> str:
    return str(scope["state"]["report"])


def status_of(error: MaleconError) -> int:
    """Return the status of the response to an error."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def malecon_error_response(request: AppRequest, error: MaleconError) -> ErrorResponse:
    """Return the response to an error of ours."""
    if isinstance(error, TooManyRequests):
        return _rate_limit_response(request, error)
    return _error_page(request, status_of(error), error)


def with_retry_after(answer: Response[T], error: MaleconError | None) -> Response[T]:
    """Return a page that shows an error, with a ``Retry-After`` header if trying again would help."""
    if isinstance(error, TooManyRequests | Busy):
        answer.headers["Retry-After"] = str(error.seconds)
    elif answer.status_code == HTTP_503_SERVICE_UNAVAILABLE:
        answer.headers["Retry-After"] = str(RETRY_AFTER_S)
    return answer


def _rate_limit_response(request: AppRequest, error: TooManyRequests) -> ErrorResponse:
    """Return the response to a rate limit that is exceeded; nothing is looked up for it."""
    body, media_type = refusal_body(request.scope, error)
    headers = {"Retry-After": str(error.seconds)}
    return Response(body, status_code=status_of(error), media_type=media_type, headers=headers)


def http_error_response(request: AppRequest, error: HTTPException) -> ErrorResponse:
    """Return the response to an HTTP error, with the methods of the address if the method is wrong."""
    answer = _error_page(request, error.status_code, error)
    if allowed := (error.headers or {}).get("allow"):
        answer.headers["Allow"] = allowed
    return answer


def unexpected_error_response(request: AppRequest, error: Exception) -> ErrorResponse:
    """Return the response to a bug; the log has the details."""
    return _error_page(request, 500, MaleconError(FAILURE))


def log_error(error: Exception) -> None:
    """Log an error of the server; an error of a request is not logged."""
    if isinstance(error, StorageError | Unplayable):
        LOGGER.error("%s", error)
    elif is_bug(error):
        LOGGER.error("failure", exc_info=error)


def is_bug(error: Exception) -> bool:
    """Tell whether an error is a bug, and not the fault of a request or a file."""
    return not isinstance(error, MaleconError | LitestarException)


async def log_exception(error: Exception, scope: Scope) -> None:
    """Log an error of the server, raised for a page or a WebSocket (hook of Litestar)."""
    log_error(error)


def _error_page(request: AppRequest, status: int, error: MaleconError | HTTPException) -> ErrorResponse:
    """Return the response to an error: a page, or JSON for a program."""
    if is_api_request(request):
        return error_response(request, status, error)
    return ErrorPage(status, error)


class ErrorPage(Response[str]):
    """The page of an error. It is rendered when it is sent: an exception handler cannot wait for the visitor."""

    def __init__(self, status: int, error: MaleconError | HTTPException) -> None:
        """``error``: with the sentence of the page."""
        super().__init__("", status_code=status)
        self.status, self.error = status, error

    def to_asgi_response(self, app: Litestar | None, request: AppRequest, **arguments: Any) -> ASGIResponse:
        """Return a response that looks the visitor up and renders the page when it is sent."""

        async def render() -> ASGIResponse:
            answer = self._render(request, await _visitor_or_anonymous(request, self.status))
            return answer.to_asgi_response(app, request, **arguments)

        return LateResponse(self.status, render)

    def _render(self, request: AppRequest, visitor: Visitor) -> Response[str]:
        sentence, is_ours = error_sentence(self.error, visitor.language), self.status >= HTTP_500_INTERNAL_SERVER_ERROR
        report = _report_id_of(request.scope) if is_ours else ""
        answer = page(
            "error.html", visitor.language, status=self.status, visitor=visitor, sentence=sentence, report=report
        )
        answer.headers.update(self.headers)
        if self.status == HTTP_503_SERVICE_UNAVAILABLE:
            answer.headers["Retry-After"] = str(RETRY_AFTER_S)
        return answer


class LateResponse(ASGIResponse):
    """A response that is made when it is sent."""

    def __init__(self, status: int, render: Callable[[], Awaitable[ASGIResponse]]) -> None:
        """``render``: makes the response."""
        super().__init__(status_code=status)
        self._render = render

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Make the response and send it."""
        await (await self._render())(scope, receive, send)


async def _visitor_or_anonymous(request: AppRequest, status: int) -> Visitor:
    """Return the visitor; one without a person if the look-up fails, or would be slow."""
    known: Visitor | None = request.state.get("visitor")
    if known is not None or status == HTTP_503_SERVICE_UNAVAILABLE:
        return known or anonymous_visitor(request)
    try:
        return await peek_visitor(request)
    except Exception:  # whatever is wrong: the page that says so must not fail too
        return anonymous_visitor(request)

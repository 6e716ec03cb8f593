"""What every request meets first: a number for reports, a clock, and a line in the log.

The number is in the head of the answer, on the page if something has failed, and in each line of the log that belongs
to the request. The log names the route (``/table/{table_id}/act``), not the address: that can be a secret.

HEAD is answered wherever GET is: as GET, without the body.
"""

import logging
import secrets
import time
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

from malecon.services.metrics import REQUESTS

REPORT = "Malecon-Report"
"""The header with the number."""
DIGITS_BYTES = 4
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
NO_ROUTE = "none"

LOGGER = logging.getLogger(__name__)


class Reception:
    """The application with a reception before it."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: does the work."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and note what has become of it."""
        report = secrets.token_hex(DIGITS_BYTES)
        scope["state"]["report"] = report
        status = 0
        is_head = scope.get("method") == "HEAD"
        asked: Any = {**scope, "method": "GET"} if is_head else scope

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableScopeHeaders.from_message(message)
                headers[REPORT] = report
                if "allow" in headers:
                    headers["allow"] = with_head(headers["allow"])
            if is_head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        begun = time.perf_counter()
        with bound_contextvars(report=report):
            try:
                await self._app(asked, receive, answer)
            finally:
                if status:
                    note({**asked, "method": scope.get("method")}, status, time.perf_counter() - begun)


def with_head(allowed: str) -> str:
    """Return an ``Allow`` header with HEAD, which is answered wherever GET is.

    >>> with_head("POST, GET"), with_head("POST")
    ('GET, HEAD, POST', 'POST')
    """
    methods = set(allowed.split(", "))
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


def note(scope: Any, status: int, seconds: float) -> None:
    """Count a request, and write a line about it."""
    method = scope["method"] if scope["method"] in METHODS else "other"
    route = scope.get("path_template") or NO_ROUTE
    REQUESTS.labels(method, route, str(status)).observe(seconds)
    facts = {"method": method, "route": route, "status": status, "milliseconds": round(1000 * seconds, 1)}
    LOGGER.info("request", extra=facts)


def report_of(scope: Any) -> str:
    """Return the number of a request."""
    return str(scope["state"]["report"])

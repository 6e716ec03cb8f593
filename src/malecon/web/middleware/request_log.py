"""The request log: a line and a duration for every request.

Its id is in the head of the response, on the page if something has failed, and in each line of the log that belongs to
the request. The log names the route (``/table/{table_id}/act``), not the address: that can be a secret. HEAD is
answered wherever GET is: as GET, without the body.
"""

import logging
import secrets
import time
from typing import cast

from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from malecon.services.metrics import REQUESTS
from malecon.web.http.log import reported_as

REPORT = "Malecon-Report"
"""The header with the id."""
ID_BYTES = 4
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "WEBSOCKET")
NO_ROUTE = "none"

LOGGER = logging.getLogger(__name__)


class RequestLog:
    """Middleware that logs and counts every request."""

    def __init__(self, app: ASGIApp) -> None:
        """``app``: answers the requests."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log its status and duration."""
        report = new_report_id()
        scope["state"]["report"] = report
        status = 0
        is_head = scope.get("method") == "HEAD"
        asked = cast("Scope", {**scope, "method": "GET"}) if is_head else scope

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableScopeHeaders.from_message(message)
                headers[REPORT] = report
                if "allow" in headers:
                    headers["allow"] = _allow_with_head(headers["allow"])
            if is_head and message["type"] == "http.response.body":
                message["body"] = b""
            await send(message)

        begun = time.perf_counter()
        with reported_as(report):
            try:
                await self._app(asked, receive, answer)
            finally:
                if status:
                    log_request(asked, str(scope.get("method")), status, time.perf_counter() - begun)


def new_report_id() -> str:
    """Return a new report id."""
    return secrets.token_hex(ID_BYTES)


def _allow_with_head(allowed: str) -> str:
    """Return an ``Allow`` header with HEAD, which is answered wherever GET is.

    >>> _allow_with_head("POST, GET"), _allow_with_head("POST")
    ('GET, HEAD, POST', 'POST')
    """
    methods = set(allowed.split(", "))
    return ", ".join(sorted(methods | {"HEAD"} if "GET" in methods else methods))


def log_request(scope: Scope, method: str, status: int, seconds: float) -> None:
    """Count a request or a message of a page, and write a line about it; ``method``: as it was sent."""
    method = method if method in METHODS else "other"
    route = scope.get("path_template") or NO_ROUTE
    REQUESTS.labels(method, route, str(status)).observe(seconds)
    facts = {"method": method, "route": route, "status": status, "milliseconds": round(1000 * seconds, 1)}
    LOGGER.info("request", extra=facts)

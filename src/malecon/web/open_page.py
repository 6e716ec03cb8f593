"""An open page of a table: it is sent frames by its WebSocket, and sends the actions of its person by it.

A message of a page is its number, a blank, and the form of an action, encoded as for a POST, which does the same. Each
is answered, in order. What was not answered when the WebSocket closes, the page sends again by POST: that is the same
action, and it is done once. A page at which nothing happens needs one waiting task, and no more of its handshake than
the cookie by which its visitor is known.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple, cast

import msgspec
from litestar.exceptions import HTTPException
from litestar.status_codes import (
    HTTP_204_NO_CONTENT,
    HTTP_500_INTERNAL_SERVER_ERROR,
    WS_1008_POLICY_VIOLATION,
    WS_1011_INTERNAL_ERROR,
)
from litestar.types import Receive, Scope, Send, WebSocketReceiveEvent
from markupsafe import escape

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.live_updates import Backlog
from malecon.services.metrics import FRAMES
from malecon.tables import Missing
from malecon.tables.seating import check_may_view
from malecon.tables.table import Table
from malecon.web.access import admit, anonymous_visitor, visitor_who
from malecon.web.cookies import token_of
from malecon.web.dependencies import Services
from malecon.web.http.connection import AppSocket
from malecon.web.http.forms import URL_ENCODED, form_of
from malecon.web.http.log import reported_as
from malecon.web.http.open_pages import OpenedPage
from malecon.web.http.rate_limiter import ACT_COST, ACTIONS, TokenBuckets, TooManyRequests
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import log_error, status_of
from malecon.web.middleware.request_log import log_request, new_report_id
from malecon.web.pages.table import apply_form, refusal_text, seat_in
from malecon.web.views.frames import Frame, Shown
from malecon.web.views.table_context import viewer_of
from malecon.web.views.table_page import is_of_this_version
from malecon.web.views.texts import error_sentence

OPEN_PAGE = "open_page"
"""Where a handshake leaves its page, in the state of the connection."""
MOST_MESSAGES, MESSAGES_PERIOD_S = 100, 20.0
"""Messages from one page, and within how many seconds."""
MOST_DIGITS = 9
"""Of the number of a message."""
SIGNED_OUT = 4401
"""Close code after the end of a session: the page may connect again with its new session."""
GONE = 4404
"""Close code when the table is gone, or not for this viewer any more: the page is to be loaded again."""
OTHER_VERSION = N_("This page is of another version. Load it again.")
KEPT = ("type", "client", "litestar_app", "path_template")
KEPT_HEADERS = (b"cookie",)
"""Of a handshake: all that is needed to know the visitor again, and whose limits an action counts for."""
METHOD = "WEBSOCKET"
"""Of a message, in the log."""


class Answer(msgspec.Struct, omit_defaults=True):
    """The answer to a message: its number, and why the action is refused, in HTML; empty if it is done."""

    answer: int
    error: str = ""


class View(NamedTuple):
    """Who looks at a page, the seat by whose eyes it is to be drawn, and what it shows; at first its state alone."""

    visitor: Visitor
    asked: int | None
    shown: Shown | str


class OpenPage:
    """A page whose WebSocket is open. All methods belong to one event loop."""

    def __init__(self, services: Services, socket: AppSocket, table_id: str, view: View, counted: OpenedPage) -> None:
        """``socket``: accepted. ``counted``: as open; to be closed with the page."""
        headers = [(name, value) for name, value in socket.scope["headers"] if name in KEPT_HEADERS]
        kept = {key: value for key, value in socket.scope.items() if key in KEPT}
        self._scope = cast("Scope", {**kept, "headers": headers})
        self._services, self._table_id, self._counted = services, table_id, counted
        self._visitor, self._asked, self._shown = view
        self._token, self._language = token_of(socket), anonymous_visitor(socket).language
        self._version, self._presence = -1, tuple[str, ...]()
        self._changes = Backlog(self._wake)
        self._sending: asyncio.Task[None] | None = None
        self._leave: Callable[[], None] | None = None
        self._send: Send

    async def run(self, receive: Receive, send: Send) -> None:
        """Send frames and answer messages until the page is closed."""
        self._send, tables = send, self._services.tables
        with closing(self._counted):
            self._leave = tables.subscribe(self._table_id, self._visitor.id, self._changes.add, self._changes.end)
            try:
                self._changes.end()  # the first frame shows the table as it is now
                await self._answer_messages(receive)
            finally:
                self._unsubscribe()

    def _unsubscribe(self) -> None:
        """Show no further change."""
        if self._leave is not None:
            self._leave()
            self._leave = None
        self._changes.clear()

    async def _close(self, code: int) -> None:
        """Close the WebSocket, unless it is closed."""
        if self._leave is not None:
            self._unsubscribe()
            await self._send({"type": "websocket.close", "code": code, "reason": None})

    def _wake(self) -> None:
        """Let what has changed be shown, by a task that ends when all is shown."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._show_changes())

    async def _show_changes(self) -> None:
        """Send a frame for each change, in order."""
        try:
            while self._changes and self._leave is not None:
                await self._show(self._changes.take())
        except Missing:
            await self._close(GONE)
        except OSError:  # the page has just been closed
            self._unsubscribe()
        except Exception as error:
            log_error(error)
            await self._close(WS_1011_INTERNAL_ERROR)
        finally:
            self._sending = None

    async def _show(self, table: Table | None) -> None:
        """Send what has changed since the page was last shown something; ``None``: look at the table as it is now.

        Who has several seats and was asked about one of them is not shown its hand again after its turn.

        Raises:
            Missing: the table is gone, or not for the eyes of the visitor any more; or the page is of another version.
        """
        services, visitor = self._services, self._visitor
        table = table or await services.tables.view(self._table_id, visitor.id)
        is_known = (table.version, table.presence) == (self._version, self._presence)
        if table.version < self._version or is_known:
            return
        if isinstance(self._shown, str) and not is_of_this_version(self._shown):
            raise Missing(OTHER_VERSION)
        check_may_view(table, visitor.id)
        if visitor.id and not await services.people.has_session(visitor.id, self._token):  # it has been ended
            return await self._close(SIGNED_OUT)
        self._version, self._presence = table.version, table.presence
        self._asked = viewer_of(table, visitor.id, self._asked)
        page, before = services.rendered.page(table, visitor, self._asked), self._shown
        self._shown = page.shown
        if isinstance(before, Shown) and page.state != before.state:
            await self._show_frame(page.frame_after(before))
        elif isinstance(before, str) and page.state != before:
            await self._show_frame(page.whole_frame())

    async def _show_frame(self, frame: Frame) -> None:
        """Send a frame."""
        await self._tell(frame.text())
        FRAMES.inc()

    async def _tell(self, text: str) -> None:
        """Send a message."""
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def _answer_messages(self, receive: Receive) -> None:
        """Answer each message; close the WebSocket if a page sends much, or what is no message."""
        heard: TokenBuckets | None = None
        while (message := await receive())["type"] == "websocket.receive":
            heard = heard or TokenBuckets(MOST_MESSAGES, MESSAGES_PERIOD_S)
            number, form = _read(message)
            if number is None or not heard.allow(""):
                return await self._close(WS_1008_POLICY_VIOLATION)
            with reported_as(new_report_id()):
                await self._answer(number, form)

    async def _answer(self, number: int, form: str) -> None:
        """Carry out the action of a message, log it as a request, and answer."""
        begun = time.perf_counter()
        status, refusal = await self._outcome(form)
        log_request(self._scope, METHOD, status, time.perf_counter() - begun)
        if status == HTTP_500_INTERNAL_SERVER_ERROR:  # the page sends the form by POST, and shows what that says
            await self._close(WS_1011_INTERNAL_ERROR)
        elif self._leave is not None:
            await self._tell(msgspec.json.encode(Answer(number, refusal)).decode())

    async def _outcome(self, form: str) -> tuple[int, str]:
        """Carry out an action; return the status that a request would be answered with, and why it is refused."""
        try:
            await self._act(form)
            return HTTP_204_NO_CONTENT, ""
        except TooManyRequests as error:  # nothing is looked up
            return status_of(error), str(escape(error_sentence(error, self._visitor.language)))
        except MaleconError as error:
            log_error(error)
            return status_of(error), await self._refusal(error)
        except HTTPException as error:
            return error.status_code, await self._refusal(error)
        except Exception as error:
            log_error(error)
            return HTTP_500_INTERNAL_SERVER_ERROR, ""

    async def _act(self, form: str) -> None:
        """Carry out an action, with all that is checked and counted for a request; origin and host the handshake had.

        Raises:
            MaleconError: it is refused.
            HTTPException: the form cannot be read, or is out of bounds.
        """
        services, socket = self._services, AppSocket(cast("Scope", {**self._scope, "state": {}}))
        services.rate_limiter.check_address(socket.scope, ACTIONS, ACT_COST)
        services.quotas.check_action(socket)
        person = await services.people.find(self._token) if self._token else None
        visitor = visitor_who(person, lambda: self._language)
        if visitor.id != self._visitor.id:
            return await self._close(SIGNED_OUT)
        if visitor.person is not None:
            await admit(services, socket, visitor.person)
        fields = form_of(form.encode(), URL_ENCODED)
        await apply_form(services.tables, self._table_id, visitor, seat_in(fields), fields)

    async def _refusal(self, error: MaleconError | HTTPException) -> str:
        """Return the sentence that says why an action is refused; empty if the table is gone, as the page is told."""
        try:
            table = await self._services.tables.view(self._table_id, self._visitor.id)
        except Missing:
            await self._close(GONE)
            return ""
        return refusal_text(error, table, self._visitor.language)


def _read(message: WebSocketReceiveEvent) -> tuple[int | None, str]:
    """Return the number and the form of a message; without a number if it is none.

    >>> _read({"type": "websocket.receive", "text": "7 seat=1&verb=undo", "bytes": None})
    (7, 'seat=1&verb=undo')
    >>> _read({"type": "websocket.receive", "text": "hello", "bytes": None})
    (None, '')
    """
    number, _, form = (message.get("text") or "").partition(" ")
    is_number = number.isdecimal() and len(number) <= MOST_DIGITS
    return (int(number), form) if is_number else (None, "")

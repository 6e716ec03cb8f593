"""Live updates of an open table page: a frame whenever something has changed that its viewer is shown."""

import asyncio
from contextlib import aclosing

import msgspec
from litestar import Response
from litestar.exceptions import PermissionDeniedException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_204_NO_CONTENT, WS_1008_POLICY_VIOLATION

from malecon.core.i18n import N_
from malecon.services.metrics import FRAMES
from malecon.tables import Missing
from malecon.web.connection import AppSocket, Visitor, client_address
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.middleware.access import admit, authenticate, check_host, is_same_origin, token_of
from malecon.web.middleware.rate_limit import send_refusal
from malecon.web.middleware.rate_limiter import TokenBuckets, TooManyRequests
from malecon.web.page_model.table_facts import viewer_of
from malecon.web.page_model.table_page import Frame, Shown, is_of_this_version
from malecon.web.pages.table import seat_from

MOST_MESSAGES, MESSAGES_PERIOD_S = 100, 20.0
"""Messages from one page, though none is expected, and within how many seconds."""
SIGNED_OUT = 4401
"""Close code after the end of a session: the page may connect again with its new session."""
OTHER_VERSION = N_("This page is of another version. Load it again.")
GONE = 4404
"""Close code when the table is gone, or not for this viewer any more: the page is to be loaded again."""


async def show_frame(
    table_id: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    seat: FromQuery[int | None] = None,
    known: FromQuery[str] = "",
) -> Response[Frame | None]:
    """Return the next frame, for a page that cannot keep a WebSocket open.

    Raises:
        Missing: the page has the scripts of another version, which load it again when there is no such thing.
    """
    if not is_of_this_version(known):
        raise Missing(OTHER_VERSION)
    table = await services.tables.view(table_id, visitor.id)
    page = services.rendered.page(table, visitor, viewer_of(table, visitor.id, seat_from(seat)))
    found = None if page.state == known else page.whole_frame()
    return Response(found, status_code=200 if found else HTTP_204_NO_CONTENT)


async def open_socket(
    socket: AppSocket,
    table_id: FromPath[str],
    services: InjectedServices,
    seat: FromQuery[int | None] = None,
    known: FromQuery[str] = "",
) -> None:
    """Send frames until the page is closed."""
    if not is_same_origin(socket):
        raise PermissionDeniedException("this socket was opened by another site")
    check_host(socket)
    try:
        await _stream_to(socket, services, table_id, seat_from(seat), known)
    except TooManyRequests as error:
        await send_refusal(socket.scope, socket.send, error)


async def _stream_to(socket: AppSocket, services: Services, table_id: str, asked: int | None, known: str) -> None:
    """Accept a socket, and send frames to it until it is closed.

    Raises:
        TooManyRequests: there were too many handshakes of the person, or too many pages are open.
    """
    visitor = await authenticate(socket)
    if visitor.person is not None:
        await admit(services, socket, visitor.person)
    table = await services.tables.view(table_id, visitor.id)
    sits = bool(table.seats_of(visitor.id))
    with services.open_pages.open(table_id, client_address(socket), visitor.id, sits=sits):
        try:
            await socket.accept()
        except OSError:  # the page has gone already
            return
        async with asyncio.TaskGroup() as tasks:
            sending = tasks.create_task(_send(socket, services, table_id, visitor, asked, known))
            await _wait_until_closed(socket)
            sending.cancel()


async def _wait_until_closed(socket: AppSocket) -> None:
    """Wait until the page closes the WebSocket; close it if the page sends much, for it has nothing to send."""
    heard = TokenBuckets(MOST_MESSAGES, MESSAGES_PERIOD_S)
    try:
        while heard.allow(""):
            await socket.receive_text()
        await socket.close(WS_1008_POLICY_VIOLATION)
    except WebSocketDisconnect:
        pass


async def _send(
    socket: AppSocket, services: Services, table_id: str, visitor: Visitor, asked: int | None, known: str
) -> None:
    """Send frames until the table is gone; a page of another version is to be loaded again."""
    try:
        if not is_of_this_version(known):
            raise Missing(OTHER_VERSION)
        await _send_frames(socket, services, table_id, visitor, asked, known)
    except Missing:
        await socket.close(GONE)


async def _send_frames(
    socket: AppSocket, services: Services, table_id: str, visitor: Visitor, asked: int | None, known: str
) -> None:
    """Send a frame for each change, in order; first the whole page if the page does not show what it should.

    Who has several seats and was asked about one of them is not shown its hand again after its turn.
    """
    shown: Shown | None = None
    async with aclosing(services.tables.updates(table_id, visitor.id)) as changes:
        async for table in changes:
            if visitor.id and not await services.people.has_session(visitor.id, token_of(socket)):  # it has been ended
                return await socket.close(SIGNED_OUT)
            asked = viewer_of(table, visitor.id, asked)
            page = services.rendered.page(table, visitor, asked)
            if page.state != (known if shown is None else shown.state):
                frame = page.whole_frame() if shown is None else page.frame_after(shown)
                try:
                    await socket.send_text(msgspec.json.encode(frame).decode())
                    FRAMES.inc()
                except OSError:  # the page has just been closed, and ``_wait_until_closed`` is about to know
                    return
                del frame  # a page that is only looked at holds no more than what it shows
            shown = page.shown
            del page, table

"""What a page is told while it is open: a frame whenever something has changed that its viewer is shown."""

import asyncio
from contextlib import aclosing
from typing import Any

import msgspec
from litestar import Request, Response, WebSocket, get, websocket
from litestar.exceptions import PermissionDeniedException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_204_NO_CONTENT, WS_1008_POLICY_VIOLATION

from malecon.services.metrics import FRAMES
from malecon.tables.errors import Missing
from malecon.tables.table import Table
from malecon.web.middleware.authentication import Asking, Visitor, visitor_of
from malecon.web.middleware.gate import address_of, gate_of
from malecon.web.middleware.protection import comes_from_here
from malecon.web.middleware.rate_limit import refuse
from malecon.web.middleware.token_bucket import Limits, TooOften
from malecon.web.page_model.table_page import state_of, viewer_of
from malecon.web.pages.table import seat_from, table_main, table_service_of

Socket = WebSocket[Any, Any, Any]
MOST_HEARD, HEARD_S = 100, 20.0
"""Messages from one page, though none is expected, and within how many seconds."""
SIGNED_OUT = 4401
"""Why a socket is closed whose session has been ended: the page may come again, as who it is now."""
GONE = 4404
"""Why a socket is closed whose table is not there any more, or not for this viewer: the page is to be loaded again."""


class Frame(msgspec.Struct):
    """The page as it is now; ``state`` names it, so that who comes back says what they have."""

    state: str
    main: str


def frame_of(table: Table, visitor: Visitor, asked: int | None, known: str) -> Frame | None:
    """Return a frame if the page has changed."""
    viewer = viewer_of(table, visitor.id, asked)
    state = state_of(table, viewer)
    return None if state == known else Frame(state, table_main(table, visitor, viewer))


@get("/table/{table_id:str}/frame")
async def frame(
    table_id: FromPath[str],
    request: Request[Any, Any, Any],
    visitor: Asking,
    seat: FromQuery[int | None] = None,
    known: FromQuery[str] = "",
) -> Response[Frame | None]:
    """Return what has changed, for who cannot keep a socket open."""
    found = frame_of(await table_service_of(request).view(table_id, visitor.id), visitor, seat_from(seat), known)
    return Response(found, status_code=200 if found else HTTP_204_NO_CONTENT)


@websocket("/table/{table_id:str}/live")
async def live(
    socket: Socket, table_id: FromPath[str], seat: FromQuery[int | None] = None, known: FromQuery[str] = ""
) -> None:
    """Send frames until the page is closed."""
    if not comes_from_here(socket):
        raise PermissionDeniedException("this socket was opened by another site")
    gate_of(socket).check_name(socket.headers.get("host", ""))
    try:
        await show(socket, table_id, seat_from(seat), known)
    except TooOften as error:
        await refuse(socket.scope, socket.send, error)


async def show(socket: Socket, table_id: str, asked: int | None, known: str) -> None:
    """Accept a socket, and send frames to it until it is closed.

    Raises:
        TooOften: there were too many handshakes of the person, or too many pages are open.
    """
    visitor, gate = await visitor_of(socket), gate_of(socket)
    if visitor.person is not None:
        await gate.let_on(socket, visitor.person)
    table = await table_service_of(socket).view(table_id, visitor.id)
    with gate.open_page(table_id, address_of(socket), visitor.id, sits=bool(table.seats_of(visitor.id))):
        try:
            await socket.accept()
        except OSError:  # the page has gone already
            return
        async with asyncio.TaskGroup() as tasks:
            sending = tasks.create_task(send(socket, table_id, visitor, asked, known))
            await until_closed(socket)
            sending.cancel()


async def until_closed(socket: Socket) -> None:
    """Wait until the page leaves; it has nothing to say, and who says much is sent away."""
    heard = Limits(MOST_HEARD, HEARD_S)
    try:
        while heard.allow(""):
            await socket.receive_text()
        await socket.close(WS_1008_POLICY_VIOLATION)
    except WebSocketDisconnect:
        pass


async def send(socket: Socket, table_id: str, visitor: Visitor, asked: int | None, known: str) -> None:
    """Send frames as ``send_frames`` does, until the table is gone."""
    try:
        await send_frames(socket, table_id, visitor, asked, known)
    except Missing:
        await socket.close(GONE)


async def send_frames(socket: Socket, table_id: str, visitor: Visitor, asked: int | None, known: str) -> None:
    """Send a frame now and after each change; what comes faster than it can be sent is skipped."""
    async with aclosing(table_service_of(socket).updates(table_id, visitor.id)) as changes:
        async for table in changes:
            if (await visitor_of(socket)).id != visitor.id:  # the session has been ended meanwhile
                return await socket.close(SIGNED_OUT)
            found = frame_of(table, visitor, asked, known)
            if found is not None:
                known = found.state
                try:
                    await socket.send_text(msgspec.json.encode(found).decode())
                    FRAMES.inc()
                except OSError:  # the page has just been closed, and ``until_closed`` is about to know
                    return

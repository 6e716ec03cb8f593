"""Live updates of a table's page: the handshake of its WebSocket, and frames for pages that cannot keep one open."""

from litestar import MediaType, Response
from litestar.exceptions import PermissionDeniedException
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_204_NO_CONTENT

from malecon.tables import Missing
from malecon.web.access import admit, authenticate, check_host
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppSocket, client_address
from malecon.web.http.rate_limiter import TooManyRequests
from malecon.web.middleware.rate_limit import send_refusal
from malecon.web.open_page import OPEN_PAGE, OTHER_VERSION, OpenPage, View
from malecon.web.origin import is_same_origin
from malecon.web.pages.table import seat_from
from malecon.web.views.table_context import viewer_of
from malecon.web.views.table_page import is_of_this_version


async def show_frame(
    table_id: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    seat: FromQuery[int | None] = None,
    known: FromQuery[str] = "",
) -> Response[str | None]:
    """Return the next frame, for a page that cannot keep a WebSocket open.

    Raises:
        Missing: the page has the scripts of another version, which load it again when there is no such thing.
    """
    if not is_of_this_version(known):
        raise Missing(OTHER_VERSION)
    table = await services.tables.view(table_id, visitor.id)
    page = services.rendered.page(table, visitor, viewer_of(table, visitor.id, seat_from(seat)))
    if page.state == known:
        return Response(None, status_code=HTTP_204_NO_CONTENT)
    return Response(page.whole_frame().text(), media_type=MediaType.TEXT)


async def open_socket(
    socket: AppSocket,
    table_id: FromPath[str],
    services: InjectedServices,
    seat: FromQuery[int | None] = None,
    known: FromQuery[str] = "",
) -> None:
    """Accept the WebSocket of a page, and leave the page in the state of the connection: the application runs it."""
    if not is_same_origin(socket):
        raise PermissionDeniedException("this socket was opened by another site")
    check_host(socket)
    try:
        socket.scope["state"][OPEN_PAGE] = await _page_of(socket, services, table_id, seat_from(seat), known)
    except TooManyRequests as error:
        await send_refusal(socket.scope, socket.send, error)


async def _page_of(
    socket: AppSocket, services: Services, table_id: str, asked: int | None, known: str
) -> OpenPage | None:
    """Accept a WebSocket, and return its page, counted as open; ``None`` if it has gone already.

    Raises:
        TooManyRequests: there were too many handshakes of the person, or too many pages are open.
    """
    visitor = await authenticate(socket)
    if visitor.person is not None:
        await admit(services, socket, visitor.person)
    table = await services.tables.view(table_id, visitor.id)
    sits = bool(table.seats_of(visitor.id))
    counted = services.open_pages.open(table_id, client_address(socket), visitor.id, sits=sits)
    try:
        await socket.accept()
    except OSError:
        counted.close()
        return None
    return OpenPage(services, socket, table_id, View(visitor, asked, known), counted)

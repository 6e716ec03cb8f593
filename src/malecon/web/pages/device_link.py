"""Carrying a person to another device: a link that is good once, as text and as a picture to scan."""

import asyncio
from typing import Any

import segno
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from malecon.core.i18n import NN_
from malecon.services.people.person import LINK, People, Person
from malecon.services.people.sessions import LINK_LASTS, USED_UP
from malecon.tables.errors import Missing
from malecon.tables.table_settings import MINUTE
from malecon.web.middleware.authentication import Asking, Visitor, browser_of, remembered
from malecon.web.middleware.gate import PAGES
from malecon.web.middleware.host_names import LOOPBACK
from malecon.web.middleware.protection import asked_origin
from malecon.web.pages.settling import Farewell, farewell, sessions_of, settled
from malecon.web.pages.table import table_service_of
from malecon.web.rendering import page
from malecon.web.server.settings import Settings

Asked = Request[Any, Any, Any]
GAMES = NN_("{count} game comes along.", "{count} games come along.")


@post("/me/link", limit=PAGES)
async def carry(request: Asked, visitor: Asking) -> Response[str]:
    """Make a link that carries who asks to another device, and show it; it is shown only now."""
    async with remembered(request, visitor) as (person, cookies):
        token = await asyncio.to_thread(sessions_of(request).make_link, person.id)
    link = f"{site_address(request)}/come/{token}"
    facts: dict[str, Any] = {"visitor": visitor, "link": link, "picture": picture_of(link)}
    facts |= {"minutes": LINK_LASTS // MINUTE, "is_local": request.url.hostname in LOOPBACK}
    return page("link.html", visitor.language, cookies=cookies, **facts)


@get("/come/{link:str}")
async def come(link: FromPath[str], request: Asked, visitor: Asking) -> Response[str]:
    """Show whom a link carries here; it is good until the button is pressed."""
    person = await carried(request, link)
    return await come_page(request, visitor, person, await farewell(request, visitor, person.id))


@post("/come/{link:str}", limit=PAGES)
async def arrive(link: FromPath[str], request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Use a link up: from now on this browser knows who was carried here."""
    person, form = await carried(request, link), await request.form()
    left = await farewell(request, visitor, person.id)
    if left.is_loss and "leave" not in form:
        return await come_page(request, visitor, person, left, status=409)
    return settled(request, await asyncio.to_thread(sessions_of(request).follow, link, browser_of(request)))


async def carried(request: Asked, link: str) -> Person:
    """Return whom a link carries.

    Raises:
        Missing: it is used up, too old, or never was one.
    """
    people: People = request.app.state.people
    person = await asyncio.to_thread(people.find, link, LINK)
    if person is None:
        raise Missing(USED_UP)
    return person


async def come_page(
    request: Asked, visitor: Visitor, person: Person, left: Farewell, status: int = 200
) -> Response[str]:
    """Return the page that asks whether a browser is to know somebody."""
    games = visitor.language.count(GAMES, len(await table_service_of(request).tables_of(person.id)))
    facts: dict[str, Any] = {"visitor": visitor, "person": person, "left": left, "games": games}
    return page("come.html", visitor.language, status=status, **facts)


def site_address(request: Asked) -> str:
    """Return the address by which people come: that of the settings, else that of the request."""
    settings: Settings = request.app.state.settings
    return settings.address or asked_origin(request)


def picture_of(link: str) -> Markup:
    """Return a link as a QR code."""
    return Markup(segno.make(link, micro=False, error="m").svg_inline(omitsize=True, border=4, light="#fff"))

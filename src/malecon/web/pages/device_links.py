"""Device links: each signs a person in on another device once.

It is shown as text and as a QR code.
"""

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from malecon.core.errors import MaleconError
from malecon.core.i18n import NN_
from malecon.storage.people import Person
from malecon.storage.sessions import LINK, LINK_LIFETIME, LINK_USED
from malecon.tables import MINUTE, Missing
from malecon.web.access import browser_of, ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.pages.me import person_page
from malecon.web.pages.sign_in import SessionLoss, change_session, session_loss
from malecon.web.qr_code import qr_code
from malecon.web.reauthentication import confirm_password
from malecon.web.rendering import page

GAMES = NN_("{count} game comes along.", "{count} games come along.")


async def create_link(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Make a device link of the visitor, and show it; it is shown only now."""
    try:
        renewed = await confirm_password(request, visitor, await request.form())
    except MaleconError as error:
        return await person_page(services, request, visitor, error)
    async with ensure_person(request, visitor) as (person, cookies):
        maker = next((str(cookie.value) for cookie in (*cookies, *renewed)), browser_of(request).token)
        token = await services.sessions.make_link(person.id, maker)
    services.security_log.note(SecurityEvent.LINK_CREATED, request, person.id)
    address = services.host_names.site_address(request)
    link = f"{address}/come/{token}"
    return page(
        "link.html",
        visitor.language,
        cookies=[*cookies, *renewed],
        visitor=visitor,
        link=link,
        picture=qr_code(link),
        minutes=LINK_LIFETIME // MINUTE,
        is_local=address.host.is_loopback,
    )


async def show_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show the person of a device link; it stays good until the button is pressed."""
    person = await _person_of_link(services, link)
    return await _arrival_page(services, visitor, person, await session_loss(services, request, visitor, person.id))


async def follow_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Use a device link up: sign its person in on this browser."""
    person, form = await _person_of_link(services, link), await request.form()
    left = await session_loss(services, request, visitor, person.id)
    if left.is_loss and "leave" not in form:
        return await _arrival_page(services, visitor, person, left, status=409)
    token = await services.sessions.use_link(link, browser_of(request))
    services.security_log.note(SecurityEvent.LINK_USED, request, person.id)
    return change_session(request, token)


async def _person_of_link(services: Services, link: str) -> Person:
    """Return the person of a device link.

    Raises:
        Missing: it is used up, too old, or never was one.
    """
    person = await services.people.find(link, LINK)
    if person is None:
        raise Missing(LINK_USED)
    return person


async def _arrival_page(
    services: Services, visitor: Visitor, person: Person, left: SessionLoss, status: int = 200
) -> Response[str]:
    """Return the page that asks whether a browser is to be signed in."""
    games = visitor.language.count(GAMES, await services.tables.queries.count_of(person.id))
    return page("come.html", visitor.language, status=status, visitor=visitor, person=person, left=left, games=games)

"""Device links: each signs a person in on another device once, as text and as a QR code."""

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from malecon.core.i18n import NN_
from malecon.services.person import LINK, Person
from malecon.services.sessions import LINK_LIFETIME, LINK_USED
from malecon.tables import Missing
from malecon.tables.table_header import MINUTE
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services, services_of
from malecon.web.middleware.access import request_origin
from malecon.web.middleware.authentication import browser_of, ensure_person
from malecon.web.middleware.host_names import LOOPBACK
from malecon.web.pages.sign_in import SessionLoss, change_session, session_loss
from malecon.web.rendering import page

GAMES = NN_("{count} game comes along.", "{count} games come along.")


async def create_link(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Make a device link of the visitor, and show it; it is shown only now."""
    async with ensure_person(request, visitor) as (person, cookies):
        token = await services.sessions.make_link(person.id)
    link = f"{site_address(request)}/come/{token}"
    return page(
        "link.html",
        visitor.language,
        cookies=cookies,
        visitor=visitor,
        link=link,
        picture=qr_code(link),
        minutes=LINK_LIFETIME // MINUTE,
        is_local=request.url.hostname in LOOPBACK,
    )


async def show_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show the person of a device link; it stays good until the button is pressed."""
    person = await person_of_link(services, link)
    return await arrival_page(services, visitor, person, await session_loss(services, request, visitor, person.id))


async def follow_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Use a device link up: sign its person in on this browser."""
    person, form = await person_of_link(services, link), await request.form()
    left = await session_loss(services, request, visitor, person.id)
    if left.is_loss and "leave" not in form:
        return await arrival_page(services, visitor, person, left, status=409)
    return change_session(request, await services.sessions.use_link(link, browser_of(request)))


async def person_of_link(services: Services, link: str) -> Person:
    """Return the person of a device link.

    Raises:
        Missing: it is used up, too old, or never was one.
    """
    person = await services.people.find(link, LINK)
    if person is None:
        raise Missing(LINK_USED)
    return person


async def arrival_page(
    services: Services, visitor: Visitor, person: Person, left: SessionLoss, status: int = 200
) -> Response[str]:
    """Return the page that asks whether a browser is to be signed in."""
    games = visitor.language.count(GAMES, len(await services.tables.tables_of(person.id)))
    return page("come.html", visitor.language, status=status, visitor=visitor, person=person, left=left, games=games)


def site_address(request: AppRequest) -> str:
    """Return the address of the site: that of the settings, else that of the request."""
    return services_of(request.scope).settings.address or request_origin(request)


def qr_code(link: str) -> Markup:
    """Return a link as a QR code."""
    import segno  # 1 MB that few need

    return Markup(segno.make(link, micro=False, error="m").svg_inline(omitsize=True, border=4, light="#fff"))

"""Signing in and out, the page of an account (name and password), and device links.

A device link signs a person in on another device once; it is shown as text and as a QR code.
"""

from dataclasses import dataclass
from functools import partial

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, NN_
from malecon.core.plain_text import isolated
from malecon.services.deletion import SOMEBODY
from malecon.services.passwords import ADVISED, SHORTEST
from malecon.storage.people import Person
from malecon.storage.sessions import BROWSER, LINK, LINK_LIFETIME, LINK_USED, Browser
from malecon.tables import MINUTE, Missing, NotYours, TableError
from malecon.web.access import (
    browser_of,
    cookie_of,
    device_tokens_of,
    ensure_person,
    remember_device,
    token_of,
)
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, client_address
from malecon.web.http.password_attempts import Client
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.reauthentication import PASSWORD, confirm_password, must_confirm
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence

LOST = N_(
    "Only this browser knows {name}, who has games here. If you go on, nobody can reach them any more. "
    "So that they stay yours, give {name} a name to sign in with first, or use another browser."
)
LEFT = N_("This browser knows {name}, who has games here. {name} stays known elsewhere, and can come back.")
GAMES = NN_("{count} game comes along.", "{count} games come along.")


async def show_sign_in(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the form that signs in."""
    return await _sign_in_page(services, request, visitor)


async def sign_in(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Sign a person in by name and password."""
    form = await request.form()
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        check = partial(services.accounts.sign_in, name, password)
        client = Client(client_address(request), device_tokens_of(request))
        person = await services.password_attempts.sign_in(client, name, check)
    except MaleconError as error:
        _note_refused_sign_in(services, request, name, error)
        return await _sign_in_page(services, request, visitor, name, error)
    left = await _session_loss(services, request, visitor, person)
    if left.is_loss and "leave" not in form:
        return await _sign_in_page(
            services, request, visitor, name, TableError(N_("Say first that you leave those games behind."))
        )
    token = await services.sessions.renew(person, browser_of(request))
    services.security_log.note(SecurityEvent.SIGNED_IN, request, person)
    return change_session(request, token, device=await remember_device(request, person))


async def sign_out(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """End the session of a browser."""
    if visitor.person is not None and not visitor.person.account:
        raise TableError(N_("Choose a name and a password first. Without them nobody could bring you back."))
    device = await remember_device(request, visitor.person.id) if visitor.person is not None else None
    await services.sessions.sign_out(browser_of(request).token)
    services.security_log.note(SecurityEvent.SIGNED_OUT, request, visitor.id)
    return change_session(request, "", device=device)


def _note_refused_sign_in(services: Services, request: AppRequest, name: str, error: MaleconError) -> None:
    """Note that a password was wrong, or came too soon after wrong ones."""
    is_wrong = isinstance(error, NotYours)
    event = SecurityEvent.SIGN_IN_FAILED if is_wrong else SecurityEvent.SIGN_IN_DELAYED
    services.security_log.note(event, request, account=name.strip().casefold())


async def show_account(request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the form of an account."""
    return await _account_page(request, visitor)


async def save_account(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Store a name and a password, or another password; the browser gets a new session."""
    form = await request.form()
    password = str(form.get("password", ""))
    accounts, known, attempts = services.accounts, visitor.person, services.password_attempts
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            browser = Browser(str(cookies[0].value), browser_of(request).label) if cookies else browser_of(request)
            if known is not None and known.account:
                old, alone = str(form.get(PASSWORD, "")), "alone" in form
                is_asked = bool(old) or await must_confirm(request, visitor)
                change = partial(
                    accounts.change_password, person, old if is_asked else None, password, browser, alone=alone
                )
                token = await (attempts.confirm(person.id, change) if is_asked else attempts.compute(change))
                event = SecurityEvent.PASSWORD_CHANGED
            else:
                name = str(form.get("name", ""))
                token = await attempts.compute(partial(accounts.create, person, name, password, browser))
                event = SecurityEvent.ACCOUNT_CREATED
    except MaleconError as error:
        if isinstance(error, NotYours):
            services.security_log.note(SecurityEvent.CONFIRMATION_FAILED, request, visitor.id)
        return await _account_page(request, visitor, str(form.get("name", "")), error)
    services.security_log.note(event, request, person.id)
    return change_session(request, token, "/me", device=await remember_device(request, person.id))


async def _sign_in_page(
    services: Services, request: AppRequest, visitor: Visitor, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    sentence = "" if error is None else error_sentence(error, visitor.language)
    left = await _session_loss(services, request, visitor)
    status = 200 if error is None else status_of(error)
    answer = page(
        "sign_in.html", visitor.language, status=status, left=left, visitor=visitor, typed=name, error=sentence
    )
    return with_retry_after(answer, error)


async def _account_page(
    request: AppRequest, visitor: Visitor, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    sentence = "" if error is None else error_sentence(error, visitor.language)
    typed = name or (visitor.person.name if visitor.person else "")
    answer = page(
        "account.html",
        visitor.language,
        status=200 if error is None else status_of(error),
        visitor=visitor,
        typed=typed,
        error=sentence,
        must_confirm=await must_confirm(request, visitor),
        fewest=SHORTEST,
        advised=ADVISED,
    )
    return with_retry_after(answer, error)


@dataclass(frozen=True, slots=True)
class SessionLoss:
    """Games that a browser leaves behind: a sentence, empty without any, and whether they are lost for ever."""

    sentence: str = ""
    is_loss: bool = False


async def _session_loss(
    services: Services, request: AppRequest, visitor: Visitor, new: str | None = None
) -> SessionLoss:
    """Return the games that the visitor loses if the browser signs ``new`` in, or somebody not known yet."""
    person = visitor.person
    if person is None or person.id == new or not await services.tables.queries.count_of(person.id):
        return SessionLoss()
    token, name = token_of(request), isolated(person.name) or visitor.language.say(SOMEBODY)
    known = await services.sessions.list_of(person.id, token)
    is_loss = not person.account and sum(session.kind == BROWSER for session in known) == 1
    return SessionLoss(visitor.language.say(LOST if is_loss else LEFT, name=name), is_loss)


async def person_page(
    services: Services, request: AppRequest, visitor: Visitor, error: MaleconError | None = None
) -> Response[str]:
    """Return the page of a person with their sessions, and an error."""
    known = [] if visitor.id is None else await services.sessions.list_of(visitor.id, token_of(request))
    answer = page(
        "me.html",
        visitor.language,
        status=200 if error is None else status_of(error),
        visitor=visitor,
        known=known,
        must_confirm=await must_confirm(request, visitor),
        error="" if error is None else error_sentence(error, visitor.language),
    )
    return with_retry_after(answer, error)


def change_session(request: AppRequest, token: str, address: str = "/", *, device: Cookie | None = None) -> Redirect:
    """Return a redirect that sets the session cookie for a token, and the cookie of a device that has signed in."""
    cookies = [cookie_of(request, token), *([device] if device else [])]
    return Redirect(address, status_code=303, cookies=cookies)


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
        picture=_qr_code(link),
        minutes=LINK_LIFETIME // MINUTE,
        is_local=address.host.is_loopback,
    )


async def show_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str]:
    """Show the person of a device link; it stays good until the button is pressed."""
    person = await _person_of_link(services, link)
    return await _arrival_page(services, visitor, person, await _session_loss(services, request, visitor, person.id))


async def follow_link(
    link: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Use a device link up: sign its person in on this browser."""
    person, form = await _person_of_link(services, link), await request.form()
    left = await _session_loss(services, request, visitor, person.id)
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


def _qr_code(link: str) -> Markup:
    import segno  # 1 MB that few need

    return Markup(segno.make(link, micro=False, error="m").svg_inline(omitsize=True, border=4, light="#fff"))

"""Signing in and out."""

from functools import partial

from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from msgspec import Struct

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.core.plain_text import isolated
from malecon.services.deletion import SOMEBODY
from malecon.storage.sessions import BROWSER
from malecon.tables import NotYours, TableError
from malecon.web.access import browser_of
from malecon.web.cookies import cookie_of, device_tokens_of, remember_device, token_of
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest, client_address
from malecon.web.http.password_attempts import Client
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence

LOST = N_(
    "Only this browser knows {name}, who has games here. If you go on, nobody can reach them any more. "
    "So that they stay yours, give {name} a name to sign in with first, or use another browser."
)
LEFT = N_("This browser knows {name}, who has games here. {name} stays known elsewhere, and can come back.")


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
    left = await session_loss(services, request, visitor, person)
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
    return change_session(request, "", "/?left=signed-out", device=device)


def _note_refused_sign_in(services: Services, request: AppRequest, name: str, error: MaleconError) -> None:
    """Note that a password was wrong, or came too soon after wrong ones."""
    is_wrong = isinstance(error, NotYours)
    event = SecurityEvent.SIGN_IN_FAILED if is_wrong else SecurityEvent.SIGN_IN_DELAYED
    services.security_log.note(event, request, account=name.strip().casefold())


async def _sign_in_page(
    services: Services, request: AppRequest, visitor: Visitor, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    sentence = "" if error is None else error_sentence(error, visitor.language)
    left = await session_loss(services, request, visitor)
    status = 200 if error is None else status_of(error)
    answer = page(
        "sign_in.html", visitor.language, status=status, left=left, visitor=visitor, typed=name, error=sentence
    )
    return with_retry_after(answer, error)


class SessionLoss(Struct, frozen=True):
    """Games that a browser leaves behind: a sentence, empty without any, and whether they are lost for ever."""

    sentence: str = ""
    is_loss: bool = False


async def session_loss(
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


def change_session(request: AppRequest, token: str, address: str = "/", *, device: Cookie | None = None) -> Redirect:
    """Return a redirect that sets the session cookie for a token, and the cookie of a device that has signed in."""
    cookies = [cookie_of(request, token), *([device] if device else [])]
    return Redirect(address, status_code=303, cookies=cookies)

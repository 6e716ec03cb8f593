"""The page of an account, a name and a password to sign in with."""

from functools import partial

from litestar import Response
from litestar.response import Redirect

from malecon.core.errors import MaleconError
from malecon.services.passwords import ADVISED, SHORTEST
from malecon.storage.sessions import Browser
from malecon.tables import NotYours
from malecon.web.access import browser_of, ensure_person
from malecon.web.cookies import remember_device
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.pages.sign_in import change_session
from malecon.web.reauthentication import PASSWORD, must_confirm
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence


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

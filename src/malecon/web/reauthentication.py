"""Reauthentication: what concerns the account asks for the password again, unless the session is fresh.

A session is fresh for some minutes after it began: with a sign-in, with the password entered again, or with a link that
only a fresh session or the host could make. Nobody without an account is asked.
"""

from functools import partial
from typing import Final

from litestar.datastructures import Cookie, FormMultiDict

from malecon.core.process import now
from malecon.tables import MINUTE, NotYours
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import services_of
from malecon.web.middleware.access import browser_of, cookie_of, token_of
from malecon.web.security_log import SecurityEvent

FRESH: Final = 10 * MINUTE
"""Milliseconds for which a session is fresh."""
PASSWORD: Final = "old"
"""The field of forms with the present password."""


async def must_confirm(request: AppRequest, visitor: Visitor) -> bool:
    """Tell whether the visitor must enter the password again."""
    if visitor.person is None or not visitor.person.account:
        return False
    begun = await services_of(request.scope).people.session_begun(token_of(request))
    return begun is None or begun <= now() - FRESH


async def confirm_password(request: AppRequest, visitor: Visitor, form: FormMultiDict) -> list[Cookie]:
    """Check the password in a form if the visitor must enter it; return the cookie of the new session if so.

    Raises:
        NotYours: it is another one.
        TooManyRequests, Busy: too many were wrong, or too many wait.
    """
    person = visitor.person
    if person is None or not await must_confirm(request, visitor):
        return []
    services = services_of(request.scope)
    check = partial(services.accounts.check_password, person, str(form.get(PASSWORD, "")))
    try:
        await services.password_attempts.confirm(person.id, check)
    except NotYours:
        services.security_log.note(SecurityEvent.CONFIRMATION_FAILED, request, person.id)
        raise
    services.security_log.note(SecurityEvent.PASSWORD_CONFIRMED, request, person.id)
    return [cookie_of(request, await services.sessions.renew(person.id, browser_of(request)))]

"""Reauthentication: what concerns the account asks for the password again, unless the session is fresh.

A session is fresh for some minutes after its password was proved: by a sign-in, by the password entered again, or by a
link of the host. A device link that a person makes proves nothing: its session is as fresh as the one that made it.
Nobody without an account is asked.
"""

from functools import partial
from typing import Final

from litestar.datastructures import Cookie, FormMultiDict

from malecon.core.clock import now
from malecon.tables import MINUTE, NotYours
from malecon.web.access import browser_of
from malecon.web.cookies import cookie_of, token_of
from malecon.web.dependencies import services_of
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor

FRESH: Final = 10 * MINUTE
"""Milliseconds for which a session is fresh after its password was proved."""
PASSWORD: Final = "old"
"""The field of forms with the present password."""


async def must_confirm(request: AppRequest, visitor: Visitor) -> bool:
    """Tell whether the visitor must enter the password again."""
    if visitor.person is None or not visitor.person.account:
        return False
    proved, moment = await services_of(request.scope).people.password_proved(token_of(request)), now()
    return proved is None or not moment - FRESH < proved <= moment  # later than now: the clock was set back


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

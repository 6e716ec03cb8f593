"""Changes of the person of a browser: what the old one loses, and the cookies of the new one."""

from dataclasses import dataclass

from litestar.datastructures import Cookie
from litestar.response import Redirect

from malecon.core.i18n import N_
from malecon.core.plain_text import isolated
from malecon.services.people.deletion import SOMEBODY
from malecon.services.people.person import BROWSER
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import Services
from malecon.web.middleware.authentication import cookie_of, token_of

LOST = N_(
    "Only this browser knows {name}, who has games here. If you go on, nobody can reach them any more. "
    "So that they stay yours, give {name} a name to sign in with first, or use another browser."
)
LEFT = N_("This browser knows {name}, who has games here. {name} stays known elsewhere, and can come back.")


@dataclass(frozen=True, slots=True)
class SessionLoss:
    """Games that a browser leaves behind: a sentence, empty without any, and whether they are lost for ever."""

    sentence: str = ""
    is_loss: bool = False


async def session_loss(
    services: Services, request: AppRequest, visitor: Visitor, new: str | None = None
) -> SessionLoss:
    """Return what the visitor loses when the browser signs ``new`` in instead, or somebody not known yet."""
    person = visitor.person
    if person is None or person.id == new or not await services.tables.tables_of(person.id):
        return SessionLoss()
    token, name = token_of(request), isolated(person.name) or visitor.language.say(SOMEBODY)
    known = await services.sessions.list_of(person.id, token)
    is_loss = not person.account and sum(session.kind == BROWSER for session in known) == 1
    return SessionLoss(visitor.language.say(LOST if is_loss else LEFT, name=name), is_loss)


def change_session(request: AppRequest, token: str, address: str = "/", *, device: Cookie | None = None) -> Redirect:
    """Return a redirect that sets the session cookie for a token, and the cookie of a device that has signed in."""
    cookies = [cookie_of(request, token), *([device] if device else [])]
    return Redirect(address, status_code=303, cookies=cookies)

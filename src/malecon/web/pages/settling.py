"""When a browser becomes somebody else's: who is left behind, and how the new one is remembered."""

import asyncio
from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.response import Redirect

from malecon.core.i18n import N_
from malecon.core.plain_text import isolated
from malecon.services.people.deletion import SOMEBODY
from malecon.services.people.person import BROWSER
from malecon.services.people.sessions import Sessions
from malecon.web.middleware.authentication import Visitor
from malecon.web.middleware.session_cookie import cookie_of, token_of
from malecon.web.pages.table import table_service_of

Asked = Request[Any, Any, Any]
LOST = N_(
    "Only this browser knows {name}, who has games here. If you go on, nobody can reach them any more. "
    "So that they stay yours, give {name} a name to sign in with first, or use another browser."
)
LEFT = N_("This browser knows {name}, who has games here. {name} stays known elsewhere, and can come back.")


@dataclass(frozen=True, slots=True)
class Farewell:
    """What becomes of who is known in a browser: a sentence, empty if nothing is lost, and whether to ask."""

    sentence: str = ""
    is_loss: bool = False


async def farewell(request: Asked, visitor: Visitor, new: str | None = None) -> Farewell:
    """Return what becomes of who asks if the browser is to know ``new`` instead, or somebody not known yet."""
    person = visitor.person
    if person is None or person.id == new or not await table_service_of(request).tables_of(person.id):
        return Farewell()
    token, name = token_of(request), isolated(person.name) or visitor.language.say(SOMEBODY)
    known = await asyncio.to_thread(sessions_of(request).of, person.id, token)
    is_loss = not person.account and sum(session.kind == BROWSER for session in known) == 1
    return Farewell(visitor.language.say(LOST if is_loss else LEFT, name=name), is_loss)


def sessions_of(request: Asked) -> Sessions:
    """Return where people are known."""
    return Sessions(request.app.state.store)


def settled(request: Asked, token: str, address: str = "/", *, device: Cookie | None = None) -> Redirect:
    """Remember somebody by a token, and a device that has signed in, and go on."""
    cookies = [cookie_of(request, token), *([device] if device else [])]
    return Redirect(address, status_code=303, cookies=cookies)

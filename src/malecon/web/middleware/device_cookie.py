"""The device cookie: the tokens by which a browser is known as a device on which people have signed in."""

from litestar.datastructures import Cookie

from malecon.services.people.person import SESSION_LIFETIME
from malecon.services.people.sessions import Devices
from malecon.tables.table_settings import SECOND
from malecon.web.connection import AppRequest
from malecon.web.dependencies import services_of
from malecon.web.middleware.session_cookie import cookie_name
from malecon.web.middleware.user_agent import browser_name

TOKEN_SEPARATOR = "."


def device_cookie_name(request: AppRequest) -> str:
    """Return the name of the device cookie."""
    return f"{cookie_name(request)}-device"


def device_tokens_of(request: AppRequest) -> list[str]:
    """Return the tokens of a browser as a device; they may be anything."""
    return list(filter(None, request.cookies.get(device_cookie_name(request), "").split(TOKEN_SEPARATOR)))


async def remember_device(request: AppRequest, person: str) -> Cookie:
    """Remember a browser as a device of a person, and return its new device cookie."""
    services = services_of(request.scope)
    label = browser_name(request.headers.get("user-agent", ""))
    tokens = await Devices(services.store).remember(person, device_tokens_of(request), label)
    return Cookie(
        device_cookie_name(request),
        value=TOKEN_SEPARATOR.join(tokens),
        path="/",
        max_age=SESSION_LIFETIME // SECOND,
        httponly=True,
        samesite="lax",
        secure=services.settings.secure,
    )

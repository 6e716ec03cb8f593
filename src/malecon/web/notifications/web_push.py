"""Notices in browsers, by web push: sent to the browser's maker encrypted, and shown even if no page is open."""

import base64
import json
from functools import cached_property
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from litestar.datastructures import FormMultiDict

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.storage.threads import in_thread
from malecon.tables.table_settings import DAY, SECOND
from malecon.web.server.secret_keys import read_or_create
from malecon.web.server.settings import Settings

KEY_FILE = "push.pem"
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""Push services of browsers' makers; else anybody could make the server send to anywhere."""
LONGEST_ENDPOINT = 500
LONGEST_KEY = 120
TIMEOUT_S = 10.0
GONE = (404, 410)
NOBODY = "nobody@malecon.invalid"
"""Contact for browsers' makers if the settings name no sender."""


class Gone(Exception):
    """The browser has ended its subscription."""


class Pusher:
    """Sends notices to browsers."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: the key is kept in their folder."""
        self._file = settings.folder / KEY_FILE
        has_site = settings.address.startswith("https:")
        self._host = settings.address if has_site else f"mailto:{settings.mail_from or NOBODY}"

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02  # type: ignore[import-untyped]  # it has none

        return Vapid02.from_pem(read_or_create(self._file, new_key))

    @property
    def key(self) -> str:
        """The key by which browsers know the server again."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def send(self, endpoint: str, keys: dict[str, str], facts: dict[str, str]) -> None:
        """Send a message to a browser.

        Raises:
            Gone: the browser has ended its subscription.
            Exception: it could not be sent, for one of the many reasons that networks have.
        """
        await in_thread(self._send)(endpoint, keys, json.dumps(facts))

    def _send(self, endpoint: str, keys: dict[str, str], text: str) -> None:
        from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]  # it has none

        try:
            webpush(
                {"endpoint": endpoint, "keys": keys},
                text,
                vapid_private_key=self._vapid,
                vapid_claims={"sub": self._host},
                ttl=DAY // SECOND,
                timeout=TIMEOUT_S,
            )
        except WebPushException as error:
            if error.response is not None and error.response.status_code in GONE:
                raise Gone from None
            raise


def new_key() -> bytes:
    """Return a fresh key of a server."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem())


def can_push() -> bool:
    """Tell whether the library is there."""
    return find_spec("pywebpush") is not None


def browser_from(form: FormMultiDict) -> tuple[str, dict[str, str]]:
    """Return the endpoint of a browser's subscription, and its keys.

    Raises:
        UsageError: it is not the service of a browser's maker.
    """
    endpoint = str(form.get("endpoint", ""))
    keys = {name: str(form.get(name, "")) for name in ("p256dh", "auth")}
    if not is_service(endpoint) or not all(0 < len(key) <= LONGEST_KEY and key.isascii() for key in keys.values()):
        raise UsageError(N_("This browser cannot be told."))
    return endpoint, keys


def is_service(endpoint: str) -> bool:
    """Tell whether an address is one of a push service.

    >>> is_service("https://fcm.googleapis.com/fcm/send/x"), is_service("https://localhost/fcm.googleapis.com")
    (True, False)
    """
    try:
        parts = urlsplit(endpoint)
        is_plain = parts.port is None and parts.username is None
    except ValueError:
        return False
    host = parts.hostname or ""
    is_known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return parts.scheme == "https" and is_plain and is_known and len(endpoint) <= LONGEST_ENDPOINT

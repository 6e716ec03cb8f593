"""Notices in browsers, by web push: sent to the browser's maker encrypted, and shown even if no page is open."""

import base64
import json
from functools import cached_property
from typing import Any

from malecon.storage.threads import in_thread
from malecon.tables.table_settings import DAY, SECOND
from malecon.web.server.secret_keys import read_or_create
from malecon.web.server.settings import Settings

PUSH_KEY_FILE = "push.pem"
PUSH_TIMEOUT_S = 10.0
GONE = (404, 410)
NOBODY = "nobody@malecon.invalid"
"""Contact for browsers' makers if the settings name no sender."""


class Gone(Exception):
    """The browser has ended its subscription."""


class Pusher:
    """Sends notices to browsers."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: the key is kept in their folder."""
        self._file = settings.folder / PUSH_KEY_FILE
        has_site = settings.address.startswith("https:")
        self._host = settings.address if has_site else f"mailto:{settings.mail_from or NOBODY}"

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02  # type: ignore[import-untyped]

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
        from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]

        try:
            webpush(
                {"endpoint": endpoint, "keys": keys},
                text,
                vapid_private_key=self._vapid,
                vapid_claims={"sub": self._host},
                ttl=DAY // SECOND,
                timeout=PUSH_TIMEOUT_S,
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

"""Notifications: every few seconds the notifier sends the notices that are due to people who have no page open.

It sends them by e-mail, where the host has named a mail server, and by web push: to the browser's maker encrypted, and
shown even if no page is open.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Sequence
from email.message import EmailMessage
from functools import cached_property
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, load
from malecon.presentation.links import href
from malecon.services.presence import Presence
from malecon.services.push_subscription import PushSubscription
from malecon.services.recipients import Recipient, find_recipient
from malecon.storage.notices import Notice, Notices
from malecon.storage.recipients import Recipients
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY, MINUTE, SECOND
from malecon.web.http.secret_keys import secret_of
from malecon.web.http.sender import best_language
from malecon.web.http.setting_types import server_at
from malecon.web.http.settings import Settings
from malecon.web.push_client import PushClient
from malecon.web.views.texts import Message, message_of

MAIL_KEY_FILE = "mail.key"
MAIL_KEY_BYTES = 32
MAIL_TIMEOUT_S = 20.0
PUSH_KEY_FILE = "push.pem"
PUSH_TIMEOUT_S = 10.0
GONE = (404, 410)
NOBODY = "nobody@malecon.invalid"
"""Contact for browsers' makers if the settings name no sender."""
SWEEP_S = 5.0
RETRY_MS = 5 * MINUTE
LOGGER = logging.getLogger(__name__)


class Mailer:
    """Sends e-mails."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with a mail server (``can_mail``)."""
        self._server = server_at(settings.smtp_url)
        self._sender = settings.mail_from
        assert settings.address
        self._site = settings.address
        self._file = settings.data_folder / MAIL_KEY_FILE

    @cached_property
    def _key(self) -> bytes:
        return secret_of(self._file, lambda: secrets.token_bytes(MAIL_KEY_BYTES))

    def link(self, path: str) -> str:
        """Return the address of a page, for an e-mail."""
        return f"{self._site}{path}"

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send an e-mail, with the headers to unsubscribe.

        Raises:
            Exception: it could not be sent, for one of the many reasons that networks have.
        """
        import aiosmtplib

        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, to, subject
        message["List-Unsubscribe"] = f"<{self.unsubscribe_link(to)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        server = self._server
        await aiosmtplib.send(
            message,
            recipients=[to],  # what is in the header is not read again
            hostname=server.host,
            port=server.port,
            username=server.name,
            password=server.password,
            use_tls=server.is_encrypted,
            timeout=MAIL_TIMEOUT_S,
        )

    def unsubscribe_link(self, address: str) -> str:
        """Return the link that unsubscribes an address; it needs no session."""
        return self.link(f"/notices/stop?{urlencode({'address': address, 'proof': self.proof(address)})}")

    def proof(self, address: str) -> str:
        """Return the proof of having received an e-mail to an address: a keyed hash."""
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()

    def is_proof(self, address: str, proof: str) -> bool:
        """Tell whether a proof is that of an address."""
        return hmac.compare_digest(self.proof(address).encode(), proof.encode(errors="replace"))


class Gone(Exception):
    """The browser has ended its subscription."""


class Pusher:
    """Sends notices to browsers."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: the key is kept in their folder."""
        self._file = settings.data_folder / PUSH_KEY_FILE
        address = settings.address
        has_site = address is not None and address.scheme == "https"
        self._host = str(address) if has_site else f"mailto:{settings.mail_from or NOBODY}"

    @cached_property
    def _vapid(self) -> Any:
        from py_vapid import Vapid02  # type: ignore[import-untyped]  # it has none

        return Vapid02.from_pem(secret_of(self._file, _new_key))

    @property
    def key(self) -> str:
        """The key by which browsers know the server again."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def send(self, browser: PushSubscription, facts: dict[str, str]) -> None:
        """Send a message to a browser.

        Raises:
            Gone: the browser has ended its subscription.
            Exception: it could not be sent, for one of the many reasons that networks have.
        """
        await in_thread(self._send)(browser, json.dumps(facts))

    def _send(self, browser: PushSubscription, text: str) -> None:
        from pywebpush import WebPushException, webpush  # type: ignore[import-untyped]  # it has none

        try:
            webpush(
                {"endpoint": str(browser.address), "keys": browser.keys},
                text,
                vapid_private_key=self._vapid,
                vapid_claims={"sub": self._host},
                ttl=DAY // SECOND,
                timeout=PUSH_TIMEOUT_S,
                requests_session=PushClient(),
            )
        except WebPushException as error:
            if error.response is not None and error.response.status_code in GONE:
                raise Gone from None
            raise


def _new_key() -> bytes:
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem())


class Notifier:
    """Sends notices that are due, from ``begin`` to ``end``."""

    def __init__(
        self, store: Store, presence: Presence, mailer: Mailer | None = None, pusher: Pusher | None = None
    ) -> None:
        """``store``: where notices and recipients are. ``mailer`` and ``pusher``: the channels that are set up."""
        self.recipients = Recipients(store)
        self._notices = Notices(store)
        self.mailer = mailer
        self.pusher = pusher
        self._presence = presence
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def is_set_up(self) -> bool:
        """Whether there is a channel."""
        return self.mailer is not None or self.pusher is not None

    def begin(self) -> None:
        """Sweep from now on."""
        self._sweeping = asyncio.create_task(self._keep_sweeping())

    async def end(self) -> None:
        """Sweep no more."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    async def sweep(self) -> None:
        """Cancel the notices of people who have the page open, and send those that are due."""
        await self._notices.cancel_seen(self._presence.viewers())
        due = await self._notices.claim(now())
        for person, theirs in groupby(sorted(due, key=lambda notice: notice.person), lambda notice: notice.person):
            await self._notify(person, list(theirs))

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except MaleconError as error:
                LOGGER.warning("notices wait: %s", error)
            except Exception:
                LOGGER.exception("notices wait")

    async def _notify(self, person: str, notices: Sequence[Notice]) -> None:
        """Send a person their notices through all their channels; if none works, try again later."""
        recipient = await find_recipient(self.recipients, person)
        message = message_of(notices, load(best_language(recipient.language)))
        worked = [*await self._push(recipient, message), *await self._mail(recipient, message)]
        if worked and not any(worked):
            await self._notices.postpone(notices, now() + RETRY_MS)

    async def _push(self, recipient: Recipient, message: Message) -> list[bool]:
        if self.pusher is None:
            return []
        worked = []
        body, page = "\n".join(line for line, _ in message.lines), href(message.page)
        for browser in recipient.browsers:
            try:
                await self.pusher.send(browser, {"title": message.title, "body": body, "page": page})
                worked.append(True)
            except Gone:
                await self.recipients.unsubscribe([browser.endpoint])
            except Exception as error:  # whatever a network brings
                LOGGER.warning("a browser could not be told: %s", type(error).__name__)
                worked.append(False)
        return worked

    async def _mail(self, recipient: Recipient, message: Message) -> list[bool]:
        if self.mailer is None or not recipient.email:
            return []
        lines = [f"{line}\n{self.mailer.link(page)}\n" for line, page in message.lines]
        language = load(best_language(recipient.language))
        lines += ["--", language.say(N_("No more of these letters:")), self.mailer.unsubscribe_link(recipient.email)]
        try:
            await self.mailer.send(recipient.email, message.title, "\n".join(lines))
        except Exception as error:  # whatever a network brings
            LOGGER.warning("a letter could not be sent: %s", type(error).__name__)
            return [False]
        return [True]

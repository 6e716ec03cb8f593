"""Notices by e-mail, where the host has named a mail server."""

import hashlib
import hmac
import secrets
from email.message import EmailMessage
from functools import cached_property
from urllib.parse import urlencode

from malecon.web.server.secret_keys import read_or_create
from malecon.web.server.setting_types import server_at
from malecon.web.server.settings import Settings

MAIL_KEY_FILE = "mail.key"
MAIL_KEY_BYTES = 32
MAIL_TIMEOUT_S = 20.0


class Mailer:
    """Sends e-mails."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with a mail server (``can_mail``)."""
        self._server = server_at(settings.smtp_url)
        self._sender = settings.mail_from
        self._site = settings.address
        self._file = settings.folder / MAIL_KEY_FILE

    @cached_property
    def _key(self) -> bytes:
        return read_or_create(self._file, lambda: secrets.token_bytes(MAIL_KEY_BYTES))

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

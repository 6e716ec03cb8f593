"""Notices by e-mail, where the host has named a mail server."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property
from importlib.util import find_spec
from urllib.parse import unquote, urlencode, urlsplit

from malecon.web.server.secret_keys import read_or_create
from malecon.web.server.settings import Settings

KEY_FILE = "mail.key"
KEY_BYTES = 32
TIMEOUT_S = 20.0
PORTS = {"smtp": 25, "smtps": 465}


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server: where it is, how one signs in, and whether all is encrypted from the start."""

    host: str
    port: int
    name: str | None
    password: str | None
    is_encrypted: bool


def server_at(url: str) -> Server:
    """Return the mail server of a setting; with ``smtp:``, TLS begins as soon as the server offers it.

    >>> server_at("smtps://ana:rum%40sea@mail.example")
    Server(host='mail.example', port=465, name='ana', password='rum@sea', is_encrypted=True)
    """
    parts = urlsplit(url)
    name, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    return Server(
        parts.hostname or "", parts.port or PORTS.get(parts.scheme, 25), name, password, parts.scheme == "smtps"
    )


class Mailer:
    """Sends e-mails."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with a mail server (``can_mail``)."""
        self._server = server_at(settings.smtp_url)
        self._sender = settings.mail_from
        self._site = settings.address
        self._file = settings.folder / KEY_FILE

    @cached_property
    def _key(self) -> bytes:
        return read_or_create(self._file, lambda: secrets.token_bytes(KEY_BYTES))

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
            timeout=TIMEOUT_S,
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


def can_mail(settings: Settings) -> bool:
    """Tell whether e-mails can be sent: there is a server, a sender, an address for links, and the library."""
    return bool(settings.smtp_url and settings.mail_from and settings.address and find_spec("aiosmtplib"))

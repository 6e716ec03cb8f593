"""Notices by e-mail, where the host has named a mail server."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from email.message import EmailMessage
from functools import cached_property
from importlib.util import find_spec
from urllib.parse import unquote, urlencode, urlsplit

from malecon.web.notifications.secret_file import read_or_create
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
    """Return the mail server of a setting; what begins with ``smtp:`` is encrypted as soon as the server offers it.

    >>> server_at("smtps://ana:rum%40sea@mail.example")
    Server(host='mail.example', port=465, name='ana', password='rum@sea', is_encrypted=True)
    """
    parts = urlsplit(url)
    name, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    return Server(
        parts.hostname or "", parts.port or PORTS.get(parts.scheme, 25), name, password, parts.scheme == "smtps"
    )


class Mailer:
    """Sends letters."""

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
        """Return the address of a page, for a letter."""
        return f"{self._site}{path}"

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a letter that says how to get no more of them.

        Raises:
            Exception: it could not be sent, for one of the many reasons that networks have.
        """
        import aiosmtplib

        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = self._sender, to, subject
        letter["List-Unsubscribe"] = f"<{self.way_out(to)}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        server = self._server
        await aiosmtplib.send(
            letter,
            hostname=server.host,
            port=server.port,
            username=server.name,
            password=server.password,
            use_tls=server.is_encrypted,
            timeout=TIMEOUT_S,
        )

    def way_out(self, address: str) -> str:
        """Return the link by which an address gets no more letters, whoever follows it."""
        return self.link(f"/notices/stop?{urlencode({'address': address, 'proof': self.proof(address)})}")

    def proof(self, address: str) -> str:
        """Return what only who has had a letter to an address can know."""
        return hmac.new(self._key, address.encode(), hashlib.sha256).hexdigest()

    def is_proof(self, address: str, proof: str) -> bool:
        """Tell whether somebody has had a letter to an address."""
        return hmac.compare_digest(self.proof(address).encode(), proof.encode(errors="replace"))


def can_mail(settings: Settings) -> bool:
    """Tell whether letters can be sent: there is a server, a sender, an address for links, and the library."""
    return bool(settings.smtp_url and settings.mail_from and settings.address and find_spec("aiosmtplib"))

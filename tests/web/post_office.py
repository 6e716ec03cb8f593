"""A mail server and a push service for the tests: they take what comes, and keep it."""

import base64
import email
import email.policy
import os
import re
import socket
import ssl
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class PostOffice:
    """A mail server. ``closed`` refuses all letters."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.closed = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                self._talk(connection.makefile("rwb"))

    def _talk(self, line: Any) -> None:
        def say(text: str) -> None:
            line.write(f"{text}\r\n".encode())
            line.flush()

        say("220 here")
        while typed := line.readline().decode().strip():
            command = typed.upper()
            self.recipients += re.findall(r"(?i)^RCPT TO:<(.*)>", typed)
            if command == "DATA":
                say("354 go on")
                lines = list(iter(line.readline, b".\r\n"))
                self.letters.append(email.message_from_bytes(b"".join(lines), policy=email.policy.default))
                say("250 taken")
            elif command == "QUIT":
                say("221 bye")
                return
            else:
                say("450 closed" if self.closed and command.startswith("MAIL") else "250 yes")


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    try:
        yield office
    finally:
        office.close()


PUSH_HOST = "updates.push.services.mozilla.com"


class PushService:
    """What a browser's maker runs, with one browser that can read what is pushed.

    ``status`` and ``location`` are its next answer; ``trust`` are TLS settings by which it is believed.
    """

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self.status = 201
        self.location = ""
        self.connections = 0
        self.pushed: list[bytes] = []
        self.heads: list[dict[str, str]] = []
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        office = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                office.heads.append(dict(self.headers.items()))
                office.pushed.append(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(office.status)
                self.send_header("Content-Length", "0")
                if office.location:
                    self.send_header("Location", office.location)
                self.end_headers()

            do_GET = do_POST

            def setup(self) -> None:
                office.connections += 1
                super().setup()

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        context, self.trust = _tls_of(PUSH_HOST)
        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        often = {"poll_interval": 0.01}  # seconds, after which it sees that it is to end
        threading.Thread(target=self._server.serve_forever, kwargs=often, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"https://{PUSH_HOST}/wpush/v2/browser"

    @property
    def keys(self) -> dict[str, str]:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": in_letters(point), "auth": in_letters(self._auth)}

    def read(self) -> list[str]:
        """Return what the browser is told."""
        import http_ece  # type: ignore[import-untyped]  # it has none

        facts = {"private_key": self._key, "auth_secret": self._auth, "version": "aes128gcm"}
        return [http_ece.decrypt(body, **facts).decode() for body in self.pushed]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@cache
def _tls_of(host: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the TLS settings of a server with a new certificate for a host, and those of a client that trusts it."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key, today = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(today - timedelta(days=1)).not_valid_after(today + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    plain = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    with tempfile.NamedTemporaryFile() as file:
        file.write(certificate + plain)
        file.flush()
        server.load_cert_chain(file.name)
    return server, ssl.create_default_context(cadata=certificate.decode())


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()


def in_letters(code: bytes) -> str:
    return base64.urlsafe_b64encode(code).rstrip(b"=").decode()

"""A mail server and a push service for the tests: they take what comes, and keep it."""

import base64
import email
import email.policy
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class PostOffice:
    """A mail server. ``closed`` refuses all letters."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
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
        while command := line.readline().decode().strip().upper():
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


class PushService:
    """What a browser's maker runs, with one browser that can read what is pushed. ``status`` is its next answer."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self.status = 201
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
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/browser"

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


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()


def in_letters(code: bytes) -> str:
    return base64.urlsafe_b64encode(code).rstrip(b"=").decode()

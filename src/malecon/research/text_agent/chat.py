"""A language model behind an OpenAI-compatible server: requests to ``/chat/completions``, bounded in every way.

A request has one deadline for all of it, however slowly bytes come; a reply has a greatest size; what may pass (a
status of 429 or 5xx, no connection, a reply that cannot be read) is tried again a few times. The key of the server is
read from a variable of the environment when it is sent, and kept nowhere. No redirect is followed.
"""

import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import SplitResult, urlsplit

import msgspec

from malecon.core.errors import UsageError, shortened
from malecon.research.text_agent.agent import ModelFailure, Reply

PASSING = frozenset((408, 409, 425, 429))
"""Statuses below 500 that may pass."""
ABOUT_KEYS = frozenset((401, 403))
"""Statuses about the key, whose text may show parts of it."""
LONGEST_WAIT_S = 60.0
"""Before a request is sent again, whatever the server asks for."""


class _Message(msgspec.Struct):
    """What the model says."""

    content: str | None = None


class _Choice(msgspec.Struct):
    """One of several replies."""

    message: _Message


class _Tokens(msgspec.Struct):
    """How many tokens were used."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    """The reply of the server, as far as it matters."""

    choices: tuple[_Choice, ...]
    usage: _Tokens | None = None


class _Passing(Exception):
    """Something that may pass; ``wait_s``: for how long the server asks, in seconds."""

    def __init__(self, reason: str, wait_s: float | None = None) -> None:
        super().__init__(reason)
        self.wait_s = wait_s


@dataclass(frozen=True)
class ChatModel:
    """A language model behind an OpenAI-compatible server.

    Attributes:
        address: of the server, with the path before ``/chat/completions``, such as ``http://127.0.0.1:11434/v1``.
        model: its name there.
        key_variable: the variable of the environment that has the key; without it none is sent.
        limit_s: seconds for one request, from the connection to the last byte.
        retries: how often a request is sent again at most.
        wait_s: seconds before that, twice as many each time, unless the server asks for others.
        longest: bytes of a reply at most.
        parameters: further ones of the request, such as ``temperature`` or ``max_tokens``.
    """

    address: str
    model: str
    key_variable: str = "OPENAI_API_KEY"
    limit_s: float = 120.0
    retries: int = 2
    wait_s: float = 1.0
    longest: int = 2**20
    parameters: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the address."""
        parts = _split(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            expected = "http:// or https://, a host and a path, such as http://127.0.0.1:11434/v1"
            raise UsageError(f"address: is {shortened(self.address)}, but must be {expected}")

    def __call__(self, prompt: str) -> Reply:
        """Return the reply to a prompt.

        Raises:
            ModelFailure: there is none, after all retries.
            UsageError: the server refuses the request, as it would again: for the key, say, or the name of the model.
        """
        messages = [{"role": "user", "content": prompt}]
        body = json.dumps({"model": self.model, "messages": messages, **self.parameters}).encode()
        key = self._key()
        trouble = _Passing("it was not asked")
        for number in range(self.retries + 1):
            if number > 0:
                wait = self.wait_s * 2 ** (number - 1) if trouble.wait_s is None else trouble.wait_s
                time.sleep(min(wait, LONGEST_WAIT_S))
            try:
                return _read(self._post(body, key))
            except _Passing as error:
                trouble = error
        raise ModelFailure(f"{self.address}: {trouble}")

    def _key(self) -> str:
        """Return the key, empty without one; raise ``UsageError``, which does not show it, if it is none."""
        key = os.environ.get(self.key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise UsageError(f"{self.key_variable}: has characters that no key has")
        return key

    def _post(self, body: bytes, key: str) -> bytes:
        """Send a request, and return the body of the reply, in time."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        parts = _split(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self.limit_s)
        end = time.monotonic() + self.limit_s
        try:
            connection.connect()
            with _cut_at(end, connection.sock):
                connection.request("POST", f"{parts.path.rstrip('/')}/chat/completions", body, headers)
                response = connection.getresponse()
                content = response.read(self.longest + 1)
        except (OSError, http.client.HTTPException) as error:
            reason = f"the connection failed: {error or type(error).__name__}"
            raise _Passing(self._late if time.monotonic() >= end else reason) from None
        finally:
            connection.close()
        if time.monotonic() >= end:
            raise _Passing(self._late)
        if response.status != HTTPStatus.OK:
            raise self._refusal(response, content.decode("utf-8", "replace").replace(key or "\0", "…"))
        if len(content) > self.longest:
            raise _Passing(f"the reply has more than {self.longest} bytes")
        return content

    @property
    def _late(self) -> str:
        return f"there was no whole reply within {self.limit_s:g} s"

    def _refusal(self, response: http.client.HTTPResponse, said: str) -> Exception:
        """Return the error for a reply that is none: one that may pass, or one that would come again, with its text."""
        status = f"the server answers {response.status} {http.client.responses.get(response.status, '')}".rstrip()
        if response.status in PASSING or response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return _Passing(status, _seconds(response.headers.get("Retry-After", "")))
        if response.status in ABOUT_KEYS:
            return UsageError(f"{self.address}: {status}; the key is that of {self.key_variable}")
        return UsageError(f"{self.address}: {status}, model {self.model}: {shortened(said)}")


def _split(address: str) -> SplitResult:
    """Return the parts of an address; an empty one for what is none."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # a wrong one raises
    except ValueError:
        return urlsplit("")
    return parts


def _seconds(text: str) -> float | None:
    """Return a number of seconds; ``None`` for another text, such as a date.

    >>> _seconds("2"), _seconds("Sat, 28 Nov 2026 08:00:00 GMT")
    (2.0, None)
    """
    return float(text) if text.isascii() and text.isdecimal() else None


@contextmanager
def _cut_at(end: float, connected: socket.socket) -> Iterator[None]:
    """End a connection when a time has come (of ``time.monotonic``), whatever waits for it then."""

    def cut() -> None:
        with suppress(OSError):
            socket.socket.shutdown(connected, socket.SHUT_RDWR)  # that of a socket with TLS is not made for two threads

    timer = threading.Timer(max(0.0, end - time.monotonic()), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(content: bytes) -> Reply:
    """Return the first reply of a completion."""
    try:
        found = msgspec.json.decode(content, type=_Completion)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _Passing(f"the reply is no completion: {error}") from None
    if not found.choices:
        raise _Passing("the reply is no completion: it has no choices")
    tokens = found.usage or _Tokens()
    return Reply(found.choices[0].message.content or "", tokens.prompt_tokens, tokens.completion_tokens)

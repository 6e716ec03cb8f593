"""A language model behind an OpenAI-compatible server: what is sent, and whatever a server answers instead."""

import json
import logging
import pickle
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import malecon.research as research
from malecon.core.errors import UsageError
from malecon.research.text_agent import ChatModel, ModelFailure, Reply, TextAgent
from modes import once

pytestmark = once

KEY = "sk-secret-42"
WHOLE = {"choices": [{"message": {"content": "end turn"}}], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}
LIMIT_S = 0.2
"""Of a request to a server that does not answer; the others get as long as they need."""


class Handler(BaseHTTPRequestHandler):
    """Answers by the script of its server."""

    server: "Server"
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Keep the request; give the next answer."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, dict(self.headers), json.loads(body)))
        self.server.answers.pop(0)(self)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


Answer = Callable[[Handler], None]


class Server(ThreadingHTTPServer):
    """A stand-in for the server of a language model."""

    daemon_threads = True

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers, self.requests, self.over = answers, list[Any](), threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


@contextmanager
def serving(*answers: Answer) -> Iterator[Server]:
    with Server([*answers]) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def answer(body: object = WHOLE, status: int = 200, **headers: str) -> Answer:
    """Return an answer with a body, bytes or what is written as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    def send(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return send


def hang(handler: Handler) -> None:
    """Say nothing."""
    handler.server.over.wait()


def drip(handler: Handler) -> None:
    """Send a byte after the other, without end."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    try:
        while not handler.server.over.wait(0.01):
            handler.wfile.write(b" ")
    except OSError:
        handler.close_connection = True


def drop(handler: Handler) -> None:
    """Close the connection."""
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def model_at(server: Server, **settings: Any) -> ChatModel:
    return ChatModel(server.address, "small", **{"wait_s": 0.0} | settings)


def test_a_prompt_is_sent_and_the_reply_comes_with_its_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f" {KEY}\n")
    with serving(answer()) as server:
        reply = model_at(server, parameters={"temperature": 0})("Which move? “é”")

    ((path, headers, sent),) = server.requests
    assert reply == Reply("end turn", 7, 2)
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert sent == {"model": "small", "messages": [{"role": "user", "content": "Which move? “é”"}], "temperature": 0}


def test_no_key_is_sent_without_one_and_its_variable_can_have_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("OTHER_KEY", KEY)
    with serving(answer(), answer()) as server:
        model_at(server)("?")
        model_at(server, key_variable="OTHER_KEY")("?")

    assert ["Authorization" in headers for _, headers, _ in server.requests] == [False, True]


@pytest.mark.parametrize(
    "body",
    [
        {"choices": [{"message": {"content": None}}]},
        {"choices": [{"message": {}}], "usage": None},
        {"choices": [{"message": {"content": "", "reasoning_content": "…"}, "finish_reason": "length"}], "id": "1"},
    ],
)
def test_a_reply_without_text_or_tokens_is_empty(body: object) -> None:
    with serving(answer(body)) as server:
        assert model_at(server)("?") == Reply("")


@pytest.mark.parametrize(
    "trouble",
    [
        answer(status=429, Retry_After="0"),
        answer(status=429, Retry_After="Sat, 28 Nov 2026 08:00:00 GMT"),
        answer(b"Oops", status=500),
        answer(status=503),
        answer(b""),
        answer(b"\xff\xfe"),
        answer(b'{"choices": [{"message": {"content": "\xff"}}]}'),
        answer(b'{"choices": '),
        answer(b"[" * 100_000),
        answer(b'{"x": ' + b"[" * 100_000),
        answer(b"The model is loading."),
        answer({"choices": []}),
        answer({"choices": [{"message": {"content": 3}}]}),
        answer({"error": {"message": "no"}}),
        answer(b" " * 2000 + json.dumps(WHOLE).encode()),
        drop,
    ],
)
def test_what_may_pass_is_tried_again(trouble: Answer) -> None:
    with serving(trouble, answer()) as server:
        assert model_at(server, longest=1000)("?").text == "end turn"

    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (answer(status=429, Retry_After="0"), r"the server answers 429 Too Many Requests"),
        (answer(status=500), r"the server answers 500 Internal Server Error"),
        (answer(b"{"), r"the reply is no completion: Input data was truncated"),
        (answer({"choices": []}), r"the reply is no completion: it has no choices"),
        (answer(b" " * 1001), r"the reply has more than 1000 bytes"),
        (drop, r"the connection failed: Remote end closed connection without response"),
    ],
)
def test_what_does_not_pass_is_a_failure_that_says_why(trouble: Answer, reason: str) -> None:
    with serving(trouble, trouble, trouble) as server:
        with pytest.raises(ModelFailure, match=f"^{server.address}: {reason}"):
            model_at(server, longest=1000)("?")

    assert len(server.requests) == 3


@pytest.mark.parametrize("trouble", [hang, drip])
def test_a_server_that_does_not_come_to_an_end_is_left(trouble: Answer) -> None:
    with serving(trouble) as server:
        with pytest.raises(ModelFailure, match=r"there was no whole reply within 0\.2 s$"):
            model_at(server, limit_s=LIMIT_S, retries=0)("?")


def test_a_server_that_is_not_there_is_a_failure() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        with pytest.raises(ModelFailure, match=r"^http://127\.0\.0\.1:\d+/v1: the connection failed: .*refused"):
            ChatModel(address, "small", retries=1, wait_s=0.0)("?")


def test_waits_grow_and_are_as_long_as_the_server_asks_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()
    monkeypatch.setattr("time.sleep", waits.append)
    with serving(
        answer(status=500),
        answer(status=429, Retry_After="7"),
        answer(status=500),
        answer(status=429, Retry_After="86400"),
        answer(),
    ) as server:
        model_at(server, wait_s=1.0, retries=4)("?")

    assert waits == [1.0, 7.0, 4.0, 60.0]


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (301, r"the server answers 301 Moved Permanently, model small: .*Incorrect key …"),
        (400, r"the server answers 400 Bad Request, model small: .*Incorrect key …"),
        (401, r"the server answers 401 Unauthorized; the key is that of OPENAI_API_KEY$"),
        (403, r"the server answers 403 Forbidden; the key is that of OPENAI_API_KEY$"),
        (404, r"the server answers 404 Not Found, model small: .*Incorrect key …"),
        (499, r"the server answers 499, model small: .*Incorrect key …"),
    ],
)
def test_what_would_come_again_is_an_error_at_once_without_the_key(
    status: int, reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    body = {"error": {"message": f"Incorrect key {KEY}"}}
    with serving(answer(json.dumps(body).encode() + b"\xff", status, Location="http://127.0.0.1:1/v1")) as server:
        with pytest.raises(UsageError, match=reason) as found:
            model_at(server)("?")

    assert len(server.requests) == 1
    assert KEY not in f"{found.value}{found.traceback}{caplog.text}"


@pytest.mark.parametrize("key", [f"{KEY}\nX: 1", f"{KEY}…"])
def test_a_key_that_is_none_is_refused_without_showing_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(UsageError, match=r"^OPENAI_API_KEY: has characters that no key has$"):
        ChatModel("http://127.0.0.1:1/v1", "small")("?")


def test_a_model_does_not_keep_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = ChatModel("http://127.0.0.1:1/v1", "small")

    assert KEY not in repr(model)
    assert KEY.encode() not in pickle.dumps(model)
    assert pickle.loads(pickle.dumps(model)) == model


@pytest.mark.parametrize(
    "address",
    [
        "",
        "127.0.0.1:8000/v1",
        "ftp://127.0.0.1/v1",
        "http:///v1",
        "http://127.0.0.1:99999/v1",
        "http://[::1/v1",
        "http://me:secret@127.0.0.1/v1",
        "http://127.0.0.1/v1?key=1",
    ],
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match=r"^address: is '.*', but must be http:// or https://, a host and a path"):
        ChatModel(address, "small")


def test_an_encrypted_server_is_asked_with_encryption(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without encryption does not understand the beginning of it."""
    with serving(answer()) as server:
        address = server.address.replace("http://", "https://")
        with pytest.raises(ModelFailure, match=r"the connection failed: .*(SSL|EOF|reset)"):
            ChatModel(address, "small", retries=0)("?")


def test_an_evaluation_goes_through_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def name_the_first(handler: Handler) -> None:
        handler.server.answers.append(name_the_first)
        prompt = handler.server.requests[-1][2]["messages"][0]["content"]
        found = re.search(r"# Your legal moves\n- (.*?):", prompt)
        assert found
        content = json.dumps({"move": found[1]})
        answer({"choices": [{"message": {"content": content}}], "usage": {"prompt_tokens": len(prompt)}})(handler)

    with serving(name_the_first) as server:
        agent = TextAgent(model_at(server), "small")
        found = research.evaluate(agent, "havana", seats=2, against="random", blocks=1, key=5)

    assert found.plan.policy == "small"
    assert found.figures.usage
    assert found.figures.usage[0].replies == len(server.requests) > 50
    assert found.figures.usage[0].input_tokens > 100_000
    assert found.figures.illegal == (0, 0)

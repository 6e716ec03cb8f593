"""A real server: who does not read is cut off, who says much is sent away, proxies are believed or not."""

import asyncio
import base64
import os
import re
import resource
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from httpx import Client as Served
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from malecon.cli.server import configuration
from malecon.web import app
from malecon.web.http import protocols
from malecon.web.http.file_limit import raise_file_limit
from malecon.web.http.protocols import BoundedWebSocket, WriteTimeoutProtocol
from malecon.web.http.responses import HEADERS
from malecon.web.http.setting_types import Network
from malecon.web.http.settings import Settings
from malecon.web.open_page import MOST_MESSAGES
from patience import PATIENCE_S
from web.browsing import client_of, socket_of, until
from web.visiting import UsedAgain

BLOCK = "x" * 100_000
FORM = "Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n"


async def talk_for_ever(scope: Any, receive: Any, send: Any) -> None:
    """Send blocks to a socket until it ends."""
    await receive()
    await send({"type": "websocket.accept"})
    try:
        while True:
            await send({"type": "websocket.send", "text": BLOCK})
    except OSError:
        scope["state"]["ended"].set()


def open_raw(port: int, path: str = "/") -> socket.socket:
    """Open a socket that never reads."""
    raw = socket.create_connection(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    host = f"localhost:{port}"
    fields = (f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket", "Connection: Upgrade")
    lines = (f"GET {path} HTTP/1.1", *fields, f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")
    raw.sendall("\r\n".join(lines).encode())
    return raw


async def serve_until_ended(app: Any, act: Callable[[socket.socket], object] = lambda raw: None) -> None:
    """Serve an application to one page, which acts, until the application says that it has ended."""
    ended = asyncio.Event()
    config = uvicorn.Config(app, ws=BoundedWebSocket, log_level="error", lifespan="off", port=0)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    server.lifespan.state["ended"] = ended
    raw = await asyncio.to_thread(open_raw, server.servers[0].sockets[0].getsockname()[1])
    await asyncio.to_thread(act, raw)

    await asyncio.wait_for(ended.wait(), PATIENCE_S)
    raw.close()
    server.should_exit = True
    await serving


def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "WRITE_TIMEOUT_S", 0.2)

    asyncio.run(serve_until_ended(talk_for_ever))


async def answer_no_handshake(scope: Any, receive: Any, send: Any) -> None:
    """Wait for the end of a socket without opening it."""
    while (await receive())["type"] != "websocket.disconnect":
        pass
    scope["state"]["ended"].set()


def test_a_handshake_that_the_application_does_not_answer_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HANDSHAKE_TIMEOUT_S", 0.2)

    asyncio.run(serve_until_ended(answer_no_handshake))


async def talk_on(scope: Any, receive: Any, send: Any) -> None:
    """Accept a socket, and talk on when it is closed: that is no failure of the application."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass
    with pytest.raises(ClientDisconnected):
        await send({"type": "websocket.send", "text": "more"})
    scope["state"]["ended"].set()


def send_no_frame(raw: socket.socket) -> None:
    """Send bytes that are no frame, as soon as the socket is open: what comes before that is lost."""
    while b"\r\n\r\n" not in raw.recv(4096, socket.MSG_PEEK):
        pass
    raw.sendall(b"\xff" * 20)


def test_what_is_sent_after_bytes_that_are_no_frame_is_lost_without_a_failure() -> None:
    asyncio.run(serve_until_ended(talk_on, send_no_frame))


async def answer_and_close(scope: Any, receive: Any, send: Any) -> None:
    """Answer with more than the small buffers of the system hold, and less than asyncio holds without complaint."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"connection", b"close")]})
    await send({"type": "http.response.body", "body": b"x" * 60_000, "more_body": False})


def test_who_does_not_read_the_last_answer_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has closed such a connection, which would wait for ever until its answer is read."""
    monkeypatch.setattr(protocols, "WRITE_TIMEOUT_S", 0.2)
    lost = threading.Event()

    class Http(WriteTimeoutProtocol, H11Protocol):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    server = uvicorn.Server(uvicorn.Config(answer_and_close, http=Http, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(listener.getsockname())
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        was_cut_off = lost.wait(PATIENCE_S / 4)
    server.should_exit = True
    thread.join()
    assert was_cut_off


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve the application in a thread of this process; with settings."""
    with ExitStack() as servers:
        yield lambda **told: servers.enter_context(running(Settings(folder=tmp_path, processes=1, **told)))


@contextmanager
def running(settings: Settings) -> Iterator[Served]:
    """Have a server in a thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Application", UsedAgain.begun)
        config = configuration(settings)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    until(lambda: server.started)
    with client_of(f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
        yield client
    server.should_exit = True
    thread.join()
    UsedAgain.idle.append(config.app)  # type: ignore[arg-type]  # that of the configuration


def begun(client: Served) -> str:
    """Begin a table for two on one device, and return its address."""
    return str(client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"}).headers["location"])


def say_much(page: ClientConnection) -> None:
    """Send more messages than a page may, and wait for what comes."""
    for _ in range(MOST_MESSAGES + 1):
        page.send("hello")
    page.recv(PATIENCE_S)


def test_who_says_much_is_sent_away(served: Callable[..., Served]) -> None:
    client = served()
    table = begun(client)

    with socket_of(str(client.base_url).rstrip("/"), table) as page:
        assert "main" in page.recv(PATIENCE_S)
        with pytest.raises(ConnectionClosed) as closed:
            say_much(page)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert client.get("/healthz").text == "ok"


@pytest.mark.parametrize(("proxies", "last"), [((), 429), ((ip_network("127.0.0.0/8"),), 200)])
def test_who_comes_is_believed_of_proxies_that_are_named(served: Any, proxies: tuple[Network, ...], last: int) -> None:
    client = served(proxies=proxies, pages=1, crowd=1)

    answers = [client.get("/", headers={"X-Forwarded-For": f"192.0.2.{number}"}) for number in (1, 2)]

    assert [answer.status_code for answer in answers] == [200, last]
    assert client.get("/", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 429


def raw(client: Served) -> socket.socket:
    """Open a connection that waits long enough for an answer."""
    connection = socket.create_connection((client.base_url.host, client.base_url.port))
    connection.settimeout(PATIENCE_S)
    return connection


def all_of(connection: socket.socket) -> str:
    """Return everything that comes until the other side closes."""
    got = b""
    with suppress(ConnectionError):
        while piece := connection.recv(len(BLOCK)):
            got += piece
    return got.decode()


def test_a_handshake_too_many_is_answered_with_a_status_and_a_time(
    served: Callable[..., Served], caplog: pytest.LogCaptureFixture
) -> None:
    client = served(handshakes=1, crowd=1)
    table = f"{begun(client)}/live"
    with (
        closing(open_raw(int(client.base_url.port or 0), table)) as first,
        closing(open_raw(int(client.base_url.port or 0), table)) as second,
    ):
        second.settimeout(PATIENCE_S)
        answer = all_of(second)
        assert first.recv(12) == b"HTTP/1.1 101"

    head, _, body = answer.partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 429 ")
    assert re.search(r"(?i)retry-after: \d+", head)
    assert "That was too often" in body
    assert [record for record in caplog.records if record.name.startswith("uvicorn")] == []


@pytest.mark.parametrize(
    ("setting", "sent"),
    [
        ("header_seconds", "GET / HTTP/1.1\r\nHost: local"),
        ("body_seconds", f"POST /settings HTTP/1.1\r\n{FORM}name="),
        ("body_seconds", f"POST /nothing HTTP/1.1\r\n{FORM}name="),
    ],
)
def test_half_a_request_is_ended_in_time_though_it_goes_on_bit_by_bit(
    served: Callable[..., Served], setting: str, sent: str
) -> None:
    client = served(**{setting: 1})
    with closing(raw(client)) as connection:
        connection.sendall(sent.encode())
        drip(connection)
        answer = all_of(connection)

    is_answered_at_once = "nothing" in sent
    assert answer.startswith("HTTP/1.1 404" if is_answered_at_once else "HTTP/1.1 408")
    assert answer.count("HTTP/1.1") == 1
    assert client.get("/healthz").text == "ok"


def test_a_socket_is_no_half_request(served: Callable[..., Served], caplog: pytest.LogCaptureFixture) -> None:
    client = served(header_seconds=1, body_seconds=1)
    table = begun(client)
    address = str(client.base_url).rstrip("/")
    with socket_of(address, table) as page, closing(raw(client)) as half:
        half.sendall(f"POST /settings HTTP/1.1\r\n{FORM}name=".encode())
        assert all_of(half).startswith("HTTP/1.1 408"), "the time is over"

        assert page.ping().wait(PATIENCE_S)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def drip(connection: socket.socket) -> None:
    """Send a sign again and again until the other side has had enough."""
    end = time.monotonic() + PATIENCE_S
    with suppress(ConnectionError):
        while not select.select([connection], [], [], 0.1)[0]:
            connection.sendall(b"x")
            assert time.monotonic() < end, "it goes on for ever"


def test_a_connection_that_asks_for_nothing_is_closed_without_a_word(served: Callable[..., Served]) -> None:
    with closing(raw(served(header_seconds=1))) as connection:
        assert all_of(connection) == ""


def test_a_connection_that_asks_for_nothing_more_is_closed(served: Callable[..., Served]) -> None:
    client = served(idle_seconds=1)
    with closing(raw(client)) as connection:
        connection.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")

        assert all_of(connection).startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    ("told", "status"), [({"connections_per_address": 3}, "429"), ({"connections": 3, "limits": False}, "503")]
)
def test_so_many_connections_and_no_more(served: Callable[..., Served], told: dict[str, Any], status: str) -> None:
    client = served(**told, header_seconds=int(PATIENCE_S))
    client.close()
    table = "/table/none"
    with ExitStack() as opened:
        page = opened.enter_context(closing(open_raw(int(client.base_url.port or 0), table)))
        assert page.recv(12) == b"HTTP/1.1 403"
        for _ in range(3):
            opened.enter_context(closing(raw(client)))
        answer = all_of(opened.enter_context(closing(raw(client))))
    until(lambda: get_status(client) == "200")

    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert "Retry-After: " in answer
    assert all(f"{name}: {value}\r\n" in answer for name, value in HEADERS.items())


def get_status(client: Served) -> str:
    """Return the status of a page that is asked for on a connection of its own."""
    with closing(raw(client)) as connection:
        connection.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return all_of(connection)[9:12]


def test_open_sockets_are_connections_too(served: Callable[..., Served]) -> None:
    client = served(connections_per_address=2)
    table = begun(client)
    client.close()
    address = str(client.base_url).rstrip("/")
    until(lambda: get_status(client) == "200")
    with socket_of(address, table), socket_of(address, table):
        assert get_status(client) == "429"
    until(lambda: get_status(client) == "200")


def test_everybody_comes_from_the_proxy(served: Callable[..., Served]) -> None:
    client = served(connections_per_address=1, proxies=(ip_network("127.0.0.0/8"),))
    with closing(raw(client)), closing(raw(client)):
        assert get_status(client) == "200"


def test_as_many_files_as_the_system_allows(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    limit = [50, 300]
    monkeypatch.setattr(resource, "getrlimit", lambda which: tuple(limit))
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: limit.__setitem__(slice(None), both))

    raise_file_limit(Settings(connections=10))
    assert limit == [300, 300]
    assert caplog.messages == []
    raise_file_limit(Settings(connections=1000))
    assert "300 files may be open at once, but 1000 connections need" in caplog.text


def test_who_does_not_read_pages_is_cut_off(monkeypatch: pytest.MonkeyPatch, served: Callable[..., Served]) -> None:
    monkeypatch.setattr(protocols, "WRITE_TIMEOUT_S", 0.2)
    client = served(limits=False)
    with closing(raw(client)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

        with pytest.raises(ConnectionError):
            ask_for_ever(connection)


def ask_for_ever(connection: socket.socket) -> None:
    """Ask for pages without reading any."""
    while True:
        connection.sendall(b"GET /rules/cuba HTTP/1.1\r\nHost: localhost\r\n\r\n")

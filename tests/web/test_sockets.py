"""A real server: who does not read is cut off, who says much is sent away, proxies are believed or not."""

import asyncio
import base64
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from httpx import Client as Served
from websockets.exceptions import ConnectionClosed

from malecon.web.live import MOST_HEARD
from malecon.web.running import sockets
from malecon.web.running.serving import configuration
from malecon.web.running.settings import Settings
from malecon.web.running.sockets import HastySocket
from malecon.web.running.sorts import Network
from patience import PATIENCE_S
from web.browsing import client_of, socket_of, until

BLOCK = "x" * 100_000


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
    fields = ("Host: x", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}")
    lines = (f"GET {path} HTTP/1.1", *fields, "Sec-WebSocket-Version: 13", "", "")
    raw.sendall("\r\n".join(lines).encode())
    return raw


def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE_S", 0.2)

    async def serve() -> None:
        ended = asyncio.Event()
        config = uvicorn.Config(talk_for_ever, ws=HastySocket, log_level="error", lifespan="off", port=0)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        server.lifespan.state["ended"] = ended
        raw = await asyncio.to_thread(open_raw, server.servers[0].sockets[0].getsockname()[1])

        await asyncio.wait_for(ended.wait(), PATIENCE_S)
        raw.close()
        server.should_exit = True
        await serving

    asyncio.run(serve())


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Serve the application in a thread of this process; with settings."""
    with ExitStack() as servers:
        yield lambda **told: servers.enter_context(running(Settings(folder=tmp_path, processes=1, **told)))


@contextmanager
def running(settings: Settings) -> Iterator[Served]:
    """Have a server in a thread."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(configuration(settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    until(lambda: server.started)
    with client_of(f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
        yield client
    server.should_exit = True
    thread.join()


def begun(client: Served) -> str:
    """Begin a table for two on one device, and return its address."""
    return str(client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"}).headers["location"])


def test_who_says_much_is_sent_away(served: Callable[..., Served]) -> None:
    client = served()
    table = begun(client)

    with socket_of(str(client.base_url).rstrip("/"), table) as page:
        assert "main" in page.recv(PATIENCE_S)
        for _ in range(MOST_HEARD + 1):
            page.send("hello")
        with pytest.raises(ConnectionClosed) as closed:
            page.recv(PATIENCE_S)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert client.get("/healthz").text == "ok"


@pytest.mark.parametrize(("proxies", "last"), [((), 429), ((ip_network("127.0.0.0/8"),), 200)])
def test_who_comes_is_believed_of_proxies_that_are_named(served: Any, proxies: tuple[Network, ...], last: int) -> None:
    client = served(proxies=proxies, pages=1, crowd=1)

    answers = [client.get("/", headers={"X-Forwarded-For": f"192.0.2.{number}"}) for number in (1, 2)]

    assert [answer.status_code for answer in answers] == [200, last]
    assert client.get("/", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 429

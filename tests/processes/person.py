"""Somebody who plays over HTTP, with any of several servers, and insists until each action is acknowledged."""

import random
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

from httpx import Client, Response, TransportError
from websockets import Origin
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import connect

from malecon.storage.sessions import make_token
from malecon.storage.store import Store
from patience import PATIENCE_S
from processes.hosting import Hosting
from waiting import finish
from web.browsing import client_of
from web.visiting import name_of, read_frame

WAIT_S = 5
"""How long a server keeps a question about a table that has not changed."""


class Somebody:
    """A person with a browser that forgets nothing."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        self._clients: dict[str, Client] = {}
        self._making = threading.Lock()
        self._cookies: dict[str, str] = {}

    def get(self, path: str) -> Response:
        return self._ask("GET", path)

    def post(self, path: str, data: Mapping[str, str]) -> Response:
        return self._ask("POST", path, data=dict(data))

    def _ask(self, method: str, path: str, token: str = "", **body: Any) -> Response:
        """Ask any server, and another one if it does not answer; as a program if there is a ``token``."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": cookies}
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            for address in self._hosting.addresses:
                with suppress(TransportError):
                    answer = self._at(address).request(method, path, headers=headers, **body)
                    self._cookies |= dict(answer.cookies)
                    if answer.status_code < 500:
                        return answer
        raise AssertionError("no server answers")

    def _at(self, address: str) -> Client:
        """Return what asks a server; several threads may ask at once, so it keeps no cookies of its own."""
        with self._making:
            if address not in self._clients:
                self._clients[address] = client_of(address, timeout=PATIENCE_S)
                self._clients[address].cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
            return self._clients[address]

    def close(self) -> None:
        """Close the browser."""
        for client in self._clients.values():
            client.close()

    def state(self, table_id: str) -> str:
        """Return the state of the page of a table."""
        state: str = read_frame(self.get(f"{table_id}/frame").text).state
        return state

    def play(self, table_id: str, store: Store, chance: random.Random) -> Iterator[str]:
        """Play a table at which this person and computer players sit; yield the id of each acknowledged step."""
        name = name_of(table_id)
        token = finish(make_token(store, str(store.load(name).occupants[0].person), "a test"))
        look = f"/api/v1/tables/{name}?wait={WAIT_S}&known="
        seen = self._ask("GET", look, token).json()
        while seen["phase"] != "over":
            choices = [] if seen["held"] else [choice["move"] for choice in seen["legal"]]
            if choices or seen["held"]:
                step = {"move": chance.choice(choices)} if choices else {"verb": "confirm"}
                action = {"seat": "1", "mark": seen["mark"], "id": seen["mark"].replace(".", "-")}
                answer = self.post(f"{table_id}/act", action | step)
                assert answer.status_code == 303, answer.text
                if choices:
                    yield action["id"]
            seen = self._ask("GET", look + seen["state"], token).json()


class Watcher:
    """A page that is open all the time, at any server; when its socket breaks it opens another."""

    def __init__(self, hosting: Hosting, table_id: str) -> None:
        self._hosting, self._table = hosting, table_id
        self.state = ""
        self.frames = 0
        self._closed = False
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close the page, and wait until nothing of it runs any more."""
        self._closed = True
        self._thread.join()

    def _watch(self) -> None:
        while not self._closed:
            for address in self._hosting.addresses:
                with suppress(OSError, WebSocketException, InvalidStatus):
                    self._listen(address)

    def _listen(self, address: str) -> None:
        place = urlsplit(address)
        live = f"ws://{place.netloc}{self._table}/live?known={self.state}"
        with (
            socket.create_connection((place.hostname, place.port)) as line,  # else one is left if the server is killed
            connect(live, sock=line, origin=Origin(address)) as page,
        ):
            while not self._closed:
                with suppress(TimeoutError):
                    frame = read_frame(page.recv(timeout=0.2, decode=True))
                    assert frame.after in ("", self.state), "a frame follows what the page shows"
                    self.state = frame.state
                    self.frames += 1

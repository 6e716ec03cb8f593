"""The calls of functions that a move takes, and the size of its frames: other work on the machine changes neither.

``python bench/function_calls.py``, about two minutes. An application of its own serves three tables with three pages
each, in one process, plain and without sockets; the same moves of the same games each time. Calls in other threads, as
of the driver of the database, do not count.
"""

import asyncio
import random
import secrets
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
from litestar import Litestar

import malecon
from malecon.core.garbage_collection import collect_seldom
from malecon.tables.table import Table
from malecon.web.app import create_app
from malecon.web.http.settings import Settings
from malecon_people import SEPARATOR, Malecon, joined

ADDRESS = "http://127.0.0.1"
TABLES, BEFORE, MOVES = 3, 15, 60
"""Tables, and moves before and while calls are counted."""
KB = 1000


class OpenedPage:
    """A page of a table whose WebSocket is open, without a socket: what is sent to it, and what it sends."""

    def __init__(self, path: str, cookies: dict[str, str]) -> None:
        """Open nothing yet."""
        headers = [(b"host", b"127.0.0.1"), (b"origin", ADDRESS.encode()), (b"cookie", joined(cookies).encode())]
        self.scope: dict[str, Any] = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1), "path": f"{path}/live",
            "raw_path": f"{path}/live".encode(), "root_path": "", "query_string": b"", "headers": headers,
            "subprotocols": [], "state": {},
        }  # fmt: skip
        self.number, self.sent, self.answered, self.sizes = -1, 0, 0, list[int]()
        self.messages, self.told = asyncio.Queue[dict[str, Any]](), asyncio.Event()
        self.messages.put_nowait({"type": "websocket.connect"})

    async def send(self, message: Any) -> None:
        """Take in what the server sends: a frame, an answer, or that the WebSocket is open."""
        if message["type"] == "websocket.send":
            text = message["text"]
            head = msgspec.json.decode(text.partition(SEPARATOR)[0])
            assert "error" not in head, head["error"]
            self.answered = head.get("answer", self.answered)
            if head.get("number", self.number) > self.number:
                self.number = head["number"]
                self.sizes.append(len(text.encode()))
            self.told.set()

    async def wait(self, number: int) -> None:
        """Wait until so many moves are shown, and all that was sent is answered."""
        while self.number < number or self.answered < self.sent:
            await self.told.wait()
            self.told.clear()

    def act(self, form: dict[str, str]) -> None:
        """Send a form."""
        self.sent += 1
        self.messages.put_nowait({"type": "websocket.receive", "text": f"{self.sent} {urlencode(form)}", "bytes": None})


class OpenTable:
    """A table with three open pages, of two people and of a spectator."""

    def __init__(self, app: Litestar, path: str, pages: list[OpenedPage], chance: random.Random) -> None:
        """``chance``: what its people do."""
        self.tables, self.id, self.pages, self.chance = app.state.services.tables, path.split("/")[-1], pages, chance
        self.runs = [asyncio.create_task(app(page.scope, page.messages.get, page.send)) for page in pages]  # type: ignore[arg-type]

    async def move(self) -> None:
        """Let somebody make a move, with all steps that belong to it; nobody can when the game is over."""
        table: Table = await self.tables.find(self.id)
        number = table.match.number
        while table.match.number == number and table.match.to_move:
            seat = self.chance.choice(table.match.to_move)
            ahead, draft = table.preview(seat)
            is_held = bool(draft) and draft[-1].held
            what = {"verb": "confirm"} if is_held else {"move": self.chance.choice(ahead.legal(seat))}
            self.pages[seat].act({"seat": str(seat + 1), "mark": table.revision(seat), **what})
            await self.pages[seat].wait(number)
            table = await self.tables.find(self.id)
        for page in self.pages:
            await page.wait(table.match.number)


class Calls:
    """Counts the calls of functions in Python, of this thread."""

    def __init__(self) -> None:
        """Count nothing yet."""
        self.count = 0

    def __call__(self, frame: object, event: str, argument: object) -> None:
        """Count what ``sys.setprofile`` tells of."""
        self.count += event == "call"


async def play(game: str) -> tuple[float, float]:
    """Let people play, and return the calls of functions a move, and the median size of a frame in bytes."""
    chance, calls = random.Random(1), Calls()
    secrets.randbelow = chance.randrange  # type: ignore[assignment]  # the deals
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder), limits=False))
        async with app.lifespan():
            await app.state.services.heartbeat.stop()
            house = Malecon([ADDRESS], game)
            house.client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app))  # type: ignore[arg-type]
            tables = list[OpenTable]()
            for _ in range(TABLES):
                seats = await house.sit_down(chance)
                pages = [OpenedPage(seat.table, seat.cookies) for seat in seats]  # type: ignore[attr-defined]
                tables.append(OpenTable(app, seats[0].table, pages, chance))  # type: ignore[attr-defined]
            for number in range(BEFORE + MOVES):
                if number == BEFORE:
                    sys.setprofile(calls)
                await tables[number % TABLES].move()
            sys.setprofile(None)
            for run in (run for table in tables for run in table.runs):
                run.cancel()
    sizes = [size for table in tables for page in table.pages for size in page.sizes[1:]]
    return calls.count / MOVES, statistics.median(sizes)


def main() -> None:
    """Count and print."""
    collect_seldom()  # as the server
    for game in malecon.games:
        calls, size = asyncio.run(play(game))
        print(f"{game}: {calls:,.0f} calls a move, {size / KB:.2f} KB a frame", flush=True)


if __name__ == "__main__":
    main()

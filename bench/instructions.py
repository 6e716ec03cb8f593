"""The instructions of the processor that a move takes, to be counted on a quiet machine.

``python bench/instructions.py``, with valgrind, about four minutes. An application of its own serves three tables with
three pages each, in one process, plain and without sockets; the same moves of the same games each time. Counted are a
short run and a longer one; a move is the difference between both, divided by the moves between them.
What comes with time counts too, as looking who is present: on a busy machine a run takes longer, and counts more.
"""

import argparse
import asyncio
import os
import random
import re
import secrets
import statistics
import subprocess
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
TABLES, SHORT, MOVES = 3, 15, 60
"""Tables, moves of the short run, and moves of the longer one besides."""
KB, MILLION = 1000, 1_000_000
ENVIRONMENT = {"MALECON_JIT": "0", "PYTHONHASHSEED": "0"}


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


async def play(game: str, moves: int) -> list[int]:
    """Let people play so many moves, and return the bytes of the frames that show them."""
    chance = random.Random(1)
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
            for number in range(moves):
                await tables[number % TABLES].move()
            for table in tables:
                for run in table.runs:
                    run.cancel()
    return [size for table in tables for page in table.pages for size in page.sizes[1:]]


def counted(game: str, moves: int) -> int:
    """Return the instructions of a process in which so many moves are played."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    command += [sys.executable, __file__, "--play", game, str(moves)]
    told = subprocess.run(command, env=os.environ | ENVIRONMENT, capture_output=True, text=True, check=True).stderr
    found = re.search(r"I\s+refs:\s+([\d,]+)", told)
    assert found, told
    return int(found[1].replace(",", ""))


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", nargs=2, metavar=("GAME", "MOVES"), help="only play, and print the size of frames")
    given = parser.parse_args()
    if given.play:
        collect_seldom()  # as the server
        sizes = asyncio.run(play(given.play[0], int(given.play[1])))
        print(f"{given.play[0]}: {statistics.median(sizes) / KB:.2f} KB a frame")
        return
    for game in malecon.games:
        a_move = (counted(game, SHORT + MOVES) - counted(game, SHORT)) / MOVES
        print(f"{game}: {a_move / MILLION:.1f} million instructions a move", flush=True)


if __name__ == "__main__":
    main()

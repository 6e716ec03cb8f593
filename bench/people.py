"""Scripted people who play at many tables: what they do on any server, and what is measured meanwhile.

At each table somebody moves every two seconds, and three pages are open: of two people and of a spectator. Measured is
the time from the sending of a move to its frame on each page.
"""

import asyncio
import math
import os
import random
import re
import statistics
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PAUSE_S = 2.0
LATE_S = 10.0
"""When a frame has not come until then it is counted as lost."""
KILO, MILLI = 1024, 1000


class Counted(ClientConnection):
    """A connection that counts the bytes that come, as they come: compressed, if they are."""

    came = 0

    def data_received(self, data: bytes) -> None:
        """Count, and go on."""
        self.came += len(data)
        super().data_received(data)


class Page(ABC):
    """A page that is open at a table, and what it has shown."""

    socket: Counted

    def __init__(self) -> None:
        """Show nothing yet."""
        self.number = -1
        self.came = 0.0
        self.frames = self.plain = self.wire = 0
        self.changed = asyncio.Condition()

    @abstractmethod
    def door(self) -> tuple[str, dict[str, str]]:
        """Return the address of the socket, and the headers it asks for."""

    @abstractmethod
    async def greet(self) -> None:
        """Say what the server wants to hear when the socket is open."""

    @abstractmethod
    async def read(self, text: str) -> int:
        """Take in what the server sent, and return how many moves the page shows now."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def to_do(self, chance: random.Random) -> Any:
        """Return what a person at this page would send; nothing if there is nothing to do."""

    @abstractmethod
    async def send(self, move: Any) -> int | None:
        """Send it, and return how many moves pages show when they show it; nothing if it is refused."""

    async def watch(self) -> None:
        """Note each frame, and when it came."""
        where, headers = self.door()
        async with connect(where, additional_headers=headers, max_size=None, create_connection=Counted) as socket:
            assert isinstance(socket, Counted)
            self.socket = socket
            await self.greet()
            before = socket.came
            async for text in socket:
                came, number, size = time.perf_counter(), await self.read(str(text)), socket.came
                if number > self.number:
                    if self.number >= 0:
                        self.count(str(text), size - before)
                    async with self.changed:
                        self.came, self.number = came, number
                        self.changed.notify_all()
                before = size

    def count(self, text: str, wire: int) -> None:
        """Count a frame that shows a move, its bytes as text, and as they came."""
        self.frames += 1
        self.plain += len(text.encode())
        self.wire += wire

    async def shows(self, number: int) -> float:
        """Wait until so many moves are shown, and return when that frame came."""
        async with self.changed, asyncio.timeout(LATE_S):
            await self.changed.wait_for(lambda: self.number >= number)
        return self.came


class House(Protocol):
    """A server, or several that share their tables."""

    async def sit_down(self, chance: random.Random) -> Sequence[Page]:
        """Begin a table, and return the pages of its two people and of a spectator."""
        ...


class Load:
    """All tables, and what was measured."""

    def __init__(self, house: House) -> None:
        """Sit nowhere yet."""
        self.house = house
        self.chance = random.Random(1)
        self.times: list[float] = []
        self.moves = self.lost = self.refused = 0
        self.frames = self.plain = self.wire = 0

    async def play(self, end: float) -> None:
        """Play one table after the other until the end."""
        while time.perf_counter() < end:
            pages = await self.house.sit_down(self.chance)
            watching = [asyncio.create_task(page.watch()) for page in pages]
            await asyncio.sleep(self.chance.random() * PAUSE_S)
            while time.perf_counter() < end and not pages[2].is_over():
                begun = time.perf_counter()
                await self.move(pages)
                await asyncio.sleep(max(0.0, PAUSE_S - (time.perf_counter() - begun)))
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            self.frames += sum(page.frames for page in pages)
            self.plain += sum(page.plain for page in pages)
            self.wire += sum(page.wire for page in pages)

    async def move(self, pages: Sequence[Page]) -> None:
        """Let one of the people who are awaited do something, and measure until when all pages show it."""
        ready = [(page, move) for page in pages[:2] if (move := page.to_do(self.chance))]
        if not ready:
            return
        page, move = self.chance.choice(ready)
        before, sent = pages[2].number, time.perf_counter()
        try:
            number = await page.send(move)
        except (httpx.TransportError, ConnectionClosed):
            self.lost += 1
            return
        if number is None:
            self.refused += 1
            return
        self.moves += 1
        if number > before:
            came = await asyncio.gather(*(each.shows(number) for each in pages), return_exceptions=True)
            self.times += [each - sent for each in came if isinstance(each, float)]
            self.lost += sum(not isinstance(each, float) for each in came)

    async def run(self, tables: int, seconds: float) -> None:
        """Play at so many tables for so long."""
        end = time.perf_counter() + seconds
        await asyncio.gather(*(self.play(end) for _ in range(tables)))


def middle_and_worst(times: Sequence[float]) -> tuple[float, float]:
    """Return the median, and within what 99 of 100 came; in milliseconds."""
    millis = sorted(MILLI * each for each in times) or [math.nan]
    return statistics.median(millis), millis[int(0.99 * len(millis))]


def memory(process: str | int) -> float:
    """Return the MiB that a process of this machine has in memory."""
    size = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(size[1]) / KILO if size else 0.0


def computed(process: str | int) -> float:
    """Return the seconds that a process of this machine has computed."""
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

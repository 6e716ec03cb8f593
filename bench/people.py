"""Scripted people who play at many tables: what they do on any server, and what is measured meanwhile.

At each table somebody makes a move every two seconds, and three pages are open: of two people and of a spectator.
Measured is the time from the sending of a move to its frame on each page. Steps of a turn that is not confirmed yet
change one page only: they are sent one after the other, cost their computing, and count as parts of their move.
"""

import asyncio
import math
import random
import statistics
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect

PAUSE_S = 2.0
LATE_S = 10.0
"""When a frame has not come until then it is counted as lost."""
MOST_BEFORE = 40
"""Moves that are made at a table before anything is measured: at each table another number, up to this."""
SITTING_DOWN = 8
"""Tables that are begun at once."""
MILLI = 1000


class Counted(ClientConnection):
    """A connection that counts the bytes that come, as they come: compressed, if they are."""

    came = 0

    def data_received(self, data: bytes) -> None:
        """Count, and go on."""
        self.came += len(data)
        super().data_received(data)


@dataclass(slots=True)
class Measured:
    """What was measured while people played: seconds, and bytes of frames as text and as they came."""

    seconds: float = 0.0
    times: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0
    refused: int = 0
    plain: list[int] = field(default_factory=list)
    wire: list[int] = field(default_factory=list)

    @property
    def p50_ms(self) -> float:
        """The median of the times, in milliseconds."""
        return MILLI * statistics.median(self.times or [math.nan])

    @property
    def p99_ms(self) -> float:
        """Within how many milliseconds 99 of 100 frames came."""
        times = sorted(self.times) or [math.nan]
        return MILLI * times[int(0.99 * len(times))]


class Page(ABC):
    """A page that is open at a table, and what it has shown.

    Attributes:
        number: moves that it shows.
        came: when the frame came that shows them.
        frames: how many frames have come.
        size: bytes of the frame that shows the last move: as text, and as they came.
    """

    socket: Counted
    watching: asyncio.Task[None]

    def __init__(self) -> None:
        """Show nothing yet."""
        self.number, self.came, self.frames, self.size = -1, 0.0, 0, (0, 0)
        self.changed = asyncio.Condition()

    @abstractmethod
    def socket_address(self) -> tuple[str, dict[str, str]]:
        """Return the address of the socket, and the headers it asks for."""

    @abstractmethod
    async def greet(self) -> None:
        """Say what the server wants to hear when the socket is open."""

    @abstractmethod
    async def read(self, text: str) -> int | None:
        """Take in what the server sent, and return how many moves the page shows now; nothing if it was no frame."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def to_do(self, chance: random.Random) -> Any:
        """Return what a person at this page would send; nothing if there is nothing to do."""

    @abstractmethod
    async def send(self, step: Any) -> bool:
        """Send it, and tell whether the server took it, as far as its answer says so."""

    async def open(self) -> None:
        """Open the socket, and wait for the first frame."""
        where, headers = self.socket_address()
        socket = await connect(
            where,
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
            ping_interval=None,  # browsers send none
            create_connection=Counted,
        )
        assert isinstance(socket, Counted)
        self.socket = socket
        await self.greet()
        self.watching = asyncio.create_task(self.watch())
        await self.wait_for(frames=1)

    async def watch(self) -> None:
        """Note each frame, and when it came."""
        before = self.socket.came
        async for text in self.socket:
            came, number, size = time.perf_counter(), await self.read(str(text)), self.socket.came
            if number is not None:
                async with self.changed:
                    self.frames += 1
                    if number > self.number:
                        self.number, self.came, self.size = number, came, (len(str(text).encode()), size - before)
                    self.changed.notify_all()
            before = size

    async def wait_for(self, number: int = -1, frames: int = 0) -> float:
        """Wait until so many moves are shown and so many frames have come; return when the last move came."""
        async with self.changed, asyncio.timeout(LATE_S):
            await self.changed.wait_for(lambda: self.number >= number and self.frames >= frames)
        return self.came

    async def close(self) -> None:
        """Close the socket."""
        self.watching.cancel()
        await self.socket.close()


class House(Protocol):
    """A server, or several that share their tables."""

    async def sit_down(self, chance: random.Random) -> Sequence[Page]:
        """Begin a table, and return the pages of its two people and of a spectator, not open yet."""
        ...


class OpenTable:
    """A table with its pages, and after it the next one."""

    def __init__(self, house: House, chance: random.Random) -> None:
        """Sit nowhere yet."""
        self.house, self.chance = house, chance
        self.pages: Sequence[Page] = []

    async def sit_down(self) -> None:
        """Begin a table; no page is open yet."""
        self.pages = await self.house.sit_down(self.chance)

    async def open(self) -> None:
        """Open the pages."""
        await asyncio.gather(*(page.open() for page in self.pages))

    async def advance(self) -> None:
        """Make some moves at once, so that tables are at different places of their games."""
        for _ in range(self.chance.randint(0, MOST_BEFORE)):
            await self.move(Measured())

    async def close(self) -> None:
        """Close the pages."""
        await asyncio.gather(*(page.close() for page in self.pages))

    async def play(self, end: float, into: Measured) -> None:
        """Play until the end, one game after the other."""
        await asyncio.sleep(self.chance.random() * PAUSE_S)
        while (begun := time.perf_counter()) < end:
            if self.pages[2].is_over():
                await self.close()
                await self.sit_down()
                await self.open()
            await self.move(into)
            await asyncio.sleep(max(0.0, PAUSE_S - (time.perf_counter() - begun)))

    async def move(self, into: Measured) -> None:
        """Let somebody make a move."""
        while not self.pages[2].is_over() and await self.step(into):
            pass

    async def step(self, into: Measured) -> bool:
        """Let somebody who is awaited do something; tell whether that was not a move yet."""
        ready = [(page, step) for page in self.pages[:2] if (step := page.to_do(self.chance))]
        if not ready:
            return False
        page, step = self.chance.choice(ready)
        number, frames, sent = page.number, page.frames, time.perf_counter()
        try:
            if not await page.send(step):
                into.refused += 1
                return False
            await page.wait_for(frames=frames + 1)
        except (OSError, EOFError, TimeoutError):
            into.lost += 1
            return False
        if page.number > number:
            into.moves += 1
            await self.measure(page.number, sent, into)
        return page.number == number

    async def measure(self, number: int, sent: float, into: Measured) -> None:
        """Wait until all pages show so many moves, and note when they did, and by how large frames."""
        came = await asyncio.gather(*(page.wait_for(number) for page in self.pages), return_exceptions=True)
        for page, when in zip(self.pages, came, strict=True):
            if isinstance(when, float):
                into.times.append(when - sent)
                into.plain.append(page.size[0])
                into.wire.append(page.size[1])
            else:
                into.lost += 1


class Load:
    """Many tables."""

    def __init__(self, house: House) -> None:
        """Sit nowhere yet."""
        self.house, self.chance = house, random.Random(1)
        self.tables: list[OpenTable] = []

    async def grow(self, count: int, *, opened: bool = True) -> None:
        """Sit down at tables until there are so many."""
        fresh = [OpenTable(self.house, self.chance) for _ in range(count - len(self.tables))]
        await each(fresh, OpenTable.sit_down)
        if opened:
            await each(fresh, OpenTable.open)
            await each(fresh, OpenTable.advance)
        self.tables += fresh

    async def open(self, first: int, last: int) -> None:
        """Open the pages of some of the tables."""
        await each(self.tables[first:last], OpenTable.open)

    async def play(self, tables: int, seconds: float) -> Measured:
        """Play at so many of the tables for so long; nothing but pages is open at the others."""
        await self.grow(tables)
        into = Measured(seconds)
        end = time.perf_counter() + seconds
        await asyncio.gather(*(table.play(end, into) for table in self.tables[:tables]))
        return into

    async def close(self) -> None:
        """Leave."""
        await each(self.tables, OpenTable.close)


async def each(tables: Sequence[OpenTable], act: Any) -> None:
    """Let something be done at every table, some at once."""
    room = asyncio.Semaphore(SITTING_DOWN)

    async def one(table: OpenTable) -> None:
        async with room:
            await act(table)

    await asyncio.gather(*(one(table) for table in tables))

"""How many tables servers bear: scripted people play Havana over HTTP, each table watched by three open pages.

``python bench/load.py --tables 50 --seconds 60 http://127.0.0.1:8000``, with as many addresses as there are servers.
The servers must run with ``MALECON_LIMITS=no``, for all people come from one machine. Of each table somebody moves
every two seconds; measured is the time from the sending of a move to its frame on each page that is open there.
"""

import argparse
import asyncio
import math
import os
import random
import re
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

PAUSE_S = 2.0
LATE_S = 10.0
"""When a frame has not come until then it is counted as lost."""
KILO, MILLI = 1024, 1000

NUMBER = re.compile(r'data-state="[^"-]*-(\d+)-')
FIELD = re.compile(r'<input type="hidden" name="(seat|mark|id)" value="([^"]*)">')
MOVE = re.compile(r'name="move" value="([^"]*)"')
PICKING = re.compile(r'<form class="picking"[^>]*data-parts="(\d+)".*?</form>', re.DOTALL)
PART = re.compile(r'name="part" value="([^"]*)"')


class Page:
    """A page that is open at a table; whose cookies it has, and from which server it comes."""

    def __init__(self, address: str, cookies: dict[str, str]) -> None:
        """Open nothing yet."""
        self.address, self.cookies = address, cookies
        self.main = ""
        self.number = -1
        self.came = 0.0
        self.changed = asyncio.Condition()

    async def watch(self, table: str) -> None:
        """Note each frame, and when it came."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        where = f"ws{self.address.removeprefix('http')}{table}/live"
        async with connect(where, additional_headers={"Cookie": cookies}, max_size=None) as socket:
            async for text in socket:
                self.came = time.perf_counter()
                self.main = msgspec.json.decode(text)["main"]
                found = NUMBER.search(self.main)
                self.number = int(found[1]) if found else self.number
                async with self.changed:
                    self.changed.notify_all()

    async def shows(self, number: int) -> float:
        """Wait until so many moves are shown, and return when that frame came."""
        async with self.changed, asyncio.timeout(LATE_S):
            await self.changed.wait_for(lambda: self.number >= number)
        return self.came

    def form(self, chance: random.Random) -> dict[str, Any] | None:
        """Return what a person at this page would send; nothing if there is nothing to do."""
        fields = dict(FIELD.findall(self.main))
        if 'value="confirm"' in self.main:
            return {**fields, "verb": "confirm"}
        if moves := MOVE.findall(self.main):
            return {**fields, "move": chance.choice(moves)}
        for form in PICKING.finditer(self.main):
            verb, *parts = PART.findall(form[0])
            return {**fields, "part": [verb, *chance.sample(parts, int(form[1]))]}
        return None


class Load:
    """All tables, and what was measured."""

    def __init__(self, addresses: Sequence[str]) -> None:
        """``addresses``: of the servers."""
        self.addresses = addresses
        self.client = httpx.AsyncClient(timeout=30, limits=httpx.Limits(max_connections=200))
        self.times: list[float] = []
        self.moves = self.lost = self.refused = 0
        self.chance = random.Random(1)

    async def post(self, address: str, path: str, cookies: dict[str, str], form: dict[str, Any]) -> httpx.Response:
        """Send a form as a page does that is open."""
        headers = {"Malecon-Live": "yes", "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        answer = await self.client.post(address + path, data=form, headers=headers)
        cookies |= dict(answer.cookies)
        self.client.cookies.clear()
        return answer

    async def sit_down(self) -> tuple[str, list[Page]]:
        """Begin a table, and return it with the pages of its two people and of a spectator."""
        people: list[dict[str, str]] = [{}, {}, {}]
        begin = {"seat-1": "me", "seat-2": "free", "name-1": "Ana", "has-terms": "1", "listed": "1", "watched": "1"}
        table = (await self.post(self.addresses[0], "/new/havana", people[0], begin)).headers["location"]
        await self.post(self.addresses[-1], f"{table}/join", people[1], {"name": "Ben"})
        for person in people[:2]:
            await self.post(self.addresses[0], "/settings", person, {"name": "Ana", "quick": "on"})
        return table, [Page(self.chance.choice(self.addresses), person) for person in people]

    async def play(self, end: float) -> None:
        """Play one table after the other until the end."""
        while time.perf_counter() < end:
            table, pages = await self.sit_down()
            watching = [asyncio.create_task(page.watch(table)) for page in pages]
            await asyncio.sleep(self.chance.random() * PAUSE_S)
            while time.perf_counter() < end and 'class="result' not in pages[2].main:
                begun = time.perf_counter()
                await self.move(table, pages)
                await asyncio.sleep(max(0.0, PAUSE_S - (time.perf_counter() - begun)))
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def move(self, table: str, pages: list[Page]) -> None:
        """Let one of the people who are awaited do something, and measure until when all pages show it."""
        ready = [(page, form) for page in pages[:2] if (form := page.form(self.chance))]
        if not ready:
            return
        page, form = self.chance.choice(ready)
        before, sent = pages[2].number, time.perf_counter()
        try:
            answer = await self.post(page.address, f"{table}/act", page.cookies, form)
        except httpx.TransportError:
            self.lost += 1
            return
        found = NUMBER.search(answer.text)
        if answer.status_code != 200 or not found:
            self.refused += 1
            return
        self.moves += 1
        if int(found[1]) > before:
            came = await asyncio.gather(*(each.shows(int(found[1])) for each in pages), return_exceptions=True)
            self.times += [each - sent for each in came if isinstance(each, float)]
            self.lost += sum(not isinstance(each, float) for each in came)


def memory(process: str) -> float:
    """Return the MiB that a process of this machine has in memory."""
    size = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(size[1]) / KILO if size else 0.0


def computed(process: str) -> float:
    """Return the seconds that a process of this machine has computed."""
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


async def measure(addresses: Sequence[str], tables: int, seconds: float, processes: Sequence[str]) -> None:
    """Play, and say what was measured."""
    load, end = Load(addresses), time.perf_counter() + seconds
    before = sum(map(computed, processes))
    await asyncio.gather(*(load.play(end) for _ in range(tables)))
    millis = sorted(MILLI * each for each in load.times) or [math.nan]
    print(f"{tables} tables, {3 * tables} open pages, {seconds:g} s: {load.moves / seconds:.1f} moves a second")
    print(
        f"from a move to each page: median {statistics.median(millis):.0f} ms, "
        f"99 of 100 within {millis[int(0.99 * len(millis))]:.0f} ms, {len(millis)} frames"
    )
    print(f"lost {load.lost}, refused {load.refused}")
    if processes:
        share = MILLI * (sum(map(computed, processes)) - before) / max(1, load.moves)
        sizes = ", ".join(f"{memory(each):.0f}" for each in processes)
        print(f"the processes compute {share:.0f} ms for each move; they have {sizes} MiB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("addresses", nargs="+", help="of the servers")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--process", nargs="*", default=[], help="numbers of the processes of the servers, if they run on this machine"
    )
    given = parser.parse_args()
    asyncio.run(measure([each.rstrip("/") for each in given.addresses], given.tables, given.seconds, given.process))

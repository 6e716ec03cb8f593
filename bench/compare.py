"""Malecón and boardgame.io side by side: the same people at as many tables, on one server after the other and again.

``npm ci --prefix bench/peer`` once, then ``python bench/compare.py --tables 3 10 --seconds 30 --rounds 2``. Each server
is started afresh, in one process, for each measurement. What is measured: ``people.py``.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from malecon_people import Malecon
from peer_people import Peer
from people import KILO, MILLI, House, Load, computed, memory, middle_and_worst

PEER = Path(__file__).parent / "peer"
READY_S = 300.0
"""The first start of Malecón on a machine prepares the rules."""
WARM_S = 5.0


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared: how its server starts, by port and folder, and who plays there."""

    name: str
    command: Callable[[int, str], list[str]]
    house: Callable[[str], House]


SIDES = (
    Side(
        "Malecón",
        lambda port, folder: [sys.executable, "-m", "malecon", "serve", "--port", str(port), "--folder", folder],
        lambda address: Malecon([address]),
    ),
    Side("boardgame.io", lambda port, _: ["node", str(PEER / "server.js"), str(port)], Peer),
)


@dataclass(slots=True)
class Measured:
    """What several rounds said of one side with as many tables."""

    side: str
    tables: int
    seconds: float = 0.0
    moves: int = 0
    lost: int = 0
    frames: int = 0
    plain: int = 0
    wire: int = 0
    computed: float = 0.0
    memory: float = 0.0
    times: list[float] = field(default_factory=list)

    def add(self, load: Load, seconds: float, cost: float, size: float) -> None:
        """Take in another round; ``cost`` in seconds of computing, ``size`` in MiB."""
        self.seconds += seconds
        self.moves += load.moves
        self.lost += load.lost + load.refused
        self.frames += load.frames
        self.plain += load.plain
        self.wire += load.wire
        self.computed += cost
        self.memory = max(self.memory, size)
        self.times += load.times

    def row(self) -> str:
        """Return a row of the table."""
        middle, worst = middle_and_worst(self.times)
        moves, frames = max(1, self.moves), max(1, self.frames)
        cells = (
            self.side,
            self.tables,
            f"{self.moves / self.seconds:.1f}",
            f"{middle:.0f} ms",
            f"{worst:.0f} ms",
            f"{MILLI * self.computed / moves:.1f} ms",
            f"{self.memory:.0f} MiB",
            f"{self.plain / frames / KILO:.1f} KiB",
            f"{self.wire / frames / KILO:.1f} KiB",
            self.lost,
        )
        return f"| {' | '.join(map(str, cells))} |"


HEAD = (
    "server", "tables", "moves a second", "median", "99 of 100", "computing a move", "memory", "frame", "on the wire",
    "lost",
)  # fmt: skip


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def wait_until_ready(address: str, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + READY_S
    while time.monotonic() < end and server.poll() is None:
        try:
            httpx.get(address, timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.2)
    raise SystemExit(f"The server has not answered; it ended with {server.poll()}, but must run")


@contextmanager
def running(side: Side) -> Iterator[tuple[str, int]]:
    """Run a server with nothing on its tables; give its address and the number of its process."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    environment = os.environ | {"MALECON_LIMITS": "no", "NODE_ENV": "production"}
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(side.command(port, folder), env=environment, stdout=subprocess.DEVNULL)
        try:
            wait_until_ready(address, server)
            yield address, server.pid
        finally:
            server.terminate()
            server.wait(30)


async def measure(side: Side, into: Measured, seconds: float) -> None:
    """Play a round on a fresh server: a moment to get warm, then what counts."""
    with running(side) as (address, process):
        await Load(side.house(address)).run(into.tables, WARM_S)
        load, before = Load(side.house(address)), computed(process)
        await load.run(into.tables, seconds)
        into.add(load, seconds, computed(process) - before, memory(process))


def compare(tables: list[int], seconds: float, rounds: int) -> None:
    """Measure both sides in turn, and print a table."""
    for side in SIDES:
        with running(side):  # the first start is another matter than the later ones
            pass
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    for count in tables:
        results = [Measured(side.name, count) for side in SIDES]
        for _ in range(rounds):
            for side, result in zip(SIDES, results, strict=True):
                asyncio.run(measure(side, result, seconds))
        for result in results:
            print(result.row(), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[3, 10])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=2, help="how often each side has its turn")
    given = parser.parse_args()
    compare(given.tables, given.seconds, given.rounds)

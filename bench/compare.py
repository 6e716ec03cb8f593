"""Malecón and boardgame.io side by side: the same people at as many tables, on one server after the other and again.

``npm ci --prefix bench/peer`` once, then ``python bench/compare.py --tables 10 40 --seconds 20 --rounds 3``. Each
server is started afresh, in one process on the same core, for each measurement; printed are the medians of the rounds.
Then the memory of open pages at which nothing happens. What is measured: ``people.py``.
"""

import argparse
import asyncio
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine import add_up, best_rate
from load import Figures, idle_page_bytes, measure
from malecon_people import Malecon
from peer_people import Peer
from people import House, Load
from servers import malecon_command, peer_command, running

KB = 1000


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared: how its server starts, by port and folder, and who plays there."""

    name: str
    command: Callable[[int, str], list[str]]
    house: Callable[[str], House]


SIDES = (
    Side("Malecón", malecon_command, lambda address: Malecon([address], "havana")),
    Side("boardgame.io", peer_command, Peer),
)
HEAD = (
    "server", "tables", "moves a second", "median", "99 of 100", "computing a move", "memory", "frame", "on the wire",
    "lost",
)  # fmt: skip


def row(name: str, rounds: list[Figures]) -> str:
    """Return a row of the table: medians of the rounds."""

    def middle(figure: Callable[[Figures], float]) -> float:
        return statistics.median(map(figure, rounds))

    cells = (
        name,
        rounds[0].tables,
        f"{middle(lambda each: each.moves_a_second):.1f}",
        f"{middle(lambda each: each.p50_ms):.1f} ms",
        f"{middle(lambda each: each.p99_ms):.0f} ms",
        f"{middle(lambda each: each.computing_ms_a_move):.1f} ms",
        f"{middle(lambda each: each.memory_mb):.0f} MB",
        f"{middle(lambda each: each.frame_bytes_median) / KB:.1f} KB",
        f"{middle(lambda each: each.wire_bytes_median) / KB:.1f} KB",
        sum(each.lost for each in rounds),
    )
    return cells_of(cells)


def cells_of(cells: Iterable[object]) -> str:
    """Return cells as a row."""
    return f"| {' | '.join(map(str, cells))} |"


async def play(side: Side, tables: int, seconds: float) -> Figures:
    """Play a round on a fresh server."""
    with running(side.command) as server:
        load = Load(side.house(server.address))
        figures = await measure(load, server, tables, seconds)
        await load.close()
        return figures


async def wait(side: Side, pages: int) -> float:
    """Return the bytes that an idle page costs a fresh server."""
    with running(side.command) as server:
        return await idle_page_bytes(side.house(server.address), server, pages)


def compare(tables: list[int], seconds: float, rounds: int, idle: int) -> None:
    """Measure both sides in turn, and print tables."""
    for side in SIDES:
        with running(side.command):  # the first start is another matter than the later ones
            pass
    print(f"additions a second in plain Python: {best_rate(add_up) / 1e6:.0f} million\n")
    print(f"{cells_of(HEAD)}\n{'|---' * len(HEAD)}|")
    for count in tables:
        results: list[list[Figures]] = [[] for _ in SIDES]
        for _ in range(rounds):
            for side, result in zip(SIDES, results, strict=True):
                result.append(asyncio.run(play(side, count, seconds)))
        for side, result in zip(SIDES, results, strict=True):
            print(row(side.name, result), flush=True)
    for side in SIDES if idle else ():
        print(f"\n{side.name}: {asyncio.run(wait(side, idle)) / KB:.1f} KB for each of {idle} idle pages")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 40])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3, help="how often each side has its turn")
    parser.add_argument("--idle", type=int, default=480, help="pages at which nothing happens; 0 for none")
    given = parser.parse_args()
    compare(given.tables, given.seconds, given.rounds, given.idle)

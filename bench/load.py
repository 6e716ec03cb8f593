"""How many tables a server bears: scripted people play over HTTP, each table watched by three open pages.

``python bench/load.py --game havana --tables 20 --seconds 30`` starts a server of its own, in one process on one core,
with SQLite, or with ``--postgres`` (and ``PYTHONPATH=tests``). ``--ramp`` looks for the most tables at which 99 of 100
frames come within 100 ms. With addresses of servers that run already (with ``MALECON_LIMITS=no``, for all people come
from one machine) it measures those. ``--json`` prints plain data. What is measured: ``people.py``.
"""

import argparse
import asyncio
import gc
import math
import statistics
import time
from contextlib import nullcontext
from dataclasses import dataclass

import msgspec

from malecon_people import Malecon
from memory import memory_mb
from people import MILLI, House, Load, Measured
from servers import Running, computed, malecon_command, running

WARM_S = 4.0
WITHIN_MS = 100
FIRST = 25
"""Tables with which a ramp begins."""


@dataclass(slots=True)
class Figures:
    """The figures of a server with so many tables.

    Attributes:
        computing_ms_a_move: of the server, all that it does.
        database_ms_a_move: of a database in processes of its own.
        frame_bytes_median, wire_bytes_median: of a frame that shows a move, as text, and as it came.
        p50_ms, p99_ms: from the sending of a move to its frame.
        lost: frames that did not come, and actions that were refused.
        memory_mb: of the server.
        people_busy: how much of the time the scripted people computed; near 1 they are what is measured.
    """

    tables: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    lost: int
    frame_bytes_median: float
    wire_bytes_median: float
    computing_ms_a_move: float
    database_ms_a_move: float
    memory_mb: float
    people_busy: float

    @property
    def is_borne(self) -> bool:
        """Whether nothing is lost, and 99 of 100 frames come in time."""
        return not self.lost and self.p99_ms <= WITHIN_MS


async def measure(load: Load, server: Running | None, tables: int, seconds: float) -> Figures:
    """Play for a moment to get warm, then for so long, and return the figures."""
    await load.play(tables, WARM_S)
    gc.collect()
    own, server_s, database_s = time.process_time(), *computed_by(server)
    measured = await load.play(tables, seconds)
    after = computed_by(server)
    return figures_of(measured, tables, after[0] - server_s, after[1] - database_s, server, time.process_time() - own)


def computed_by(server: Running | None) -> tuple[float, float]:
    """Return the seconds that a server has computed, and its database."""
    if server is None:
        return 0.0, 0.0
    return computed(server.process), computed(server.database) if server.database else 0.0


def figures_of(
    measured: Measured, tables: int, server_s: float, database_s: float, server: Running | None, own_s: float
) -> Figures:
    """Return the figures of what was measured, with the seconds of computing meanwhile."""
    moves = max(1, measured.moves)
    return Figures(
        tables=tables,
        moves_a_second=measured.moves / measured.seconds,
        p50_ms=measured.p50_ms,
        p99_ms=measured.p99_ms,
        lost=measured.lost + measured.refused,
        frame_bytes_median=statistics.median(measured.plain or [math.nan]),
        wire_bytes_median=statistics.median(measured.wire or [math.nan]),
        computing_ms_a_move=MILLI * server_s / moves,
        database_ms_a_move=MILLI * database_s / moves,
        memory_mb=memory_mb(server.process) if server else math.nan,
        people_busy=own_s / measured.seconds,
    )


async def ramp(house: House, server: Running | None, most: int, seconds: float, minutes: float) -> list[Figures]:
    """Measure ever more tables, then between the last that were borne and the first that were not."""
    end, load, steps = time.monotonic() + 60 * minutes, Load(house), list[Figures]()
    borne, tables, too_many = 0, min(FIRST, most), most + 1
    while tables > borne and time.monotonic() < end:
        steps.append(await measure(load, server, tables, seconds))
        if not steps[-1].is_borne:  # once more: what else runs on the machine can only slow it down
            steps.append(await measure(load, server, tables, seconds))
        if steps[-1].is_borne:
            borne = tables
        else:
            too_many = tables
        doubled = min(2 * borne, most) if too_many > most else (borne + too_many) // 2
        tables = doubled if doubled - borne > borne / 10 else borne
    await load.close()
    return steps


async def idle_page_bytes(house: House, server: Running, pages: int) -> float:
    """Return the bytes that an open page costs at which nothing happens.

    As many others are open before: what a server keeps of pages up to a bound, as parts that are drawn, is there then.
    """
    load, tables = Load(house), pages // 3
    await load.grow(2 * tables, opened=False)
    await load.open(0, tables)
    before = memory_mb(server.process)
    await load.open(tables, 2 * tables)
    await asyncio.sleep(1)
    after = memory_mb(server.process)
    await load.close()
    return (after - before) * 1e6 / (3 * tables)


def most_borne(steps: list[Figures]) -> int:
    """Return the most tables at which 99 of 100 frames came in time."""
    return max((step.tables for step in steps if step.is_borne), default=0)


async def run(given: argparse.Namespace, house: House, server: Running | None) -> dict[str, object]:
    """Measure what is asked for."""
    if given.ramp:
        steps = await ramp(house, server, given.most, given.seconds, given.minutes)
        return {f"tables_within_{WITHIN_MS}_ms": most_borne(steps), "steps": steps}
    if given.idle and server:
        return {"idle_page_bytes": await idle_page_bytes(house, server, given.idle)}
    load = Load(house)
    figures = await measure(load, server, given.tables, given.seconds)
    await load.close()
    return msgspec.to_builtins(figures)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("addresses", nargs="*", help="of servers; without any, one is started")
    parser.add_argument("--process", type=int, help="number of the server's process, if it runs on this machine")
    parser.add_argument("--game", default="havana")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30, help="of each measurement")
    parser.add_argument("--postgres", action="store_true", help="start the server with PostgreSQL")
    parser.add_argument("--ramp", action="store_true", help="look for the most tables that are borne")
    parser.add_argument("--most", type=int, default=400, help="tables of a ramp")
    parser.add_argument("--minutes", type=float, default=5, help="after which a ramp begins no further step")
    parser.add_argument(
        "--idle", type=int, default=0, help="measure the memory of so many pages instead, beside as many others"
    )
    parser.add_argument("--json", action="store_true", help="print plain data")
    given = parser.parse_args()
    addresses = [each.rstrip("/") for each in given.addresses]
    known = Running(addresses[0], given.process) if addresses and given.process else None
    with nullcontext(known) if addresses else running(malecon_command, postgres=given.postgres) as server:
        house = Malecon(addresses or [server.address] if server else addresses, given.game)
        found = msgspec.to_builtins(asyncio.run(run(given, house, server)))
    print(
        msgspec.json.encode(found).decode() if given.json else msgspec.json.format(msgspec.json.encode(found)).decode()
    )


if __name__ == "__main__":
    main()

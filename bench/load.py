"""How many tables servers bear: scripted people play Havana over HTTP, each table watched by three open pages.

``python bench/load.py --tables 50 --seconds 60 http://127.0.0.1:8000``, with as many addresses as there are servers.
The servers must run with ``MALECON_LIMITS=no``, for all people come from one machine. What is measured: ``people.py``.
"""

import argparse
import asyncio
from collections.abc import Sequence

from malecon_people import Malecon
from people import MILLI, Load, computed, memory, middle_and_worst


async def measure(addresses: Sequence[str], tables: int, seconds: float, processes: Sequence[str]) -> None:
    """Play, and say what was measured."""
    load = Load(Malecon(addresses))
    before = sum(map(computed, processes))
    await load.run(tables, seconds)
    middle, worst = middle_and_worst(load.times)
    print(f"{tables} tables, {3 * tables} open pages, {seconds:g} s: {load.moves / seconds:.1f} moves a second")
    print(
        f"from a move to each page: median {middle:.0f} ms, 99 of 100 within {worst:.0f} ms, {len(load.times)} frames"
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

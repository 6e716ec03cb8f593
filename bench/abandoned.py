"""How long a start takes with many unfinished tables, and how long a sweep of them holds the database.

    python bench/abandoned.py --tables 4000 --rounds 5

The first page is measured from the start of the process, in turn of an empty folder and of one with the tables.
"""

import argparse
import asyncio
import os
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from sqlalchemy import event, update

from malecon.core.clock import now
from malecon.services.computer_players import ComputerPlayers
from malecon.services.table_service import TableService
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.rows import rebuild_table
from malecon.storage.schema import TABLES
from malecon.storage.store import Store
from malecon.tables.retention import RULES, Retention
from malecon.tables.seat import Move, Occupant, SeatState
from malecon.tables.table_header import new_header, new_id

KINDS = (("havana", 2, 1), ("havana", 2, 2), ("cuba", 1, 2), ("cuba", 2, 1))
"""Games with how many people and computer players."""
MOVES = 40
PATIENCE_S = 120


def fill(folder: Path, tables: int) -> None:
    """Write unfinished tables into a folder, of each kind as many."""
    rng = random.Random(1)
    with closing(Store.open(folder)) as store:
        people = [asyncio.run(People(store).create())[0].id for _ in range(2)]
        for number in range(tables):
            game, persons, computers = KINDS[number % len(KINDS)]
            header = new_header(game, persons + computers, {}, now())
            match = header.start_match()
            while match.number < MOVES:
                seat = rng.choice(match.to_move)
                match.play(seat, rng.choice(match.legal(seat)))
            sitters = [Occupant(f"Player {seat + 1}", person) for seat, person in enumerate(people[:persons])]
            sitters += [Occupant(f"Computer {seat + 1}", level="easy") for seat in range(computers)]
            log = [Move(seat, notation, new_id()) for seat, notation in match.moves]
            store.create(rebuild_table(header, sitters, log, [SeatState()] * len(sitters)), CHANGE_WRITERS)


def first_page(folder: Path) -> float:
    """Return the seconds from the start of a server to its first page."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    begun = time.monotonic()
    command = [sys.executable, "-m", "malecon", "serve", "--folder", str(folder), "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "MALECON_PROCESSES": "1"})
    try:
        while time.monotonic() < begun + PATIENCE_S:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as answer:
                    answer.read()
                    return time.monotonic() - begun
            except OSError:
                time.sleep(0.01)
        raise TimeoutError("no page came")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE_S)


async def sweep(folder: Path) -> tuple[float, list[float], dict[str, int] | None]:
    """Sweep everything; return the seconds it took, those of each transaction that writes, and what was removed."""
    store, held, begun_at = Store.open(folder), list[float](), [0.0]
    with store.writing() as connection:
        connection.execute(update(TABLES).values(touched=1))

    def begin(connection: object) -> None:
        begun_at[0] = time.monotonic()

    def commit(connection: object) -> None:
        held.append(time.monotonic() - begun_at[0])

    event.listen(store.engine, "begin", begin)
    event.listen(store.engine, "commit", commit)
    tables = TableService(store, ComputerPlayers(1))
    begun = time.monotonic()
    removed = await tables.sweeper(Retention({name: rule.days for name, rule in RULES.items()}), folder).sweep(now())
    took = time.monotonic() - begun
    await tables.close()
    store.close()
    return took, held, removed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=5)
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as where:
        empty, full = Path(where) / "empty", Path(where) / "full"
        fill(full, told.tables)
        times: dict[Path, list[float]] = {empty: [], full: []}
        for _ in range(told.rounds):
            for folder, found in times.items():
                found.append(first_page(folder))
        for folder, found in times.items():
            spread = f"{min(found):.2f} to {max(found):.2f}"
            print(f"{folder.name}: first page after {statistics.median(found):.2f} s ({spread})")
        shutil.copytree(full, Path(where) / "swept")
        took, held, removed = asyncio.run(sweep(Path(where) / "swept"))
        median, longest = 1000 * statistics.median(held), 1000 * max(held)
        print(
            f"sweep: {took:.0f} s, {len(held)} transactions, median {median:.1f} ms, longest {longest:.0f}, {removed}"
        )


if __name__ == "__main__":
    main()

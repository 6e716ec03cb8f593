"""End games in a process that is killed again and again: each has its result once, and the ratings follow from them.

Run as a program: ``ending.py FOLDER``. It ends with an error as soon as a result is missing, or counted twice.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from sqlalchemy import select

from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.results import recompute
from malecon.storage.schema import RATINGS, RESULTS, TABLES
from malecon.storage.store import Store
from tables.finishing import ended, last_move_missing
from tables.membership import new_members

GAMES = 12
SHORTEST, LONGEST = 0.02, 0.3
"""Seconds in which a process ends games."""


def end_until_killed(folder: Path, seconds: float) -> None:
    """End games in a process that is killed some seconds after it has begun to."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        store = Store.open(folder)
        os.write(tell, b".")
        for name in waiting(store):
            table = store.load(name)
            store.save(table, ended(table), CHANGE_WRITERS)
        os._exit(0)
    os.close(tell)
    os.read(ready, 1)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(ready)


def waiting(store: Store) -> list[str]:
    """Return the tables whose last move is missing."""
    with store.reading() as connection:
        return list(connection.execute(select(TABLES.c.id).where(TABLES.c.finished.is_(None))).scalars())


def check(folder: Path, replayed: set[str]) -> int:
    """Hold results and ratings against the tables, and return how many games have not ended yet.

    ``replayed``: those that were held against their moves; it grows.
    """
    store = Store.open(folder)
    with store.writing() as connection:
        finished = connection.execute(select(TABLES.c.id).where(TABLES.c.finished.is_not(None))).scalars().all()
        results = connection.execute(select(RESULTS.c.table)).scalars().all()
        assert sorted(results) == sorted([*finished, *finished]), "not every game that ended has a result for each seat"
        stored = connection.execute(select(RATINGS).order_by(RATINGS.c.who)).all()
        assert recompute(connection) == len(finished)
        again = connection.execute(select(RATINGS).order_by(RATINGS.c.who)).all()
        assert again == stored, "a result was not counted once"
    assert all(store.load(name).match.over for name in finished if name not in replayed)
    replayed.update(finished)
    left = len(waiting(store))
    store.close()
    return left


def main(folder: Path) -> None:
    """Let games wait for their last moves, then end them, kill and check."""
    store = Store.open(folder)
    ana, ben = new_members(store, 2)
    for _ in range(GAMES):
        store.create(last_move_missing([ana, ben]), CHANGE_WRITERS)
    store.close()
    rng, kills, replayed = random.Random(1), 0, set[str]()
    while check(folder, replayed):
        end_until_killed(folder, (1 + kills / 10) * rng.uniform(SHORTEST, LONGEST))
        kills += 1
    print(kills)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

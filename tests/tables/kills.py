"""Kill a server under load again and again, and hold the database against what it has acknowledged.

``PYTHONPATH=tests python -m tables.kills --database sqlite --kills 300`` prints figures, and ends with 1 if anything
was lost or doubled. People begin tables, sit down, move and talk at the same time; the server is killed at any moment
(SIGKILL), and what was not answered is sent again with its id. Of PostgreSQL, every tenth time the database is killed.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from malecon.storage.damage import find_damage
from malecon.storage.people import People
from malecon.storage.sessions import make_token
from malecon.storage.store import Store
from tables.killed_postgres import Postgres
from tables.ledger import Ledger, Stored, verify
from tables.players import PEOPLE, Player
from waiting import finish
from web.browsing import until

READY = str(Path(__file__).with_name("ready_server.py"))
ADDRESS = "Malecón is at "
MOST_ANSWERS = 12
"""Of a server, before it is killed."""
LONGEST_S = 0.1
"""After the last of them; an answer takes some hundredths."""
LOOK_CLOSELY = 25
"""After so many kills every table is rebuilt."""
DATABASE_TURN = 10
"""After so many kills PostgreSQL is killed, too."""


@dataclass
class Figures:
    """What came of it; ``wrong`` are sentences, of which there should be none."""

    kills: int = 0
    database_kills: int = 0
    wrong: list[str] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)
    seconds: float = 0.0

    def __str__(self) -> str:
        """Return them in one line."""
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(self.ledger.counts().items()))
        return (
            f"{self.kills} kills of the server, {self.database_kills} of PostgreSQL, {self.seconds:.0f} s; "
            f"acknowledged: {self.ledger.size} ({counts}); sent again: {self.ledger.resent}; "
            f"lost, doubled or out of order: {len(self.wrong)}"
        )


class Server:
    """``malecon serve`` in a process of its own, plain, for it is up sooner; it begins when it is told to."""

    def __init__(self, folder: Path, address: str) -> None:
        command = [sys.executable, READY, "serve", "--port", "0", "--folder", str(folder)]
        told = {"MALECON_LIMITS": "no", "MALECON_JIT": "0", "MALECON_LOG_LEVEL": "error", "LC_ALL": "C.UTF-8"}
        environment = os.environ | told | ({"MALECON_DATABASE_URL": address} if address else {})
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment)
        self.address = ""

    def begin(self) -> None:
        """Let it serve; ``address`` is known then."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line.startswith(ADDRESS), self.process.stderr.read()
        self.address = line.removeprefix(ADDRESS).split()[0].rstrip("/")

    def close(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()


def make_people(folder: Path, address: str) -> list[tuple[str, str, str]]:
    """Return some people: id, token of a program, cookie of a browser."""
    with closing(Store.open(folder, address)) as store:
        people = [finish(People(store).create()) for _ in range(PEOPLE)]
        return [(person.id, finish(make_token(store, person.id, "bot")), cookie) for person, cookie in people]


def kill_again_and_again(
    folder: Path, address: str, kills: int, seed: int, database: Postgres | None = None
) -> Figures:
    """Let people play while the server is killed so often; return what came of it."""
    figures, chance, begin = Figures(), random.Random(seed), time.monotonic()
    players = [
        Player(*each, figures.ledger, random.Random(f"{seed} {number}"))
        for number, each in enumerate(make_people(folder, address))
    ]
    with ExitStack() as servers:
        following = servers.enter_context(closing(Server(folder, address)))
        while figures.kills < kills and not figures.wrong:
            server, following = following, servers.enter_context(closing(Server(folder, address)))
            play_and_kill(server, players, figures.ledger, chance)
            figures.kills += 1
            if database is not None and figures.kills % DATABASE_TURN == 0:
                database.kill()
                figures.database_kills += 1
            look_closely = figures.kills % LOOK_CLOSELY == 0 or figures.kills == kills
            figures.wrong += wrong_in(folder, address, figures.ledger, look_closely=look_closely)
    figures.seconds = time.monotonic() - begin
    return figures


def wrong_in(folder: Path, address: str, ledger: Ledger, *, look_closely: bool) -> list[str]:
    """Return what is wrong with a database; to ``look_closely`` is to rebuild every table."""
    with closing(Store.open(folder, address)) as store:
        found = [f"{damage.table_id}: {damage.reason}" for damage in find_damage(store)] if look_closely else []
        return found + verify(ledger, Stored.read(store))


def play_and_kill(server: Server, players: list[Player], ledger: Ledger, chance: random.Random) -> None:
    """Let all play at a server that is killed at some moment after some answers."""
    server.begin()
    stop, enough = threading.Event(), ledger.size + chance.randint(1, MOST_ANSWERS)
    threads = [threading.Thread(target=player.play, args=(server.address, stop)) for player in players]
    for thread in threads:
        thread.start()
    until(lambda: ledger.size >= enough or not any(thread.is_alive() for thread in threads))
    time.sleep(chance.uniform(0, LONGEST_S))
    server.close()
    stop.set()
    for thread in threads:
        thread.join()
    for player in players:
        if player.failure is not None:
            raise player.failure


@contextmanager
def database_of(kind: str) -> Iterator[tuple[str, Postgres | None]]:
    """Have a database: the address of a PostgreSQL and itself, or nothing for a file."""
    if kind == "sqlite":
        yield "", None
        return
    with Postgres() as database:
        yield database.address, database


def main() -> int:
    """Do it, and print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="malecon-kills-")))
        address, database = stack.enter_context(database_of(told.database))
        figures = kill_again_and_again(folder / "data", address, told.kills, told.seed, database)
    print(f"{told.database}: {figures}")
    for sentence in figures.wrong[:20]:
        print(sentence)
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Servers to measure, each in one process on a core of its own, and what their processes compute and hold."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import httpx

PEER = Path(__file__).parent / "peer"
READY_S, COMPILED_S = 300.0, 900.0
LOOK_S, LOOKS = 0.1, 30
"""A server is idle that does not compute at so many looks in a row."""
ENVIRONMENT = {"MALECON_LIMITS": "no", "MALECON_CONNECTIONS": "10000", "NODE_ENV": "production"}
"""All people come from one machine, and many."""


def split_cores() -> set[int]:
    """Keep this process off the last of its cores, and return that one for servers; all if there is only one."""
    *rest, last = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, rest or {last})
    return {last}


CORES = split_cores()


def malecon_command(port: int, folder: str) -> list[str]:
    """Return the command of Malecón's server."""
    return [sys.executable, "-m", "malecon", "serve", "--port", str(port), "--folder", folder]


def peer_command(port: int, folder: str) -> list[str]:
    """Return the command of a server of boardgame.io, which keeps nothing."""
    return ["node", str(PEER / "server.js"), str(port)]


@dataclass(frozen=True, slots=True)
class Running:
    """A server that runs: its address, its process, and the one of its database, if that is another."""

    address: str
    process: int
    database: int | None = None


@contextmanager
def running(command: Callable[[int, str], list[str]], *, postgres: bool = False) -> Iterator[Running]:
    """Run a server with nothing on its tables."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder, new_postgres() if postgres else nullcontext() as database:
        named = {"MALECON_DATABASE_URL": database[0]} if database else {}
        server = subprocess.Popen(
            command(port, folder), env=os.environ | ENVIRONMENT | named, stdout=subprocess.DEVNULL
        )
        os.sched_setaffinity(server.pid, CORES)
        try:
            wait_until_ready(address, server)
            wait_until_idle(server.pid)
            yield Running(address, server.pid, database[1] if database else None)
        finally:
            server.terminate()
            server.wait(30)


@contextmanager
def new_postgres() -> Iterator[tuple[str, int]]:
    """Run PostgreSQL on the cores of the people; yield the address of a new database, and the main process."""
    from postgres import new_database, serving_postgres  # of tests: PYTHONPATH=tests

    with serving_postgres() as folder:
        if not folder:
            raise SystemExit("PostgreSQL cannot start here")
        yield new_database(folder), int((Path(folder) / "postmaster.pid").read_text().split()[0])


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def wait_until_ready(address: str, server: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers."""
    end = time.monotonic() + READY_S
    while time.monotonic() < end and server.poll() is None:
        try:
            httpx.get(address, timeout=5)
            return
        except httpx.TransportError:
            time.sleep(0.2)
    raise SystemExit(f"The server has not answered; it ended with {server.poll()}, but must run")


def wait_until_idle(process: int) -> None:
    """Wait until nothing of a server computes, or would if others left it time: the first compiles the rules, once."""
    end, quiet = time.monotonic() + COMPILED_S, 0
    while quiet < LOOKS:
        if time.monotonic() > end:
            raise SystemExit("The server goes on computing, though nobody plays; but must be idle")
        states = [stat[0] for member in family(process) if (stat := stat_of(member))]
        quiet = 0 if {"R", "D"} & {*states} else quiet + 1
        time.sleep(LOOK_S)


def computed(process: int) -> float:
    """Return the seconds that a process of this machine has computed, and those that descend from it."""
    return sum(map(computed_alone, family(process)))


def computed_alone(process: int) -> float:
    """Return the seconds that a process has computed, and those of its children that have ended."""
    return sum(map(int, stat_of(process)[11:15])) / os.sysconf("SC_CLK_TCK")


def family(process: int) -> list[int]:
    """Return a process and all that descend from it."""
    parents = {int(each.name): int(stat[1]) for each in Path("/proc").glob("[0-9]*") if (stat := stat_of(each.name))}
    found = [process]
    for member in found:  # which grows
        found += [child for child, parent in parents.items() if parent == member]
    return found


def stat_of(process: int | str) -> list[str]:
    """Return what the system says of a process, from its state on; nothing if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []

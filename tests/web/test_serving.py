"""``malecon serve`` as a process: how it begins, how it ends, and what is left when it is killed."""

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from httpx import Client, TransportError, get
from websockets.sync.client import connect

from malecon.tables.storage.database import FILE
from malecon.tables.storage.folder_lock import LOCK
from malecon.tables.storage.store import Store
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.browsing import Server, serving, until
from web.visiting import FIELD, name_of

CURTAIN = re.compile(r'href="[^"]*\?seat=(\d)">')
MOVE = re.compile(r'name="move" value="([^"]*)"')


def refused(folder: Path, *options: str) -> str:
    """Return what ``malecon serve`` says instead of serving."""
    command = [sys.executable, "-m", "malecon", "serve", "--port", "0", "--folder", str(folder), *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    return ended.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert f"127.0.0.1 port {port}: cannot be used" in refused(tmp_path, "--port", str(port))


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    assert "cannot be used" in refused(tmp_path / "file")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    assert "cannot be used" in refused(tmp_path)


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    assert "newer Malecón" in refused(tmp_path)


def test_a_second_server_on_one_folder_says_who_has_it_and_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        told = refused(tmp_path)
        assert f"is in use by process {server.process.pid}, malecon serve at {server.address}/, since" in told

        (tmp_path / LOCK).unlink()
        answer = get(f"{server.address}/healthz")
        assert (answer.status_code, answer.text) == (503, "no lock")


def test_a_server_that_was_killed_while_its_computer_players_think_leaves_the_folder(tmp_path: Path) -> None:
    """Its processes that think may live for a moment longer: they have no lock."""
    with serving(tmp_path) as server, Client(base_url=server.address) as client:
        client.post("/new/havana", data={"opponents": "1", "level": "master"})
        until(lambda: children_of(server.process.pid))
        thinkers = children_of(server.process.pid)
        for thinker in thinkers:
            os.kill(thinker, signal.SIGSTOP)  # so they cannot notice that the server is gone
        server.kill()
        try:
            with serving(tmp_path) as again:
                assert get(f"{again.address}/healthz").text == "ok"
        finally:
            for thinker in thinkers:
                os.kill(thinker, signal.SIGKILL)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, in any of its threads."""
    return [int(child) for each in Path(f"/proc/{pid}/task").glob("*/children") for child in each.read_text().split()]


def test_it_ends_when_it_is_told_though_pages_are_open(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Client(base_url=server.address) as client:
        table = client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"}).headers["location"]
        with connect(f"ws{server.address.removeprefix('http')}{table}/live") as page:
            assert "main" in page.recv(timeout=PATIENCE_S)

            assert server.stop() == 0


def test_what_was_acknowledged_is_there_after_a_crash(tmp_path: Path) -> None:
    rng, acknowledged = random.Random(1), set[str]()
    with serving(tmp_path) as server, Client(base_url=server.address) as client:
        begun = client.post("/new/havana", data={"seat-1": "me", "seat-2": "person"})
        table, cookies = begun.headers["location"], dict(begun.cookies)
        play_until_killed(client, table, rng, acknowledged, server)
    with serving(tmp_path) as server, Client(base_url=server.address, cookies=cookies) as client:
        there = stored_ids(tmp_path, table)
        assert acknowledged <= there
        play_a_little(client, table, rng, acknowledged)

    assert len(acknowledged) > 5
    assert len(stored_ids(tmp_path, table) - there) == 1


def play_until_killed(client: Client, table: str, rng: random.Random, acknowledged: set[str], server: Server) -> None:
    """Play on while the process is killed at any moment."""
    for _ in range(8):
        play_a_little(client, table, rng, acknowledged)
    killer = threading.Timer(rng.random() / 2, server.kill)
    killer.start()
    with suppress(TransportError):
        while True:
            play_a_little(client, table, rng, acknowledged)
    killer.join()


def play_a_little(client: Client, table: str, rng: random.Random, acknowledged: set[str]) -> None:
    """Take steps of a table with two persons on one device until one is acknowledged, and note its id."""
    while True:
        seat = rng.choice(CURTAIN.findall(client.get(table).text))
        page = client.get(f"{table}?seat={seat}").text
        form = dict(FIELD.findall(page))
        confirms = 'value="confirm"' in page
        form |= {"verb": "confirm"} if confirms else {"move": rng.choice(MOVE.findall(page) or [CHOICE])}
        assert client.post(f"{table}/act", data=form).status_code == 303
        if not confirms:
            acknowledged.add(form["id"])
            return


def stored_ids(folder: Path, table: str) -> set[str]:
    """Return the ids of all steps that are in the log or in a draft."""
    store = Store.open(folder)
    seated = store.load(name_of(table))
    store.close()
    return {move.id for move in seated.log} | {step.id for place in seated.places for step in place.draft}

"""``malecon serve`` as a process: how it begins, how it ends, and what is left when it is killed."""

import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from webbrowser import GenericBrowser

import pytest
from httpx import Client, get

from malecon.cli import server
from malecon.cli.listeners import listen
from malecon.cli.server import open_page
from malecon.core.i18n import Language
from malecon.core.site_address import Host
from malecon.storage.data_folder import LOCK, FolderLock, is_locked
from malecon.storage.database import FILE
from malecon.storage.store import Store
from patience import PATIENCE_S
from terminal.terminal_helpers import Command
from web.browsing import Server, client_of, serving, until

Refuse = Callable[..., str]


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refuse:
    """Return what ``malecon serve``, run in this process, says instead of serving."""

    def refused(folder: Path, *options: str) -> str:
        monkeypatch.setattr(server, "open_log", lambda settings: None)
        monkeypatch.setattr(server, "raise_file_limit", lambda settings: None)
        ended = Command(tmp_path, monkeypatch, capsys)("serve", "--port", "0", "--folder", folder, *options)
        assert (ended.code, ended.out, len(ended.err.splitlines())) == (1, "", 1)
        return ended.err

    return refused


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served"), compiled=True) as server:
        yield server


def test_a_port_that_is_taken(tmp_path: Path, refused: Refuse) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        told = refused(tmp_path, "--port", str(port))
        assert f"127.0.0.1 port {port}: cannot be used" in told
        assert "malecon serve --open --port 0" in told


@pytest.mark.parametrize("name", ["", "lynx", "no-such-browser"])
def test_without_a_browser_that_has_a_window_people_read_what_to_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A browser in the terminal would share it with the server."""
    (tmp_path / "lynx").symlink_to("/bin/true")

    def find() -> GenericBrowser:
        if not name:
            raise webbrowser.Error
        return GenericBrowser(str(tmp_path / name))

    monkeypatch.setattr(webbrowser, "get", find)
    open_page("http://127.0.0.1:8000/", Language())

    told = capsys.readouterr().err
    assert "Open http://127.0.0.1:8000/ in a browser on this computer." in told
    assert "“malecon play --help” says how" in told


def test_the_command_refuses_a_file_in_place_of_the_folder_and_chooses_plain_mode_first(tmp_path: Path) -> None:
    """It is a process of its own, which has not loaded the rules before."""
    (tmp_path / "file").touch()
    command = [sys.executable, "-X", "importtime", "-m", "malecon", "serve", "--folder", str(tmp_path / "file")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    [told] = [line for line in ended.stderr.splitlines() if not line.startswith("import time:")]

    assert (ended.returncode, ended.stdout) == (1, "")
    assert "cannot be used" in told
    assert "malecon.core.jit.target" in ended.stderr
    assert "llvmlite" not in ended.stderr


def test_an_answer_does_not_wait_until_its_head_is_confirmed() -> None:
    with (
        listen([Host("127.0.0.1")], 0)[0] as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path, refused: Refuse) -> None:
    (tmp_path / "folder").mkdir(0o500)

    assert "cannot be used" in refused(tmp_path / "folder")


def test_a_database_of_a_newer_version(tmp_path: Path, refused: Refuse) -> None:
    Store.open(tmp_path).close()
    connection = sqlite3.connect(tmp_path / FILE)
    with connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()

    assert "newer Malecón" in refused(tmp_path)


def test_a_second_server_on_one_folder_says_who_has_it_and_stops(served: Server, refused: Refuse) -> None:
    told = refused(served.folder)
    assert f"is in use by process {served.process.pid}, malecon serve at {served.address}/, since" in told

    aside = (served.folder / LOCK).rename(served.folder / ".aside")
    answer = get(f"{served.address}/healthz")
    aside.rename(served.folder / LOCK)
    assert (answer.status_code, answer.text) == (503, "no lock")


def test_a_server_that_was_killed_while_its_computer_players_think_leaves_the_folder(tmp_path: Path) -> None:
    """Its processes that think may live for a moment longer: they have no lock."""
    with serving(tmp_path) as server, Client(base_url=server.address) as client:
        client.post("/new/havana", data={"opponents": "1", "level": "master"})
        until(lambda: children_of(server.process.pid))
        thinkers = children_of(server.process.pid)
        for thinker in thinkers:
            os.kill(thinker, signal.SIGSTOP)  # so they cannot notice that the server is gone
        assert is_locked(tmp_path)
        server.kill()
        try:
            FolderLock.take(tmp_path, "serve", "").release()
            Store.open(tmp_path).close()
        finally:
            for thinker in thinkers:
                os.kill(thinker, signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets limits of another process")
def test_a_full_disk_is_told_and_as_soon_as_there_is_room_all_is_well(served: Server) -> None:
    with Client(base_url=served.address) as client:
        largest = partial(resource.prlimit, served.process.pid, resource.RLIMIT_FSIZE)
        before = largest()
        begin = partial(client.post, "/new/havana", data={"seat-1": "me", "seat-2": "person"})
        until(lambda: client.get("/healthz").text == "ok")  # it has begun

        largest((1000, before[1]))
        try:
            until(lambda: client.get("/healthz").text == "cannot write")
            assert client.get("/healthz").status_code == 503
            assert begin().status_code == 503
            assert client.get("/").status_code == 200
        finally:
            largest(before)
        until(lambda: client.get("/healthz").text == "ok")
        assert begin().status_code == 303


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what a process has loaded")
def test_the_server_runs_without_the_compiler_while_computer_players_move(served: Server) -> None:
    with client_of(served.address) as client:
        table = client.post("/new/havana", data={"opponents": "1", "level": "easy"}).headers["location"]
        until(lambda: 'data-number="0"' not in client.get(table).text)

    assert "llvmlite" not in Path(f"/proc/{served.process.pid}/maps").read_text("utf-8")


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, in any of its threads."""
    return [int(child) for each in Path(f"/proc/{pid}/task").glob("*/children") for child in each.read_text().split()]

"""A database that is gone, emptied, cut off or somebody else's is told from a new one, and never begun anew."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from malecon.cli import server
from malecon.storage.data_folder import LOCK, FolderLock, is_locked
from malecon.storage.database import FILE
from malecon.storage.migration import SITE
from malecon.storage.store import Store
from malecon.tables import StorageError
from tables.later_schema import add_migration
from web.test_administering import order

HERE = Path(__file__).parent


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder in which a server was."""
    folder = tmp_path / "site"
    Store.open(folder).close()
    return folder


def empty(file: Path) -> None:
    file.write_bytes(b"")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5000])


def scratch(file: Path) -> None:
    """Write something else over the first page."""
    file.write_bytes(b"x" * 4096 + file.read_bytes()[4096:])


def swap(file: Path) -> None:
    """Put the database of another program there."""
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA application_id=1196444487")
        other.execute("CREATE TABLE tiles (zoom)")


@pytest.mark.parametrize(("harm", "reason"), [
    (Path.unlink, r"malecon\.db: is gone, but there was a database: restore"),
    (empty, r"malecon\.db: is empty, but there was a database: restore"),
    (cut, r"malecon\.db: is cut off, \d+ of \d+ bytes are there: restore"),
    (scratch, r"malecon\.db: is no database, or its beginning is damaged: restore"),
    (swap, r"malecon\.db: is the database of another program"),
])  # fmt: skip
def test_a_damaged_database_is_told_and_left_as_it_is(site: Path, harm: Callable[[Path], None], reason: str) -> None:
    harm(site / FILE)
    left = {file: file.read_bytes() for file in site.iterdir()}

    with pytest.raises(StorageError, match=reason):
        Store.open(site)
    told = order(site, "admin", "check")

    assert told.exit_code == 1
    assert isinstance(told.exception, StorageError)
    assert {file: file.read_bytes() for file in site.iterdir()} == left


def test_a_server_that_cannot_write_or_read_inside_says_so_before_it_starts(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "open_log", lambda settings: None)  # it would go on in this process
    with closing(sqlite3.connect(site / FILE)) as connection:
        root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'pulses'").fetchone()[0]
        pages = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray((site / FILE).read_bytes())
    content[(root - 1) * pages : root * pages] = b"x" * pages
    (site / FILE).write_bytes(content)

    told = order(site, "serve", "--port", "0")

    assert isinstance(told.exception, StorageError)
    assert "malformed: restore an archive of it" in str(told.exception)
    assert "Malecón is at" not in told.output


def test_what_was_never_written_into_the_file_shows_that_there_was_a_database(site: Path) -> None:
    """A copy of a folder in use, without what tells that it is one, and with an emptied file."""
    with closing(sqlite3.connect(site / FILE)) as connection:
        connection.execute("PRAGMA user_version=7")
        shutil.copytree(site, site.parent / "copy")
    (site.parent / "copy" / SITE).unlink()
    empty(site.parent / "copy" / FILE)

    with pytest.raises(StorageError, match="is empty, but there was a database"):
        Store.open(site.parent / "copy")


def test_an_empty_file_of_a_first_start_that_was_cut_short_is_new(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()

    Store.open(tmp_path).close()
    assert (tmp_path / SITE).exists()


def test_the_file_of_an_older_version_gets_its_marks(site: Path) -> None:
    (site / SITE).unlink()
    with closing(sqlite3.connect(site / FILE)) as connection:
        connection.execute("PRAGMA application_id=0")

    Store.open(site).close()
    assert (site / SITE).exists()
    with closing(sqlite3.connect(site / FILE)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone()[0].to_bytes(4) == b"Male"


def test_who_looks_after_no_site_is_told(tmp_path: Path) -> None:
    told = order(tmp_path / "none", "admin", "check")

    assert "has no database" in str(told.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_first_start_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, str(HERE / "first_start.py"), str(tmp_path)]

    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)

    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) > 20


def test_a_folder_has_one_owner(tmp_path: Path) -> None:
    assert not is_locked(tmp_path)
    lock = FolderLock.take(tmp_path, "serve", "2026-11-23 10:00")
    lock.write_owner("http://127.0.0.1:8000/")

    with pytest.raises(StorageError) as refused:
        FolderLock.take(tmp_path, "serve", "2026-11-23 11:00")
    assert f"in use by process {os.getpid()}, malecon serve at http://127.0.0.1:8000/" in str(refused.value)
    assert "since 2026-11-23 10:00 (UTC); end that, or name another --folder" in str(refused.value)
    assert is_locked(tmp_path)

    lock.release()
    assert not is_locked(tmp_path)
    assert not lock.is_held
    FolderLock.take(tmp_path, "serve", "2026-11-23 11:00").release()


def test_who_removes_the_lock_is_noticed(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path, "serve", "")
    (tmp_path / LOCK).unlink()

    assert not lock.is_held
    lock.release()


def test_no_schema_is_changed_under_a_server(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands of a newer version work beside a server only when it has this version, too."""
    add_migration(tmp_path / "migrations", monkeypatch)
    lock = FolderLock.take(site, "serve", "")

    with pytest.raises(StorageError, match="is in use by process"):
        Store.open(site)
    Store.open(site, is_owner=True).close()
    Store.open(site).close()
    lock.release()


def test_a_lock_without_words_is_a_lock(tmp_path: Path) -> None:
    lock = FolderLock.take(tmp_path, "serve", "")
    (tmp_path / LOCK).write_bytes(b"")

    with pytest.raises(StorageError, match="is in use by another process"):
        FolderLock.take(tmp_path, "serve", "")
    lock.release()

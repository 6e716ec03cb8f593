"""Reads that fail once are done again; a file is called damaged only if it is."""

import ast
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, select

import malecon
from malecon.storage import read_errors
from malecon.storage.database import FILE
from malecon.storage.migration import ADVICE
from malecon.storage.read_errors import VALID_S, DamageCheck, ReadError, read_again
from malecon.storage.schema import TABLES
from malecon.storage.store import Store
from malecon.tables import StorageError
from postgres import ask

SOURCE = Path(malecon.__file__).parent
EXCEPTIONS = {"storage/backup.py: _copy_rows": "it writes all or none, and the command can be given again"}
OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Ends all other connections."""
CODES = (
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CORRUPT_INDEX,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_INTERRUPT,
)


def failure(code: int) -> sqlite3.OperationalError:
    """Return an error of SQLite."""
    error = sqlite3.OperationalError("made up")
    error.sqlite_errorcode = code
    return error


def fail(engine: Engine, code: int, times: int) -> list[str]:
    """Let the next statements of an engine fail; return a list of those that come."""
    seen: list[str] = []

    def execute(cursor: object, statement: str, *rest: object) -> None:
        seen.append(statement)
        if len(seen) <= times:
            raise failure(code)

    event.listen(engine, "do_execute", execute)
    return seen


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new site."""
    with closing(Store.open(tmp_path)) as store:
        yield store


def test_each_function_that_reads_is_called_again() -> None:
    found = []
    sources = {file: file.read_text("utf-8") for file in sorted(SOURCE.rglob("*.py"))}
    for file, source in sources.items():
        for node in ast.walk(ast.parse(source)) if ".reading" in source else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                reads = any(isinstance(each, ast.Attribute) and each.attr == "reading" for each in ast.walk(node))
                names = [ast.unparse(each) for each in node.decorator_list]
                if reads and "read_again" not in names:
                    found.append(f"{file.relative_to(SOURCE)}: {node.name}")

    assert found == list(EXCEPTIONS)


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("code", CODES)
def test_a_read_that_fails_is_done_once_more_with_a_new_connection(store: Store, code: int, times: int) -> None:
    begun: list[object] = []
    event.listen(store.reader, "connect", lambda connection, record: begun.append(connection))
    store.versions_of(["a"])
    known = len(begun)
    seen = fail(store.reader, code, times)

    if times == 1:
        assert store.versions_of(["a"]) == {}
    else:
        with pytest.raises(ReadError) as told:
            store.versions_of(["a"])
        assert ADVICE not in str(told.value)
    assert len(seen) > 1
    assert len(begun) > known


def test_a_write_that_fails_is_not_done_again(store: Store) -> None:
    seen = fail(store.engine, sqlite3.SQLITE_IOERR_WRITE, 1)

    with pytest.raises(StorageError) as told:
        store.check_writable()

    assert not isinstance(told.value, ReadError)
    assert len(seen) == 1
    store.check_writable()


def test_other_errors_are_not_tried_again() -> None:
    calls = []

    @read_again
    def read() -> None:
        calls.append(1)
        raise StorageError("no")

    with pytest.raises(StorageError):
        read()
    assert len(calls) == 1


def damage(file: Path) -> None:
    """Overwrite the middle of a file."""
    content = bytearray(file.read_bytes())
    content[8192:] = bytes(len(content) - 8192)
    file.write_bytes(content)


def test_a_file_is_called_damaged_if_it_reads_so_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(tmp_path).close()
    clock, file = [0.0], str(tmp_path / FILE)
    check = DamageCheck(lambda: clock[0])
    assert not check.is_damaged(file)
    damage(tmp_path / FILE)
    assert not check.is_damaged(file), "what was found holds for a while"
    clock[0] += VALID_S
    assert check.is_damaged(file)

    said = iter([["page 3"], ["page 5"], [], ["page 1"], ["page 1"]])
    monkeypatch.setattr(read_errors, "_damage_in", lambda file: next(said))
    for expected in (False, False, True):
        clock[0] += VALID_S
        assert check.is_damaged(file) is expected


def test_a_file_that_is_damaged_is_told_with_the_advice(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    damage(tmp_path / FILE)

    with pytest.raises(StorageError, match="restore an archive of it"):
        Store.open(tmp_path).check_writable()


def test_a_read_is_done_again_when_the_connection_was_lost(tmp_path: Path, postgres: str) -> None:
    with closing(Store.open(tmp_path, postgres)) as store:
        reads: list[Callable[[], object]] = [
            lambda: store.versions_of(["a"]),
            lambda: store.version_of("a"),
            lambda: store.rows(select(TABLES)),
        ]
        for read in reads:
            cut = lose_connections(store, postgres)
            read()
            assert cut, "the connection was not lost in the middle of the read"


def lose_connections(store: Store, address: str) -> list[str]:
    """End all connections of a database once, just before the next statement is executed."""
    cut: list[str] = []

    def execute(cursor: object, statement: str, *rest: object) -> None:
        if not cut:
            cut.append(statement)
            ask(address, OTHERS)

    event.listen(store.reader, "do_execute", execute)
    return cut

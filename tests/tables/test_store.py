"""The file: what is in it comes back, and what is wrong with it is told."""

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError

from malecon import UsageError
from malecon.storage import database
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.database import FILE, engine_for
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.storage.table_queries import TableQueries
from malecon.tables import Missing, Stale, StorageError, Unplayable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from patience import PATIENCE_S
from tables.opening import open_at_once
from tables.sitting import CHOICE, drafted_game, new_table
from waiting import finish

EDGE = 31
"""Actions at the beginning of a game, and at its end."""


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Have a store of either sort."""
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    store = Store.open(tmp_path, address)
    yield store
    store.close()


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def at_table(store: Store, table: Table) -> Table:
    """Return a table with somebody on each seat whom the store knows."""
    ana, _ = finish(People(store).create())
    return replace(table, occupants=tuple(Occupant(occupant.name, ana.id) for occupant in table.occupants))


def begun(store: Store) -> Table:
    table = at_table(store, new_table("havana, 2 seats"))
    store.create(table, CHANGE_WRITERS)
    return table


def change(store: Store, command: str) -> None:
    """Change what is stored behind the back of the store."""
    with store.engine.begin() as connection:
        connection.exec_driver_sql(command)


def ask(file: Path, command: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        return connection.execute(command).fetchall()
    finally:
        connection.close()


def test_nothing_is_written_when_the_names_of_the_files_cannot_be_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(tmp_path).close()
    before = (tmp_path / FILE).read_bytes()

    def fail(folder: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(database, "sync_folder", fail)

    with pytest.raises(StorageError, match="the disk cannot be read or written"):
        Store.open(tmp_path)

    assert (tmp_path / FILE).read_bytes() == before


@cache
def moments_of(start: str) -> list[Table]:
    return [table for table, _ in drafted_game(start, seed=6)]


@pytest.mark.parametrize(
    "start", ["havana, 2 seats", "cuba, 3 seats, sealed", "cuba, 2 seats, sealed, buildings for nothing"]
)
def test_a_table_comes_back_as_it_was_at_every_moment(store: Store, start: str) -> None:
    moments = moments_of(start)
    for some in (moments[:EDGE], moments[-EDGE:]):  # what lies between is stored by the same statements
        before = at_table(store, replace(some[0], header=new_table(start, seed=6).header))
        store.create(before, CHANGE_WRITERS)
        for number, after in enumerate(some[1:], start=1):
            after = replace(after, header=before.header, occupants=before.occupants)
            after = store.save(before, replace(after, version=before.version), CHANGE_WRITERS)
            if number % 10 == 0 or after.match.over:
                assert store.load(after.header.id) == after
            before = after

    assert before.match.over


def test_a_look_is_kept(store: Store) -> None:
    table = begun(store)

    store.save(table, table.with_moves_seen(1), CHANGE_WRITERS)

    assert store.load(table.header.id).seen_moves == {1: 0}


def test_people_come_back_by_their_token(store: Store) -> None:
    people = People(store)
    person, token = finish(people.create())

    saved = finish(people.save(structs.replace(person, name="  Ana  María ", language="fr", still=True)))

    assert saved.name == "Ana María"
    assert finish(people.find(token)) == saved
    assert finish(people.find("another")) is None
    assert finish(people.find("\ud800")) is None


def test_a_token_is_not_in_the_file(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    _, token = finish(People(store).create())
    store.close()

    assert token.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("change", [{"name": "x" * 41}, {"name": "a\u202eb"}, {"language": "x" * 9}, {"theme": "é"}])
def test_a_person_cannot_be_just_anything(store: Store, change: dict[str, Any]) -> None:
    people = People(store)
    person, token = finish(people.create())

    with pytest.raises(UsageError):
        finish(people.save(structs.replace(person, **change)))
    assert finish(people.find(token)) == person


def test_the_tables_of_a_person_are_listed_those_that_go_on_first(store: Store) -> None:
    one, other = begun(store), begun(store)
    mine = one.occupants[0].person or ""
    third = replace(new_table("havana, 2 seats"), occupants=one.occupants)
    store.create(third, CHANGE_WRITERS)
    change(store, f"UPDATE tables SET finished = 5 WHERE id = '{third.header.id}'")

    queries = TableQueries(store)
    listed = finish(queries.tables_of(mine))

    assert [entry.id for entry in listed] == [one.header.id, third.header.id]
    assert [entry.finished for entry in listed] == [None, 5]
    assert listed[0].names == ("Player 1", "Player 2")
    assert [entry.id for entry in finish(queries.tables_of(other.occupants[0].person or ""))] == [other.header.id]
    assert finish(queries.tables_of("nobody")) == []


def test_a_person_who_is_not_known_cannot_sit_down(store: Store) -> None:
    table = new_table("havana, 2 seats")

    with pytest.raises(Missing, match="no such person"):
        store.create(table, CHANGE_WRITERS)
    with pytest.raises(Missing, match="no such table"):
        store.load(table.header.id)


def test_who_writes_from_an_older_moment_changes_nothing(store: Store) -> None:
    first = begun(store)
    second = store.save(first, first.with_step(0, CHOICE, "one", quick=True), CHANGE_WRITERS)

    for late in (
        first.with_step(0, "choose pesos siesta", "two", quick=True),
        first.with_step(1, CHOICE, "two", quick=True),
        first.with_step(1, CHOICE, "two"),
        first.with_moves_seen(0),
    ):
        with pytest.raises(Stale):
            store.save(first, late, CHANGE_WRITERS)

    assert store.load(first.header.id) == second


def test_two_drafts_from_one_moment_are_not_mixed(store: Store) -> None:
    first = begun(store)
    one, other = (first.with_step(0, move, "x") for move in (CHOICE, "choose siesta protection"))
    one = store.save(first, one, CHANGE_WRITERS)

    with pytest.raises(Stale):
        store.save(first, other, CHANGE_WRITERS)

    assert store.load(first.header.id) == one


def test_a_new_name_is_not_written_over_by_who_does_not_know_it(store: Store) -> None:
    first = begun(store)
    renamed = store.save(first, first.with_occupant(0, replace(first.occupants[0], name="Ana")), CHANGE_WRITERS)

    with pytest.raises(Stale):
        store.save(first, first.with_step(0, CHOICE, "one"), CHANGE_WRITERS)
    later = store.save(renamed, renamed.with_step(1, CHOICE, "one"), CHANGE_WRITERS)

    assert store.load(first.header.id) == later


def test_the_database_itself_refuses_a_number_or_an_id_twice(store: Store) -> None:
    first = begun(store)
    store.save(first, first.with_step(0, CHOICE, "one", quick=True), CHANGE_WRITERS)
    table = first.header.id
    move = "INSERT INTO moves VALUES ('{}', {}, {}, 'pass', '{}', 0)"

    with pytest.raises(IntegrityError):
        change(store, move.format(table, 0, 1, "two"))
    with pytest.raises(IntegrityError):
        change(store, move.format(table, 1, 0, "one"))


def test_a_draft_of_an_earlier_question_is_void(store: Store) -> None:
    table = begun(store).with_step(0, CHOICE, "one")
    store.save(begun_as(table), table, CHANGE_WRITERS)
    change(store, f"INSERT INTO moves VALUES ('{table.header.id}', 0, 0, '{CHOICE}', 'other', 0)")
    change(store, f"INSERT INTO moves VALUES ('{table.header.id}', 1, 1, '{CHOICE}', 'other', 0)")

    assert [place.draft for place in store.load(table.header.id).seat_states] == [(), ()]


def begun_as(table: Table) -> Table:
    """Return a table as it was at its beginning."""
    return replace(table, seat_states=tuple(replace(place, changes=0, draft=()) for place in table.seat_states))


def test_writing_is_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PRAGMAS", database.PRAGMAS[:-1])  # without that of the tests
    store = Store.open(tmp_path)

    for connected in (store.reading, store.writing):
        with connected() as connection:
            asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
            assert asked == ["wal", 2]
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_a_writer_that_comes_first_empties_the_log(file_store: Store, tmp_path: Path) -> None:
    (person, _) = finish(People(file_store).create())
    left = tmp_path / "left"  # as a process that is killed leaves it
    left.mkdir()
    for end in ("", "-wal"):
        shutil.copy(tmp_path / f"{FILE}{end}", left)
    was_full = (left / f"{FILE}-wal").stat().st_size > 0

    engine = engine_for(left, "")
    with engine.connect() as connection:
        known = connection.exec_driver_sql("SELECT id FROM people").scalars().all()
        log = (left / f"{FILE}-wal").stat().st_size
    engine.dispose()

    assert was_full
    assert log == 0
    assert known == [person.id]


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "new" / "folder")
    begun(store)

    assert stat.S_IMODE((tmp_path / "new/folder").stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new/folder").iterdir()} == {0o600}
    store.close()


def test_a_folder_may_be_called_anything(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "a%b ?c=#d é")
    table = begun(store)
    store.close()

    again = Store.open(tmp_path / "a%b ?c=#d é")
    assert again.load(table.header.id) == table
    again.close()


def test_a_file_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder" / FILE).mkdir(parents=True)

    with pytest.raises(StorageError, match=r"file: cannot be used: there is a file where a folder is needed"):
        Store.open(tmp_path / "file")
    with pytest.raises(StorageError, match=r"malecon\.db: cannot be read: it is a folder"):
        Store.open(tmp_path / "folder")


def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"Dear diary, " * 1000)

    with pytest.raises(StorageError, match="is no database, or its beginning is damaged"):
        Store.open(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b"Dear diary, " * 1000


def test_a_foreign_database_is_told_and_left_alone(tmp_path: Path) -> None:
    ask(tmp_path / FILE, "CREATE TABLE recipes (name TEXT)")

    with pytest.raises(StorageError, match="not one of Malecón"):
        Store.open(tmp_path)
    assert ask(tmp_path / FILE, "SELECT name FROM sqlite_master") == [("recipes",)]


def test_a_newer_file_is_told_and_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    ask(tmp_path / FILE, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(StorageError, match=r"newer Malecón \(data version 9999\)"):
        Store.open(tmp_path)
    assert ask(tmp_path / FILE, "SELECT * FROM alembic_version") == [("9999",)]


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    table = begun(store).header.id
    store.close()
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))

    with pytest.raises(StorageError, match="malformed"):
        Store.open(tmp_path).load(table)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_writable_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(StorageError, match="no permission"):
        Store.open(tmp_path)


def test_a_file_that_became_read_only_can_still_be_read(file_store: Store) -> None:
    table = begun(file_store)
    event.listen(file_store.engine, "checkout", lambda driver, *_: driver.execute("PRAGMA query_only=ON"))

    with pytest.raises(StorageError, match="readonly database"):
        file_store.save(table, table.with_step(0, CHOICE, "one"), CHANGE_WRITERS)
    assert file_store.load(table.header.id) == table


def test_a_move_that_is_missing_is_noticed(store: Store) -> None:
    table = begun(store)
    for seat in (0, 1):
        table = store.save(table, table.with_step(seat, CHOICE, "x", quick=True), CHANGE_WRITERS)
    change(store, "DELETE FROM moves WHERE number = 0")

    with pytest.raises(Unplayable, match="a move is missing"):
        store.load(table.header.id)


def test_several_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    open_at_once(tmp_path)

    assert len(ask(tmp_path / FILE, "SELECT * FROM alembic_version")) == 1


def test_closing_waits_for_what_a_thread_still_reads(store: Store) -> None:
    """A thread cannot be called off: a server that ends would leave its connection open."""
    has_begun, may_end = threading.Event(), threading.Event()

    def read() -> None:
        with store.reading():
            has_begun.set()
            may_end.wait(PATIENCE_S)

    reader, closer = threading.Thread(target=read), threading.Thread(target=store.close)
    pool = store.engine.pool
    reader.start()
    assert has_begun.wait(PATIENCE_S)
    closer.start()
    closer.join(0.2)
    assert closer.is_alive()
    may_end.set()
    reader.join(PATIENCE_S)
    closer.join(PATIENCE_S)
    assert not closer.is_alive()
    assert store.engine.pool is not pool

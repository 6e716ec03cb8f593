"""The health of a store knows each kind of transaction that fails, though the heartbeat can be written."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import IntegrityError

from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.storage.store_health import RECENT_MS, StoreHealth
from malecon.tables import Missing, Stale, StorageError
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from tables.sitting import new_table
from waiting import finish


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.moment = 0

    def __call__(self) -> int:
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    store = Store.open(tmp_path, address)
    store.health = StoreHealth(clock)
    yield store
    store.close()


def stored(store: Store) -> Table:
    """Return a new table of two persons, which is stored."""
    occupants = [Occupant(f"P{seat}", finish(People(store).create())[0].id) for seat in range(2)]
    table = replace(new_table("havana, 2 seats"), occupants=tuple(occupants))
    store.create(table, CHANGE_WRITERS)
    return store.load(table.header.id)


@contextmanager
def failing(store: Store, *beginnings: str, integrity: bool = False) -> Iterator[None]:
    """Let the driver fail at statements that begin so, as it does when a lock is not given or the disk is full."""

    def failing_at(carry_out: Callable[..., None]) -> Callable[..., None]:
        def fail(cursor: DBAPICursor, statement: str, *rest: Any) -> None:
            if statement.startswith(beginnings):
                driver = store.engine.dialect.loaded_dbapi
                raise (driver.IntegrityError if integrity else driver.OperationalError)("refused by the test")
            carry_out(cursor, statement, *rest)

        return fail

    with pytest.MonkeyPatch.context() as patched:
        for dialect in {store.engine.dialect, store.reader.dialect}:
            for name in ("do_execute", "do_executemany"):
                patched.setattr(dialect, name, failing_at(getattr(dialect, name)))
        yield


def beat(store: Store) -> bool:
    """Let the heartbeat beat once; tell whether it was healthy."""

    async def once() -> bool:
        heartbeat = Heartbeat(store)
        await heartbeat.start()
        await heartbeat._try_write()
        is_healthy = heartbeat.is_healthy
        await heartbeat.stop()
        return is_healthy

    return asyncio.run(once())


def save(store: Store, table: Table) -> Table:
    """Store a table again, as after a pause."""
    return store.save(table, replace(table, paused=None), CHANGE_WRITERS)


@pytest.mark.parametrize("statement", ["UPDATE tables", "UPDATE seats"])
def test_saves_that_fail_are_known_though_the_heartbeat_is_written(
    store: Store, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = stored(store)
    changed = replace(table, occupants=(replace(table.occupants[0], name="Ana"), *table.occupants[1:]))
    with failing(store, statement):
        for _ in range(3):
            with pytest.raises(StorageError):
                store.save(table, changed, CHANGE_WRITERS)
        assert beat(store)
        finish(People(store).create())  # other things can be written
        store.load(table.header.id)
        assert store.health.problem == "cannot write"
    store.save(table, changed, CHANGE_WRITERS)

    assert store.health.problem == ""
    said = [record.getMessage() for record in caplog.records]
    assert [each.partition(":")[0] for each in said] == ["tables cannot be saved", "no longer"]


def test_tables_that_cannot_be_begun_are_known(store: Store) -> None:
    with failing(store, "INSERT INTO moves", "INSERT INTO seats"), pytest.raises(StorageError):
        stored(store)

    assert store.health.problem == "cannot write"
    stored(store)
    assert store.health.problem == ""


def test_a_save_that_breaks_a_constraint_is_a_failure_but_a_name_that_is_taken_is_none(store: Store) -> None:
    table = stored(store)
    with failing(store, "UPDATE tables", integrity=True), pytest.raises(IntegrityError):
        save(store, table)
    assert store.health.problem == "cannot write"
    save(store, table)

    with failing(store, "INSERT INTO people", integrity=True), suppress(IntegrityError):
        finish(People(store).create())
    with pytest.raises(Stale):
        save(store, table)  # it was changed meanwhile
    with pytest.raises(Missing):
        store.load("0" * 32)
    assert store.health.problem == ""


def test_other_things_that_cannot_be_written_are_known(store: Store) -> None:
    table = stored(store)
    with failing(store, "INSERT INTO people"), pytest.raises(StorageError):
        finish(People(store).create())
    save(store, table)
    assert store.health.problem == "cannot write"


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("SELECT moves", lambda store, table: store.load(table.header.id)),
        ("SELECT tables.id, tables.version", lambda store, table: store.versions_of([table.header.id])),
        ("SELECT tables.version", lambda store, table: store.version_of(table.header.id)),
    ],
)
def test_reads_that_fail_are_known(store: Store, statement: str, read: Callable[[Store, Table], object]) -> None:
    table = stored(store)
    with failing(store, statement):
        with pytest.raises(StorageError):
            read(store, table)
        save(store, table)  # can be written
        assert beat(store)
        assert store.health.problem == "cannot read"
    read(store, table)
    assert store.health.problem == ""


def test_a_failure_counts_for_a_minute_if_nobody_tries_again(store: Store, clock: Clock) -> None:
    table = stored(store)
    with failing(store, "UPDATE tables"), pytest.raises(StorageError):
        save(store, table)

    clock.moment += RECENT_MS - 1
    assert store.health.problem == "cannot write"
    clock.moment += 1
    assert store.health.problem == ""


def test_what_the_heartbeat_suffered_too_is_over_when_it_recovers(store: Store) -> None:
    table = stored(store)

    async def suffer() -> None:
        heartbeat = Heartbeat(store)
        await heartbeat.start()
        with failing(store, "UPDATE"):
            with pytest.raises(StorageError):
                save(store, table)
            await heartbeat._try_write()
            assert not heartbeat.is_healthy
        await heartbeat._try_write()
        assert heartbeat.is_healthy
        await heartbeat.stop()

    asyncio.run(suffer())
    assert store.health.problem == ""


def test_a_lock_that_another_holds_is_a_failure(store: Store) -> None:
    """A real one, of PostgreSQL: the heartbeat has other rows."""
    if not store.is_shared:
        pytest.skip("a file has one writer, the heartbeat too")
    table = stored(store)
    with store.engine.connect() as other:
        other.execute(text("SELECT * FROM tables FOR UPDATE"))
        with short_of_patience(store.engine), pytest.raises(StorageError):
            save(store, table)
        assert beat(store)
        assert store.health.problem == "cannot write"
    save(store, table)
    assert store.health.problem == ""


@contextmanager
def short_of_patience(engine: Engine) -> Iterator[None]:
    """Let transactions wait for no lock."""

    def begin(connection: Any) -> None:
        connection.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")

    event.listen(engine, "begin", begin)
    try:
        yield
    finally:
        event.remove(engine, "begin", begin)

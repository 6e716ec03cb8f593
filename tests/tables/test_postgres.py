"""PostgreSQL: several processes write, each hears the others, and no question to a computer player is lost."""

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from procrastinate.schema import SchemaManager
from sqlalchemy import inspect, update
from sqlalchemy.exc import InternalError

from malecon.core.clock import now
from malecon.services import change_feed, table_repository
from malecon.services.table_service import TableService
from malecon.services.worker import Worker
from malecon.storage import database
from malecon.storage.administration import sizes_of
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.jobs import enqueue_missing
from malecon.storage.people import People
from malecon.storage.schema import SEATS, TABLES
from malecon.storage.store import Store
from malecon.tables import Stale, StorageError
from malecon.tables.commands import Action
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from patience import PATIENCE_S
from postgres import ask
from tables.opening import open_at_once
from tables.sitting import CHOICE, Dice, new_table
from tables.sweeping import DEFAULT, without_grace
from waiting import finish

WRITERS = 8
BREAK = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
PRIORITIES = "SELECT priority FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id"
JOBS = "SELECT args->>'seat', args->>'mark' FROM procrastinate_jobs WHERE status = 'todo' ORDER BY id"


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    store = Store.open(Path(), postgres)
    yield store
    store.close()


def begun(store: Store, *levels: str | None) -> Table:
    """Return a new table at which Ana sits, and on each seat with a level a computer player."""
    ana, _ = finish(People(store).create())
    occupants = [
        Occupant(f"P{seat}", None if level else ana.id, level) for seat, level in enumerate(levels or (None, None))
    ]
    table = replace(new_table("havana, 2 seats"), occupants=tuple(occupants))
    store.create(table, CHANGE_WRITERS)
    return table


def test_of_writers_at_once_one_wins_and_the_others_know(store: Store) -> None:
    table = begun(store)

    def write(number: int) -> bool:
        try:
            store.save(table, table.with_step(number % 2, CHOICE, f"id{number}"), CHANGE_WRITERS)
        except Stale:
            return False
        return True

    with ThreadPoolExecutor(WRITERS) as threads:
        won = list(threads.map(write, range(WRITERS)))

    assert won.count(True) == 1
    there = store.load(table.header.id)
    assert there.version == 1
    assert [step.id for place in there.seat_states for step in place.draft] == [f"id{won.index(True)}"]


def test_a_table_is_read_as_of_one_moment(store: Store) -> None:
    table = begun(store)
    with store.reading() as connection:
        before = connection.exec_driver_sql("SELECT version FROM tables").scalar()
        store.save(table, table.with_step(0, CHOICE, "one"), CHANGE_WRITERS)

        assert connection.exec_driver_sql("SELECT version FROM tables").scalar() == before
        assert connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"


def test_what_is_committed_is_durable(store: Store) -> None:
    with store.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "read committed"


def test_several_processes_may_begin_at_once(new_postgres: str) -> None:
    open_at_once(Path(), new_postgres)

    assert len(ask(new_postgres, "SELECT * FROM alembic_version")) == 1
    assert ask(new_postgres, JOBS) == []


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("postgresql://ana:hush@127.0.0.1:1/malecon", "PostgreSQL at 127.0.0.1, database malecon: cannot be used: "),
        ("postgresql://ana:hush@127.0.0.1:x/malecon", "MALECON_DATABASE_URL: must be an address such as "),
        ("mysql://ana:hush@127.0.0.1/malecon", "MALECON_DATABASE_URL: must be an address such as "),
        ("postgresql://ana:hu@s/h@127.0.0.1/malecon", "MALECON_DATABASE_URL: must be an address such as "),
        ("hush", "MALECON_DATABASE_URL: must be an address such as "),
    ],
)
def test_what_is_wrong_is_told_without_the_password(address: str, sentence: str) -> None:
    with pytest.raises(StorageError) as told:
        Store.open(Path(), address)

    assert str(told.value).startswith(sentence)
    assert "hush" not in str(told.value)
    assert "\n" not in str(told.value)


def test_foreign_and_newer_databases_are_left_alone(new_postgres: str) -> None:
    ask(new_postgres, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StorageError, match="is a database, but not one of Malecón"):
        Store.open(Path(), new_postgres)
    ask(new_postgres, "DROP TABLE recipes")
    Store.open(Path(), new_postgres).close()
    ask(new_postgres, "UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(StorageError, match=r"newer Malecón \(data version 9999\)"):
        Store.open(Path(), new_postgres)


class Houses:
    """Two server processes, as far as their tables go, on one database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.one, self.other = (TableService(store, Dice()) for _ in range(2))

    async def act(self, tables: TableService, table: Table, seat: int) -> Table:
        """Take a step by one of the processes."""
        there = await tables.find(table.header.id)
        person, revision = there.occupants[seat].person, there.revision(seat)
        move = there.preview(seat)[0].legal(seat)[0]
        return await tables.step(Action(table.header.id, person, seat, revision, new_id()), move, quick=True)


def in_houses(test: Callable[[Houses], Coroutine[Any, Any, None]]) -> Callable[[Store], None]:
    """Return a test that runs ``test`` between two processes that hear each other."""

    async def live(houses: Houses) -> None:
        for tables in (houses.one, houses.other):
            await tables.resume()
        try:
            await test(houses)
        finally:
            for tables in (houses.one, houses.other):
                await tables.close()

    def run(store: Store) -> None:
        asyncio.run(live(Houses(store)))

    run.__name__ = test.__name__
    return run


async def shown(tables: TableService, table: Table) -> "asyncio.Queue[int]":
    """Return where the versions arrive that watchers of a process are shown."""
    versions: asyncio.Queue[int] = asyncio.Queue()
    tables.subscribe(table.header.id, None, lambda seen: versions.put_nowait(seen.version))
    await tables.find(table.header.id)
    return versions


async def arrives(versions: "asyncio.Queue[int]", version: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await versions.get() != version:
            pass


async def watching_across(houses: Houses) -> None:
    """Act by one process, and see that watchers of the other are shown it."""
    table = begun(houses.store)
    versions = await shown(houses.other, table)

    for seat in (0, 1):
        there = await houses.act(houses.one, table, seat)
        await arrives(versions, there.version)

    assert houses.other._repository._cache[table.header.id] == there


test_what_one_process_writes_the_watchers_of_the_other_see = in_houses(watching_across)


@in_houses
async def test_an_action_may_follow_at_once_in_another_process(houses: Houses) -> None:
    table = begun(houses.store)
    for number in range(10):
        seat = (await houses.one.find(table.header.id)).match.to_move[0]
        there = await houses.act(houses.other if number % 2 else houses.one, table, seat)

    assert houses.store.load(table.header.id) == there


def test_an_action_counts_for_the_newest_table_though_this_process_holds_an_older_one(store: Store) -> None:
    """One that fits only the newest, and one that fits both; neither process hears the other."""

    async def act_in_turn() -> None:
        houses = Houses(store)
        table = begun(store)
        name, people = table.header.id, [occupant.person for occupant in table.occupants]
        for tables in (houses.one, houses.other):
            await tables.find(name)
        first = await houses.one.step(Action(name, people[0], 0, table.revision(0), new_id()), CHOICE)
        both = await houses.other.confirm(Action(name, people[0], 0, first.revision(0), new_id()))
        last = await houses.one.step(Action(name, people[1], 1, table.revision(1), new_id()), CHOICE, quick=True)

        assert [each.move_count for each in (table, first, both, last)] == [0, 0, 1, 2]
        assert store.load(name) == last
        for tables in (houses.one, houses.other):
            await tables.close()

    asyncio.run(act_in_turn())


@in_houses
async def test_a_connection_that_breaks_is_opened_again_and_nothing_is_missed(houses: Houses) -> None:
    logging.disable()
    table = begun(houses.store)
    versions = await shown(houses.other, table)
    await arrives(versions, (await houses.act(houses.one, table, 0)).version)
    with houses.store.writing() as connection:
        connection.exec_driver_sql(BREAK)
    there = await houses.act(houses.one, table, 1)

    await arrives(versions, there.version)
    logging.disable(logging.NOTSET)


def test_a_single_query_is_in_no_transaction(store: Store) -> None:
    with store.reading(is_single=True) as connection:
        connection.exec_driver_sql("SELECT 1")
        single = connection.exec_driver_sql("SELECT pg_current_xact_id_if_assigned(), now() = statement_timestamp()")
        assert single.one() == (None, True)
    with store.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
        assert not connection.exec_driver_sql("SELECT now() = statement_timestamp()").scalar_one()
        with pytest.raises(InternalError, match="read-only"):
            connection.exec_driver_sql("CREATE TABLE other (number INTEGER)")


def test_a_connection_that_was_cut_while_it_rested_is_replaced_before_it_writes(
    store: Store, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "UNCHECKED_S", 0.0)
    table = begun(store)
    ask(postgres, BREAK)

    assert store.save(table, table.with_step(0, CHOICE, "one"), CHANGE_WRITERS).version == 1


def test_a_word_that_is_lost_is_made_up_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("malecon.storage.store.notify", lambda *told: None)
    monkeypatch.setattr(change_feed, "CHECK_S", 0.2)

    in_houses(watching_across)(store)


def test_a_question_is_a_job_from_the_moment_that_it_is_stored(store: Store, postgres: str) -> None:
    table = begun(store, None, "random")
    assert ask(postgres, JOBS) == [("1", "0.0")]

    table = store.save(table, table.with_step(0, CHOICE, "one", quick=True), CHANGE_WRITERS)
    assert ask(postgres, JOBS) == [("1", "0.0")], "the question was asked already"
    enqueue_missing(store, table.header.id)
    enqueue_missing(store, table.header.id)
    assert ask(postgres, JOBS) == [("1", "0.0")] * 2, "it may wait twice, but not once more for each who asks"
    assert ask(postgres, PRIORITIES) == [(0,), (-1,)], "what is asked again waits for what people play now"


def test_the_job_of_a_worker_that_died_is_done_by_another(store: Store, postgres: str) -> None:
    table = begun(store, None, "random")
    ask(postgres, "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '1 minute')")
    ask(postgres, "UPDATE procrastinate_jobs SET status = 'doing', worker_id = (SELECT id FROM procrastinate_workers)")

    async def work() -> None:
        working = asyncio.create_task(Worker(store, Dice()).run())
        async with asyncio.timeout(PATIENCE_S):
            while ask(postgres, "SELECT id FROM procrastinate_jobs"):
                await asyncio.sleep(0.05)
        signal.raise_signal(signal.SIGTERM)
        await working

    asyncio.run(work())
    assert [move.seat for move in store.load(table.header.id).log] == [1]


def test_the_queue_is_brought_up_to_date(new_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "03.00.00_01_old.sql").write_text("CREATE TABLE old ()")
    (tmp_path / "99.00.00_01_new.sql").write_text("CREATE TABLE new (); CREATE TABLE newer ()")

    with closing(Store.open(Path(), new_postgres)) as store:
        monkeypatch.setattr(SchemaManager, "get_migrations_path", lambda: str(tmp_path))
        for _ in range(2):
            database.migrate(store.engine)
        with store.reading() as connection:
            there = set(inspect(connection).get_table_names())

    assert {"new", "newer"} <= there
    assert "old" not in there


def test_what_is_not_stored_leaves_no_job(store: Store, postgres: str) -> None:
    table = begun(store)
    late = store.save(table, table.with_moves_seen(0), CHANGE_WRITERS)
    handed = replace(table, occupants=(replace(table.occupants[0], substitute="random"), table.occupants[1]))

    with pytest.raises(Stale):
        store.save(table, handed, CHANGE_WRITERS)
    assert ask(postgres, JOBS) == []
    store.save(late, replace(handed, version=late.version), CHANGE_WRITERS)
    assert ask(postgres, JOBS) == [("0", "0.0")]


@in_houses
async def test_a_table_that_is_watched_stays_at_hand(houses: Houses) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_repository, "CACHE_SIZE", 1)
        table, other = begun(houses.store), begun(houses.store)
        versions = await shown(houses.other, table)
        await houses.other.find(other.header.id)
        there = await houses.act(houses.one, table, 0)

        await arrives(versions, there.version)


@in_houses
async def test_a_question_is_answered_once(houses: Houses) -> None:
    table = begun(houses.store, None, "random")

    await asyncio.gather(
        *(tables.computer_moves.answer(table.header.id, 1, table.revision(1)) for tables in (houses.one, houses.other)),
        houses.one.computer_moves.answer(table.header.id, 1, "7.7"),
        houses.one.computer_moves.answer(table.header.id, 0, table.revision(0)),
    )

    assert [move.seat for move in houses.store.load(table.header.id).log] == [1]


def test_what_nobody_uses_is_swept_by_one_process_and_the_others_notice(store: Store) -> None:
    tables = [begun(store) for _ in range(3)]
    with store.writing() as connection:
        connection.execute(update(SEATS).values(draft=[[CHOICE, "one"]]))
        connection.execute(update(TABLES).values(touched=1))
        is_last = TABLES.c.id == tables[2].header.id
        connection.execute(update(TABLES).where(is_last).values(touched=now(), finished=1))
    without_grace(store)
    one, other = (TableService(store, Dice()) for _ in range(2))

    async def sweep() -> list[dict[str, int] | None]:
        found = await asyncio.gather(*(each.sweeper(DEFAULT, Path("nowhere")).sweep(now()) for each in (one, other)))
        for each in (one, other):
            await each.close()
        return found

    assert sorted(map(str, asyncio.run(sweep()))) == ["None", "{'unmoved': 2, 'drafts': 2}"]
    assert store.versions_of([table.header.id for table in tables]).keys() == {tables[2].header.id}
    assert not store.load(tables[2].header.id).seat_states[0].draft
    assert [what for what, _ in sizes_of(store, Path("nowhere"))][-1] == "The database"

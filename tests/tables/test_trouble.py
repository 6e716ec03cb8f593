"""What can go wrong around the tables: restarts, a full disk, people who go away, a second process."""

import asyncio
import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from sqlalchemy import Connection

from malecon.core.clock import now
from malecon.core.match import Match
from malecon.services import computer_players as computers
from malecon.services import table_repository
from malecon.storage.store import ChangeWriter
from malecon.storage.table_queries import TableQueries
from malecon.storage.table_use import mark_used
from malecon.tables import StorageError, Unplayable
from malecon.tables.commands import Action
from malecon.tables.table import Table
from modes import once
from patience import PATIENCE_S
from tables.sitting import CHOICE, GOES_ON, House, begun, in_house

MOST_PAGES = 1073741823
"""As many as SQLite allows a file to have by itself."""


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """Let the file grow no more: at each commit SQLite says what it says when the disk is full."""

    def grow(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count=1")  # so: as many as there are
        connection.exec_driver_sql(f"CREATE TABLE large AS SELECT '{'x' * 10_000}'")

    logging.disable()
    try:
        with patch("malecon.storage.store.commit", grow):
            yield
    finally:
        logging.disable(logging.NOTSET)
        with house.store.engine.begin() as connection:  # the only one that writes: it waits for who uses it
            connection.exec_driver_sql(f"PRAGMA max_page_count={MOST_PAGES}")


@in_house
async def test_what_is_sent_again_after_a_restart_is_taken_in_once(house: House) -> None:
    table, revision = await begun(house)
    await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE, quick=True)

    house.restart()
    again = await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE, quick=True)

    assert again.move_count == 1


@in_house
async def test_a_draft_survives_a_restart(house: House) -> None:
    table, _ = await begun(house)
    await house.step(table, house.ana, 0, CHOICE)
    before = await house.tables.find(table)

    house.restart()

    assert await house.tables.find(table) == before
    assert before.seat_states[0].draft
    assert (await house.confirm(table, house.ana, 0)).move_count == 1


async def half_played(house: House) -> tuple[str, str]:
    """Return two tables at which a computer player is awaited that nobody has asked: of one person, and of two."""
    alone, together = await house.open(house.ana, None), await house.open(house.ana, house.ben, None)
    await house.rest()
    await house.tables.close()
    with house.store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM moves")
    house.restart()
    return alone, together


@in_house
async def test_computer_players_go_on_by_themselves_after_a_restart_where_several_people_wait(house: House) -> None:
    alone, together = await half_played(house)

    await house.tables.resume()
    await house.rest()
    assert [move.seat for move in house.store.load(together).log] == [2]
    assert house.store.load(alone).log == ()

    await house.tables.find(alone)
    await house.rest()
    assert [move.seat for move in house.store.load(alone).log] == [1]


@in_house
async def test_tables_are_resumed_one_after_the_other_those_first_that_were_used_last(house: House) -> None:
    tables = [await house.open(house.ana, house.ben, None) for _ in range(4)]
    await house.rest()
    await house.tables.close()
    for number, table in enumerate(tables):
        await mark_used(house.store, [table], now() + 1000 * (number % 2) + number)
    with house.store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM moves")
    house.restart()
    house.players.go.clear()
    loaded: list[str] = []
    load = house.store.load

    def noted(table_id: str) -> Table:
        loaded.append(table_id)
        return load(table_id)

    house.store.load = noted  # type: ignore[method-assign]  # in place of the real one

    await house.tables.resume()
    while not house.tables.computer_moves._thinking:
        await asyncio.sleep(0.001)
    assert set(loaded) == {tables[3]}  # its computer player thinks, and the others wait for that
    alone = await house.open(house.ana, None)  # who plays now does not
    assert house.tables.computer_moves._thinking.keys() == {tables[3], alone}
    house.players.go.set()
    await house.rest()
    assert list(dict.fromkeys(loaded)) == [tables[3], tables[1], tables[2], tables[0]]


@in_house
async def test_tables_that_wait_for_people_are_not_kept_at_hand_by_a_start(house: House) -> None:
    await house.open(house.ana, house.ben, None)
    await house.rest()
    house.restart()

    await house.tables.resume()
    await house.rest()

    assert not house.tables._repository._cache


@in_house
async def test_a_start_that_is_stopped_leaves_the_other_tables_for_the_next(house: House) -> None:
    _, together = await half_played(house)
    house.players.go.clear()
    await house.tables.resume()
    while not house.tables.computer_moves._thinking:
        await asyncio.sleep(0.001)

    await house.tables.close()

    assert house.store.load(together).log == ()
    assert house.tables._resumption._task is not None
    assert house.tables._resumption._task.done()


@in_house
async def test_a_table_that_cannot_be_played_harms_no_other(house: House) -> None:
    tables = [await house.open(house.ana, house.ben, None) for _ in range(2)] + [await house.open(house.ana, None)]
    with house.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET rules = 99 WHERE id = '{tables[0]}'")
        connection.exec_driver_sql(f"UPDATE tables SET game = 'go' WHERE id = '{tables[1]}'")
    house.restart()

    logging.disable()
    await house.tables.resume()
    await house.rest()
    logging.disable(logging.NOTSET)

    with pytest.raises(Unplayable, match="rules of version 99, which are not here"):
        await house.tables.find(tables[0])
    with pytest.raises(Unplayable, match="plays go by rules"):
        await house.step(tables[1], house.ana, 0, CHOICE)
    await house.play_on(tables[2], house.ana, 0, GOES_ON)
    assert len(await TableQueries(house.store).tables_of(house.ana)) == 3


@in_house
async def test_a_full_disk_changes_nothing_and_the_game_goes_on_afterwards(house: House) -> None:
    table_id = await house.open(house.ana, None)
    await house.step(table_id, house.ana, 0, CHOICE)
    before = await house.tables.find(table_id)
    told: list[int] = []
    house.tables.subscribe(table_id, house.ana, lambda table: told.append(table.move_count))

    with full_disk(house):
        for action in (
            house.confirm(table_id, house.ana, 0),
            house.undo(table_id, house.ana, 0),
            house.open(house.ana, house.ben),
        ):
            with pytest.raises(StorageError, match=r"malecon\.db: cannot be used: database or disk is full"):
                await action
        assert (await house.tables.find(table_id)).seat_states[0].draft == before.seat_states[0].draft

    assert not told
    await house.confirm(table_id, house.ana, 0)
    await house.play_on(table_id, house.ana, 0, GOES_ON)
    await house.rest()
    assert house.store.load(table_id) == await house.tables.find(table_id)


@in_house
async def test_a_computer_player_tries_again_when_the_disk_was_full(house: House) -> None:
    house.players.go.clear()
    table = await house.open(house.ana, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(computers, "RETRY_S", 0.001)
        with full_disk(house):
            house.players.go.set()
            while house.players.asked < 3:
                await asyncio.sleep(0.001)
            assert (await house.tables.find(table)).move_count == 0
            assert house.store.load(table).move_count == 0

        await house.play_on(table, house.ana, 0, GOES_ON)


@in_house
async def test_a_computer_player_that_stops_goes_on_when_somebody_looks(house: House) -> None:
    async def fail(match: Match, seat: int, level: str) -> str:
        raise RuntimeError("no idea")

    choose = house.players.choose
    house.players.choose = fail  # type: ignore[method-assign]  # in place of the real one
    logging.disable()
    table = await house.open(house.ana, None)
    await house.rest()
    logging.disable(logging.NOTSET)
    house.players.choose = choose  # type: ignore[method-assign]  # the real one again

    assert (await house.tables.find(table)).move_count == 0
    await house.rest()

    assert (await house.tables.find(table)).computers_to_move() == ()


@in_house
async def test_computer_players_are_woken_at_one_table_after_the_other_and_a_missing_one_stops_nobody(
    house: House,
) -> None:
    house.players.go.clear()
    tables = [await house.open(house.ana, None) for _ in range(2)]
    house.restart()
    house.players.go.set()

    house.tables.wake(["0" * 22, *tables])
    house.tables.wake(tables)  # nothing: the first is under way
    assert house.tables._waking
    await house.tables._waking
    await house.rest()

    for table in tables:
        assert (await house.tables.find(table)).computers_to_move() == ()


@in_house
async def test_who_thinks_when_the_server_ends_makes_no_move_any_more(house: House) -> None:
    house.players.go.clear()
    table = await house.open(house.ana, None)
    await asyncio.sleep(0)

    await house.tables.close()
    house.players.go.set()
    await house.tables.find(table)
    await asyncio.sleep(0.01)

    assert house.store.load(table).move_count == 0


@in_house
async def test_who_goes_away_in_the_middle_leaves_no_difference(house: House) -> None:
    table_id, _ = await begun(house)
    saving, go = threading.Event(), threading.Event()
    save = house.store.save

    def slow(before: Table, after: Table, writers: Iterable[ChangeWriter]) -> Table:
        saving.set()
        go.wait(PATIENCE_S)
        return save(before, after, writers)

    house.store.save = slow  # type: ignore[method-assign]  # in place of the real one
    action = asyncio.create_task(house.step(table_id, house.ana, 0, CHOICE, quick=True))
    await asyncio.to_thread(saving.wait, PATIENCE_S)
    action.cancel()
    with pytest.raises(asyncio.CancelledError):
        await action
    go.set()
    house.store.save = save  # type: ignore[method-assign]  # the real one again
    table = await house.step(table_id, house.ben, 1, CHOICE, quick=True)

    assert [move.seat for move in table.log] == [0, 1]
    assert house.store.load(table_id) == table


@in_house
async def test_closing_waits_for_what_is_being_written(house: House) -> None:
    table, revision = await begun(house)
    action = asyncio.create_task(house.tables.step(Action(table, house.ana, 0, revision, "x"), CHOICE, quick=True))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    await house.tables.close()

    assert action.done() or house.store.load(table).move_count == 1
    assert (await action).move_count == 1


@in_house
async def test_another_process_may_write_too(house: House) -> None:
    table_id, revision = await begun(house)
    await house.step(table_id, house.ana, 0, CHOICE)
    other = House.__new__(House)
    other.__dict__ |= house.__dict__
    other.restart()
    told: list[int] = []
    house.tables.subscribe(table_id, None, lambda table: told.append(table.move_count))

    await other.tables.step(Action(table_id, house.ben, 1, revision, "b"), CHOICE, quick=True)
    confirmed = await house.confirm(table_id, house.ana, 0)

    assert told == [1, 2]
    assert [move.seat for move in confirmed.log] == [1, 0]
    assert confirmed == house.store.load(table_id)


@once
@in_house
async def test_computer_players_of_two_processes_do_not_disturb_each_other(house: House) -> None:
    other = House.__new__(House)
    other.__dict__ |= house.__dict__
    other.restart()

    tables = [await house.open(None, None) for _ in range(2)]
    for table in tables:
        await other.tables.find(table)
    await house.rest()
    await other.rest()
    await other.tables.close()

    for table in tables:
        assert house.store.load(table).match.over


@in_house
async def test_tables_are_forgotten_and_found_again(house: House) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_repository, "CACHE_SIZE", 3)
        tables = [await house.open(house.ana, house.ben) for _ in range(6)]
        at_hand = house.tables._repository._cache
        assert list(at_hand) == tables[3:]
        told: list[str] = []
        leave = house.tables.subscribe(tables[0], None, lambda table: told.append(table.header.id))

        await house.tables.find(tables[3])
        for table_id in (tables[0], tables[1]):
            await house.step(table_id, house.ana, 0, CHOICE, quick=True)

        assert list(at_hand) == [tables[3], tables[0], tables[1]]
        assert [(await house.tables.find(table_id)).move_count for table_id in tables] == [1, 1, 0, 0, 0, 0]
        leave()
        assert told == tables[:1]
        assert not house.tables._repository._locks
        assert not house.tables._live_updates._of

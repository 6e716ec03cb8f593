"""Actions at the tables: stored, then acknowledged, then shown; what is resent, late or forged does no harm."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, event

from malecon import IllegalMove, ParseError, UsageError
from malecon.tables import service
from malecon.tables.errors import Missing, NotYours, Stale, StorageError, TableError, Unplayable
from malecon.tables.table import Seated, Sitter
from tables.sitting import CHOICE, House, in_house

OTHER_CHOICE = "choose siesta protection"


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """Let the file grow no more: at each commit SQLite says what it says when the disk is full."""

    def grow(connection: Connection) -> None:
        if not connection.get_execution_options().get("reads"):
            connection.exec_driver_sql("PRAGMA max_page_count=1")  # so: as many as there are
            connection.exec_driver_sql(f"CREATE TABLE large AS SELECT '{'x' * 10_000}'")

    event.listen(house.store.engine, "commit", grow)
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        event.remove(house.store.engine, "commit", grow)
        house.store.engine.dispose()  # with the connections that may not grow


async def begun(house: House) -> tuple[str, str]:
    """Return a table of two persons, and the mark for the first action of either."""
    table = await house.open(house.ana, house.ben)
    return table, (await house.tables.look(table)).mark(0)


@in_house
async def test_what_is_acknowledged_is_stored(house: House) -> None:
    table, _ = await begun(house)

    assert await house.step(table, house.ana, 0, CHOICE) == house.store.load(table)
    assert await house.confirm(table, house.ana, 0) == house.store.load(table)
    drafted = await house.step(table, house.ben, 1, CHOICE)
    assert drafted == house.store.load(table)
    assert await house.tables.undo(table, house.ben, 1, drafted.mark(1)) == house.store.load(table)
    assert await house.step(table, house.ben, 1, OTHER_CHOICE, quick=True) == house.store.load(table)
    assert (await house.tables.look(table)).number == 2


@in_house
async def test_watchers_are_called_after_the_commit(house: House) -> None:
    table, _ = await begun(house)
    stored: list[bool] = []
    house.tables.watch(table, house.ana, lambda seated: stored.append(house.store.load(table) == seated))

    await house.step(table, house.ana, 0, CHOICE)
    await house.confirm(table, house.ana, 0)
    await house.step(table, house.ben, 1, CHOICE, quick=True)

    assert stored == [True, True, True]


@in_house
async def test_a_draft_is_told_to_nobody_else(house: House) -> None:
    table, _ = await begun(house)
    told: list[str] = []
    house.tables.watch(table, house.ana, lambda seated: told.append("ana"))
    house.tables.watch(table, house.ben, lambda seated: told.append("ben"))
    leave = house.tables.watch(table, None, lambda seated: told.append("spectator"))

    await house.step(table, house.ana, 0, CHOICE)
    await house.tables.seen(table, house.ana, 0)
    assert told == ["ana"]

    await house.confirm(table, house.ana, 0)
    assert sorted(told) == ["ana", "ana", "ben", "spectator"]

    leave()
    await house.step(table, house.ben, 1, CHOICE, quick=True)
    assert told.count("spectator") == 1


@in_house
async def test_a_watcher_that_fails_bothers_nobody(house: House) -> None:
    table, _ = await begun(house)
    told: list[int] = []

    def fail(seated: Seated) -> None:
        raise RuntimeError("gone")

    leave = house.tables.watch(table, None, fail)
    house.tables.watch(table, None, lambda seated: told.append(seated.number))
    logging.disable()
    await house.step(table, house.ana, 0, CHOICE, quick=True)
    logging.disable(logging.NOTSET)
    leave()
    leave()

    assert told == [1]


@in_house
async def test_what_is_sent_again_is_taken_in_once(house: House) -> None:
    table, mark = await begun(house)

    for _ in range(3):
        await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")
    held = (await house.tables.look(table)).mark(0)
    await house.tables.confirm(table, house.ana, 0, held)
    with pytest.raises(Stale):
        await house.tables.confirm(table, house.ana, 0, held)
    for _ in range(3):
        await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")

    assert [move.id for move in (await house.tables.look(table)).log] == ["one"]


@in_house
async def test_what_is_sent_again_after_a_restart_is_taken_in_once(house: House) -> None:
    table, mark = await begun(house)
    await house.tables.step(table, house.ana, 0, CHOICE, mark, "one", quick=True)

    house.restart()
    again = await house.tables.step(table, house.ana, 0, CHOICE, mark, "one", quick=True)

    assert again.number == 1


@in_house
async def test_two_may_send_the_same_id(house: House) -> None:
    table, mark = await begun(house)

    await house.tables.step(table, house.ana, 0, CHOICE, mark, "one", quick=True)
    seated = await house.tables.step(table, house.ben, 1, CHOICE, mark, "one", quick=True)

    assert seated.number == 2


@in_house
async def test_a_late_copy_does_nothing_after_the_step_was_taken_back(house: House) -> None:
    table, mark = await begun(house)
    drafted = await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")
    await house.tables.undo(table, house.ana, 0, drafted.mark(0))
    await house.step(table, house.ana, 0, OTHER_CHOICE)

    with pytest.raises(Stale):
        await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")
    with pytest.raises(Stale):
        await house.tables.undo(table, house.ana, 0, drafted.mark(0))

    assert (await house.tables.look(table)).places[0].draft[0].notation == OTHER_CHOICE


@in_house
async def test_the_choice_of_another_does_not_make_mine_late(house: House) -> None:
    table, mark = await begun(house)

    await house.step(table, house.ana, 0, CHOICE, quick=True)
    seated = await house.tables.step(table, house.ben, 1, CHOICE, mark, "one")

    assert seated.places[1].draft[0].held


@in_house
async def test_actions_at_the_same_time_are_taken_in_one_after_the_other(house: House) -> None:
    table, mark = await begun(house)

    results = await asyncio.gather(
        *(house.tables.step(table, house.ana, 0, CHOICE, mark, f"a{i}") for i in range(5)),
        *(house.tables.step(table, house.ben, 1, CHOICE, mark, "b", quick=True) for _ in range(5)),
        return_exceptions=True,
    )

    assert sum(isinstance(result, Stale) for result in results) == 4
    seated = await house.tables.look(table)
    assert (seated.number, len(seated.places[0].draft)) == (1, 1)
    assert house.store.load(table) == seated


@in_house
async def test_what_is_forged_is_refused_and_changes_nothing(house: House) -> None:
    table, mark = await begun(house)
    other = await house.open(house.ben, house.ben)
    before = house.store.load(table)
    step = house.tables.step

    for error, forged in (
        (NotYours, step(table, house.ben, 0, CHOICE, mark, "x")),
        (NotYours, step(table, None, 0, CHOICE, mark, "x")),
        (NotYours, step(table, "", 0, CHOICE, mark, "x")),
        (NotYours, step(table, house.ana, -1, CHOICE, mark, "x")),
        (NotYours, step(table, house.ana, 99, CHOICE, mark, "x")),
        (NotYours, step(other, house.ana, 0, CHOICE, mark, "x")),
        (NotYours, house.tables.hint(table, house.ben, 0, "random")),
        (NotYours, house.tables.undo(table, house.ben, 0, mark)),
        (NotYours, house.tables.confirm(table, house.ben, 0, mark)),
        (Missing, step("no such table", house.ana, 0, CHOICE, mark, "x")),
        (Missing, step("\ud800", house.ana, 0, CHOICE, mark, "x")),
        (Missing, step("A" * 1_000_000, house.ana, 0, CHOICE, mark, "x")),
        (Stale, step(table, house.ana, 0, CHOICE, "9.9", "x")),
        (Stale, step(table, house.ana, 0, CHOICE, "x" * 1_000_000, "x")),
        (ParseError, step(table, house.ana, 0, "choose siesta\0mama", mark, "x")),
        (ParseError, step(table, house.ana, 0, "'; DROP TABLE moves --", mark, "x")),
        (UsageError, step(table, house.ana, 0, "x" * 1_000_000, mark, "x")),
        (IllegalMove, step(table, house.ana, 0, "buy upper left", mark, "x")),
        (UsageError, step(table, house.ana, 0, CHOICE, mark, "")),
        (UsageError, step(table, house.ana, 0, CHOICE, mark, "x" * 1_000_000)),
        (UsageError, step(table, house.ana, 0, CHOICE, mark, "\ud800")),
        (TableError, house.tables.undo(table, house.ana, 0, mark)),
        (TableError, house.tables.confirm(table, house.ana, 0, mark)),
        (UsageError, house.tables.hint(table, house.ana, 0, "genius")),
    ):
        with pytest.raises(error) as caught:
            await forged
        assert len(str(caught.value)) < 1000

    await house.tables.seen(table, house.ben, 0)
    assert house.store.load(table) == before == await house.tables.look(table)
    assert len(house.tables._locks) <= 2


@in_house
async def test_a_computer_player_cannot_be_played_by_a_person(house: House) -> None:
    table = await house.open(house.ana, None)

    with pytest.raises(NotYours):
        await house.step(table, house.ana, 1, CHOICE)


@in_house
async def test_only_somebody_can_sit_down(house: House) -> None:
    for sitter in (
        Sitter("", house.ana),
        Sitter("  Ana", house.ana),
        Sitter("A\nna", house.ana),
        Sitter("Ana"),
        Sitter("Ana", house.ana, "random"),
        Sitter("Ana", None, "genius"),
    ):
        with pytest.raises(UsageError):
            await house.tables.create("havana", {}, [Sitter("Ben", house.ben), sitter])
    with pytest.raises(Missing):
        await house.tables.create("havana", {}, [Sitter("Ben", house.ben), Sitter("Eve", "nobody")])

    assert house.store.tables_of(house.ben) == []


@in_house
async def test_several_may_play_on_one_device(house: House) -> None:
    table = await house.open(house.ana, house.ana, house.ana, game="cuba")
    moves = 0

    while not (seated := await house.tables.look(table)).match.over and moves < 60:
        for seat in seated.match.to_move:
            ahead, _ = (await house.tables.look(table)).ahead(seat)
            await house.step(table, house.ana, seat, ahead.legal(seat)[-1], quick=True)
            moves += 1

    assert house.store.load(table) == await house.tables.look(table)


@in_house
async def test_a_draft_survives_a_restart(house: House) -> None:
    table, _ = await begun(house)
    await house.step(table, house.ana, 0, CHOICE)
    before = await house.tables.look(table)

    house.restart()

    assert await house.tables.look(table) == before
    assert before.places[0].draft
    assert (await house.confirm(table, house.ana, 0)).number == 1


@in_house
async def test_computer_players_go_on_after_a_restart(house: House) -> None:
    table = await house.open(house.ana, None)
    finished = await house.open(house.ana, None)
    await house.play_on(finished, house.ana, 0)
    await house.tables.close()
    with house.store.writing() as connection:
        connection.exec_driver_sql(f"DELETE FROM moves WHERE \"table\" = '{table}'")
    house.restart()

    await house.tables.resume()
    while house.tables._thinking:
        await asyncio.sleep(0.001)

    assert [move.seat for move in house.store.load(table).log] == [1]
    assert set(house.tables._at_hand) == {table}


@in_house
async def test_a_table_that_cannot_be_played_harms_no_other(house: House) -> None:
    tables = [await house.open(house.ana, None) for _ in range(3)]
    with house.store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET rules = 99 WHERE id = '{tables[0]}'")
        connection.exec_driver_sql(f"UPDATE tables SET game = 'go' WHERE id = '{tables[1]}'")
    house.restart()

    logging.disable()
    await house.tables.resume()
    logging.disable(logging.NOTSET)

    with pytest.raises(Unplayable, match="rules of version 99, which are not here"):
        await house.tables.look(tables[0])
    with pytest.raises(Unplayable, match="plays go by rules"):
        await house.step(tables[1], house.ana, 0, CHOICE)
    await house.play_on(tables[2], house.ana, 0)
    assert len(house.store.tables_of(house.ana)) == 3


@in_house
async def test_a_full_disk_changes_nothing_and_the_game_goes_on_afterwards(house: House) -> None:
    table = await house.open(house.ana, None)
    await house.step(table, house.ana, 0, CHOICE)
    before = await house.tables.look(table)
    told: list[int] = []
    house.tables.watch(table, house.ana, lambda seated: told.append(seated.number))

    with full_disk(house):
        for action in (
            house.confirm(table, house.ana, 0),
            house.tables.undo(table, house.ana, 0, before.mark(0)),
            house.open(house.ana, house.ben),
        ):
            with pytest.raises(StorageError, match=r"malecon\.db: cannot be used: database or disk is full"):
                await action
        await house.tables.seen(table, house.ana, 0)
        assert (await house.tables.look(table)).places[0].draft == before.places[0].draft

    assert not told
    await house.confirm(table, house.ana, 0)
    await house.play_on(table, house.ana, 0)
    assert house.store.load(table) == await house.tables.look(table)


@in_house
async def test_a_computer_player_tries_again_when_the_disk_was_full(house: House) -> None:
    house.players.go.clear()
    table = await house.open(house.ana, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "RETRY_S", 0.001)
        with full_disk(house):
            house.players.go.set()
            while house.players.asked < 3:
                await asyncio.sleep(0.001)
            assert (await house.tables.look(table)).number == 0
            assert house.store.load(table).number == 0

        await house.play_on(table, house.ana, 0)


@in_house
async def test_who_goes_away_in_the_middle_leaves_no_difference(house: House) -> None:
    table, _ = await begun(house)
    saving, go = threading.Event(), threading.Event()
    save = house.store.save

    def slow(before: Seated, after: Seated, seat: int) -> None:
        saving.set()
        go.wait(10)
        save(before, after, seat)

    house.store.save = slow  # type: ignore[method-assign]
    action = asyncio.create_task(house.step(table, house.ana, 0, CHOICE, quick=True))
    await asyncio.to_thread(saving.wait, 10)
    action.cancel()
    with pytest.raises(asyncio.CancelledError):
        await action
    go.set()
    house.store.save = save  # type: ignore[method-assign]
    seated = await house.step(table, house.ben, 1, CHOICE, quick=True)

    assert [move.seat for move in seated.log] == [0, 1]
    assert house.store.load(table) == seated


@in_house
async def test_closing_waits_for_what_is_being_written(house: House) -> None:
    table, mark = await begun(house)
    action = asyncio.create_task(house.tables.step(table, house.ana, 0, CHOICE, mark, "x", quick=True))
    await asyncio.sleep(0)
    await asyncio.sleep(0)

    await house.tables.close()

    assert action.done() or house.store.load(table).number == 1
    assert (await action).number == 1


@in_house
async def test_another_process_may_write_too(house: House) -> None:
    table, mark = await begun(house)
    await house.step(table, house.ana, 0, CHOICE)
    other = House.__new__(House)
    other.__dict__ |= house.__dict__
    other.restart()
    told: list[int] = []
    house.tables.watch(table, None, lambda seated: told.append(seated.number))

    await other.tables.step(table, house.ben, 1, CHOICE, mark, "b", quick=True)
    with pytest.raises(Stale):
        await house.confirm(table, house.ana, 0)

    assert told == [1]
    seated = await house.tables.look(table)
    assert (seated.number, seated.places[0].draft[0].notation) == (1, CHOICE)
    assert (await house.confirm(table, house.ana, 0)).number == 2


@in_house
async def test_computer_players_of_two_processes_do_not_disturb_each_other(house: House) -> None:
    other = House.__new__(House)
    other.__dict__ |= house.__dict__
    other.restart()

    tables = [await house.open(None, None) for _ in range(2)]
    await other.tables.resume()
    while house.tables._thinking or other.tables._thinking:
        await asyncio.sleep(0.001)
    await other.tables.close()

    for table in tables:
        assert house.store.load(table).match.over


@in_house
async def test_tables_are_forgotten_and_found_again(house: House) -> None:
    kept = service.MOST_AT_HAND
    service.MOST_AT_HAND = 3
    try:
        tables = [await house.open(house.ana, house.ben) for _ in range(8)]
        assert list(house.tables._at_hand) == tables[-3:]
        leave = house.tables.watch(tables[-1], None, lambda seated: None)
        for table in tables:
            await house.step(table, house.ana, 0, CHOICE, quick=True)
        assert len(house.tables._at_hand) <= 4
        leave()
        for table in tables:
            assert (await house.tables.look(table)).number == 1
        assert len(house.tables._at_hand) == 3
        assert not house.tables._locks
        assert not house.tables._watches
    finally:
        service.MOST_AT_HAND = kept


@in_house
async def test_a_hint_is_given_to_who_is_to_choose(house: House) -> None:
    asked: list[int] = []

    async def advise(match: object, seat: int, level: str) -> list[tuple[str, float]]:
        asked.append(seat)
        return [(CHOICE, 1.0)]

    house.players.advise = advise  # type: ignore[method-assign, assignment]
    table, _ = await begun(house)

    assert await house.tables.hint(table, house.ana, 0, "easy") == [(CHOICE, 1.0)]
    await house.step(table, house.ana, 0, CHOICE)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    await house.confirm(table, house.ana, 0)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    assert asked == [0]

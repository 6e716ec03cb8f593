"""Actions at the tables: stored, then acknowledged, then shown; what is resent, late or forged does no harm."""

import asyncio
import hashlib
import logging
import re
from contextlib import aclosing

import pytest

import malecon
from malecon import IllegalMove, ParseError, UsageError
from malecon.agents import Advice
from malecon.storage.table_queries import TableQueries
from malecon.tables import Missing, NotYours, Stale, TableError
from malecon.tables.commands import Action, CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.sitting import CHOICE, House, begun, in_house

OTHER_CHOICE = "choose siesta protection"


@in_house
async def test_what_is_acknowledged_is_stored(house: House) -> None:
    table, _ = await begun(house)

    assert await house.step(table, house.ana, 0, CHOICE) == house.store.load(table)
    assert await house.confirm(table, house.ana, 0) == house.store.load(table)
    assert await house.step(table, house.ben, 1, CHOICE) == house.store.load(table)
    assert await house.undo(table, house.ben, 1) == house.store.load(table)
    assert await house.step(table, house.ben, 1, OTHER_CHOICE, quick=True) == house.store.load(table)
    assert (await house.tables.find(table)).move_count == 2


@in_house
async def test_watchers_are_called_after_the_commit(house: House) -> None:
    table_id, _ = await begun(house)
    stored: list[bool] = []
    house.tables.subscribe(table_id, house.ana, lambda table: stored.append(house.store.load(table_id) == table))

    await house.step(table_id, house.ana, 0, CHOICE)
    await house.confirm(table_id, house.ana, 0)
    await house.step(table_id, house.ben, 1, CHOICE, quick=True)

    assert stored == [True, True, True]


@in_house
async def test_a_draft_is_told_to_nobody_else(house: House) -> None:
    table_id, _ = await begun(house)
    told: list[str] = []
    house.tables.subscribe(table_id, house.ana, lambda table: told.append("ana"))
    house.tables.subscribe(table_id, house.ben, lambda table: told.append("ben"))
    leave = house.tables.subscribe(table_id, None, lambda table: told.append("spectator"))

    await house.step(table_id, house.ana, 0, CHOICE)
    assert told == ["ana"]

    await house.confirm(table_id, house.ana, 0)
    assert sorted(told) == ["ana", "ana", "ben", "spectator"]

    leave()
    await house.step(table_id, house.ben, 1, CHOICE, quick=True)
    assert told.count("spectator") == 1


@in_house
async def test_who_listens_gets_the_table_now_and_after_each_change(house: House) -> None:
    table_id, _ = await begun(house)

    async with aclosing(house.tables.updates(table_id, house.ana)) as changes:
        first = await anext(changes)
        await house.step(table_id, house.ana, 0, CHOICE)
        second = await anext(changes)
        await house.confirm(table_id, house.ana, 0)
        await house.step(table_id, house.ben, 1, CHOICE, quick=True)
        third, fourth = await anext(changes), await anext(changes)
        waiting = asyncio.create_task(anext(changes))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await house.tables.rename(table_id, house.ben, 1, "Benedita")
        fifth = await waiting

    assert [table.move_count for table in (first, second, third, fourth, fifth)] == [0, 0, 1, 2, 2]
    assert [len(table.seat_states[0].draft) for table in (first, second)] == [0, 1]
    assert fifth.occupants[1].name == "Benedita"
    assert not house.tables._live_updates._of


@in_house
async def test_nobody_listens_at_a_table_that_is_not_there(house: House) -> None:
    with pytest.raises(Missing):
        await anext(house.tables.updates("nowhere", house.ana))

    assert not house.tables._live_updates._of


@in_house
async def test_a_new_name_is_kept_and_changes_no_mark(house: House) -> None:
    table, _ = await begun(house)
    before = await house.step(table, house.ana, 0, CHOICE)

    for _ in range(2):
        renamed = await house.tables.rename(table, house.ana, 0, "  Ana  María ")

    assert renamed == house.store.load(table)
    assert renamed.match.names[0] == renamed.occupants[0].name == "Ana María"
    assert renamed.seat_states == before.seat_states
    assert [listed.names for listed in await house.tables.queries.tables_of(house.ben)] == [("Ana María", "Player 1")]


@in_house
async def test_at_the_end_key_and_record_are_opened(house: House) -> None:
    table_id = await house.nearly_over(house.ana, "random", settings=DEFAULT_SETTINGS)
    table = await house.tables.find(table_id)
    assert table.key_and_salt is None
    with pytest.raises(TableError, match="when the game is over"):
        table.record()
    committed = table.header.commitment

    await house.play_on(table_id, house.ana, 0)

    table = await house.tables.find(table_id)
    assert malecon.replay(table.record()) == table.match
    checked = re.search("SHA-256 of '([^']+)'.*: ([0-9a-f]{64})\n", table.record())
    assert checked is not None
    assert hashlib.sha256(checked[1].encode()).hexdigest() == checked[2] == committed
    assert [listed.finished is None for listed in await house.tables.queries.tables_of(house.ana)] == [False]


@in_house
async def test_a_watcher_that_fails_bothers_nobody(house: House) -> None:
    table_id, _ = await begun(house)
    told: list[int] = []

    def fail(table: Table) -> None:
        raise RuntimeError("gone")

    leave = house.tables.subscribe(table_id, None, fail)
    house.tables.subscribe(table_id, None, lambda table: told.append(table.move_count))
    logging.disable()
    await house.step(table_id, house.ana, 0, CHOICE, quick=True)
    logging.disable(logging.NOTSET)
    leave()
    leave()

    assert told == [1]


@in_house
async def test_what_is_sent_again_is_done_once(house: House) -> None:
    table, revision = await begun(house)
    tables, ana = house.tables, house.ana

    for _ in range(2):
        one = await tables.step(Action(table, ana, 0, revision, "one"), OTHER_CHOICE)
    for _ in range(2):
        two = await tables.undo(Action(table, ana, 0, one.revision(0), "two"))
    for _ in range(2):
        three = await tables.step(Action(table, ana, 0, two.revision(0), "three"), CHOICE)
    for _ in range(2):
        four = await tables.confirm(Action(table, ana, 0, three.revision(0), "four"))

    assert [move.id for move in four.log] == ["three"]
    for late in (
        tables.step(Action(table, ana, 0, revision, "one"), OTHER_CHOICE),
        tables.undo(Action(table, ana, 0, one.revision(0), "two")),
        tables.step(Action(table, ana, 0, two.revision(0), "three"), CHOICE),
    ):
        with pytest.raises(Stale):
            await late
    assert await tables.find(table) == four == house.store.load(table)


@in_house
async def test_an_id_stands_for_one_action(house: House) -> None:
    table, revision = await begun(house)
    drafted = await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE)

    for other in (
        house.tables.step(Action(table, house.ana, 0, revision, "one"), OTHER_CHOICE),
        house.tables.undo(Action(table, house.ana, 0, revision, "one")),
        house.tables.confirm(Action(table, house.ana, 0, revision, "one")),
    ):
        with pytest.raises(Stale):
            await other

    assert await house.tables.find(table) == drafted


@in_house
async def test_the_id_of_a_move_is_not_used_again(house: House) -> None:
    table_id, revision = await begun(house)
    await house.tables.step(Action(table_id, house.ana, 0, revision, "one"), CHOICE, quick=True)
    table = await house.step(table_id, house.ben, 1, OTHER_CHOICE, quick=True)
    seat = house.ana, house.ben
    mover = table.match.to_move[0]
    mine = next(move.id for move in table.log if move.seat == mover)

    with pytest.raises(UsageError, match="but must be one that the seat has not used yet"):
        await house.tables.step(
            Action(table_id, seat[mover], mover, table.revision(mover), mine), table.match.legal(mover)[0]
        )

    assert await house.tables.find(table_id) == table


@in_house
async def test_two_may_send_the_same_id(house: House) -> None:
    table_id, revision = await begun(house)

    await house.tables.step(Action(table_id, house.ana, 0, revision, "one"), CHOICE, quick=True)
    table = await house.tables.step(Action(table_id, house.ben, 1, revision, "one"), CHOICE, quick=True)

    assert table.move_count == 2


@in_house
async def test_a_late_copy_does_nothing_after_the_step_was_taken_back(house: House) -> None:
    table, revision = await begun(house)
    drafted = await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE)
    await house.tables.undo(Action(table, house.ana, 0, drafted.revision(0), "two"))
    await house.step(table, house.ana, 0, OTHER_CHOICE)

    with pytest.raises(Stale):
        await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE)
    with pytest.raises(Stale):
        await house.tables.undo(Action(table, house.ana, 0, drafted.revision(0), "two"))

    assert (await house.tables.find(table)).seat_states[0].draft[0].notation == OTHER_CHOICE


@in_house
async def test_the_choice_of_another_does_not_make_mine_late(house: House) -> None:
    table_id, revision = await begun(house)

    await house.step(table_id, house.ana, 0, CHOICE, quick=True)
    table = await house.tables.step(Action(table_id, house.ben, 1, revision, "one"), CHOICE)

    assert table.seat_states[1].draft[0].held


@in_house
async def test_actions_at_the_same_time_are_taken_in_one_after_the_other(house: House) -> None:
    table_id, revision = await begun(house)

    results = await asyncio.gather(
        *(house.tables.step(Action(table_id, house.ana, 0, revision, f"a{i}"), CHOICE) for i in range(5)),
        *(house.tables.step(Action(table_id, house.ben, 1, revision, "b"), CHOICE, quick=True) for _ in range(5)),
        return_exceptions=True,
    )

    assert sum(isinstance(result, Stale) for result in results) == 4
    table = await house.tables.find(table_id)
    assert (table.move_count, len(table.seat_states[0].draft)) == (1, 1)
    assert house.store.load(table_id) == table


@in_house
async def test_what_is_forged_is_refused_and_changes_nothing(house: House) -> None:
    table, revision = await begun(house)
    other = await house.open(house.ben, house.ben)
    before = house.store.load(table)
    step = house.tables.step

    for error, forged in (
        (NotYours, step(Action(table, house.ben, 0, revision, "x"), CHOICE)),
        (NotYours, step(Action(table, None, 0, revision, "x"), CHOICE)),
        (NotYours, step(Action(table, "", 0, revision, "x"), CHOICE)),
        (NotYours, step(Action(table, house.ana, -1, revision, "x"), CHOICE)),
        (NotYours, step(Action(table, house.ana, 99, revision, "x"), CHOICE)),
        (NotYours, step(Action(other, house.ana, 0, revision, "x"), CHOICE)),
        (NotYours, house.tables.hint(table, house.ben, 0, "random")),
        (NotYours, house.tables.undo(Action(table, house.ben, 0, revision, "x"))),
        (NotYours, house.tables.confirm(Action(table, house.ben, 0, revision, "x"))),
        (Missing, step(Action("no such table", house.ana, 0, revision, "x"), CHOICE)),
        (Missing, step(Action("\ud800", house.ana, 0, revision, "x"), CHOICE)),
        (Missing, step(Action("A" * 1_000_000, house.ana, 0, revision, "x"), CHOICE)),
        (Stale, step(Action(table, house.ana, 0, "9.9", "x"), CHOICE)),
        (Stale, step(Action(table, house.ana, 0, "x" * 1_000_000, "x"), CHOICE)),
        (ParseError, step(Action(table, house.ana, 0, revision, "x"), "choose siesta\0mama")),
        (ParseError, step(Action(table, house.ana, 0, revision, "x"), "'; DROP TABLE moves --")),
        (UsageError, step(Action(table, house.ana, 0, revision, "x"), "x" * 1_000_000)),
        (IllegalMove, step(Action(table, house.ana, 0, revision, "x"), "buy upper left")),
        (UsageError, step(Action(table, house.ana, 0, revision, ""), CHOICE)),
        (UsageError, step(Action(table, house.ana, 0, revision, "x" * 1_000_000), CHOICE)),
        (UsageError, step(Action(table, house.ana, 0, revision, "\ud800"), CHOICE)),
        (TableError, house.tables.undo(Action(table, house.ana, 0, revision, "x"))),
        (TableError, house.tables.confirm(Action(table, house.ana, 0, revision, "x"))),
        (UsageError, house.tables.undo(Action(table, house.ana, 0, revision, "x y"))),
        (UsageError, house.tables.confirm(Action(table, house.ana, 0, revision, ""))),
        (NotYours, house.tables.rename(table, house.ben, 0, "Eve")),
        (NotYours, house.tables.rename(table, None, 0, "Eve")),
        (UsageError, house.tables.rename(table, house.ana, 0, " ")),
        (UsageError, house.tables.rename(table, house.ana, 0, "x" * 1_000_000)),
        (UsageError, house.tables.hint(table, house.ana, 0, "genius")),
    ):
        with pytest.raises(error) as caught:
            await forged
        assert len(str(caught.value)) < 1000

    assert house.store.load(table) == before == await house.tables.find(table)
    assert len(house.tables._repository._locks) <= 2


@in_house
async def test_a_computer_player_cannot_be_played_by_a_person(house: House) -> None:
    table = await house.open(house.ana, None)

    with pytest.raises(NotYours):
        await house.step(table, house.ana, 1, CHOICE)


@in_house
async def test_only_somebody_can_sit_down(house: House) -> None:
    for occupant in (
        Occupant("", house.ana),
        Occupant("  Ana", house.ana),
        Occupant("A\nna", house.ana),
        Occupant("Ana"),
        Occupant("Ana", house.ana, "random"),
        Occupant("Ana", None, "genius"),
    ):
        with pytest.raises(UsageError):
            await house.tables.create(CreateTable("havana", {}, [Occupant("Ben", house.ben), occupant]))
    with pytest.raises(Missing):
        await house.tables.create(CreateTable("havana", {}, [Occupant("Ben", house.ben), Occupant("Eve", "nobody")]))

    assert await TableQueries(house.store).tables_of(house.ben) == []


@in_house
async def test_several_may_play_on_one_device(house: House) -> None:
    table_id = await house.open(house.ana, house.ana, house.ana, game="cuba")
    moves = 0

    while not (table := await house.tables.find(table_id)).match.over and moves < 60:
        for seat in table.match.to_move:
            ahead, _ = (await house.tables.find(table_id)).preview(seat)
            await house.step(table_id, house.ana, seat, ahead.legal(seat)[-1], quick=True)
            moves += 1

    assert house.store.load(table_id) == await house.tables.find(table_id)


@in_house
async def test_two_seats_of_one_person_have_drafts_of_their_own(house: House) -> None:
    table_id = await house.open(house.ana, house.ana)
    told: list[tuple[int, ...]] = []
    house.tables.subscribe(
        table_id, house.ana, lambda table: told.append(tuple(len(place.draft) for place in table.seat_states))
    )

    await house.step(table_id, house.ana, 0, CHOICE)
    await house.step(table_id, house.ana, 1, OTHER_CHOICE)
    await house.confirm(table_id, house.ana, 0)
    await house.undo(table_id, house.ana, 1)
    await house.step(table_id, house.ana, 1, CHOICE)
    table = await house.confirm(table_id, house.ana, 1)

    assert told == [(1, 0), (1, 1), (0, 1), (0, 0), (0, 1), (0, 0)]
    assert [(move.seat, move.notation) for move in table.log] == [(0, CHOICE), (1, CHOICE)]


@in_house
async def test_a_hint_is_given_to_who_is_to_choose(house: House) -> None:
    asked: list[int] = []

    async def advise(match: object, seat: int, level: str) -> list[Advice]:
        asked.append(seat)
        return [Advice(CHOICE, 1.0, 1)]

    house.players.advise = advise  # type: ignore[method-assign]  # in place of the real one
    table, _ = await begun(house)

    assert await house.tables.hint(table, house.ana, 0, "easy") == [Advice(CHOICE, 1.0, 1)]
    await house.step(table, house.ana, 0, CHOICE)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    await house.confirm(table, house.ana, 0)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    assert asked == [0]

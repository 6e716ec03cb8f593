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
from malecon.tables.errors import Missing, NotYours, Stale, TableError
from malecon.tables.occupant import Occupant
from malecon.tables.table import Table
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
    assert (await house.tables.look(table)).number == 2


@in_house
async def test_watchers_are_called_after_the_commit(house: House) -> None:
    table_id, _ = await begun(house)
    stored: list[bool] = []
    house.tables.watch(table_id, house.ana, lambda table: stored.append(house.store.load(table_id) == table))

    await house.step(table_id, house.ana, 0, CHOICE)
    await house.confirm(table_id, house.ana, 0)
    await house.step(table_id, house.ben, 1, CHOICE, quick=True)

    assert stored == [True, True, True]


@in_house
async def test_a_draft_is_told_to_nobody_else(house: House) -> None:
    table_id, _ = await begun(house)
    told: list[str] = []
    house.tables.watch(table_id, house.ana, lambda table: told.append("ana"))
    house.tables.watch(table_id, house.ben, lambda table: told.append("ben"))
    leave = house.tables.watch(table_id, None, lambda table: told.append("spectator"))

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

    async with aclosing(house.tables.listen(table_id, house.ana)) as changes:
        first = await anext(changes)
        await house.step(table_id, house.ana, 0, CHOICE)
        second = await anext(changes)
        await house.confirm(table_id, house.ana, 0)
        await house.step(table_id, house.ben, 1, CHOICE, quick=True)
        third = await anext(changes)
        waiting = asyncio.create_task(anext(changes))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await house.tables.rename(table_id, house.ben, 1, "Benedita")
        fourth = await waiting

    assert [table.number for table in (first, second, third, fourth)] == [0, 0, 2, 2]
    assert [len(table.places[0].draft) for table in (first, second)] == [0, 1]
    assert fourth.sitters[1].name == "Benedita"
    assert not house.tables._watches._of


@in_house
async def test_nobody_listens_at_a_table_that_is_not_there(house: House) -> None:
    with pytest.raises(Missing):
        await anext(house.tables.listen("nowhere", house.ana))

    assert not house.tables._watches._of


@in_house
async def test_a_new_name_is_kept_and_changes_no_mark(house: House) -> None:
    table, _ = await begun(house)
    before = await house.step(table, house.ana, 0, CHOICE)

    for _ in range(2):
        renamed = await house.tables.rename(table, house.ana, 0, "  Ana  María ")

    assert renamed == house.store.load(table)
    assert renamed.match.names[0] == renamed.sitters[0].name == "Ana María"
    assert renamed.places == before.places
    assert [listed.names for listed in await house.tables.tables_of(house.ben)] == [("Ana María", "Player 1")]


@in_house
async def test_at_the_end_key_and_record_are_opened(house: House) -> None:
    table_id = await house.open(house.ana, None)
    table = await house.tables.look(table_id)
    assert table.opening is None
    with pytest.raises(TableError, match="when the game is over"):
        table.record()
    committed = table.header.commitment

    await house.play_on(table_id, house.ana, 0)

    table = await house.tables.look(table_id)
    assert malecon.replay(table.record()) == table.match
    checked = re.search("SHA-256 of '([^']+)'.*: ([0-9a-f]{64})\n", table.record())
    assert checked is not None
    assert hashlib.sha256(checked[1].encode()).hexdigest() == checked[2] == committed
    assert [listed.finished is None for listed in await house.tables.tables_of(house.ana)] == [False]


@in_house
async def test_a_watcher_that_fails_bothers_nobody(house: House) -> None:
    table_id, _ = await begun(house)
    told: list[int] = []

    def fail(table: Table) -> None:
        raise RuntimeError("gone")

    leave = house.tables.watch(table_id, None, fail)
    house.tables.watch(table_id, None, lambda table: told.append(table.number))
    logging.disable()
    await house.step(table_id, house.ana, 0, CHOICE, quick=True)
    logging.disable(logging.NOTSET)
    leave()
    leave()

    assert told == [1]


@in_house
async def test_what_is_sent_again_is_done_once(house: House) -> None:
    table, mark = await begun(house)
    tables, ana = house.tables, house.ana

    for _ in range(2):
        one = await tables.step(table, ana, 0, OTHER_CHOICE, mark, "one")
    for _ in range(2):
        two = await tables.undo(table, ana, 0, one.mark(0), "two")
    for _ in range(2):
        three = await tables.step(table, ana, 0, CHOICE, two.mark(0), "three")
    for _ in range(2):
        four = await tables.confirm(table, ana, 0, three.mark(0), "four")

    assert [move.id for move in four.log] == ["three"]
    for late in (
        tables.step(table, ana, 0, OTHER_CHOICE, mark, "one"),
        tables.undo(table, ana, 0, one.mark(0), "two"),
        tables.step(table, ana, 0, CHOICE, two.mark(0), "three"),
    ):
        with pytest.raises(Stale):
            await late
    assert await tables.look(table) == four == house.store.load(table)


@in_house
async def test_an_id_stands_for_one_action(house: House) -> None:
    table, mark = await begun(house)
    drafted = await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")

    for other in (
        house.tables.step(table, house.ana, 0, OTHER_CHOICE, mark, "one"),
        house.tables.undo(table, house.ana, 0, mark, "one"),
        house.tables.confirm(table, house.ana, 0, mark, "one"),
    ):
        with pytest.raises(Stale):
            await other

    assert await house.tables.look(table) == drafted


@in_house
async def test_the_id_of_a_move_is_not_used_again(house: House) -> None:
    table_id, mark = await begun(house)
    await house.tables.step(table_id, house.ana, 0, CHOICE, mark, "one", quick=True)
    table = await house.step(table_id, house.ben, 1, OTHER_CHOICE, quick=True)
    seat = house.ana, house.ben
    mover = table.match.to_move[0]
    mine = next(move.id for move in table.log if move.seat == mover)

    with pytest.raises(UsageError, match="but must be one that the seat has not used yet"):
        await house.tables.step(table_id, seat[mover], mover, table.match.legal(mover)[0], table.mark(mover), mine)

    assert await house.tables.look(table_id) == table


@in_house
async def test_two_may_send_the_same_id(house: House) -> None:
    table_id, mark = await begun(house)

    await house.tables.step(table_id, house.ana, 0, CHOICE, mark, "one", quick=True)
    table = await house.tables.step(table_id, house.ben, 1, CHOICE, mark, "one", quick=True)

    assert table.number == 2


@in_house
async def test_a_late_copy_does_nothing_after_the_step_was_taken_back(house: House) -> None:
    table, mark = await begun(house)
    drafted = await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")
    await house.tables.undo(table, house.ana, 0, drafted.mark(0), "two")
    await house.step(table, house.ana, 0, OTHER_CHOICE)

    with pytest.raises(Stale):
        await house.tables.step(table, house.ana, 0, CHOICE, mark, "one")
    with pytest.raises(Stale):
        await house.tables.undo(table, house.ana, 0, drafted.mark(0), "two")

    assert (await house.tables.look(table)).places[0].draft[0].notation == OTHER_CHOICE


@in_house
async def test_the_choice_of_another_does_not_make_mine_late(house: House) -> None:
    table_id, mark = await begun(house)

    await house.step(table_id, house.ana, 0, CHOICE, quick=True)
    table = await house.tables.step(table_id, house.ben, 1, CHOICE, mark, "one")

    assert table.places[1].draft[0].held


@in_house
async def test_actions_at_the_same_time_are_taken_in_one_after_the_other(house: House) -> None:
    table_id, mark = await begun(house)

    results = await asyncio.gather(
        *(house.tables.step(table_id, house.ana, 0, CHOICE, mark, f"a{i}") for i in range(5)),
        *(house.tables.step(table_id, house.ben, 1, CHOICE, mark, "b", quick=True) for _ in range(5)),
        return_exceptions=True,
    )

    assert sum(isinstance(result, Stale) for result in results) == 4
    table = await house.tables.look(table_id)
    assert (table.number, len(table.places[0].draft)) == (1, 1)
    assert house.store.load(table_id) == table


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
        (NotYours, house.tables.undo(table, house.ben, 0, mark, "x")),
        (NotYours, house.tables.confirm(table, house.ben, 0, mark, "x")),
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
        (TableError, house.tables.undo(table, house.ana, 0, mark, "x")),
        (TableError, house.tables.confirm(table, house.ana, 0, mark, "x")),
        (UsageError, house.tables.undo(table, house.ana, 0, mark, "x y")),
        (UsageError, house.tables.confirm(table, house.ana, 0, mark, "")),
        (NotYours, house.tables.rename(table, house.ben, 0, "Eve")),
        (NotYours, house.tables.rename(table, None, 0, "Eve")),
        (UsageError, house.tables.rename(table, house.ana, 0, " ")),
        (UsageError, house.tables.rename(table, house.ana, 0, "x" * 1_000_000)),
        (UsageError, house.tables.hint(table, house.ana, 0, "genius")),
    ):
        with pytest.raises(error) as caught:
            await forged
        assert len(str(caught.value)) < 1000

    assert house.store.load(table) == before == await house.tables.look(table)
    assert len(house.tables._repository._locks) <= 2


@in_house
async def test_a_computer_player_cannot_be_played_by_a_person(house: House) -> None:
    table = await house.open(house.ana, None)

    with pytest.raises(NotYours):
        await house.step(table, house.ana, 1, CHOICE)


@in_house
async def test_only_somebody_can_sit_down(house: House) -> None:
    for sitter in (
        Occupant("", house.ana),
        Occupant("  Ana", house.ana),
        Occupant("A\nna", house.ana),
        Occupant("Ana"),
        Occupant("Ana", house.ana, "random"),
        Occupant("Ana", None, "genius"),
    ):
        with pytest.raises(UsageError):
            await house.tables.create("havana", {}, [Occupant("Ben", house.ben), sitter])
    with pytest.raises(Missing):
        await house.tables.create("havana", {}, [Occupant("Ben", house.ben), Occupant("Eve", "nobody")])

    assert house.store.tables_of(house.ben) == []


@in_house
async def test_several_may_play_on_one_device(house: House) -> None:
    table_id = await house.open(house.ana, house.ana, house.ana, game="cuba")
    moves = 0

    while not (table := await house.tables.look(table_id)).match.over and moves < 60:
        for seat in table.match.to_move:
            ahead, _ = (await house.tables.look(table_id)).ahead(seat)
            await house.step(table_id, house.ana, seat, ahead.legal(seat)[-1], quick=True)
            moves += 1

    assert house.store.load(table_id) == await house.tables.look(table_id)


@in_house
async def test_two_seats_of_one_person_have_drafts_of_their_own(house: House) -> None:
    table_id = await house.open(house.ana, house.ana)
    told: list[tuple[int, ...]] = []
    house.tables.watch(
        table_id, house.ana, lambda table: told.append(tuple(len(place.draft) for place in table.places))
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

    house.players.advise = advise  # type: ignore[method-assign]
    table, _ = await begun(house)

    assert await house.tables.hint(table, house.ana, 0, "easy") == [Advice(CHOICE, 1.0, 1)]
    await house.step(table, house.ana, 0, CHOICE)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    await house.confirm(table, house.ana, 0)
    assert await house.tables.hint(table, house.ana, 0, "easy") == []
    assert asked == [0]

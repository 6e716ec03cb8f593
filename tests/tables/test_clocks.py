"""Clocks: what runs when, and for how long."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import update

from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.clock_steps import GRACE_MS
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.people import People
from malecon.storage.schema import PULSES
from malecon.storage.store import Store
from malecon.tables import DAY, HOUR, MINUTE, SECOND, Clock, NotYours, TableError, check_clock
from malecon.tables.clocks import (
    GRACE_LIVE,
    GRACE_SLOW,
    LONGEST_UNTIMED,
    deadline,
    overdue_times,
    replaceable_from,
    time_left,
    update_clocks,
)
from malecon.tables.pauses import ask_pause, resume
from malecon.tables.readiness import seats_missing, with_ready
from malecon.tables.seat import Occupant
from malecon.tables.stand_ins import hand_over, stand_in, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.sitting import CHOICE, House, begun, drafted_game, in_house, new_table
from waiting import finish

LIVE = Clock(stock=10 * MINUTE, increment=15 * SECOND)
SLOW = Clock(each=DAY)
START = 1_000_000
Change = Callable[[Table], Table]


def clocked(clock: Clock | None, start: str = "havana, 2 seats") -> Table:
    """Return a new table with a clock at which all are ready, begun at ``START``."""
    table = unready(clock, start)
    for seat in range(table.header.seats):
        table = with_ready(table, f"person-{seat}")
    return update_clocks(table, table, START)


def unready(clock: Clock | None, start: str = "havana, 2 seats") -> Table:
    """Return a new table with a clock at which nobody is ready, begun at ``START``."""
    table = new_table(start)
    table = replace(table, header=replace(table.header, settings=replace(DEFAULT_SETTINGS, clock=clock)))
    return update_clocks(table, table, START)


def then(table: Table, at: int, change: Change) -> Table:
    """Return a table after a change, so many milliseconds after ``START``."""
    return update_clocks(table, change(table), START + at)


def chosen(seat: int) -> Change:
    """Return the change by which a seat makes the first choice."""
    return lambda table: table.with_step(seat, CHOICE, f"first-{seat}", quick=True)


def ready_is(seat: int) -> Change:
    """Return the change by which a person gets ready."""
    return lambda table: with_ready(table, f"person-{seat}")


def lefts(table: Table, at: int = 0) -> list[int | None]:
    return [time_left(table, seat, START + at) for seat in range(table.header.seats)]


def running(table: Table) -> list[bool]:
    return [place.running_since is not None for place in table.seat_states]


def test_all_clocks_run_while_all_choose_in_secret() -> None:
    table = clocked(LIVE)

    assert running(table) == [True, True]
    assert lefts(table, 4000) == [LIVE.stock - 4000] * 2


def test_no_clock_runs_before_every_person_was_there() -> None:
    table = unready(LIVE)
    assert seats_missing(table) == {0, 1}
    assert lefts(table, DAY) == [LIVE.stock] * 2

    one = then(table, HOUR, ready_is(0))
    assert seats_missing(one) == {1}
    assert lefts(one, DAY) == [LIVE.stock] * 2
    assert then(one, 2 * HOUR, ready_is(0)).seat_states == one.seat_states, "once is enough"
    both = then(one, 2 * HOUR, ready_is(1))
    assert seats_missing(both) == frozenset()
    assert lefts(both, 2 * HOUR + 4000) == [LIVE.stock - 4000] * 2


def test_a_turn_says_too_that_its_person_is_there_and_costs_no_time() -> None:
    table = then(unready(LIVE), HOUR, chosen(0))
    assert seats_missing(table) == {1}
    assert lefts(table, DAY) == [LIVE.stock] * 2

    table = then(table, 2 * HOUR, chosen(1))
    awaited = table.match.to_move[0]
    assert lefts(table, 2 * HOUR + 4000)[awaited] == LIVE.stock - 4000
    assert lefts(table, 2 * HOUR + 4000)[1 - awaited] == LIVE.stock


def test_a_draft_does_not_say_that_its_person_is_there() -> None:
    table = then(unready(LIVE), HOUR, lambda table: table.with_step(0, CHOICE, "first"))

    assert seats_missing(table) == {0, 1}


def test_who_never_comes_is_overdue_after_the_time_of_the_clock_and_the_others_are_not() -> None:
    table = then(unready(LIVE), 0, ready_is(0))
    end = START + LIVE.stock

    assert (deadline(table, 0), deadline(table, 1)) == (None, end)
    with pytest.raises(TableError, match="overdue"):
        stand_in(table, 1, "person-0", "random", end + GRACE_LIVE - 1)
    after = then(
        table,
        LIVE.stock + GRACE_LIVE,
        lambda table: stand_in(table, 1, "person-0", "random", START + LIVE.stock + GRACE_LIVE),
    )
    assert seats_missing(after) == frozenset()
    assert lefts(after, LIVE.stock + GRACE_LIVE + 4000) == [LIVE.stock - 4000, LIVE.stock]


def test_nobody_gets_ready_without_a_clock_or_alone_or_at_several_seats() -> None:
    assert seats_missing(unready(None)) == frozenset()
    alone = replace(unready(LIVE), occupants=(Occupant("Ana", "person-0"), Occupant("Computer", level="random")))
    assert seats_missing(alone) == frozenset()
    couch = replace(unready(LIVE), occupants=(Occupant("Ana", "person-0"), Occupant("Ben", "person-0")))
    assert seats_missing(couch) == frozenset()
    with pytest.raises(NotYours):
        with_ready(alone, "stranger")
    with pytest.raises(TableError, match="Nothing goes on"):
        with_ready(replace(unready(LIVE), closed="stopped"), "person-0")


def test_a_move_stops_a_clock_and_adds_the_increment() -> None:
    table = then(clocked(LIVE), 4000, chosen(0))

    assert running(table) == [False, True]
    assert lefts(table, 9000) == [LIVE.stock - 4000 + LIVE.increment, LIVE.stock - 9000]


def test_a_draft_stops_no_clock() -> None:
    table = then(clocked(LIVE), 4000, lambda table: table.with_step(0, CHOICE, "first"))

    assert running(table) == [True, True]
    assert lefts(table, 4000) == [LIVE.stock - 4000] * 2


def test_time_for_each_move_is_whole_again_after_it() -> None:
    table = then(clocked(SLOW), HOUR, chosen(0))

    assert lefts(table, HOUR) == [DAY, DAY - HOUR]
    assert running(table) == [False, True]


def test_who_is_asked_again_at_once_has_moved_all_the_same() -> None:
    table = then(then(clocked(SLOW), HOUR, chosen(0)), 2 * HOUR, chosen(1))
    awaited = table.match.to_move[0]

    assert running(table) == [seat == awaited for seat in (0, 1)]
    assert lefts(table, 2 * HOUR) == [DAY, DAY]


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 3 seats, sealed"])
def test_through_whole_games_exactly_the_awaited_are_on_the_clock(start: str) -> None:
    tables = {clock: clocked(clock, start) for clock in (LIVE, SLOW, None)}
    for number, (after, _) in enumerate(drafted_game(start, 3), start=1):
        for clock, before in tables.items():
            kept = replace(after, header=before.header, seat_states=tuple(
                replace(place, clock_ms=old.clock_ms, running_since=old.running_since)
                for place, old in zip(after.seat_states, before.seat_states, strict=True)
            ))  # fmt: skip
            table = tables[clock] = update_clocks(before, kept, START + 1000 * number)

            assert [seat for seat, runs in enumerate(running(table)) if runs] == list(table.seats_to_move)
            assert all(place.clock_ms is None or place.clock_ms >= 0 for place in table.seat_states)
            assert all((place.clock_ms is None) == (clock is None) for place in table.seat_states)


def test_computer_players_have_no_clock() -> None:
    table = clocked(LIVE)
    table = update_clocks(table, replace(table.with_occupant(1, Occupant("Computer", level="random"))), START)

    assert running(table) == [True, False]
    assert table.seat_states[1].clock_ms is None


def test_nothing_runs_while_the_table_waits_for_players() -> None:
    table = new_table("havana, 2 seats").with_occupant(1, Occupant(invitation="come"))
    table = replace(table, header=replace(table.header, settings=replace(DEFAULT_SETTINGS, clock=LIVE)))
    waiting = update_clocks(table, table, START)

    assert running(waiting) == [False, False]
    assert lefts(waiting, DAY) == [LIVE.stock, None]
    sat = then(waiting, DAY, lambda table: table.with_occupant(1, Occupant("Ben", "person-1")))
    assert lefts(sat, DAY + HOUR) == [LIVE.stock] * 2
    ready = then(then(sat, DAY, ready_is(0)), 2 * DAY, ready_is(1))
    assert lefts(ready, 2 * DAY + 4000) == [LIVE.stock - 4000] * 2


def test_a_table_pauses_when_all_who_play_wish_it_and_any_of_them_goes_on() -> None:
    table = then(clocked(LIVE), 1000, lambda table: ask_pause(table, "person-0", True, START))
    assert table.paused is None
    assert running(table) == [True, True]

    table = then(table, 4000, lambda table: ask_pause(table, "person-1", True, START + 4000))
    assert table.paused == START + 4000
    assert running(table) == [False, False]
    assert [place.wish for place in table.seat_states] == ["", ""]
    assert lefts(table, HOUR) == [LIVE.stock - 4000] * 2
    with pytest.raises(TableError, match="pauses"):
        table.check_running(0)

    table = then(table, HOUR, lambda table: resume(table, "person-1"))
    assert seats_missing(table) == {0}
    assert lefts(table, 2 * HOUR) == [LIVE.stock - 4000] * 2, "nobody's time runs before all are back"
    assert overdue_times(table) == {"person-0": START + HOUR + LIVE.stock - 4000}
    table = then(table, 2 * HOUR, ready_is(0))
    assert running(table) == [True, True]
    assert lefts(table, 2 * HOUR + 1000) == [LIVE.stock - 5000] * 2


def test_after_a_pause_without_clocks_nobody_has_to_be_ready() -> None:
    table = replace(clocked(None).with_moves_seen(0), paused=START)

    assert resume(table, "person-1").seen_moves[0] == table.move_count


def test_a_pause_takes_nothing_from_and_adds_nothing_to_the_time_for_a_move() -> None:
    table = clocked(SLOW)
    for seat in (0, 1):
        table = then(table, HOUR, lambda table, seat=seat: ask_pause(table, f"person-{seat}", True, START))  # type: ignore[misc]  # the loop's
    table = then(table, DAY, lambda table: resume(table, "person-0"))

    assert lefts(table, DAY) == [DAY - HOUR] * 2


def test_a_wish_can_be_taken_back_and_strangers_have_none() -> None:
    table = ask_pause(clocked(LIVE), "person-0", True, START)

    assert ask_pause(ask_pause(table, "person-0", False, START), "person-1", True, START).paused is None
    assert ask_pause(table, "person-0", True, START) is table
    for stranger in (None, "stranger"):
        with pytest.raises(NotYours):
            ask_pause(table, stranger, True, START)
        with pytest.raises(NotYours):
            resume(replace(table, paused=START), stranger)
    with pytest.raises(TableError, match="goes on already"):
        resume(table, "person-0")


def test_who_is_stood_in_for_has_no_say_about_a_pause() -> None:
    table = hand_over(clocked(LIVE), 1, "random")

    assert ask_pause(table, "person-0", True, START).paused == START
    with pytest.raises(NotYours):
        ask_pause(table, "person-1", True, START)


@pytest.mark.parametrize(("clock", "patience", "grace"), [
    (LIVE, LIVE.stock, GRACE_LIVE), (SLOW, DAY, GRACE_SLOW), (None, LONGEST_UNTIMED, GRACE_SLOW),
])  # fmt: skip
def test_a_seat_is_handed_over_when_its_person_has_been_overdue_for_a_while(
    clock: Clock | None, patience: int, grace: int
) -> None:
    table, end = clocked(clock), START + patience

    assert deadline(table, 1) == end
    assert replaceable_from(table, 1) == end + grace
    with pytest.raises(TableError, match="overdue"):
        stand_in(table, 1, "person-0", "random", end + grace - 1)
    with pytest.raises(NotYours):
        stand_in(table, 1, "stranger", "random", end + grace)
    with pytest.raises(UsageError):
        stand_in(table, 1, "person-0", "divine", end + grace)
    with pytest.raises(TableError):
        stand_in(table, 7, "person-0", "random", end + grace)

    after = update_clocks(table, stand_in(table, 1, "person-0", "random", end + grace), end + grace)
    assert after.computers_to_move() == (1,)
    assert running(after) == [True, False]
    assert deadline(after, 1) is None


def test_who_leaves_for_a_while_hands_the_own_seat_over_at_any_time() -> None:
    assert stand_in(clocked(LIVE), 1, "person-1", "random", START).computers_to_move() == (1,)


def test_where_the_result_counts_nobody_lets_a_computer_player_move_instead() -> None:
    table = clocked(LIVE)
    table = replace(table, header=replace(table.header, settings=replace(table.header.settings, rated=True)))

    for at in (START, START + 10 * DAY):  # not when the own time has run out either
        with pytest.raises(TableError, match="nobody hands their own seat"):
            stand_in(table, 1, "person-1", "standard", at)


def test_where_the_result_counts_nobody_chooses_how_well_the_seat_of_another_is_played() -> None:
    table = clocked(LIVE)
    table = replace(table, header=replace(table.header, settings=replace(table.header.settings, rated=True)))

    for level in ("random", "easy", "strong", "master"):
        with pytest.raises(UsageError, match=f"level: is '{level}', but must be 'standard' where the result counts"):
            stand_in(table, 1, "person-0", level, START + 10 * DAY)
    assert stand_in(table, 1, "person-0", "standard", START + 10 * DAY).occupants[1].substitute == "standard"


def test_who_is_not_awaited_is_not_overdue() -> None:
    table = then(clocked(LIVE), 4000, chosen(0))

    assert deadline(table, 0) is None
    with pytest.raises(TableError, match="overdue"):
        stand_in(table, 0, "person-1", "random", START + DAY)


@pytest.mark.parametrize(("clock", "share"), [(LIVE, LIVE.stock // 4), (SLOW, DAY)])
def test_who_takes_a_seat_back_has_time_to_play_on(clock: Clock, share: int) -> None:
    gone = then(clocked(clock), 2 * DAY, lambda table: hand_over(table, 1, "random"))
    assert time_left(gone, 1, START) == 0

    back = then(gone, 3 * DAY, lambda table: take_back(table, 1, "person-1"))
    assert time_left(back, 1, START + 3 * DAY) == share
    assert running(back) == [True, True]


def test_who_takes_a_seat_back_early_keeps_what_was_left_and_no_more() -> None:
    gone = then(clocked(LIVE), 1000, lambda table: hand_over(table, 1, "random"))
    back = then(gone, HOUR, lambda table: take_back(table, 1, "person-1"))

    assert time_left(back, 1, START + HOUR) == LIVE.stock - 1000


def test_moves_of_who_stands_in_add_no_time() -> None:
    gone = then(clocked(LIVE), 1000, lambda table: hand_over(table, 1, "random"))
    played = then(gone, 2000, chosen(1))

    assert time_left(played, 1, START) == LIVE.stock - 1000


@pytest.mark.parametrize("clock", [
    Clock(), Clock(stock=-1), Clock(stock=MINUTE, each=DAY), Clock(increment=1), Clock(each=DAY, increment=1),
    Clock(each=31 * DAY), Clock(stock=MINUTE, increment=-1),
])  # fmt: skip
def test_clocks_that_cannot_be_are_refused(clock: Clock) -> None:
    with pytest.raises(UsageError):
        check_clock(clock)


@in_house
async def test_every_change_is_timed_and_stored(house: House) -> None:
    table, _ = await begun(house)
    await house.step(table, house.ana, 0, CHOICE, quick=True)
    first = await house.tables.find(table)
    assert running(first) == [False, True]

    await house.tables.seats.ask_pause(table, house.ana, True)
    paused = await house.tables.seats.ask_pause(table, house.ben, True)
    assert paused.paused
    house.restart()
    assert (await house.tables.find(table)).seat_states == paused.seat_states
    with pytest.raises(TableError, match="pauses"):
        await house.step(table, house.ben, 1, CHOICE)

    await house.tables.seats.resume(table, house.ben)
    await house.tables.seats.hand_over(table, house.ben, 1, "random")
    await house.rest()
    assert (await house.tables.find(table)).move_count > first.move_count
    back = await house.tables.seats.take_back(table, house.ben, 1)
    assert back.occupants[1].active_level is None
    with pytest.raises(NotYours):
        await house.tables.seats.take_back(table, house.ana, 1)


def stored(store: Store, clock: Clock | None) -> Table:
    """Store a table of two people whose clocks began to run now."""
    who = [finish(People(store).create())[0].id for _ in range(2)]
    table = clocked(clock)
    table = replace(table, occupants=tuple(Occupant(f"Player {seat}", who[seat]) for seat in range(2)))
    table = update_clocks(
        table,
        replace(table, seat_states=tuple(replace(place, running_since=None) for place in table.seat_states)),
        now(),
    )
    store.create(table, CHANGE_WRITERS)
    return table


@pytest.mark.parametrize(("clock", "grace"), [(LIVE, GRACE_MS), (SLOW, 0), (None, 0)])
def test_the_time_without_a_server_is_given_back(tmp_path: Path, clock: Clock | None, grace: int) -> None:
    store = Store.open(tmp_path)
    table = stored(store, clock)
    asyncio.run(lived(store))
    died(store, ago=HOUR)  # and with it, one moment later, the clocks would have run out

    asyncio.run(lived(store))

    for place, first in zip(store.load(table.header.id).seat_states, table.seat_states, strict=True):
        assert place.running_since is not None
        assert first.running_since is not None
        assert HOUR <= place.running_since - first.running_since - grace < HOUR + 2 * MINUTE
    store.close()


def test_while_another_process_lives_nothing_is_given_back(tmp_path: Path) -> None:
    async def live(store: Store) -> None:
        first, second = Heartbeat(store), Heartbeat(store)
        await first.start()
        await second.start()
        await second.stop()
        await first.stop()

    store = Store.open(tmp_path)
    table = stored(store, LIVE)
    asyncio.run(live(store))

    assert store.load(table.header.id).seat_states == table.seat_states
    store.close()


def test_the_first_process_ever_gives_nothing_back(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    table = stored(store, LIVE)
    asyncio.run(lived(store))

    assert store.load(table.header.id).seat_states == table.seat_states
    store.close()


async def lived(store: Store) -> None:
    """Let a process live for a moment."""
    pulse = Heartbeat(store)
    await pulse.start()
    await pulse.stop()


def died(store: Store, ago: int) -> None:
    """Let the last process have died so many milliseconds ago."""
    with store.writing() as connection:
        connection.execute(update(PULSES).values(at=now() - ago))

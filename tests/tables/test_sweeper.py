"""Sweeping by itself: which process does it, when, and what is in use meanwhile."""

from malecon.core.clock import now
from malecon.services.sweeper import Sweeper
from malecon.storage import sweep_log
from malecon.storage.schema import TABLES
from malecon.tables import DAY, HOUR
from tables.sitting import CHOICE, House, in_house
from tables.sweeping import DEFAULT, change, sweep_of, without_grace


@in_house
async def test_a_table_that_is_in_use_stays(house: House) -> None:
    looked_at, watched, moved, abandoned = [await house.open(house.ana, house.ben) for _ in range(4)]
    change(house, TABLES.c.touched, 1)
    sweeper = Sweeper(house.store, DEFAULT, sweep_of(house), house.tables.presence)
    without_grace(house.store)

    await house.tables.view(looked_at, house.ben)
    house.tables.subscribe(watched, None, lambda table: None)
    await house.step(moved, house.ana, 0, CHOICE)
    await house.tables.view(abandoned, "a stranger")
    removed = await sweeper.sweep(now())

    assert removed == {"unmoved": 1}
    assert sorted(house.store.versions_of([looked_at, watched, moved, abandoned])) == sorted(
        [looked_at, watched, moved]
    )


@in_house
async def test_after_a_long_time_without_a_server_people_have_two_weeks_to_return(house: House) -> None:
    await house.open(house.ana, house.ben)
    change(house, TABLES.c.touched, 1)
    at, sweeper = now(), Sweeper(house.store, DEFAULT, sweep_of(house), house.tables.presence)

    assert [await sweeper.sweep(at + days * DAY) for days in range(15)] == [{}] * 14 + [{"unmoved": 1}]
    await house.open(house.ana, house.ben)
    change(house, TABLES.c.touched, 1)
    later = at + 300 * DAY
    assert await sweeper.sweep(later) == {}
    when_mended = [await sweeper.sweep(at + days * DAY) for days in range(15, 30)]  # the clock was wrong
    assert when_mended == [{}] * 14 + [{"unmoved": 1}]


@in_house
async def test_of_several_processes_one_sweeps_in_a_day(house: House) -> None:
    at = now()
    sweeper = Sweeper(house.store, DEFAULT, sweep_of(house), house.tables.presence)

    assert await sweeper.sweep(at) == {}
    assert await sweeper.sweep(at + DAY - 1) is None
    last = sweep_log.last_sweep(house.store)
    assert last is not None
    assert (last.begun, last.removed, last.retention) == (at, {}, DEFAULT)
    assert await sweeper.sweep(at + DAY) == {}
    assert sweep_log.begin_sweep(house.store, DEFAULT, at + 2 * DAY)  # and then it is killed
    assert not sweep_log.begin_sweep(house.store, DEFAULT, at + 2 * DAY + HOUR)
    assert sweep_log.begin_sweep(house.store, DEFAULT, at + 2 * DAY + sweep_log.LONGEST_SWEEP)

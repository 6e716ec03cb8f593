"""A clock that jumps by an hour, forward or back, takes nobody's time and gives none away."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from malecon.core.clock import now
from malecon.storage import clock_steps, heartbeat
from malecon.storage.clock_steps import DEAD_MS, GRACE_MS
from malecon.storage.heartbeat import LATE_MS, Heartbeat
from malecon.storage.notices import WAIT_LIVE, Notices
from malecon.storage.store import Store
from malecon.tables import HOUR, MINUTE, SECOND, Clock, StorageError, TableError
from malecon.tables.clocks import replaceable_from, time_left
from malecon.tables.commands import CreateTable
from malecon.tables.table_header import DEFAULT_SETTINGS
from patience import PATIENCE_S
from tables.machine import Machine, machine_of_the_test
from tables.sitting import CHOICE, House, in_house
from tables.test_trouble import full_disk
from waiting import finish

STOCK = 10 * MINUTE
LIVE = DEFAULT_SETTINGS.__class__(clock=Clock(stock=STOCK, increment=15 * SECOND))

each_jump = pytest.mark.parametrize("by", [HOUR, -HOUR])


@contextmanager
def logged() -> Iterator[list[str]]:
    """Collect what the pulse logs, also while nothing is logged."""
    lines = list[str]()
    with pytest.MonkeyPatch.context() as patch:
        for level in ("warning", "error"):
            patch.setattr(heartbeat.LOGGER, level, lambda line, *facts, **more: lines.append(line))
        yield lines


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that comes by itself."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.001)


@asynccontextmanager
async def beating(house: House) -> AsyncIterator[Heartbeat]:
    """Have a pulse that beats fast."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heartbeat, "BEAT_S", 0.001)
        pulse = Heartbeat(house.store, house.tables.refresh)
        await pulse.start()
        yield pulse
        await pulse.stop()


async def noticed(house: House, machine: Machine) -> None:
    """Wait until a jump was noticed, and what follows from it is stored and read again."""
    await until(lambda: now() == machine.wall)
    await asyncio.to_thread(wait_for_writers, house.store)
    await house.tables.refresh()


def wait_for_writers(store: Store) -> None:
    """Wait until nobody writes."""
    with store.writing():
        pass


async def lefts(house: House, table_id: str) -> list[int | None]:
    table = await house.tables.find(table_id)
    return [time_left(table, seat, now()) for seat in range(2)]


async def open_ready(house: House, *people: str) -> str:
    """Open a table with clocks at which all are ready, and return its id."""
    table = await house.open(*people, settings=LIVE)
    for person in people:
        await house.tables.seats.get_ready(table, person)
    return table


def with_machine(by: int, live: Callable[[House, Machine, int], object]) -> Callable[[Path], None]:
    """Return a test with a machine of its own."""

    @in_house
    async def test(house: House) -> None:
        with machine_of_the_test() as machine:
            await live(house, machine, by)  # type: ignore[misc]  # it is a coroutine function

    return test


async def jump_between_moves(house: House, machine: Machine, by: int) -> None:
    async with beating(house):
        table = await open_ready(house, house.ana, house.ben)
        machine.go_on(MINUTE)
        await house.step(table, house.ana, 0, CHOICE, quick=True)
        machine.go_on(MINUTE)
        before = await lefts(house, table)

        machine.jump(by)
        assert await lefts(house, table) == before  # nobody has noticed yet
        await noticed(house, machine)

        assert await lefts(house, table) == before == [STOCK - MINUTE + 15 * SECOND, STOCK - 2 * MINUTE]
        machine.go_on(MINUTE)
        assert (await lefts(house, table))[1] == STOCK - 3 * MINUTE
        with pytest.raises(TableError, match="overdue"):
            await house.tables.seats.hand_over(table, house.ana, 1, "random")
        await house.step(table, house.ben, 1, CHOICE, quick=True)
        assert (await lefts(house, table))[1] == STOCK - 3 * MINUTE + 15 * SECOND


async def jump_during_a_thought(house: House, machine: Machine, by: int) -> None:
    house.players.go.clear()
    async with beating(house):
        table = await house.open(house.ana, None, settings=LIVE)
        machine.go_on(MINUTE)
        machine.jump(by)
        await noticed(house, machine)
        house.players.go.set()
        await house.rest()

        assert (await house.tables.find(table)).move_count == 1
        assert (await lefts(house, table))[0] == STOCK - MINUTE


async def jump_while_nobody_serves(house: House, machine: Machine, by: int) -> None:
    async with beating(house):
        table = await open_ready(house, house.ana, house.ben)
        machine.go_on(MINUTE)
        await asyncio.sleep(0.01)
    house.restart()
    machine.go_on(MINUTE)
    machine.jump(by)

    async with beating(house):
        left = (await lefts(house, table))[0]
        assert left is not None
        assert 0 <= left - (STOCK - MINUTE) <= DEAD_MS + GRACE_MS
        assert now() == machine.wall


async def jump_before_notices(house: House, machine: Machine, by: int) -> None:
    async with beating(house):
        table, notices = await open_ready(house, house.ana, house.ben), Notices(house.store)
        machine.jump(by)
        await noticed(house, machine)

        assert not await notices.claim(now())
        assert len(await notices.claim(now() + WAIT_LIVE)) == 2
        may_from = replaceable_from(await house.tables.find(table), 1)
        assert may_from == now() + STOCK + MINUTE


@each_jump
@pytest.mark.parametrize(
    "live", [jump_between_moves, jump_during_a_thought, jump_while_nobody_serves, jump_before_notices]
)
def test_a_clock_that_jumps_takes_nobodys_time(
    tmp_path: Path, live: Callable[[House, Machine, int], object], by: int
) -> None:
    with_machine(by, live)(tmp_path)


@in_house
async def test_a_jump_that_cannot_be_stored_changes_nothing_until_it_can(house: House) -> None:
    with machine_of_the_test() as machine:
        pulse = Heartbeat(house.store, house.tables.refresh)
        await pulse.start()
        table = await open_ready(house, house.ana, house.ben)
        machine.jump(HOUR)
        with full_disk(house), pytest.raises(StorageError):
            await asyncio.to_thread(pulse._write)
        assert await lefts(house, table) == [STOCK, STOCK]

        assert await asyncio.to_thread(pulse._write)
        await house.tables.refresh()
        assert await lefts(house, table) == [STOCK, STOCK]
        assert now() == machine.wall
        await pulse.stop()


@in_house
async def test_a_small_difference_is_mended_little_by_little(house: House) -> None:
    with machine_of_the_test() as machine:
        async with beating(house):
            machine.jump(SECOND)
            assert now() == machine.wall - SECOND
            await until(lambda: now() == machine.wall)


@in_house
async def test_who_writes_no_more_is_not_well_and_recovers_by_itself(house: House) -> None:
    with logged() as lines:
        async with beating(house) as pulse:
            assert pulse.is_healthy
            with full_disk(house):
                await until(lambda: not pulse.is_healthy)
                await pulse._try_write()
                await pulse._try_write()
            await until(lambda: pulse.is_healthy)
    assert lines == ["nothing can be saved: %s", "the database can be written again"]


@in_house
async def test_a_server_ends_in_order_though_nothing_can_be_saved(house: House) -> None:
    pulse = Heartbeat(house.store)
    await pulse.start()
    with logged() as lines, full_disk(house):
        await pulse.stop()
    assert lines == ["that this server has ended cannot be saved: %s"]


@in_house
async def test_a_pulse_beats_on_whatever_fails(house: House) -> None:
    def fail(*asked: object) -> bool:
        raise ValueError("this cannot be read")

    async with beating(house) as pulse:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(clock_steps, "synchronise", fail)
            await until(lambda: not pulse.is_healthy)
        await until(lambda: pulse.is_healthy)


@in_house
async def test_a_beat_that_hangs_is_not_well(house: House) -> None:
    with machine_of_the_test() as machine:
        pulse = Heartbeat(house.store)
        machine.go_on(LATE_MS)
        assert not pulse.is_healthy


def test_of_several_processes_one_moves_the_clocks_and_the_others_follow(tmp_path: Path, postgres: str) -> None:
    """The clock of PostgreSQL jumps; two processes notice one after the other."""
    with machine_of_the_test() as machine, pytest.MonkeyPatch.context() as patch:
        patch.setattr("malecon.storage.clock_steps.reference", lambda connection: machine.wall)
        asyncio.run(follow_each_other(tmp_path, postgres, machine))


async def follow_each_other(folder: Path, address: str, machine: Machine) -> None:
    from malecon.core.clock import TIME
    from malecon.services.table_service import TableService
    from malecon.storage.people import People
    from malecon.tables.seat import Occupant
    from tables.sitting import Dice

    store = Store.open(folder, address)
    first, second, tables = Heartbeat(store), Heartbeat(store), TableService(store, Dice())
    await first.start()
    await second.start()
    ana, ben = (finish(People(store).create())[0].id for _ in range(2))
    table_id = await tables.create(CreateTable("havana", {}, [Occupant("Ana", ana), Occupant("Ben", ben)], LIVE, key=0))
    for person in (ana, ben):
        await tables.seats.get_ready(table_id, person)
    older = TIME.now() - machine.elapsed, TIME.step
    machine.go_on(MINUTE)
    machine.jump(HOUR)
    assert await asyncio.to_thread(first._write)

    TIME.set(older[0] + machine.elapsed, older[1])  # the other process goes by the old time, until it loads the table
    table = await tables.find(table_id)
    assert now() == machine.wall
    assert [time_left(table, seat, now()) for seat in range(2)] == [STOCK - MINUTE] * 2
    TIME.set(older[0] + machine.elapsed, older[1])
    assert not await asyncio.to_thread(second._write)
    assert now() == machine.wall

    TIME.set(now() - HOUR, TIME.step)  # this machine slept, while the other went on
    assert not await asyncio.to_thread(second._write)
    assert now() == machine.wall
    assert store.load(table_id).seat_states == table.seat_states
    for pulse in (first, second):
        await pulse.stop()
    await tables.close()
    store.close()

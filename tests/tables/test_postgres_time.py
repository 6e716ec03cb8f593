"""Several processes on PostgreSQL: each notice is sent by one of them, and lost time is given back by one of them."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from malecon.core.clock import now
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.clock_steps import GRACE_MS
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.notices import TURN, WAIT_LIVE, Notices
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables import HOUR, MINUTE, Clock
from malecon.tables.clocks import update_clocks
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.sitting import CHOICE, new_table
from tables.test_clocks import died
from waiting import finish

TABLES, PROCESSES = 20, 4


@pytest.fixture
def stores(postgres: str) -> Iterator[list[Store]]:
    """Have some processes' ways to one database."""
    stores = [Store.open(Path(), postgres) for _ in range(PROCESSES)]
    yield stores
    for store in stores:
        store.close()


def begun(store: Store) -> Table:
    """Begin a live table of two."""
    table = new_table("havana, 2 seats")
    occupants = tuple(Occupant(f"P{seat}", finish(People(store).create())[0].id) for seat in (0, 1))
    settings = replace(DEFAULT_SETTINGS, clock=Clock(stock=10 * MINUTE))
    table = replace(table, header=replace(table.header, settings=settings), occupants=occupants)
    table = update_clocks(table, table, now())
    store.create(table, CHANGE_WRITERS)
    return table


def test_each_notice_is_claimed_once(stores: list[Store]) -> None:
    tables = [begun(stores[0]) for _ in range(TABLES)]
    at = now() + WAIT_LIVE
    with ThreadPoolExecutor(PROCESSES) as threads:
        claimed = [
            notice for found in threads.map(lambda store: finish(Notices(store).claim(at)), stores) for notice in found
        ]

    turns = [(notice.table_id, notice.person) for notice in claimed if notice.kind == TURN]
    assert sorted(turns) == sorted(
        (table.header.id, str(occupant.person)) for table in tables for occupant in table.occupants
    )


def test_who_looks_or_acts_is_not_told(stores: list[Store]) -> None:
    table, notices = begun(stores[0]), Notices(stores[1])
    ana, ben = (str(occupant.person) for occupant in table.occupants)
    finish(notices.cancel_seen({(table.header.id, ana)}))
    moved = table.with_step(1, CHOICE, "first", quick=True)
    stores[2].save(table, update_clocks(table, moved, now()), CHANGE_WRITERS)

    assert not finish(notices.claim(now() + WAIT_LIVE))
    assert ben in {occupant.person for occupant in stores[3].load(table.header.id).occupants}


def test_lost_time_is_given_back_once(stores: list[Store]) -> None:
    table = begun(stores[0])
    asyncio.run(together(stores[:1]))
    died(stores[0], ago=HOUR)
    asyncio.run(together(stores))

    for place, first in zip(stores[0].load(table.header.id).seat_states, table.seat_states, strict=True):
        assert place.running_since is not None
        assert first.running_since is not None
        assert HOUR <= place.running_since - first.running_since - GRACE_MS < HOUR + MINUTE


async def together(stores: list[Store]) -> None:
    """Let processes begin at the same time."""
    pulses = [Heartbeat(store) for store in stores]
    await asyncio.gather(*(pulse.start() for pulse in pulses))
    await asyncio.gather(*(pulse.stop() for pulse in pulses))

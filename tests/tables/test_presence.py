"""Presence: who has a page open is here, for a while then away, and then gone; on one server, and on two."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from malecon.services.presence_feed import AWAY, AWAY_MS, GONE, HERE, HERE_MS, TELL_MS, PresenceFeed
from malecon.services.table_service import TableService
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from tables.sitting import Dice, House, in_house
from waiting import finish


@dataclass
class Elapsed:
    """Milliseconds that pass when a test says so."""

    at: int = 1_000_000

    def elapsed(self) -> int:
        return self.at


PASSED = Elapsed()


@pytest.fixture(autouse=True)
def _elapsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let time pass only when a test says so."""
    for module in ("presence", "presence_feed"):
        monkeypatch.setattr(f"malecon.services.{module}.TIME", PASSED)


def feed_of(tables: TableService) -> PresenceFeed:
    return tables._presence_feed


@in_house
async def test_a_person_is_here_then_away_then_gone(house: House) -> None:
    table_id = await house.open(house.ana, house.ben)
    seen: list[Table] = []
    house.tables.subscribe(table_id, house.ana, seen.append)
    feed = feed_of(house.tables)
    await feed.look()
    assert seen[-1].presence == (HERE, GONE)

    leave = house.tables.subscribe(table_id, house.ben, lambda table: None)
    await feed.look()
    assert seen[-1].presence == (HERE, HERE)
    leave()
    await feed.look()
    assert seen[-1].presence == (HERE, HERE), "it may be a reload"
    PASSED.at += HERE_MS
    await feed.look()
    assert seen[-1].presence == (HERE, AWAY)
    PASSED.at += AWAY_MS
    await feed.look()
    assert seen[-1].presence == (HERE, GONE)
    assert [table.version for table in seen] == [0] * 4, "nothing of it is stored"
    told = len(seen)
    await feed.look()
    assert len(seen) == told, "what is known is not told again"


@in_house
async def test_a_page_without_a_socket_counts_until_it_is_closed(house: House) -> None:
    table_id = await house.open(house.ana, house.ben)
    house.tables.subscribe(table_id, house.ana, lambda table: None)
    await house.tables.view(table_id, house.ben)
    await feed_of(house.tables).look()
    assert (await house.tables.find(table_id)).presence == (HERE, HERE)

    house.tables.subscribe(table_id, house.ben, lambda table: None)()
    PASSED.at += HERE_MS
    await feed_of(house.tables).look()
    assert (await house.tables.find(table_id)).presence == (HERE, AWAY)


@in_house
async def test_it_stays_when_the_table_changes_and_says_nothing_of_computer_players(house: House) -> None:
    table_id = await house.open(house.ana, house.ben, None)
    house.tables.subscribe(table_id, house.ana, lambda table: None)
    await feed_of(house.tables).look()
    after = await house.tables.seats.say(table_id, house.ana, "hello")
    assert after.presence == (HERE, GONE, "")
    await house.tables.seats.hand_over(table_id, house.ben, 1, "random")
    await feed_of(house.tables).look()
    assert (await house.tables.find(table_id)).presence == (HERE, "", "")


@in_house
async def test_spectators_and_who_plays_alone_have_none(house: House) -> None:
    alone, watched = await house.open(house.ana, None), await house.open(house.ana, house.ana, None)
    for table_id in (alone, watched):
        house.tables.subscribe(table_id, house.ana, lambda table: None)
        house.tables.subscribe(table_id, house.ben, lambda table: None)
        await feed_of(house.tables).look()
        assert (await house.tables.find(table_id)).presence == ()


@pytest.fixture
def shared(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """One database for two servers."""
    stores = [Store.open(tmp_path_factory.mktemp("site"), postgres) for _ in range(2)]
    yield stores
    for store in stores:
        store.close()


def test_two_servers_tell_each_other_who_is_here(shared: list[Store]) -> None:
    ana, ben = (finish(People(shared[0]).create())[0].id for _ in range(2))
    one, two = (TableService(store, Dice()) for store in shared)

    async def live() -> None:
        heard = asyncio.Event()
        sitters = [Occupant("Ana", ana), Occupant("Ben", ben)]
        table_id = await one.create(CreateTable("havana", {}, sitters))
        hear = feed_of(two).hear

        def note(told: str) -> None:
            hear(told)
            heard.set()

        two._change_feed._on_seen = note
        two._change_feed.start()
        one.subscribe(table_id, ana, lambda table: None)
        await two.find(table_id)
        seen: list[Table] = []
        two.subscribe(table_id, ben, seen.append)
        while not heard.is_set():
            PASSED.at += TELL_MS
            await feed_of(one).look()
            await asyncio.sleep(0.05)
        await feed_of(two).look()
        assert seen[-1].presence == (HERE, HERE)
        for server in (one, two):
            await server.close()

    asyncio.run(live())

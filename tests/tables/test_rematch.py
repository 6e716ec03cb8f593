"""A rematch: however many of those who played ask for it, and at whatever moment, they meet at one table."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from malecon.services.table_service import TableService
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.finishing import ended, last_move_missing
from tables.sitting import Dice
from waiting import finish

ASKED = 8


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store of either sort."""
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    store = Store.open(tmp_path, address)
    yield store
    store.close()


def test_all_who_ask_at_once_meet_at_one_table(store: Store) -> None:
    ana, ben = (finish(People(store).create())[0].id for _ in range(2))
    begun = last_move_missing([ana, ben], DEFAULT_SETTINGS)
    store.create(begun, CHANGE_WRITERS)
    store.save(begun, ended(begun), CHANGE_WRITERS)
    houses = [TableService(store, Dice()) for _ in range(2)]

    async def ask() -> set[str]:
        table = await houses[0].find(begun.header.id)
        asked = (houses[n % 2].play_again(table, (ana, ben)[n // 2 % 2]) for n in range(ASKED))
        return {*await asyncio.gather(*asked)}

    (first,) = asyncio.run(ask())
    assert {ana, ben} == {occupant.person for occupant in store.load(first).occupants}

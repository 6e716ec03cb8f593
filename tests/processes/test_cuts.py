"""A connection that breaks at any step loses nothing, does nothing twice, and shows everything in the end."""

import asyncio
import logging
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import malecon
from malecon.services.table_service import TableService
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.tables.commands import Action, CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from patience import PATIENCE_S
from processes.proxy import Proxy
from tables.sitting import Dice

PIECES = 20
"""Of a connection to the database, a few more than an action needs: about four of five actions meet a break."""


@pytest.fixture
def proxy(postgres: str, postgres_socket: str) -> Iterator[Proxy]:
    def connect() -> socket.socket:
        there = socket.socket(socket.AF_UNIX)
        there.connect(f"{postgres_socket}/.s.PGSQL.5432")
        return there

    proxy = Proxy(connect)
    yield proxy
    proxy.close()


@pytest.mark.slow
def test_a_game_whose_connections_to_the_database_break_at_every_step(postgres: str, proxy: Proxy) -> None:
    logging.disable()
    database = postgres.partition("@/")[2].partition("?")[0]
    own, other = (
        Store.open(Path(), address)
        for address in (f"postgresql://postgres@127.0.0.1:{proxy.port}/{database}", postgres)
    )
    try:
        asyncio.run(play_and_watch(own, other, proxy))
    finally:
        own.close()
        other.close()
        logging.disable(logging.NOTSET)


async def play_and_watch(own: Store, other: Store, proxy: Proxy) -> None:
    """Play by a process whose connections break, and watch by one whose connections do not, and by itself."""
    one, two = TableService(own, Dice()), TableService(other, Dice())
    for tables in (one, two):
        await tables.resume()
    person = (await People(own).create())[0].id
    table = await two.create(CreateTable("cuba", {}, [Occupant("Ana", person), Occupant("Ben", person)]))
    newest: dict[TableService, int] = {}
    for tables in (one, two):
        tables.subscribe(table, None, lambda seen, tables=tables: newest.update({tables: seen.move_count}))  # type: ignore[misc]  # the loop's
        await tables.find(table)

    acknowledged = await play(one, table, person, proxy)

    proxy.cut_after(1_000_000)
    there = other.load(table)
    assert sorted(move.id for move in there.log) == sorted(acknowledged)
    assert malecon.replay(there.match.record()).points == there.match.points
    assert proxy.cuts > len(acknowledged) / 2
    async with asyncio.timeout(PATIENCE_S):
        while newest != {one: there.move_count, two: there.move_count}:
            await asyncio.sleep(0.01)
    for tables in (one, two):
        assert await tables.find(table) == there
        await tables.close()


async def play(tables: TableService, table_id: str, person: str, proxy: Proxy) -> list[str]:
    """Play to the end, and return the ids of all moves; the connections break once within each."""
    chance, ids = random.Random(1), list[str]()
    table = await tables.find(table_id)
    while not table.match.over:
        seat = chance.choice(table.match.to_move)
        proxy.cut_after(chance.randint(1, PIECES))
        ids.append(new_id())
        move = chance.choice(table.preview(seat)[0].legal(seat))
        table = await insist(tables, table, person, seat, move, ids[-1])
    return ids


async def insist(tables: TableService, table: Table, person: str, seat: int, move: str, action_id: str) -> Table:
    """Take a step, and confirm it if it is held; what is not acknowledged is sent again."""
    for _ in range(20):
        try:
            table_id, mark = table.header.id, table.revision(seat)
            return await tables.step(Action(table_id, person, seat, mark, action_id), move, quick=True)
        except StorageError:
            pass
    raise AssertionError("the database does not come back")

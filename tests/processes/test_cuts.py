"""A connection that breaks at any step loses nothing, does nothing twice, and shows everything in the end."""

import asyncio
import logging
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import malecon
from malecon.services.people.person import People
from malecon.services.table_service import Tables
from malecon.storage.store import Store
from malecon.tables.errors import StorageError
from malecon.tables.occupant import Sitter
from malecon.tables.table import Seated
from malecon.tables.table_header import new_id
from patience import PATIENCE_S
from processes.proxy import Proxy
from tables.sitting import Dice
from web.browsing import once

PIECES = 30
"""Of a connection to the database, about as many as an action needs."""


@pytest.fixture
def proxy(postgres: str, postgres_socket: str) -> Iterator[Proxy]:
    def connect() -> socket.socket:
        there = socket.socket(socket.AF_UNIX)
        there.connect(f"{postgres_socket}/.s.PGSQL.5432")
        return there

    proxy = Proxy(connect)
    yield proxy
    proxy.close()


@once
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
    one, two = Tables(own, Dice()), Tables(other, Dice())
    for tables in (one, two):
        await tables.resume()
    person = People(own).begin()[0].id
    table = await two.create("cuba", {}, [Sitter("Ana", person), Sitter("Ben", person)])
    newest: dict[Tables, int] = {}
    for tables in (one, two):
        tables.watch(table, None, lambda seen, tables=tables: newest.update({tables: seen.number}))  # type: ignore[misc]  # the loop's
        await tables.look(table)

    acknowledged = await play(one, table, person, proxy)

    proxy.cut_after(1_000_000)
    there = other.load(table)
    assert sorted(move.id for move in there.log) == sorted(acknowledged)
    assert malecon.replay(there.match.record()).points == there.match.points
    assert proxy.cuts > len(acknowledged) / 2
    async with asyncio.timeout(PATIENCE_S):
        while newest != {one: there.number, two: there.number}:
            await asyncio.sleep(0.01)
    for tables in (one, two):
        assert await tables.look(table) == there
        await tables.close()


async def play(tables: Tables, table: str, person: str, proxy: Proxy) -> list[str]:
    """Play to the end, and return the ids of all moves; the connections break once within each."""
    chance, ids = random.Random(1), list[str]()
    seated = await tables.look(table)
    while not seated.match.over:
        seat = chance.choice(seated.match.to_move)
        proxy.cut_after(chance.randint(1, PIECES))
        ids.append(new_id())
        move = chance.choice(seated.ahead(seat)[0].legal(seat))
        seated = await insist(tables, seated, person, seat, move, ids[-1])
    return ids


async def insist(tables: Tables, seated: Seated, person: str, seat: int, move: str, action_id: str) -> Seated:
    """Take a step, and confirm it if it is held; what is not acknowledged is sent again."""
    for _ in range(20):
        try:
            table, mark = seated.header.id, seated.mark(seat)
            return await tables.step(table, person, seat, move, mark, action_id, quick=True)
        except StorageError:
            pass
    raise AssertionError("the database does not come back")

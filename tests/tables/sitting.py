"""Tables for the tests: people who sit down, and games that go by themselves."""

import asyncio
import random
import secrets
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cases import STARTS
from malecon.core.match import Match
from malecon.services.computer_players import ComputerPlayers
from malecon.services.table_service import TableService
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.rows import rebuild_table
from malecon.storage.store import Store
from malecon.tables import TableSettings, table_header
from malecon.tables.commands import Action, CreateTable
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS, new_header, new_id
from tables.finishing import RATED, last_move_missing
from waiting import finish

T = TypeVar("T")
CHOICE = "choose siesta mama"
"""A first choice at Havana."""
GOES_ON = 12
"""Moves of a game that goes on."""


def new_table(start: str, seed: int = 1) -> Table:
    """Return a new table of ``cases.STARTS``, a person on each seat."""
    game, options = STARTS[start]
    chosen = dict(options)
    seats = chosen.pop("seats")
    begun = replace(new_header(game.name, seats, chosen, 0), key=seed)
    occupants = [Occupant(f"Player {seat + 1}", f"person-{seat}") for seat in range(seats)]
    return rebuild_table(begun, occupants, (), [SeatState()] * seats)


def drafted_game(start: str, seed: int) -> Iterator[tuple[Table, int]]:
    """Play a whole random game in drafts, with steps taken back; yield each table with the seat that has acted."""
    rng = random.Random(seed)
    table = new_table(start, seed)
    while not table.match.over:
        seat = rng.choice(table.match.to_move)
        ahead, draft = table.preview(seat)
        if draft and (draft[-1].held or rng.random() < 0.1):
            table = (
                table.without_last_step(seat)
                if rng.random() < 0.1 or not draft[-1].held
                else table.with_draft_confirmed(seat)
            )
        else:
            table = table.with_step(seat, rng.choice(ahead.legal(seat)), new_id())
        yield table, seat


class Dice(ComputerPlayers):
    """Computer players that choose at random in the same process, when ``go`` is set; ``asked`` counts."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.go = asyncio.Event()
        self.go.set()

    async def compile_ahead(self) -> None:
        """Nobody here needs the compiler."""

    async def choose(self, match: Match, seat: int, level: str) -> str:
        self.asked += 1
        await self.go.wait()
        return secrets.choice(match.legal(seat))


class House:
    """A database with two persons, and the tables of a process."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(folder)
        self.ana, self.ben = (finish(People(self.store).create())[0].id for _ in range(2))
        self.players = Dice()
        self.tables = TableService(self.store, self.players)

    def restart(self) -> None:
        """Forget everything that is not stored."""
        self.tables = TableService(self.store, self.players)

    async def open(
        self, *who: str | None, game: str = "havana", level: str = "random", settings: TableSettings = DEFAULT_SETTINGS
    ) -> str:
        """Begin a table; ``None`` is a computer player."""
        occupants = [Occupant(f"Player {i}", person, None if person else level) for i, person in enumerate(who)]
        return await self.tables.create(CreateTable(game, {}, occupants, settings))

    async def nearly_over(self, *who: str, settings: TableSettings = RATED) -> str:
        """Begin a table of Havana at which a move is missing to the end; ``who``: persons or levels, by seat."""
        table = last_move_missing([*who], settings)
        self.store.create(table, CHANGE_WRITERS)
        await self.tables.resume()
        return table.header.id

    async def step(self, table_id: str, person: str, seat: int, notation: str, **quick: bool) -> Table:
        """Take a step with a fresh id, meant for what is there."""
        revision = (await self.tables.find(table_id)).revision(seat)
        return await self.tables.step(Action(table_id, person, seat, revision, new_id()), notation, **quick)

    async def confirm(self, table_id: str, person: str, seat: int) -> Table:
        """Confirm what is there."""
        revision = (await self.tables.find(table_id)).revision(seat)
        return await self.tables.confirm(Action(table_id, person, seat, revision, new_id()))

    async def undo(self, table_id: str, person: str, seat: int) -> Table:
        """Take back the last step there is."""
        revision = (await self.tables.find(table_id)).revision(seat)
        return await self.tables.undo(Action(table_id, person, seat, revision, new_id()))

    async def rest(self) -> None:
        """Wait until no computer player is awaited, and all tables are resumed."""
        if self.tables._resumption._task is not None:
            await self.tables._resumption._task
        while self.tables.computer_moves._thinking:
            await asyncio.sleep(0.001)

    async def play_on(self, table_id: str, person: str, seat: int, moves: int = 1000) -> None:
        """Play until a table has so many moves or is over, the first legal move each time."""
        while not (table := await self.tables.find(table_id)).match.over and table.move_count < moves:
            if seat in table.match.to_move:
                ahead, _ = table.preview(seat)
                await self.step(table_id, person, seat, ahead.legal(seat)[0], quick=True)
            else:
                await asyncio.sleep(0.001)


def in_house(test: Callable[[House], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Return a test that runs ``test`` in a house of its own, and closes it."""

    async def live(house: House) -> None:
        try:
            await test(house)
        finally:
            await house.tables.close()
            house.store.close()

    def run(tmp_path: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_header, "KEYS", 1)  # the key of every table is 0
            asyncio.run(live(House(tmp_path)))

    run.__name__ = test.__name__
    return run


async def begun(house: House) -> tuple[str, str]:
    """Return a table of two persons, and the mark for the first action of either."""
    table = await house.open(house.ana, house.ben)
    return table, (await house.tables.find(table)).revision(0)

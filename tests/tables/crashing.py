"""Play at several tables in a process that is killed again and again, and hold the file against what was told.

Run as a program: ``crashing.py FOLDER ROUNDS``. It ends with an error as soon as something that was told is not stored.
"""

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import malecon
from malecon.services.table_service import TableService
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables.commands import Action, CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from tables.sitting import Dice
from waiting import finish

TABLES = (("havana", 2, 0), ("cuba", 2, 0), ("havana", 2, 1), ("cuba", 2, 1))
"""Game, seats of a person, seats of computer players."""
SHORTEST, LONGEST = 0.05, 0.5
"""Seconds between the first move and the end of a process."""


class Teller:
    """Writes down what was intended, acknowledged and shown; a line is there or not, whenever the process is killed."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self._shown: dict[str, int] = {}

    def tell(self, kind: str, table_id: str, *facts: object) -> None:
        os.write(self._file, (json.dumps([kind, table_id, *facts]) + "\n").encode())

    def show(self, table: Table) -> None:
        """Tell the moves that a watcher has not seen yet."""
        first = self._shown.get(table.header.id, 0)
        for number, move in enumerate(table.log[first:], start=first):
            self.tell("shown", table.header.id, number, move.seat, move.notation, move.id)
        self._shown[table.header.id] = table.move_count


async def play(tables: TableService, table_id: str, person: str, teller: Teller, rng: random.Random) -> None:
    """Play a table to its end: steps, some taken back, and confirmations."""
    tables.subscribe(table_id, None, teller.show)
    while not (table := await tables.find(table_id)).match.over:
        mine = [seat for seat in table.match.to_move if seat in table.seats_of(person)]
        if not mine:
            await asyncio.sleep(0.001)
            continue
        seat = rng.choice(mine)
        ahead, draft = table.preview(seat)
        revision = table.revision(seat)
        if draft and rng.random() < 0.1:
            teller.tell("changing", table_id, seat)
            table = await tables.undo(Action(table_id, person, seat, revision, new_id()))
        elif draft and draft[-1].held:
            teller.tell("turn", table_id, seat, [step.id for step in draft])
            table = await tables.confirm(Action(table_id, person, seat, revision, new_id()))
        else:
            teller.tell("changing", table_id, seat)
            table = await tables.step(Action(table_id, person, seat, revision, new_id()), rng.choice(ahead.legal(seat)))
        teller.tell("draft", table_id, seat, [step.id for step in table.seat_states[seat].draft])


async def play_all(folder: Path, person: str, teller: Teller, seed: int) -> None:
    """Play all tables at once, and new ones after them."""
    store = Store.open(folder)
    tables = TableService(store, Dice())
    await tables.resume()
    going = [listed.id for listed in await tables.queries.tables_of(person) if listed.finished is None]
    while True:
        await asyncio.gather(*(play(tables, name, person, teller, random.Random(f"{seed} {name}")) for name in going))
        going = [await begin(tables, person, *kind) for kind in TABLES]


async def begin(tables: TableService, person: str, game: str, persons: int, computers: int) -> str:
    """Begin a table."""
    occupants = [Occupant("Ana", person)] * persons + [Occupant("Machine", None, "random")] * computers
    return await tables.create(CreateTable(game, {}, occupants))


def play_until_killed(folder: Path, person: str, file: Path, seed: int) -> None:
    """Play in a process that is killed at a random moment after its first move."""
    file.write_bytes(b"")
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(play_all(folder, person, Teller(file), seed))
        finally:
            os._exit(1)
    while not file.stat().st_size and os.waitpid(child, os.WNOHANG) == (0, 0):
        time.sleep(0.001)
    time.sleep(random.Random(seed).uniform(SHORTEST, LONGEST))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the process has ended by itself"


def check(folder: Path, lines: list[list[Any]]) -> int:
    """Hold the file against what was told, and return how many moves were shown."""
    store = Store.open(folder)
    stored = {name: store.load(name) for name in {line[1] for line in lines}}
    store.close()
    for table in stored.values():
        direct = malecon.replay(table.match.record())
        assert direct.state.tobytes() == table.match.state.tobytes(), "the position is not that of the moves"
    for kind, name, *facts in lines:
        log = stored[name].log
        if kind == "shown":
            number, *move = facts
            assert [log[number].seat, log[number].notation, log[number].id] == move, "a move that was shown is gone"
        elif kind == "turn":
            there = [move.id for move in log if move.id in facts[1]]
            assert there in ([], facts[1]), "half a turn is there"
    for name, seat, draft in last_drafts(lines):
        assert [step.id for step in stored[name].seat_states[seat].draft] == draft, (
            "a draft that was acknowledged is gone"
        )
    return sum(line[0] == "shown" for line in lines)


def last_drafts(lines: list[list[Any]]) -> Iterator[tuple[str, int, list[str]]]:
    """Return the drafts that were acknowledged, if nothing was on its way after them."""
    last = {(line[1], line[2]): line for line in lines if line[0] != "shown"}
    for kind, name, seat, *facts in last.values():
        if kind == "draft":
            yield name, seat, facts[0]


def main(folder: Path, rounds: int) -> None:
    """Make a person and tables, then play, kill and check."""
    for game in malecon.games:  # so that each round finds everything compiled
        match = malecon.games[game].start(2, 1)
        while not match.over:
            match.play(match.to_move[0], match.legal(match.to_move[0])[0])
    store = Store.open(folder)
    person = finish(People(store).create())[0].id
    store.close()
    lines: list[list[Any]] = []
    moves = 0
    for number in range(rounds):
        play_until_killed(folder, person, folder / "told", seed=number)
        new = [json.loads(line) for line in (folder / "told").read_text().splitlines()]
        check(folder, new)
        # A turn that the end of the process came before can be taken back in part later: only moves stay for ever.
        lines = [line for line in lines + new if line[0] == "shown"]
        moves = check(folder, lines)
    print(moves)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

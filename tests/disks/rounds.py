"""Play at a table on a disk that fails, kill the process or cut the power, and hold what is left against what was told.

``LD_PRELOAD=failing_disk.so MALECON_JIT=0 python -m disks.rounds KIND FIRST LAST FOLDER`` plays a round for each seed
and prints figures as JSON. The kinds are the functions of ``ROUNDS``.
"""

import asyncio
import json
import os
import random
import shutil
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from disks.disk import Disk, DiskState, Fault
from malecon.core import files
from malecon.core.errors import MaleconError
from malecon.services.table_service import TableService
from malecon.storage import database
from malecon.storage.damage import find_damage
from malecon.storage.migration import ADVICE
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables.commands import Action, CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from tables.sitting import Dice
from waiting import finish

PERSON = "person"
"""File of the template with the id of the person who plays."""
STEPS = 12
"""Steps at a table in a round."""
CHANGES = 600
"""At one of so many changes of files the process is killed, if the round has as many."""
WRITE_FAULTS = (
    Fault.WRITE_EIO | Fault.WRITE_TORN | Fault.WRITE_SHORT | Fault.NO_SPACE | Fault.SYNC_EIO | Fault.SYNC_DELAY
)
ALL_FAULTS = WRITE_FAULTS | Fault.READ_EIO | Fault.READ_SHORT | Fault.INTERRUPTED


@dataclass
class Figures:
    """What came of some rounds; ``wrong``: sentences, of which there should be none."""

    rounds: int = 0
    acknowledged: int = 0
    refused: int = 0
    killed: int = 0
    wrong: list[str] = field(default_factory=list)


class Teller:
    """Tells through a pipe what was acknowledged; a line is there or not, whenever the process is killed."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def tell(self, kind: str, **facts: object) -> None:
        os.write(self._pipe, (json.dumps({"kind": kind, **facts}) + "\n").encode())

    def table(self, table: Table) -> None:
        """Tell a table as it was acknowledged."""
        self.tell("table", id=table.header.id, version=table.version, **content_of(table))

    def refused(self, error: MaleconError) -> None:
        """Tell that something was refused, with the sentence."""
        self.tell("refused", sentence=str(error))


def content_of(table: Table) -> dict[str, Any]:
    """Return what must not be lost of a table: the ids of its moves, and of the steps of all drafts."""
    return {
        "moves": [move.id for move in table.log],
        "drafts": [[step.id for step in state.draft] for state in table.seat_states],
    }


def make_template(folder: Path) -> None:
    """Make a site with a person."""
    with closing(Store.open(folder)) as store:
        (folder / PERSON).write_text(finish(People(store).create())[0].id)


async def play(tables: TableService, person: str, game: str, teller: Teller, rng: random.Random) -> None:
    """Begin a table and take some steps; each that is acknowledged is told."""
    table_id = ""
    for _ in range(STEPS):
        try:
            if not table_id:
                table_id = await tables.create(CreateTable(game, {}, [Occupant("Ana", person)] * 2))
            table = await tables.find(table_id)
            seat = rng.choice(table.match.to_move)
            ahead, draft = table.preview(seat)
            action = Action(table_id, person, seat, table.revision(seat), new_id())
            if draft and draft[-1].held:
                table = await tables.confirm(action)
            elif draft and rng.random() < 0.1:
                table = await tables.undo(action)
            else:
                table = await tables.step(action, rng.choice(ahead.legal(seat)), quick=rng.random() < 0.5)
            teller.table(table)
        except MaleconError as error:
            teller.refused(error)


async def play_all(folder: Path, teller: Teller, rng: random.Random) -> None:
    """Play at two tables at once; now and then the site is closed and opened again."""
    person = (folder / PERSON).read_text()
    while True:
        try:
            store = await asyncio.to_thread(Store.open, folder)
        except MaleconError as error:
            teller.refused(error)
            if rng.random() < 0.2:
                return
            continue
        tables = TableService(store, Dice())
        await asyncio.gather(*(play(tables, person, game, teller, rng) for game in ("havana", "cuba")))
        await tables.close()
        await asyncio.to_thread(store.close)
        if rng.random() < 0.5:
            return


def keep_files(folder: Path, teller: Teller, rng: random.Random) -> None:
    """Write private files again and again; each that is written is told."""
    for number in range(30):
        file = folder / "records" / str(rng.randrange(3))
        content = f"{number} {'x' * rng.randrange(5000)}\n"
        try:
            files.make_private_folder(file.parent)
            if rng.random() < 0.3:
                key = files.read_or_write(folder / "counting.key", lambda: b"k" * 32)
                teller.tell("file", name="counting.key", content=key.decode())
            files.write_file(file, content.encode())
        except OSError as error:
            teller.tell("refused", sentence=str(error))
        else:
            teller.tell("file", name=f"records/{file.name}", content=content)


Work = Callable[[Path, Teller, random.Random], None]


def at_tables(folder: Path, teller: Teller, rng: random.Random) -> None:
    """Play at tables, in some rounds with checkpoints all the time."""
    if rng.random() < 0.5:
        database.PRAGMAS += (f"wal_autocheckpoint={rng.choice([1, 5, 20])}",)
    asyncio.run(play_all(folder, teller, rng))


def careless(folder: Path, teller: Teller, rng: random.Random) -> None:
    """Play at tables with a database that is not flushed: what a power cut leaves must be found wanting."""
    database.PRAGMAS = tuple(each.replace("=FULL", "=NORMAL") for each in database.PRAGMAS)
    at_tables(folder, teller, rng)


def careless_files(folder: Path, teller: Teller, rng: random.Random) -> None:
    """Write files that are not flushed."""
    os.fsync = lambda number: None  # type: ignore[assignment]  # in place of the real one
    keep_files(folder, teller, rng)


@dataclass(frozen=True)
class Kind:
    """A kind of rounds: what is done, on what disk, and whether the power is cut at the end, or the process killed."""

    work: Work
    faults: Fault
    has_power: bool


ROUNDS = {
    "faults": Kind(at_tables, ALL_FAULTS, has_power=True),
    "power": Kind(at_tables, WRITE_FAULTS, has_power=False),
    "files": Kind(keep_files, WRITE_FAULTS | Fault.INTERRUPTED, has_power=False),
    "careless": Kind(careless, Fault(0), has_power=False),
    "careless-files": Kind(careless_files, Fault(0), has_power=False),
    "lying-disk": Kind(at_tables, Fault.SYNC_DROPPED, has_power=False),
}


def play_round(kind: Kind, seed: int, template: Path, folder: Path, figures: Figures) -> None:
    """Play one round in a process that is killed, and add what came of it."""
    rng = random.Random(seed)
    data = folder / "data"
    shutil.copytree(template, data)
    state = DiskState.read(data)
    last, one_in = rng.randint(1, CHANGES), rng.choice([60, 200, 1000])
    lying = kind.faults == Fault.SYNC_DROPPED
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            Disk().begin(data, log, seed, kind.faults, 1 if lying else one_in, last)
            kind.work(data, Teller(writing), rng)
        except BaseException:  # said by the parent, for nothing but errors of ours may come
            with suppress(OSError):
                os.write(writing, (json.dumps({"kind": "bug", "text": traceback.format_exc()}) + "\n").encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        told = [json.loads(line) for line in pipe if line.endswith(b"\n")]
    _, status = os.waitpid(child, 0)
    figures.rounds += 1
    figures.killed += os.WIFSIGNALED(status)
    left = data
    if not kind.has_power:
        left = folder / "left"
        left.mkdir()
        state.follow((folder / "log").read_bytes())
        state.cut_power(left, rng)
    check = check_files if kind.work in (keep_files, careless_files) else check_tables
    try:
        figures.wrong += [f"seed {seed}: {each}" for each in (*check_told(told), *check(left, told))]
    except Exception as error:  # a database that cannot be read is a finding too
        figures.wrong.append(f"seed {seed}: {error!r}")
    figures.acknowledged += sum(each["kind"] in ("table", "file") for each in told)
    figures.refused += sum(each["kind"] == "refused" for each in told)


def check_told(told: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong in what was told: the file is whole, so nobody may be sent to an archive."""
    bugs = [each["text"] for each in told if each["kind"] == "bug"]
    return bugs + [each["sentence"] for each in told if ADVICE in each.get("sentence", "")]


def check_tables(folder: Path, told: list[dict[str, Any]]) -> list[str]:
    """Return what a folder lacks of what was told of tables, and its damage."""
    wrong = []
    with closing(Store.open(folder)) as store:
        wrong += [f"{damage.table_id}: {damage.reason}" for damage in find_damage(store)]
        last = {each["id"]: each for each in told if each["kind"] == "table"}
        for name, acknowledged in last.items():
            table = store.load(name)
            there = content_of(table)
            if table.version < acknowledged["version"]:
                wrong.append(f"{name}: is at {table.version}, but {acknowledged['version']} was acknowledged")
            elif there["moves"][: len(acknowledged["moves"])] != acknowledged["moves"]:
                wrong.append(f"{name}: moves that were acknowledged are lost")
            elif table.version == acknowledged["version"] and there["drafts"] != acknowledged["drafts"]:
                wrong.append(f"{name}: a draft that was acknowledged is lost")
    return wrong


def check_files(folder: Path, told: list[dict[str, Any]]) -> list[str]:
    """Return what a folder lacks of what was told of files: each is as it was acknowledged, or later, and whole."""
    wrong = []
    last = {each["name"]: each["content"] for each in told if each["kind"] == "file"}
    for name, content in last.items():
        there = (folder / name).read_text() if (folder / name).exists() else ""
        is_later = there.endswith("\n") and int(there.split()[0]) > int(content.split()[0]) if " " in content else False
        if there != content and not is_later:
            wrong.append(f"{name}: is {there[:20]!r}, but {content[:20]!r} was acknowledged")
    for file in (folder / "records").glob("[0-9]*"):
        if not file.read_text().endswith("\n"):
            wrong.append(f"{file.name}: is not whole")
    if (folder / "counting.key").exists() and (folder / "counting.key").read_bytes() != b"k" * 32:
        wrong.append("counting.key: is not whole")
    return wrong


def main(name: str, first: int, last: int, folder: Path) -> None:
    """Play rounds of a kind, and print the figures."""
    assert threading.active_count() == 1, "a process with threads must not fork"
    template, figures = folder / "template", Figures()
    make_template(template)
    for seed in range(first, last):
        place = folder / str(seed)
        place.mkdir()
        play_round(ROUNDS[name], seed, template, place, figures)
        shutil.rmtree(place)
    print(json.dumps(asdict(figures)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))

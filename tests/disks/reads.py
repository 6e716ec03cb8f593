"""Let each single read of a database fail once, in each way in which a disk may, and compare what is read.

``LD_PRELOAD=failing_disk.so MALECON_JIT=0 python -m disks.reads FOLDER`` prints figures as JSON.
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Any

from disks.disk import Disk, Fault
from malecon.core.errors import MaleconError
from malecon.storage.administration import Administration
from malecon.storage.backup import back_up, restore
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.damage import find_damage
from malecon.storage.migration import ADVICE
from malecon.storage.people import People
from malecon.storage.ranking import Rankings
from malecon.storage.store import Store
from malecon.storage.table_queries import TableQueries
from malecon.tables.seat import Occupant
from tables.sitting import drafted_game, new_table
from waiting import finish

FAULTS = {"closed": (Fault.READ_EIO, Fault.READ_SHORT), "killed": (Fault.READ_SHORT, Fault.INTERRUPTED)}
"""By site: SQLite itself repeats a read that was interrupted."""
OPEN, ARCHIVE = "open", "archive"
LONG = (ARCHIVE, "find_damage")
"""Readings of everything, which are tried with short reads only: their reads are those of one page after the other."""
EVERY = 3
"""Of the reads of these, and of those that fail in other ways, one in so many fails."""
WRITES = "recompute"
"""What also writes may be refused, but may not send anybody to an archive."""
START, STEPS = "havana, 2 seats", 20


@dataclass
class Figures:
    """What came of it; ``wrong``: sentences, of which there should be none."""

    failed_reads: int = 0
    wrong: list[str] = field(default_factory=list)


def make_site(folder: Path) -> str:
    """Make a site with a table at which some moves were made; return its id."""
    with closing(Store.open(folder)) as store:
        person = finish(People(store).create())[0].id
        seated = tuple(Occupant("Ana", person) for _ in range(2))
        table = replace(new_table(START), occupants=seated)
        store.create(table, CHANGE_WRITERS)
        for after, _ in islice(drafted_game(START, 1), STEPS):
            header = table.header
            table = store.save(table, replace(after, occupants=seated, header=header), CHANGE_WRITERS)
        return table.header.id


def readings(folder: Path, scratch: Path, table_id: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield ways of reading a site, by name; each returns something to compare."""

    def opened(read: Callable[[Store], Any]) -> Callable[[], Any]:
        def call() -> Any:
            with closing(Store.open(folder)) as store:
                return read(store)

        return call

    def archived() -> list[str]:
        for each in ("kept.zip", "back"):
            place = scratch / each
            shutil.rmtree(place, ignore_errors=True)
            place.unlink(missing_ok=True)
        back_up(folder, scratch / "kept.zip")
        restore(scratch / "kept.zip", scratch / "back")
        with closing(Store.open(scratch / "back")) as store:
            return [str(store.load(table_id)), *map(str, find_damage(store))]

    yield OPEN, opened(lambda store: None)
    yield "load", opened(lambda store: store.load(table_id))
    yield "versions", opened(lambda store: store.versions_of([table_id]))
    yield "find_damage", opened(lambda store: list(find_damage(store)))
    yield (
        "lists",
        opened(lambda store: (finish(TableQueries(store).lobby()), finish(TableQueries(store).with_computers()))),
    )
    yield "administration", opened(lambda store: Administration(store).tables(finished=True, most=9))
    yield "rows", opened(lambda store: Administration(store).raw_rows(table_id))
    yield WRITES, opened(lambda store: Rankings(store).recompute())
    yield ARCHIVE, archived


def fail_each_read(
    disk: Disk, site: str, name: str, read: Callable[[], Any], first: int, expected: Any, figures: Figures
) -> int:
    """Let each read from number ``first`` on fail once in each way; return how many there are.

    What is read must be the same, and no file is called damaged.
    """
    reads = 0
    for fault in FAULTS[site]:
        if name in LONG and fault != Fault.READ_SHORT:
            continue
        for number in count(first, EVERY if name in LONG or fault != Fault.READ_SHORT else 1):
            disk.fail_read(number, fault)
            try:
                found = read()
            except MaleconError as error:
                if name != WRITES or ADVICE in str(error):
                    figures.wrong.append(f"{site}, {name}, {fault.name}, read {number}: {error}")
            else:
                if found != expected:
                    figures.wrong.append(f"{site}, {name}, {fault.name}, read {number}: {found!r}")
            if not disk.has_failed:
                break
            figures.failed_reads += 1
            reads = max(reads, number + 1)
    return reads


def main(folder: Path) -> None:
    """Try every reading of a site that was closed, and of one that was killed, whose log is read again."""
    closed, killed, scratch = folder / "closed", folder / "killed", folder / "scratch"
    scratch.mkdir()
    table_id = make_site(closed)
    figures, disk = Figures(), Disk()
    for site in (closed, killed):
        if site is killed:
            with closing(Store.open(closed)) as store:
                store.check_writable()
                shutil.copytree(closed, killed)
        to_open = 0
        for name, read in readings(site, scratch, table_id):
            disk.begin(Path("/nowhere"), -1, 1, Fault(0), 0)
            expected = read()
            disk.begin(site, -1, 1, Fault(0), 0)
            first = 0 if name == ARCHIVE else to_open  # the reads that open the site are those of OPEN
            reads = fail_each_read(disk, site.name, name, read, first, expected, figures)
            to_open = reads if name == OPEN else to_open
    print(json.dumps(asdict(figures)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

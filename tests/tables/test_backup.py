"""Archives: what was there at one moment comes back, whatever a server does meanwhile; what is damaged is refused."""

import asyncio
import stat
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update

import malecon
from malecon.storage.backup import FORMAT, MANIFEST, back_up, restore, restore_shared
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.damage import find_damage
from malecon.storage.database import FILE
from malecon.storage.people import People
from malecon.storage.schema import METADATA, MOVES, TABLES
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.tables.seat import Occupant
from malecon.web.views.records import Records
from tables.sitting import CHOICE, House, in_house, new_table
from waiting import finish

GAMES = ("havana", "cuba")
KEPT = 3
"""Archives that are made while games go on, each after so many more moves."""
MOVES_BETWEEN = 10


async def play(house: House, table_id: str, seed: int, kept: asyncio.Event) -> None:
    """Play a table of one person on both seats until all archives are there."""
    while not ((table := await house.tables.find(table_id)).match.over or kept.is_set()):
        seat = table.match.to_move[0]
        ahead, draft = table.preview(seat)
        if draft and draft[-1].held:
            await house.confirm(table_id, house.ana, seat)
        else:
            legal = ahead.legal(seat)
            await house.step(table_id, house.ana, seat, legal[(seed + table.move_count) % len(legal)])


async def moves_at(house: House, tables: list[str]) -> int:
    """Return how many moves were made at some tables."""
    return sum([(await house.tables.find(table)).move_count for table in tables])


@in_house
async def test_a_drill_while_games_go_on(house: House) -> None:
    folder = Path(str(house.store.engine.url.database)).parent
    record = malecon.games["havana"].start(2, 1).record()
    name = await Records(folder / "records").keep(record)
    tables = [await house.open(house.ana, house.ana, game=game) for game in GAMES]
    kept = asyncio.Event()
    playing = [asyncio.create_task(play(house, table, seed, kept)) for seed, table in enumerate(tables)]
    archives = [folder.parent / f"{folder.name}-{number}.zip" for number in range(KEPT)]
    for number, archive in enumerate(archives):
        while await moves_at(house, tables) < MOVES_BETWEEN * (number + 1):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(back_up, folder, archive)
    kept.set()
    await asyncio.gather(*playing)

    grown = []
    for number, archive in enumerate(archives):
        restore(archive, folder.parent / f"{folder.name}-back-{number}")
        store = Store.open(folder.parent / f"{folder.name}-back-{number}")
        assert list(find_damage(store)) == []
        for table in tables:
            then, today = store.load(table), await house.tables.find(table)
            assert then.log == today.log[: then.move_count]
            assert then.match.state.tobytes() == today.match.after(then.move_count).state.tobytes()
        grown.append(sum(store.load(table).move_count for table in tables))
        store.close()
        assert (await Records(folder.parent / f"{folder.name}-back-{number}" / "records").read(name)).record() == record
    assert MOVES_BETWEEN <= grown[0] < grown[-1], "it was not written while games went on"


def test_games_of_a_file_go_on_in_postgresql(tmp_path: Path, postgres: str) -> None:
    """All rows are there, a table is where it was, and nothing is put into a database that is in use."""
    folder, shared = tmp_path / "data", tmp_path / "shared"
    name = finish(Records(folder / "records").keep(malecon.games["cuba"].start(2, 1).record()))
    with closing(Store.open(folder)) as old, closing(Store.open(shared, postgres)) as new:
        people = [finish(People(old).create())[0].id for _ in range(2)]
        table = new_table("havana, 2 seats")
        table = replace(table, occupants=tuple(Occupant("Ana", person) for person in people))
        old.create(table, CHANGE_WRITERS)
        old.save(table, table.with_step(0, CHOICE, "one", quick=True), CHANGE_WRITERS)
        back_up(folder, tmp_path / "moved.zip")

        restore_shared(tmp_path / "moved.zip", shared, postgres)

        with old.reading() as source, new.reading() as target:
            for rows in map(select, METADATA.sorted_tables):
                assert sorted(map(repr, target.execute(rows))) == sorted(map(repr, source.execute(rows)))
        assert new.load(table.header.id).move_count == 1
        assert list(find_damage(new)) == []
    assert (shared / "records" / name).exists()
    with pytest.raises(StorageError, match="is not empty"):
        restore_shared(tmp_path / "moved.zip", shared, postgres)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of an empty database."""
    Store.open(tmp_path / "data").close()
    back_up(tmp_path / "data", tmp_path / "kept.zip")
    return tmp_path / "kept.zip"


def test_only_the_owner_reads_an_archive_and_what_comes_of_it(archive: Path, tmp_path: Path) -> None:
    restore(archive, tmp_path / "new")

    modes = [stat.S_IMODE(path.stat().st_mode) for path in (archive, tmp_path / "new", tmp_path / "new" / FILE)]
    assert modes == [0o600, 0o700, 0o600]


@pytest.mark.parametrize("is_there", [False, True])
def test_the_folder_may_be_a_link(archive: Path, tmp_path: Path, is_there: bool) -> None:
    if is_there:
        (tmp_path / "behind").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "behind")

    restore(archive, tmp_path / "link")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "behind" / FILE).is_file()


def test_nothing_is_overwritten(archive: Path, tmp_path: Path) -> None:
    before = archive.read_bytes()
    with pytest.raises(StorageError, match="is there already"):
        back_up(tmp_path / "data", archive)
    with pytest.raises(StorageError, match="is not empty"):
        restore(archive, tmp_path / "data")

    assert archive.read_bytes() == before


def test_there_must_be_something_to_keep(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="has no database"):
        back_up(tmp_path / "none", tmp_path / "kept.zip")

    assert list(tmp_path.iterdir()) == []


def cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:1000])


def scratch(archive: Path) -> None:
    """Change the database in an archive."""
    rewrite(archive, {FILE: b"SQLite format 3 no more"})


def smuggle(archive: Path) -> None:
    """Add a file that would be written elsewhere."""
    rewrite(archive, {"../evil": b"evil"})


def age(archive: Path) -> None:
    """Make an archive one of a later form."""
    with zipfile.ZipFile(archive) as zipped:
        text = zipped.read(MANIFEST).replace(b'"format": %d' % FORMAT, b'"format": 99')
    rewrite(archive, {MANIFEST: text})


def rewrite(archive: Path, changed: dict[str, bytes]) -> None:
    with zipfile.ZipFile(archive) as zipped:
        content = {name: zipped.read(name) for name in zipped.namelist()} | changed
    with zipfile.ZipFile(archive, "w") as zipped:
        for name, data in content.items():
            zipped.writestr(name, data)


@pytest.mark.parametrize("damage", [cut, scratch, smuggle, age])
def test_a_damaged_archive_is_refused_and_leaves_nothing(
    archive: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(archive)
    there = sorted(tmp_path.rglob("*"))

    with pytest.raises(StorageError, match=r"kept\.zip: is"):
        restore(archive, tmp_path / "new")
    assert sorted(tmp_path.rglob("*")) == there


@in_house
async def test_damaged_tables_are_found_and_named(house: House) -> None:
    names = [await house.open(house.ana, house.ana) for _ in range(4)]
    for name in names:
        await house.step(name, house.ana, 0, CHOICE)
        await house.confirm(name, house.ana, 0)
    with house.store.writing() as connection:
        connection.execute(update(MOVES).where(MOVES.c.table == names[0]).values(notation="dance"))
        connection.execute(update(MOVES).where(MOVES.c.table == names[1]).values(number=7))
        connection.execute(update(TABLES).where(TABLES.c.id == names[2]).values(options=[7]))

    found = {damage.table_id: damage.reason for damage in find_damage(house.store)}
    assert set(found) == set(names[:3])
    assert "is damaged" in found[names[0]]
    assert "a move is missing" in found[names[1]]
    assert "cannot be read" in found[names[2]]


@in_house
async def test_a_row_that_says_otherwise_than_its_log_is_found(house: House) -> None:
    name = await house.open(house.ana, house.ana)
    with house.store.writing() as connection:
        connection.execute(update(TABLES).where(TABLES.c.id == name).values(finished=1))

    assert [damage.reason for damage in find_damage(house.store)] == ["it is going on, but its row says otherwise"]


@in_house
async def test_a_row_that_belongs_to_nothing_is_found(house: House) -> None:
    name = await house.open(house.ana, house.ana)
    with house.store.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        connection.rollback()
        raw.execute("PRAGMA foreign_keys=OFF")
        raw.execute("DELETE FROM tables WHERE id = ?", (name,))
        raw.execute("PRAGMA foreign_keys=ON")

    assert {damage.reason for damage in find_damage(house.store)} == {
        "a row of seats belongs to a row of tables that is not there"
    }

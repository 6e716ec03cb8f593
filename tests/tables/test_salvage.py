"""Salvage: what lies in readable pages of a damaged file is saved, what comes of it is whole, the file is only read."""

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

import malecon
from malecon.cli import app
from malecon.core.errors import UsageError
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.damage import schema_of
from malecon.storage.data_folder import FolderLock
from malecon.storage.database import FILE
from malecon.storage.migration import wal_of
from malecon.storage.people import People
from malecon.storage.rows import rebuild_table
from malecon.storage.salvage import salvage
from malecon.storage.schema import METADATA, MOVES, PEOPLE, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.sqlite_pages import Image, children_of
from malecon.storage.store import Store
from malecon.tables import StorageError, table_header
from malecon.tables.seat import SeatState
from malecon.web.views.records import Records
from tables.finishing import ended, last_move_missing
from tables.membership import make_members
from tables.sitting import House
from waiting import finish
from web.test_administering import order

GAMES, UNFINISHED = 6, 2
PAGE = 4096
Harm = Callable[[bytearray], None]


async def play_games(folder: Path) -> None:
    """Play some games of two, most of them to their end, and talk."""
    house = House(folder)
    make_members(house.store, house.ana, house.ben)
    try:
        for number in range(GAMES):
            table = last_move_missing([house.ana, house.ben], game=("havana", "cuba")[number % 2])
            if number < UNFINISHED:
                table = rebuild_table(table.header, table.occupants, table.log[:40], [SeatState()] * 2)
            house.store.create(table, CHANGE_WRITERS)
            await house.tables.seats.say(table.header.id, house.ben, "¡Hola! " * 50)
            if number >= UNFINISHED:
                spoken = house.store.load(table.header.id)
                house.store.save(spoken, ended(spoken), CHANGE_WRITERS)
    finally:
        await house.tables.close()
        house.store.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games, all in the file itself."""
    folder = tmp_path_factory.mktemp("played") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_header, "KEYS", 1)  # the key of every table is 0, so the pages are always the same
        asyncio.run(play_games(folder))
    finish(Records(folder / "records").keep(malecon.games["havana"].start(2, 1).record()))
    return folder


@pytest.fixture
def site(played: Path, tmp_path: Path) -> Path:
    """A copy of it to be damaged."""
    shutil.copytree(played, tmp_path / "site")
    return tmp_path / "site"


def contents(folder: Path) -> dict[str, list[Any]]:
    """Return all rows of a site."""
    with closing(Store.open(folder)) as store, store.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table))))
            for table in METADATA.sorted_tables
            if table.name != "pulses"
        }


def harm_pages(seed: int, *, zeros: bool = False, only_moves: bool = False) -> Harm:
    """Return what overwrites a tenth of the pages, and not the first; or the root of all moves and some below it."""
    rng = random.Random(seed)

    def harm(file: bytearray) -> None:
        some = range(2, len(file) // PAGE + 1)
        chosen = rng.sample(some, len(some) // 10)
        if only_moves:
            image = Image(bytes(file), PAGE, {})
            root, _ = schema_of(image)["moves"]
            chosen = [root, *rng.sample(children_of(image, root), 3)]
        for number in chosen:
            file[(number - 1) * PAGE : number * PAGE] = bytes(PAGE) if zeros else rng.randbytes(PAGE)

    return harm


def cut_off(file: bytearray) -> None:
    del file[len(file) * 2 // 3 :]


def lose_the_first_page(file: bytearray) -> None:
    file[:PAGE] = random.Random(5).randbytes(PAGE)


def test_of_a_whole_file_everything_is_saved(site: Path, tmp_path: Path) -> None:
    saved = salvage(site, tmp_path / "new")

    assert saved.is_complete
    assert saved.repair.intact == GAMES
    assert contents(tmp_path / "new") == contents(site)
    assert [each.name for each in (tmp_path / "new/records").iterdir()] == [
        each.name for each in (site / "records").iterdir()
    ]


def test_what_is_only_in_the_log_is_saved_too(site: Path, tmp_path: Path) -> None:
    """A copy of the files of a server that was killed."""
    with closing(Store.open(site)) as store:
        person = finish(People(store).create())[0].id
        shutil.copytree(site, tmp_path / "copy")
        assert wal_of(tmp_path / "copy" / FILE).stat().st_size > PAGE

    salvage(tmp_path / "copy", tmp_path / "new")

    assert any(person in row for row in contents(tmp_path / "new")["people"])
    assert contents(tmp_path / "new") == contents(site)


@pytest.mark.parametrize(("harm", "least"), [
    (harm_pages(0, zeros=True), 0), (harm_pages(1), 0),
    (harm_pages(0, zeros=True, only_moves=True), 2), (harm_pages(1, only_moves=True), 2),
    (cut_off, 0), (lose_the_first_page, GAMES),
])  # fmt: skip
def test_what_lies_in_readable_pages_is_saved(site: Path, tmp_path: Path, harm: Harm, least: int) -> None:
    """``least``: of how many tables nothing was hurt, at the least."""
    with closing(sqlite3.connect(site / FILE)) as connection:
        connection.execute("VACUUM")  # so no bytes of old rows are left, which the test would take for rows
    content = bytearray((site / FILE).read_bytes())
    harm(content)
    readable, people = readable_tables(site, bytes(content)), readable_people(site, bytes(content))
    before = contents(site)
    (site / FILE).write_bytes(content)
    left = {file: file.read_bytes() for file in site.rglob("*") if file.is_file()}

    saved = salvage(site, tmp_path / "new")

    assert harm is not cut_off or not saved.is_complete
    assert {file: file.read_bytes() for file in site.rglob("*") if file.is_file()} == left
    assert order(tmp_path / "new", "admin", "check").exit_code == 0
    after = contents(tmp_path / "new")
    assert len(readable) >= least
    assert not readable & {*saved.repair.lost, *saved.repair.cut}
    for table in readable:
        for name in ("tables", "moves", "seats"):
            assert rows_of(after, name, table) == rows_of(before, name, table)
    with closing(Store.open(tmp_path / "new")) as store:
        assert {row.id for row in rows(store, PEOPLE)} >= people
        for table, count in saved.repair.cut.items():
            assert store.load(table).move_count == count
            assert "goes on after its move" in store.load(table).remarks[-1].text


def rows_of(contents: dict[str, list[Any]], name: str, table_id: str) -> list[Any]:
    """Return the rows that have to do with a table."""
    return [row for row in contents[name] if repr(table_id) in row]


def readable_tables(folder: Path, content: bytes) -> set[str]:
    """Return the tables of which each row still lies in the bytes of a file: neighbouring values are found together."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        needed = {each: [salt] for each, salt in connection.execute("SELECT id, salt FROM tables")}
        for table, person, name in connection.execute('SELECT "table", person, name FROM seats'):
            needed[table].append(table + person + name)  # the numbers 0 and 1 and what is empty between take no bytes
        for table, notation, move in connection.execute('SELECT "table", notation, id FROM moves'):
            needed[table].append(notation + move)
    return {table for table, pieces in needed.items() if all(piece.encode() in content for piece in pieces)}


def readable_people(folder: Path, content: bytes) -> set[str]:
    """Return the people whose id still lies in the bytes of a file before those of a table's seat."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        seats = connection.execute('SELECT "table", person, name FROM seats').fetchall()
    return {person for table, person, name in seats if (table + person + name).encode() in content}


def rows(store: Store, table: Any) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(select(table)).all())


def test_a_game_is_cut_where_a_move_is_missing(site: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(site / FILE)) as connection:
        table_id = connection.execute("SELECT min(id) FROM tables").fetchone()[0]
        connection.execute('DELETE FROM moves WHERE "table" = ? AND number = 7', (table_id,))
        connection.commit()

    saved = salvage(site, tmp_path / "new")

    assert saved.repair.cut == {table_id: 7}
    with closing(Store.open(tmp_path / "new")) as store:
        table = store.load(table_id)
        assert (table.move_count, table.is_done) == (7, False)
        assert table.remarks[-1].text.endswith("goes on after its move 7; later ones are lost.")
        assert table_id not in {row.table for row in rows(store, RESULTS)}


def test_who_is_missing_keeps_seats_and_browsers(site: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(site / FILE)) as connection:
        connection.execute("DELETE FROM people")
        connection.commit()

    saved = salvage(site, tmp_path / "new")

    assert saved.repair.people == 2
    with closing(Store.open(tmp_path / "new")) as store:
        people = {row.id for row in rows(store, PEOPLE)}
        assert {row.person for row in rows(store, SEATS)} == people
        assert {row.person for row in rows(store, SESSIONS)} == people
        assert len({row.table for row in rows(store, MOVES)}) == GAMES


def test_seats_that_are_lost_are_known_by_the_results_or_free_again(site: Path, tmp_path: Path) -> None:
    before = contents(site)
    content = bytearray((site / FILE).read_bytes())
    root, _ = schema_of(Image(bytes(content), PAGE, {}))["seats"]
    content[(root - 1) * PAGE : root * PAGE] = bytes(PAGE)
    (site / FILE).write_bytes(content)

    saved = salvage(site, tmp_path / "new")

    assert (saved.repair.lost, saved.repair.cut, saved.repair.intact) == ([], {}, GAMES)
    assert contents(tmp_path / "new")["moves"] == before["moves"]
    with closing(Store.open(tmp_path / "new")) as store:
        tables = {row.id: row for row in rows(store, TABLES)}
        for seat in rows(store, SEATS):
            is_known = tables[seat.table].finished is not None
            assert (seat.person is not None, seat.invitation is None) == (is_known, is_known)
        going = [table for table, row in tables.items() if row.finished is None]
        assert saved.repair.seats > 0
        assert going
    asyncio.run(come_back(tmp_path / "new", going[0]))


async def come_back(folder: Path, table_id: str) -> None:
    """Let two people take the seats that are free again, and play on."""
    house = House(folder)
    make_members(house.store, house.ana, house.ben)
    number = (await house.tables.find(table_id)).move_count
    for name, person in (("Ana", house.ana), ("Ben", house.ben)):
        table = await house.tables.find(table_id)
        invitation = next(occupant.invitation for occupant in table.occupants if occupant.invitation)
        await house.tables.seats.accept_invitation(invitation, person, name)
    while (table := await house.tables.find(table_id)).move_count == number:
        seat = table.match.to_move[0]
        move = table.preview(seat)[0].legal(seat)[0]
        await house.step(table_id, str(table.occupants[seat].person), seat, move, quick=True)
    await house.tables.close()
    house.store.close()


def test_results_that_are_missing_follow_from_the_moves(site: Path, tmp_path: Path) -> None:
    before = contents(site)
    with closing(sqlite3.connect(site / FILE)) as connection:
        table = connection.execute('SELECT "table" FROM results').fetchone()[0]
        connection.execute('DELETE FROM results WHERE "table" = ? AND seat = 1', (table,))
        connection.execute("DELETE FROM moves WHERE \"table\" = 'x'")
        connection.execute("UPDATE seats SET person = 'gone' WHERE 0")
        connection.execute("DELETE FROM people WHERE id = (SELECT min(id) FROM people)")
        connection.execute("INSERT INTO moves VALUES ('lost', 0, 0, 'dance', 'x', 1)")
        connection.commit()

    saved = salvage(site, tmp_path / "new")

    assert saved.repair.lost == ["lost"]
    assert contents(tmp_path / "new")["results"] == before["results"]
    assert contents(tmp_path / "new")["ratings"] == before["ratings"]


def test_what_cannot_be_salvaged_is_told(site: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="has nothing that could be saved"):
        salvage(tmp_path / "none", tmp_path / "new")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / FILE).write_text("hello")
    with pytest.raises(StorageError, match="has nothing that could be saved"):
        salvage(tmp_path / "text", tmp_path / "new")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    with pytest.raises(StorageError, match="is not empty"):
        salvage(site, tmp_path / "full")
    lock = FolderLock.take(site, "serve", "")
    with pytest.raises(StorageError, match="is in use"):
        salvage(site, tmp_path / "new")
    lock.release()
    assert not (tmp_path / "new").exists()


def test_the_command_says_what_was_saved(site: Path, tmp_path: Path) -> None:
    content = bytearray((site / FILE).read_bytes())
    lose_the_first_page(content)
    (site / FILE).write_bytes(content)

    ended = CliRunner(env={"COLUMNS": "200"}).invoke(app, ["admin", "salvage", str(site), str(tmp_path / "new")])

    assert ended.exit_code == 0
    assert f"Tables without a gap: {GAMES}; cut: 0; lost: 0." in ended.stdout
    assert "could not be read: 1." in ended.stdout
    assert "Nothing was lost" not in ended.stdout
    assert "Every table can be rebuilt." in ended.stdout


def test_postgresql_is_left_to_its_tools(site: Path, tmp_path: Path) -> None:
    address = {"MALECON_DATABASE_URL": "postgresql://name:password@host/database"}
    ended = CliRunner(env=address).invoke(app, ["admin", "salvage", str(site), str(tmp_path / "new")])

    assert isinstance(ended.exception, UsageError)
    assert "PostgreSQL has tools of its own" in str(ended.exception)

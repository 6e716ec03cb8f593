"""Salvage: the readable part of a damaged database file is saved into a new folder; the old one is only read.

Rows are read page by page (``storage/damage.py``) into a new database, where each table is rebuilt from its log
(``table_repair.py``). Who is missing but sits at tables or has sessions gets a row again: so their games and their
browsers stay theirs. What was deleted may come back if the beginning of the file or its list of free pages is damaged.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy import Table as SqlTable

from malecon.core.clock import now
from malecon.core.files import copy_file, make_private_folder, reason_of
from malecon.core.i18n import N_
from malecon.storage.backup import RECORDS, records_of
from malecon.storage.damage import FoundRows, damage_of, find_rows, table_columns, unread_schema_pages
from malecon.storage.data_folder import FolderError, check_unlocked, new_folder
from malecon.storage.database import FILE
from malecon.storage.migration import size_of, wal_of
from malecon.storage.people import Person, settings_of
from malecon.storage.rated_games import is_rated
from malecon.storage.results import recompute, results_of
from malecon.storage.schema import METADATA, MOVES, PEOPLE, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.sqlite_pages import Image
from malecon.storage.store import Store
from malecon.storage.table_repair import Repair, delete_table, repair_table
from malecon.tables import StorageError


def repair(store: Store, *, is_damaged: bool) -> Repair:
    """Make the database of a store whole; return what became of it. ``is_damaged``: rows of it may be missing."""
    mended = Repair()
    with store.writing() as connection:
        mended.lost = sorted(_tables_without_beginning(connection))
        mended.people = _restore_people(connection)
        _drop_orphans(connection)
        tables = connection.execute(select(TABLES.c.id).order_by(TABLES.c.created)).scalars().all()
        for table in tables:
            repair_table(connection, table, mended, is_damaged=is_damaged)
    for table in tables:  # whatever else may be wrong with it
        if table not in mended.lost and _damage_reason(store, table):
            with store.writing() as connection:
                delete_table(connection, table, mended)
    if is_damaged or mended.cut or mended.lost:
        with store.writing() as connection:
            _restore_results(connection, store, [table for table in tables if table not in mended.lost])
            recompute(connection)
    mended.intact = len(set(tables) - set(mended.lost) - set(mended.cut))
    return mended


def _tables_without_beginning(connection: Connection) -> set[str]:
    """Return the ids of tables of which there is something, but not how they began."""
    known = select(TABLES.c.id)
    return {
        table
        for each in (SEATS, MOVES)
        for table in connection.execute(select(each.c.table).distinct().where(each.c.table.not_in(known))).scalars()
    }


def _restore_people(connection: Connection) -> int:
    """Give those a row again who sit at tables or have sessions; return how many."""
    known = set(connection.execute(select(PEOPLE.c.id)).scalars())
    missing: dict[str, str] = {}
    for row in connection.execute(select(SEATS.c.person, SEATS.c.name).where(SEATS.c.person.is_not(None))):
        missing.setdefault(row.person, row.name)
    for person in connection.execute(select(SESSIONS.c.person)).scalars():
        missing.setdefault(person, "")
    people = [Person(person, name) for person, name in missing.items() if person not in known]
    for person in people:
        connection.execute(insert(PEOPLE), {**settings_of(person), "id": person.id, "created": now()})
    return len(people)


def _drop_orphans(connection: Connection) -> None:
    """Delete the rows that belong to rows that are lost, or let them belong to none, as their deletion would have."""
    for table in METADATA.sorted_tables:
        for column in table.columns:
            for key in column.foreign_keys:
                is_orphan = column.is_not(None) & column.not_in(select(key.column))
                empty = update(table).values({column.name: None})
                connection.execute((empty if key.ondelete == "SET NULL" else delete(table)).where(is_orphan))


def _damage_reason(store: Store, table_id: str) -> str:
    """Return the damage that is left in a table; empty if it can be rebuilt."""
    finished = store.value(select(TABLES.c.finished).where(TABLES.c.id == table_id))
    return damage_of(store, table_id, is_finished=finished is not None)


def _restore_results(connection: Connection, store: Store, tables: Sequence[str]) -> None:
    """Write the results again of finished games that lack some; they follow from the moves."""
    for table_id, finished in _games_without_results(connection, tables):
        table = store.load(table_id)
        if table.is_over:
            decided = connection.execute(select(RESULTS.c.rated).where(RESULTS.c.table == table_id)).scalar()
            rated = is_rated(connection, table, finished) if decided is None else decided
            connection.execute(delete(RESULTS).where(RESULTS.c.table == table_id))
            connection.execute(insert(RESULTS), results_of(table, finished, rated=rated))


def _games_without_results(connection: Connection, tables: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield finished tables with fewer results than seats, and when each ended."""
    for row in connection.execute(select(TABLES.c.id, TABLES.c.finished).where(TABLES.c.finished.is_not(None))).all():
        if row.id in tables:
            counts = [_count_at(connection, each, row.id) for each in (SEATS, RESULTS)]
            if counts[0] != counts[1]:
                yield row.id, row.finished


def _count_at(connection: Connection, rows: SqlTable, table_id: str) -> int:
    """Return the number of rows that belong to a table."""
    return connection.execute(select(func.count()).where(rows.c.table == table_id)).scalar_one()


NAMES = [table.name for table in METADATA.sorted_tables]
"""The tables of the database, those first to which others belong."""


@dataclass(frozen=True, slots=True)
class Salvage:
    """The outcome of a salvage.

    Attributes:
        rows: how many, by table of the database.
        unread: rows that could not be read, by table of the database.
        pages: how many pages of the file could not be read.
        repair: the outcome of the repair of the tables.
    """

    rows: dict[str, int]
    unread: dict[str, int]
    pages: int
    repair: Repair

    @property
    def is_complete(self) -> bool:
        """Whether nothing was lost as far as can be seen."""
        mended = self.repair
        return not (self.unread or self.pages or mended.lost or mended.cut or mended.people or mended.seats)


def salvage(folder: Path, new: Path) -> Salvage:
    """Save what can be read of the database in a folder, and the records there, into a new folder.

    Raises:
        StorageError: a server uses the folder, it has no database, the new one is not empty, or cannot be written.
    """
    check_unlocked(folder)
    try:
        is_empty = not size_of(folder / FILE) + size_of(wal_of(folder / FILE))
    except OSError as error:
        raise FolderError(folder, error) from None
    if is_empty:
        raise StorageError(f"{folder / FILE}: has nothing that could be saved")
    try:
        with new_folder(new) as half:
            saved = _save(folder, half)
    except OSError as error:
        template = N_("{folder}: cannot be written: {reason}. Name another new folder.")
        raise StorageError(template, folder=str(new), reason=reason_of(error)) from None
    return saved


def _save(folder: Path, new: Path) -> Salvage:
    """Fill a new folder.

    Raises:
        StorageError, OSError: something cannot be read or written.
    """
    with closing(Store.open(new)):
        pass
    image = Image.read(folder / FILE)
    with closing(sqlite3.connect(new / FILE)) as target:
        found = find_rows(image, {name: table_columns(target, name) for name in NAMES})
        saved = {name: _write_rows(target, name, found[name]) for name in NAMES}
        target.commit()
    if not any(saved.values()):
        raise StorageError(f"{folder / FILE}: has nothing that could be saved")
    make_private_folder(new / RECORDS)
    for name, record in records_of(folder).items():
        copy_file(record, new / name)
    pages = unread_schema_pages(image) + sum(each.pages for each in found.values())
    with closing(Store.open(new)) as store:
        mended = repair(store, is_damaged=bool(pages or any(each.unreadable for each in found.values())))
    return Salvage(saved, {name: each.unreadable for name, each in found.items() if each.unreadable}, pages, mended)


def _write_rows(target: sqlite3.Connection, name: str, found: FoundRows) -> int:
    """Write what was found of a table; return how many rows there are now. A row that is there already stays."""
    known = [column.name for column in table_columns(target, name)]
    before = target.total_changes
    for row in found.rows:
        columns = [column for column in known if column in row]
        refused = target.total_changes
        target.execute(_insertion(name, columns), [row[column] for column in columns])
        found.unreadable += target.total_changes == refused
    return target.total_changes - before


def _insertion(name: str, columns: Sequence[str]) -> str:
    """Return the statement that adds a row unless there is one with its key, or a value is missing."""
    names, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" * len(columns))
    return f'INSERT OR IGNORE INTO "{name}" ({names}) VALUES ({marks})'

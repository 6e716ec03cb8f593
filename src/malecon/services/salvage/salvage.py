"""Salvage: the readable part of a damaged database file is saved into a new folder; the old one is only read.

Rows are read page by page (``storage/salvage_reader.py``) into a new database, where each table is rebuilt from its log
(``repair.py``). What was deleted may come back if the beginning of the file or its list of free pages is damaged.
"""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from malecon.services.salvage.repair import repair
from malecon.services.salvage.table_part import Repair
from malecon.storage.backup import RECORDS, records_of
from malecon.storage.database import FILE
from malecon.storage.file_identity import size_of, wal_of
from malecon.storage.folder_lock import check_unlocked
from malecon.storage.private_files import FOLDER_MODE, new_folder
from malecon.storage.salvage_reader import FoundRows, find_rows, table_columns, unread_schema_pages
from malecon.storage.schema import METADATA
from malecon.storage.sqlite_pages import Image
from malecon.storage.store import Store
from malecon.tables import StorageError

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
    if not size_of(folder / FILE) + size_of(wal_of(folder / FILE)):
        raise StorageError(f"{folder / FILE}: has nothing that could be saved")
    try:
        with new_folder(new) as half:
            saved = save(folder, half)
    except OSError as error:
        raise StorageError(f"{new}: cannot be written: {error.strerror or error}") from None
    return saved


def save(folder: Path, new: Path) -> Salvage:
    """Fill a new folder.

    Raises:
        StorageError, OSError: something cannot be read or written.
    """
    with closing(Store.open(new)):
        pass
    image = Image.read(folder / FILE)
    with closing(sqlite3.connect(new / FILE)) as target:
        found = find_rows(image, {name: table_columns(target, name) for name in NAMES})
        saved = {name: write_rows(target, name, found[name]) for name in NAMES}
        target.commit()
    if not any(saved.values()):
        raise StorageError(f"{folder / FILE}: has nothing that could be saved")
    (new / RECORDS).mkdir(FOLDER_MODE, exist_ok=True)
    for name, record in records_of(folder).items():
        shutil.copy(record, new / name)
    pages = unread_schema_pages(image) + sum(each.pages for each in found.values())
    with closing(Store.open(new)) as store:
        mended = repair(store, is_damaged=bool(pages or any(each.unreadable for each in found.values())))
    return Salvage(saved, {name: each.unreadable for name, each in found.items() if each.unreadable}, pages, mended)


def write_rows(target: sqlite3.Connection, name: str, found: FoundRows) -> int:
    """Write what was found of a table; return how many rows there are now. A row that is there already stays."""
    known = [column.name for column in table_columns(target, name)]
    before = target.total_changes
    for row in found.rows:
        columns = [column for column in known if column in row]
        refused = target.total_changes
        target.execute(insertion(name, columns), [row[column] for column in columns])
        found.unreadable += target.total_changes == refused
    return target.total_changes - before


def insertion(name: str, columns: Sequence[str]) -> str:
    """Return the statement that adds a row unless there is one with its key, or a value is missing."""
    names, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" * len(columns))
    return f'INSERT OR IGNORE INTO "{name}" ({names}) VALUES ({marks})'

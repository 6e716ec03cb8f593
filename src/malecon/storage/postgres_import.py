"""From a file into PostgreSQL: what an archive has, put into an empty database."""

import shutil
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import insert, select

from malecon.storage.backup import RECORDS, Manifest, records_of, restore
from malecon.storage.database import name_of
from malecon.storage.private_files import FOLDER_MODE
from malecon.storage.schema import METADATA
from malecon.storage.store import Store
from malecon.tables.errors import StorageError

AT_ONCE = 1000
"""Rows."""


def restore_shared(archive: Path, folder: Path, address: str) -> Manifest:
    """Put an archive into an empty PostgreSQL database, all or nothing, and the records of people into ``folder``.

    Raises:
        StorageError: the database is not empty or cannot be used, or the archive is none or damaged.
    """
    with TemporaryDirectory(prefix="malecon-") as half:
        manifest = restore(archive, Path(half) / "data")
        with closing(Store.open(Path(half) / "data")) as old, closing(Store.open(folder, address)) as new:
            copy_rows(old, new)
        (folder / RECORDS).mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        for name, record in records_of(Path(half) / "data").items():
            shutil.copy(record, folder / name)
    return manifest


def copy_rows(old: Store, new: Store) -> None:
    """Copy every row into an empty database, in one transaction.

    Raises:
        StorageError: it is not empty.
    """
    with old.reading() as source, new.writing() as target:
        for table in METADATA.sorted_tables:
            if target.execute(select(table).limit(1)).first():
                raise StorageError(f"{name_of(new.engine)}: is not empty; name a new database")
            for rows in source.execute(select(table)).mappings().partitions(AT_ONCE):
                target.execute(insert(table), [dict(row) for row in rows])

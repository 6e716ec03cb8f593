"""Backups: the data folder in one archive, made while a server works, restored into a new folder or into PostgreSQL.

The archive is a ZIP: the database as it is at one moment, the records that people have brought, and a manifest with the
SHA-256 of each file. It contains the keys of all games: who reads it knows every hidden card.
"""

import hashlib
import re
import shutil
import sqlite3
import zipfile
import zlib
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec
from sqlalchemy import insert, select

from malecon import __version__
from malecon.core.clock import now
from malecon.core.files import copy_file, make_private_file, make_private_folder, new_file, reason_of
from malecon.core.message import N_
from malecon.storage.data_folder import FolderError, new_folder
from malecon.storage.database import FILE, name_of, translate_errors
from malecon.storage.read_errors import read_again
from malecon.storage.schema import METADATA
from malecon.storage.store import Store
from malecon.tables import StorageError

FORMAT = 1
MANIFEST = "manifest.json"
RECORDS = "records"
MEMBER = re.compile(rf"{re.escape(FILE)}|{RECORDS}/[0-9a-f]{{32}}")
"""What an archive may contain besides its manifest."""


class Manifest(msgspec.Struct, frozen=True):
    """What is in an archive.

    Attributes:
        format: version of this form of archive.
        malecon: version of the program that wrote it.
        made: milliseconds since 1970.
        files: by name, the SHA-256.
    """

    format: int
    malecon: str
    made: int
    files: dict[str, str]


def back_up(folder: Path, archive: Path) -> Manifest:
    """Write an archive of a data folder; a server may go on meanwhile.

    Raises:
        StorageError: the archive is there already, or something cannot be read or written.
    """
    _check_database(folder)
    try:
        if archive.exists():
            raise FileExistsError
        with TemporaryDirectory(prefix=".malecon-", dir=archive.absolute().parent) as half:
            _copy_database(folder, Path(half) / FILE)
            files = {FILE: Path(half) / FILE, **records_of(folder)}
            manifest = Manifest(FORMAT, __version__, now(), {name: digest(file) for name, file in files.items()})
            with new_file(archive, replaces=False) as opened:
                _write_archive(opened, files, manifest)
    except FileExistsError:
        raise StorageError(f"{archive}: is there already; name another file") from None
    except OSError as error:
        template = N_("{archive}: cannot be written: {reason}. Name another FILE.")
        raise StorageError(template, archive=str(archive), reason=reason_of(error)) from None
    return manifest


def _check_database(folder: Path) -> None:
    """Check that a folder has a database.

    Raises:
        StorageError: it has none, or cannot be read.
    """
    try:
        if (folder / FILE).exists():
            return
    except OSError as error:
        raise FolderError(folder, error) from None
    template = N_("{folder}: has no database. Name the folder of the site with --folder FOLDER or MALECON_FOLDER.")
    raise StorageError(template, folder=str(folder))


@read_again
def _copy_database(folder: Path, copy: Path) -> None:
    """Copy the database as it is at one moment, into one file that needs no other."""
    store = Store.open(folder)
    make_private_file(copy)
    try:
        with (
            translate_errors(store.engine, is_reading=True),
            closing(store.reader.raw_connection()) as pooled,
            closing(sqlite3.connect(copy)) as to,
        ):
            driver = pooled.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.backup(to)
            to.execute("PRAGMA journal_mode=DELETE")
    finally:
        store.close()


def records_of(folder: Path) -> dict[str, Path]:
    """Return the records that people have brought, by their names in an archive."""
    found = {f"{RECORDS}/{file.name}": file for file in sorted((folder / RECORDS).glob("*"))}
    return {name: file for name, file in found.items() if MEMBER.fullmatch(name)}


def digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _write_archive(archive: BinaryIO, files: dict[str, Path], manifest: Manifest) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        for name, file in files.items():
            zipped.write(file, name)


def restore(archive: Path, folder: Path) -> Manifest:
    """Put an archive back into a folder that is new or empty.

    Raises:
        StorageError: the folder is not empty, the archive is none or damaged, or something cannot be written.
    """
    try:
        with new_folder(folder) as half:
            manifest = _unpack(archive, half)
    except OSError as error:
        template = N_("{archive}: cannot be put back into {folder}: {reason}. Name another one with --folder FOLDER.")
        raise StorageError(template, archive=str(archive), folder=str(folder), reason=reason_of(error)) from None
    return manifest


def _unpack(archive: Path, folder: Path) -> Manifest:
    """Write what is in an archive into a new folder.

    Raises:
        StorageError: it is no archive of ours, or is damaged.
        OSError: something cannot be read or written.
    """
    try:
        with zipfile.ZipFile(archive) as zipped:
            manifest = msgspec.json.decode(zipped.read(MANIFEST), type=Manifest)
            names = {name for name in zipped.namelist() if name != MANIFEST}
            if manifest.format != FORMAT or names != set(manifest.files) or not all(map(MEMBER.fullmatch, names)):
                raise StorageError(f"{archive}: is no archive that this version of Malecón can restore")
            make_private_folder(folder / RECORDS)
            for name in names:
                with zipped.open(name) as packed, new_file(folder / name) as opened:
                    shutil.copyfileobj(packed, opened)
    except (zipfile.BadZipFile, zlib.error, KeyError, msgspec.DecodeError, EOFError, NotImplementedError, RuntimeError):
        raise StorageError(N_("{archive}: is damaged, or no archive of Malecón"), archive=str(archive)) from None
    wrong = [name for name, expected in manifest.files.items() if digest(folder / name) != expected]
    if wrong:
        raise StorageError(f"{archive}: is damaged: {wrong[0]} is not what it was")
    return manifest


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
            _copy_rows(old, new)
        try:
            make_private_folder(folder / RECORDS)
            for name, record in records_of(Path(half) / "data").items():
                copy_file(record, folder / name)
        except OSError as error:
            raise FolderError(folder, error) from None
    return manifest


def _copy_rows(old: Store, new: Store) -> None:
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

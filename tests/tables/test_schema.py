"""The schema of the database: made at once for a new one, by migrations for an older one, and the same in both."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from malecon.storage.database import FILE
from malecon.storage.migration import configuration, revision_of, revisions
from malecon.storage.schema import METADATA
from malecon.storage.store import Store
from malecon.tables import StorageError
from tables.later_schema import add_migration
from upgrades.old_site import VERSIONS


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Have a store of either sort."""
    address = request.getfixturevalue("new_postgres") if request.param == "postgresql" else ""
    store = Store.open(tmp_path, address)
    yield store
    store.close()


def is_ours(name: str | None, kind: str, parents: object) -> bool:
    """Tell whether a thing in the database is ours, not the queue's."""
    return kind != "table" or name is None or not name.startswith("procrastinate_")


def schema_in(connection: Connection) -> dict[str, object]:
    """Return the columns, keys and indices of all our tables."""
    found = inspect(connection)
    return {
        name: (
            {each["name"]: (str(each["type"]), each["nullable"], each["default"]) for each in found.get_columns(name)},
            found.get_pk_constraint(name),
            sorted(found.get_foreign_keys(name), key=str),
            sorted(found.get_unique_constraints(name), key=str),
            sorted(found.get_indexes(name), key=str),
        )
        for name in found.get_table_names()
        if is_ours(name, "table", None)
    }


def differences(connection: Connection) -> object:
    """Return what differs between a database and the models."""
    return compare_metadata(MigrationContext.configure(connection, opts={"include_name": is_ours}), METADATA)


def test_a_new_database_is_as_the_models_say(store: Store) -> None:
    with store.writing() as connection:
        assert differences(connection) == []
        assert revision_of(connection) == revisions()[-1]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_migrations_make_of_an_older_database_what_the_models_say(version: Path, tmp_path: Path) -> None:
    new, old = Store.open(tmp_path / "new"), Store.open(copied(version, tmp_path / "old"))
    with new.writing() as at_once, old.writing() as migrated:
        assert differences(migrated) == []
        assert schema_in(migrated) == schema_in(at_once)
        assert revision_of(migrated) == revisions()[-1]
    new.close()
    old.close()


def copied(version: Path, folder: Path) -> Path:
    """Copy the data folder that an older version has left."""
    shutil.copytree(version / "data", folder, copy_function=shutil.copy)
    return folder


def test_a_database_from_before_the_first_schema_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0006'")
    store.close()

    with pytest.raises(StorageError, match=r"data version 0006\) and cannot be read any more"):
        Store.open(tmp_path)


def test_a_migration_is_carried_out_wholly_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    Store.open(site).close()
    with closing(sqlite3.connect(site / FILE)) as connection, connection:
        connection.execute("CREATE TABLE notes (id INTEGER)")  # in the way of the migration
    add_migration(tmp_path / "migrations", monkeypatch)

    with pytest.raises(StorageError, match="notes"):
        Store.open(site)
    with closing(sqlite3.connect(site / FILE)) as connection, connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0011",)]
        connection.execute("DROP TABLE notes")
    store = Store.open(site)
    with store.writing() as database:
        assert revision_of(database) == "0012"
        assert inspect(database).has_table("notes")
    store.close()


def test_the_migrations_are_one_line() -> None:
    script = ScriptDirectory.from_config(configuration())

    assert len(script.get_heads()) == len(script.get_bases()) == 1

"""The schema of the database: made at once for a new one, by migrations for an older one, and the same in both."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from malecon.storage.migration import configuration, revision_of, upgrade
from malecon.storage.schema import METADATA
from malecon.storage.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Have a store of either sort."""
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
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


def test_models_and_migrations_agree(store: Store) -> None:
    with store.writing() as connection:
        made_at_once = schema_in(connection)
        revision = revision_of(connection)
        METADATA.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        upgrade(connection)
        there = MigrationContext.configure(connection, opts={"include_name": is_ours})

        assert compare_metadata(there, METADATA) == []
        assert schema_in(connection) == made_at_once
        assert revision_of(connection) == revision


def test_the_migrations_are_one_line() -> None:
    script = ScriptDirectory.from_config(configuration())

    assert len(script.get_heads()) == len(script.get_bases()) == 1

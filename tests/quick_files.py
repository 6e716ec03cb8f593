"""SQLite files that this process makes quickly, and does not flush: who cuts the power starts another process."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from sqlalchemy import Connection, create_engine, text

from malecon.storage import database, migration


@contextmanager
def quick_files() -> Iterator[None]:
    """Make such files from now on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "PRAGMAS", (*database.PRAGMAS, "synchronous=OFF"))
        patch.setattr(database, "create_schema", create_schema)
        yield


def create_schema(connection: Connection, revision: str) -> None:
    """Create the schema; in a file by statements that were worked out once, which takes a quarter of the time."""
    if connection.dialect.name != "sqlite":
        migration.create_schema(connection, revision)
        return
    for statement in schema_statements(revision):
        connection.exec_driver_sql(statement)
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": revision})


@cache
def schema_statements(revision: str) -> list[str]:
    """Return the statements of the schema that ``migration.create_schema`` makes."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        migration.create_schema(connection, revision)
        made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
        found = [str(each) for each in connection.exec_driver_sql(made).scalars()]
    engine.dispose()
    return found

"""Bringing a database to today's schema: a new one at once, an older one by Alembic's migrations in ``migrations``.

Alembic is imported only where a database lacks a migration: it needs ten megabytes and a third of a second.
The tables of the queue of jobs are Procrastinate's own: made once, and kept up to date with it.
"""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, Engine, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text

from malecon.storage import postgres
from malecon.storage.database import is_shared, name_of
from malecon.storage.file_identity import APPLICATION_ID
from malecon.storage.schema import METADATA
from malecon.tables.errors import StorageError

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = files("malecon.storage") / "migrations"
QUEUE = "procrastinate_jobs"
VERSION_TABLE, VERSION_COLUMN = "alembic_version", "version_num"
"""In which Alembic keeps the revision of a database."""
REVISION = text(f"SELECT {VERSION_COLUMN} FROM {VERSION_TABLE}")
REMARK = text("SELECT obj_description('procrastinate_jobs'::regclass)")


def make_queue(connection: Connection) -> None:
    """Make the queue if it is missing, else carry out what was added since; a remark tells what was done."""
    from procrastinate.schema import SchemaManager

    steps = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    if inspect(connection).has_table(QUEUE):
        done = str(connection.execute(REMARK).scalar())
        wanted = [step.read_text("utf-8") for step in steps if step.name > done]
    else:
        wanted = [str(SchemaManager.get_schema())]
    for script in wanted:
        run(connection, script)
    if wanted:
        run(connection, f"COMMENT ON TABLE {QUEUE} IS '{steps[-1].name}'")


def run(connection: Connection, script: str) -> None:
    """Carry out a script of several statements, which only the driver itself takes."""
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute(script)


def configuration() -> "Config":
    """Return Alembic's configuration: the folder of the migrations."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))  # % is ConfigParser's
    return config


def revisions() -> list[str]:
    """Return the revisions of the schema, the oldest first: the numbers with which the files of migrations begin."""
    return sorted(file.name.partition("_")[0] for file in (FOLDER / "versions").iterdir() if file.name[0].isdecimal())


def revision_of(connection: Connection) -> str | None:
    """Return the revision of a database, ``None`` if it has none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(REVISION).scalar()


def create_schema(connection: Connection, revision: str) -> None:
    """Create today's schema in an empty database, as all migrations up to a revision would have made it."""
    METADATA.create_all(connection)
    key = PrimaryKeyConstraint(VERSION_COLUMN, name=f"{VERSION_TABLE}_pkc")
    version = Table(VERSION_TABLE, MetaData(), Column(VERSION_COLUMN, String(32)), key)
    version.create(connection)
    connection.execute(insert(version), {VERSION_COLUMN: revision})


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that a database lacks."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def migrate(engine: Engine, check_alone: Callable[[], None] = lambda: None) -> None:
    """Carry out the migrations that the database lacks, all or none.

    Args:
        engine: the database.
        check_alone: called before something is changed; raises ``StorageError`` if others use the database.

    Raises:
        StorageError: a newer Malecón, or something else, has written it.
    """
    known = revisions()
    with engine.begin() as connection:
        if is_shared(engine):
            postgres.lock_schema(connection)
        there = revision_of(connection)
        if there is None and inspect(connection).get_table_names():
            raise StorageError(f"{name_of(engine)}: is a database, but not one of Malecón")
        if there is not None and there not in known:
            raise StorageError(f"{name_of(engine)}: is of a newer Malecón (data version {there}); update to use it")
        if there != known[-1]:
            check_alone()
        if there is None:
            create_schema(connection, known[-1])
        elif there != known[-1]:
            upgrade(connection)
        if is_shared(engine):
            make_queue(connection)
        elif connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")

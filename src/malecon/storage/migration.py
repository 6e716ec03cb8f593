"""Bringing a database to today's schema, by Alembic's migrations in ``migrations/versions``.

The tables of the queue of jobs are Procrastinate's own: made once, and kept up to date with it.
"""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from malecon.storage import postgres
from malecon.storage.database import is_shared, name_of
from malecon.storage.file_identity import APPLICATION_ID
from malecon.tables.errors import StorageError

QUEUE = "procrastinate_jobs"
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


def configuration() -> Config:
    """Return Alembic's configuration: the folder of the migrations."""
    config = Config()
    folder = str(files("malecon.storage") / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))  # % is ConfigParser's
    return config


def migrate(engine: Engine, check_alone: Callable[[], None] = lambda: None) -> None:
    """Carry out the migrations that the database lacks, all or none.

    Args:
        engine: the database.
        check_alone: called before something is changed; raises ``StorageError`` if others use the database.

    Raises:
        StorageError: a newer Malecón, or something else, has written it.
    """
    config = configuration()
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    with engine.begin() as connection:
        if is_shared(engine):
            postgres.lock_schema(connection)
        there = MigrationContext.configure(connection).get_current_revision()
        if there is None and inspect(connection).get_table_names():
            raise StorageError(f"{name_of(engine)}: is a database, but not one of Malecón")
        if there is not None and there not in known:
            raise StorageError(f"{name_of(engine)}: is of a newer Malecón (data version {there}); update to use it")
        if there != script.get_current_head():
            check_alone()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        if is_shared(engine):
            make_queue(connection)
        elif connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")

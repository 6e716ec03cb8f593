"""Bringing a database to today's schema, by Alembic's migrations in ``migrations/versions``."""

from collections.abc import Callable
from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect

from malecon.storage import postgres
from malecon.storage.database import is_shared, name_of
from malecon.storage.file_identity import APPLICATION_ID
from malecon.storage.queue_schema import make_queue
from malecon.tables.errors import StorageError


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

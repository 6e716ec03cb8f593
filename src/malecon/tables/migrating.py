"""Bringing a database to today's schema, by Alembic's migrations in ``migrations/versions``."""

from importlib.resources import files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine

from malecon.tables.errors import StorageError


def migrate(engine: Engine) -> None:
    """Carry out the migrations that the database lacks.

    Raises:
        StorageError: a newer Malecón has written it.
    """
    config = Config()
    config.set_main_option("script_location", str(files("malecon.tables") / "migrations"))
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    with engine.begin() as connection:
        there = MigrationContext.configure(connection).get_current_revision()
        if there == script.get_current_head():
            return
        if there is not None and there not in known:
            raise StorageError(f"the data are of a newer version of Malecón ({there}); update Malecón to use them")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

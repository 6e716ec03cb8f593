"""Bringing a database to today's schema, by Alembic's migrations in ``migrations/versions``.

Alembic is imported only where a database lacks a migration: it needs ten megabytes, and a server starts without it.
The tables of the queue of jobs are Procrastinate's own: made once, and kept up to date with it.
"""

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = files("malecon.storage") / "migrations"
QUEUE = "procrastinate_jobs"
VERSION_TABLE = "alembic_version"
REVISION = text(f"SELECT version_num FROM {VERSION_TABLE}")
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


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that a database lacks."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")



"""The tables of the queue of jobs, which are Procrastinate's own: made once, and kept up to date with it."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

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

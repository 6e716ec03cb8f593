"""A file as an older version of Malecón has left it: what later migrations have added is taken away again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from malecon.storage.database import FILE

VERSION = "0002"
NEW_TABLES = ("attempts", "sweeps", "clock_steps", "training", "puzzle_answers")
NEW_INDEXES = ("ix_people_seen", "ix_tables_finished", "ix_tables_host", "ix_tables_origin", "ix_messages_person")
NEW_COLUMNS = (
    *(("tables", "touched"), ("people", "seen")),
    *(("results", "absent"), ("ratings", "opponents"), ("sessions", "proved")),
)


def make_older(folder: Path) -> None:
    """Give the file in a folder, which nobody has open, the schema of ``VERSION``; what is in it stays."""
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        for table in NEW_TABLES:
            connection.execute(f"DROP TABLE {table}")
        for index in NEW_INDEXES:
            connection.execute(f"DROP INDEX {index}")
        for table, column in NEW_COLUMNS:
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = ?", (VERSION,))

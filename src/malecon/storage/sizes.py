"""Sizes of the database and the folder. It blocks."""

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, func, select, text

from malecon.core.i18n import N_
from malecon.storage.backup import RECORDS
from malecon.storage.database import FILE
from malecon.storage.schema import MESSAGES, MOVES, PEOPLE, SESSIONS, TABLES
from malecon.storage.store import Store

MEBI = 1024 * 1024


def sizes_of(store: Store, folder: Path) -> list[tuple[str, str]]:
    """Return titles with how many there are of each, or how many MiB."""
    with store.reading() as connection:
        found = [(title, str(count)) for title, count in counts_in(connection)]
        shared = (
            connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
            if store.is_shared
            else 0
        )
    records = [file.stat().st_size for file in (folder / RECORDS).glob("*")]
    size = shared or sum(file.stat().st_size for file in folder.glob(f"{FILE}*"))
    found.append((N_("Saved games that somebody brought"), f"{len(records)} ({mebibytes(sum(records))})"))
    return [*found, (N_("The database"), mebibytes(size))]


def counts_in(connection: Connection) -> Iterator[tuple[str, int]]:
    """Yield titles with how many rows there are of each."""

    def count(table: Table, *conditions: ColumnElement[bool]) -> int:
        return connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one()

    is_done, is_ended = TABLES.c.finished.is_not(None), TABLES.c.closed != ""
    yield N_("People with an account"), count(PEOPLE, PEOPLE.c.account.is_not(None))
    yield N_("People without an account"), count(PEOPLE, PEOPLE.c.account.is_(None))
    yield N_("Browsers and programs"), count(SESSIONS)
    yield N_("Tables under way"), count(TABLES, ~is_done)
    yield N_("Finished games"), count(TABLES, is_done, ~is_ended)
    yield N_("Tables that were ended"), count(TABLES, is_done, is_ended)
    yield N_("Moves"), count(MOVES)
    yield N_("Messages"), count(MESSAGES)


def mebibytes(size: int) -> str:
    """Return a number of bytes as MiB.

    >>> mebibytes(1_572_864)
    '1.5 MiB'
    """
    return f"{size / MEBI:.1f} MiB"

"""The integrity of a database: its file, and each table, which is rebuilt from its log."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from malecon.core.errors import MaleconError
from malecon.storage.schema import TABLES
from malecon.storage.store import Store
from malecon.tables import StorageError

NO_DAMAGE = "ok"


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that is wrong; ``table_id`` is of a table, or empty for the database as a whole."""

    table_id: str
    reason: str


def find_damage(store: Store) -> Iterator[Damage]:
    """Yield the damage of a database; blocks, some milliseconds for each table."""
    yield from damages_of_file(store)
    with store.reading() as connection:
        tables = connection.execute(select(TABLES.c.id, TABLES.c.finished).order_by(TABLES.c.created)).all()
    for row in tables:
        reason = damage_of(store, row.id, is_finished=row.finished is not None)
        if reason:
            yield Damage(row.id, reason)


def damages_of_file(store: Store) -> Iterator[Damage]:
    """Yield the damage that SQLite finds in its file; PostgreSQL looks after itself."""
    if store.is_shared:
        return
    with store.reading() as connection:
        said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        yield from (Damage("", f"the file is damaged: {each}") for each in said if each != NO_DAMAGE)
        for row in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
            yield Damage("", f"a row of {row[0]} belongs to a row of {row[2]} that is not there")


def damage_of(store: Store, table_id: str, *, is_finished: bool) -> str:
    """Return the damage of a table; empty if it can be rebuilt."""
    try:
        table = store.load(table_id)
    except StorageError:
        raise
    except MaleconError as error:
        return str(error)
    except Exception as error:  # whatever is in a damaged row: the other tables are to be looked at too
        return f"its rows cannot be read: {error!r}"
    if table.is_done != is_finished:
        return f"it is {'done with' if table.is_done else 'going on'}, but its row says otherwise"
    return ""

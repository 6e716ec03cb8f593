"""The repair of a salvaged database: every table is rebuilt, and cut after its last move that can be played.

Who is missing but sits at tables or has sessions gets a row again: so their games and their browsers stay theirs.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy import Table as SqlTable

from malecon.core.time_source import now
from malecon.services.people.person import Person, settings_of
from malecon.services.results import recompute, results_of
from malecon.services.salvage.table_part import Repair, delete_table, repair_table
from malecon.storage.integrity import damage_of
from malecon.storage.schema import METADATA, MOVES, PEOPLE, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store


def repair(store: Store, *, is_damaged: bool) -> Repair:
    """Make the database of a store whole; return what became of it. ``is_damaged``: rows of it may be missing."""
    mended = Repair()
    with store.writing() as connection:
        mended.lost = sorted(tables_without_beginning(connection))
        mended.people = restore_people(connection)
        drop_orphans(connection)
        tables = connection.execute(select(TABLES.c.id).order_by(TABLES.c.created)).scalars().all()
        for table in tables:
            repair_table(connection, table, mended, is_damaged=is_damaged)
    for table in tables:  # whatever else may be wrong with it
        if table not in mended.lost and damage_reason(store, table):
            with store.writing() as connection:
                delete_table(connection, table, mended)
    if is_damaged or mended.cut or mended.lost:
        with store.writing() as connection:
            restore_results(connection, store, [table for table in tables if table not in mended.lost])
            recompute(connection)
    mended.intact = len(set(tables) - set(mended.lost) - set(mended.cut))
    return mended


def tables_without_beginning(connection: Connection) -> set[str]:
    """Return the ids of tables of which there is something, but not how they began."""
    known = select(TABLES.c.id)
    return {
        table
        for each in (SEATS, MOVES)
        for table in connection.execute(select(each.c.table).distinct().where(each.c.table.not_in(known))).scalars()
    }


def restore_people(connection: Connection) -> int:
    """Give those a row again who sit at tables or have sessions; return how many."""
    known = set(connection.execute(select(PEOPLE.c.id)).scalars())
    missing: dict[str, str] = {}
    for row in connection.execute(select(SEATS.c.person, SEATS.c.name).where(SEATS.c.person.is_not(None))):
        missing.setdefault(row.person, row.name)
    for person in connection.execute(select(SESSIONS.c.person)).scalars():
        missing.setdefault(person, "")
    people = [Person(person, name) for person, name in missing.items() if person not in known]
    for person in people:
        connection.execute(insert(PEOPLE), {**settings_of(person), "id": person.id, "created": now()})
    return len(people)


def drop_orphans(connection: Connection) -> None:
    """Delete the rows that belong to rows that are lost, or let them belong to none, as their deletion would have."""
    for table in METADATA.sorted_tables:
        for column in table.columns:
            for key in column.foreign_keys:
                is_orphan = column.is_not(None) & column.not_in(select(key.column))
                empty = update(table).values({column.name: None})
                connection.execute((empty if key.ondelete == "SET NULL" else delete(table)).where(is_orphan))












def damage_reason(store: Store, table_id: str) -> str:
    """Return the damage that is left in a table; empty if it can be rebuilt."""
    with store.reading() as connection:
        finished = connection.execute(select(TABLES.c.finished).where(TABLES.c.id == table_id)).scalar()
    return damage_of(store, table_id, is_finished=finished is not None)


def restore_results(connection: Connection, store: Store, tables: Sequence[str]) -> None:
    """Write the results again of finished games that lack some; they follow from the moves."""
    for table_id, finished in games_without_results(connection, tables):
        table = store.load(table_id)
        if table.match.over:
            connection.execute(delete(RESULTS).where(RESULTS.c.table == table_id))
            connection.execute(insert(RESULTS), results_of(table, finished))


def games_without_results(connection: Connection, tables: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield finished tables with fewer results than seats, and when each ended."""
    for row in connection.execute(select(TABLES.c.id, TABLES.c.finished).where(TABLES.c.finished.is_not(None))).all():
        if row.id in tables:
            counts = [count_at(connection, each, row.id) for each in (SEATS, RESULTS)]
            if counts[0] != counts[1]:
                yield row.id, row.finished


def count_at(connection: Connection, rows: SqlTable, table_id: str) -> int:
    """Return the number of rows that belong to a table."""
    return connection.execute(select(func.count()).where(rows.c.table == table_id)).scalar_one()

"""Moved from malecon.storage.table_queries."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from malecon.storage.schema import SEATS


def names_at(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the names of the occupants of some tables, by table."""
    chosen = select(SEATS.c.table, SEATS.c.name).where(SEATS.c.table.in_(tables)).order_by(SEATS.c.seat)
    names: dict[str, tuple[str, ...]] = {}
    for table_id, name in connection.execute(chosen):
        names[table_id] = (*names.get(table_id, ()), name)
    return names

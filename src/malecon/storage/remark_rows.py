"""Moved from malecon.storage.store."""

from sqlalchemy import Connection, insert, select, update

from malecon.storage.rows import (
    RowQuery,
    remark_row,
)
from malecon.storage.schema import MESSAGES
from malecon.tables.chat import MOST_REMARKS
from malecon.tables.table import Table


def newest_remarks(table_id: str) -> RowQuery:
    """Return the query for the newest remarks of a table, the newest first."""
    return select(MESSAGES).where(MESSAGES.c.table == table_id).order_by(MESSAGES.c.number.desc()).limit(MOST_REMARKS)


def write_remarks(connection: Connection, before: Table, after: Table) -> None:
    """Write new and newly reported remarks."""
    known = {remark.number for remark in before.remarks}
    for remark in set(after.remarks) - set(before.remarks):
        row = remark_row(after.header.id, remark)
        if remark.number in known:
            here = MESSAGES.c.table == after.header.id, MESSAGES.c.number == remark.number
            connection.execute(update(MESSAGES).where(*here).values(row))
        else:
            connection.execute(insert(MESSAGES), row)

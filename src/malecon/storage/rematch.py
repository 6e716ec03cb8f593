"""The rematch of a game, which is written in the transaction of the answer that all waited for."""

from collections.abc import Sequence

from sqlalchemy import Connection

from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.store import ChangeWriter, insert_table
from malecon.tables.table import Table


def rematch_writer(begun: Sequence[Table]) -> ChangeWriter:
    """Return what writes that table of ``begun`` that a change names as the rematch; nothing if it names none."""

    def write(connection: Connection, before: Table | None, after: Table, at: int) -> None:
        for table in begun:
            if table.header.id == after.rematch:
                insert_table(connection, table, at, CHANGE_WRITERS)

    return write

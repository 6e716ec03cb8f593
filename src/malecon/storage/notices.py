"""Notices to people, and where they want to get them.

A notice is due a while after its person became needed. It is gone when the person has acted.
"""

from sqlalchemy import Connection, bindparam, delete, insert

from malecon.storage.schema import NOTICES
from malecon.tables import MINUTE
from malecon.tables.clocks import is_live, overdue_times
from malecon.tables.table import Table

TURN, LATE = "turn", "late"
"""Kinds of notices: somebody became needed; somebody has been needed for too long."""
WAIT_LIVE, WAIT_SLOW = MINUTE, 10 * MINUTE
"""Milliseconds from the moment a person is awaited to the notice."""


THEIRS = NOTICES.c.table == bindparam("this"), NOTICES.c.person == bindparam("whose")
DELETE_NOTICES = delete(NOTICES).where(*THEIRS)
DELETE_LATE_NOTICES = DELETE_NOTICES.where(NOTICES.c.kind == LATE)
INSERT_NOTICES = insert(NOTICES)


def write_notices(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the notices of those who became needed, and remove those of who is not any more.

    Args:
        connection: in the transaction of the change.
        before: the table before it; ``None`` if the table is new.
        after: the table as it is stored.
        at: the time, in milliseconds since 1970.
    """
    was, ends = overdue_times(before) if before else {}, overdue_times(after)
    wait = WAIT_LIVE if is_live(after.header.settings.clock) else WAIT_SLOW
    for person in was.keys() | ends.keys():
        if was.get(person) == ends.get(person):
            continue
        is_late_only = person in ends and person in was
        statement, kinds = (DELETE_LATE_NOTICES, (LATE,)) if is_late_only else (DELETE_NOTICES, (TURN, LATE))
        connection.execute(statement, {"this": after.header.id, "whose": person})
        if person in ends:
            row = {"table": after.header.id, "person": person, "since": after.version}
            due = {TURN: at + wait, LATE: ends[person]}
            connection.execute(INSERT_NOTICES, [{**row, "kind": kind, "due": due[kind]} for kind in kinds])

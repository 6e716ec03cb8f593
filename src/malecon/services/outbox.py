"""The outbox of notices: those that a change of a table makes or cancels, written with the change: none is lost.

A notice is due a while after its person became needed. It is gone when the person has acted.
"""

from sqlalchemy import Connection, bindparam, delete, insert

from malecon.storage.schema import NOTICES
from malecon.tables.clocks import deadline, is_live
from malecon.tables.table import Table
from malecon.tables.table_settings import MINUTE

TURN, LATE = "turn", "late"
"""Kinds of notices: somebody became needed; somebody has been needed for too long."""
WAIT_LIVE, WAIT_SLOW = MINUTE, 10 * MINUTE
"""Milliseconds from the moment a person is awaited to the notice."""


THEIRS = NOTICES.c.table == bindparam("this"), NOTICES.c.person == bindparam("whose")
DELETE_NOTICES = delete(NOTICES).where(*THEIRS, NOTICES.c.kind.in_(bindparam("kinds", expanding=True)))
INSERT_NOTICES = insert(NOTICES)


def awaited_persons(table: Table) -> dict[str, int]:
    """Return the awaited persons, each with the time from which they are overdue (milliseconds since 1970).

    Nobody is where only one person plays: computer players do not let people wait, and nobody else does.
    """
    people = {occupant.person for occupant in table.occupants if occupant.person}
    ends: dict[str, int] = {}
    for seat in table.persons_to_move() if len(people) > 1 else ():
        person, end = table.occupants[seat].person, deadline(table, seat)
        if person is not None and end is not None:
            ends[person] = min(end, ends.get(person, end))
    return ends


def write_notices(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Write the notices of those who became needed, and remove those of who is not any more.

    Args:
        connection: in the transaction of the change.
        before: the table before it; ``None`` if the table is new.
        after: the table as it is stored.
        at: the time, in milliseconds since 1970.
    """
    was, ends = awaited_persons(before) if before else {}, awaited_persons(after)
    wait = WAIT_LIVE if is_live(after.header.settings.clock) else WAIT_SLOW
    for person in was.keys() | ends.keys():
        if was.get(person) == ends.get(person):
            continue
        kinds = (LATE,) if person in ends and person in was else (TURN, LATE)
        connection.execute(DELETE_NOTICES, {"this": after.header.id, "whose": person, "kinds": kinds})
        if person in ends:
            row = {"table": after.header.id, "person": person, "since": after.version}
            due = {TURN: at + wait, LATE: ends[person]}
            connection.execute(INSERT_NOTICES, [{**row, "kind": kind, "due": due[kind]} for kind in kinds])

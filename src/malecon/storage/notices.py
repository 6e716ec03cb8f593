"""Notices to people that they are needed: for a turn, or to answer whether they play again.

A notice is due a while after its person became needed. It is gone when the person has acted.
"""

from collections.abc import Collection, Iterable

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, or_, select, update

from malecon.core.clock import now
from malecon.storage.driver_statements import DriverStatement
from malecon.storage.read_errors import read_again
from malecon.storage.schema import NOTICES, SEATS, TABLES
from malecon.storage.store import Repository, in_thread
from malecon.tables import MINUTE
from malecon.tables.clocks import is_live, overdue_times
from malecon.tables.rematch import people_asked
from malecon.tables.table import Table

TURN, LATE, REMATCH = "turn", "late", "again"
"""Kinds of notices: somebody became needed; has been needed for too long; is asked to play again."""
WAIT_LIVE, WAIT_SLOW = MINUTE, 10 * MINUTE
"""Milliseconds from the moment a person is awaited to the notice."""


THEIRS = NOTICES.c.table == bindparam("this"), NOTICES.c.person == bindparam("whose")
DELETE_NOTICES = DriverStatement(delete(NOTICES).where(*THEIRS))
DELETE_LATE_NOTICES = DriverStatement(delete(NOTICES).where(*THEIRS, NOTICES.c.kind == bindparam("late")))
INSERT_NOTICES = DriverStatement(insert(NOTICES), "table", "person", "since", "kind", "due")


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
        theirs: dict[str, object] = {"this": after.header.id, "whose": person}
        if is_late_only:
            DELETE_LATE_NOTICES.run(connection, {**theirs, "late": LATE})
        else:
            DELETE_NOTICES.run(connection, theirs)
        if person in ends:
            row = {"table": after.header.id, "person": person, "since": after.version}
            due = {TURN: at + wait, LATE: ends[person]}
            kinds = (LATE,) if is_late_only else (TURN, LATE)
            INSERT_NOTICES.run_for_each(connection, [{**row, "kind": kind, "due": due[kind]} for kind in kinds])
    _write_offers(connection, before, after, at + wait)


def _write_offers(connection: Connection, before: Table | None, after: Table, due: int) -> None:
    """Write the notices of those who are asked to play again, and remove those of who is not any more."""
    was, asked = people_asked(before) if before else frozenset(), people_asked(after)
    for person in was - asked:
        DELETE_NOTICES.run(connection, {"this": after.header.id, "whose": person})
    row = {"table": after.header.id, "kind": REMATCH, "since": after.version, "due": due}
    if asked - was:
        INSERT_NOTICES.run_for_each(connection, [{**row, "person": person} for person in sorted(asked - was)])


MOST_AT_ONCE = 200


class Notice(Struct, frozen=True):
    """A notice that is due: to whom, of which kind, about which table with which other players."""

    table_id: str
    person: str
    kind: str
    since: int
    game: str
    others: tuple[str, ...]


class Notices(Repository):
    """The notices that the database knows."""

    @in_thread
    @read_again
    def cancel_seen(self, looks: Collection[tuple[str, str]]) -> None:
        """Remove the notices to persons who view the table anyway: of a turn, of an offer, or due in a moment.

        ``looks``: pairs of a table and a person who views it.
        """
        with self._store.reading() as connection:
            waiting = select(NOTICES.c.table, NOTICES.c.person).where(NOTICES.c.sent.is_(None)).distinct()
            seen = [tuple(row) for row in connection.execute(waiting) if tuple(row) in looks]
        if not seen:
            return
        with self._store.writing() as connection:
            is_told = or_(NOTICES.c.kind != LATE, NOTICES.c.due <= now() + MINUTE)
            for table, person in seen:
                mine = NOTICES.c.table == table, NOTICES.c.person == person, NOTICES.c.sent.is_(None)
                connection.execute(delete(NOTICES).where(*mine, is_told))

    @in_thread
    @read_again
    def claim(self, at: int) -> list[Notice]:
        """Return the notices that are due, each to one process only."""
        due = select(NOTICES, TABLES.c.game).join(TABLES, TABLES.c.id == NOTICES.c.table)
        due = due.where(NOTICES.c.due <= at, NOTICES.c.sent.is_(None)).order_by(NOTICES.c.due).limit(MOST_AT_ONCE)
        with self._store.reading() as connection:
            if not connection.execute(due.limit(1)).first():
                return []
        with self._store.writing() as connection:
            rows = connection.execute(due.with_for_update(skip_locked=True, of=NOTICES)).all()
            chosen = select(SEATS.c.table, SEATS.c.person, SEATS.c.name).order_by(SEATS.c.seat)
            seats = connection.execute(chosen.where(SEATS.c.table.in_([row.table for row in rows]))).all()
            found = []
            for row in rows:
                others = (seat.name for seat in seats if seat.table == row.table and seat.person != row.person)
                found.append(Notice(row.table, row.person, row.kind, row.since, row.game, tuple(others)))
            for notice in found:
                connection.execute(update(NOTICES).where(_is_notice(notice)).values(sent=at))
        return found

    @in_thread
    def postpone(self, notices: Iterable[Notice], due: int) -> None:
        """Postpone notices that could not be sent."""
        with self._store.writing() as connection:
            for notice in notices:
                connection.execute(update(NOTICES).where(_is_notice(notice)).values(sent=None, due=due))


def _is_notice(notice: Notice) -> ColumnElement[bool]:
    """Return the condition that a row is a notice."""
    is_same = NOTICES.c.table == notice.table_id, NOTICES.c.person == notice.person
    return and_(*is_same, NOTICES.c.kind == notice.kind, NOTICES.c.since == notice.since)

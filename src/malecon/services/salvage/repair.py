"""The repair of a salvaged database: every table is rebuilt, and cut after its last move that can be played.

Who is missing but sits at tables or has sessions gets a row again: so their games and their browsers stay theirs.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy import Table as SqlTable

from malecon.core.process import now
from malecon.services.people.person import Person, settings_of
from malecon.services.results import recompute, results_of
from malecon.services.salvage.seat_repair import restore_seats
from malecon.storage.integrity import damage_of
from malecon.storage.rows import (
    Row,
    StoredRow,
    read_header,
    read_move,
    read_occupant,
    read_seat,
    rebuild_table,
    remark_row,
)
from malecon.storage.schema import MESSAGES, METADATA, MOVES, PEOPLE, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store
from malecon.tables.occupant import Remark
from malecon.tables.seat_state import Move
from malecon.tables.table import Table

AUTHOR = "Malecón"
CUT_MESSAGE = "The file of this site was damaged. The game goes on after its move {number}; later ones are lost."


@dataclass
class Repair:
    """The outcome of a repair.

    Attributes:
        intact: how many are as they were.
        cut: by id, how many moves are left of a table that lost some.
        lost: ids of those of which too little is there.
        people: how many got a row again, without their settings.
        seats: how many have nobody now, for it is not known who sat there.
    """

    intact: int = 0
    cut: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    people: int = 0
    seats: int = 0


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


def repair_table(connection: Connection, table_id: str, mended: Repair, *, is_damaged: bool) -> None:
    """Cut a table after its last move that can be played, or delete it if it cannot be rebuilt at all."""
    head = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one()
    rows = connection.execute(select(MOVES).where(MOVES.c.table == table_id).order_by(MOVES.c.number)).all()
    log = [read_move(row) for number, row in enumerate(rows) if row.number == number]
    try:
        unknown = restore_seats(connection, head, log) if is_damaged else 0
        seats = connection.execute(select(SEATS).where(SEATS.c.table == table_id).order_by(SEATS.c.seat)).all()
        count, table = longest_playable(head, seats, log)
    except Exception:  # whatever is in a damaged row
        delete_table(connection, table_id, mended)
        return
    mended.seats += unknown
    if (rows and not count) or [row.seat for row in seats] != list(range(len(seats))):
        delete_table(connection, table_id, mended)  # its seats may be fewer than they were
    elif count < len(rows) or (head.finished is not None and not (table.match.over or head.closed)):
        cut_table(connection, head, count, mended)


def longest_playable(head: StoredRow, seats: Sequence[StoredRow], log: Sequence[Move]) -> tuple[int, Table]:
    """Return the number of moves of a log that can be played, and the table after them.

    Raises:
        Exception: the table cannot be rebuilt at all.
    """
    header, occupants, places = (
        read_header(head, len(seats)),
        list(map(read_occupant, seats)),
        list(map(read_seat, seats)),
    )

    def after(count: int) -> Table | None:
        try:
            return rebuild_table(header, occupants, log[:count], places)
        except Exception:
            if not count:
                raise
            return None

    count = last_true(len(log), lambda count: after(count) is not None)
    table = after(count)
    assert table is not None
    return count, table


def last_true(most: int, is_so: Callable[[int], bool]) -> int:
    """Return the largest number up to ``most`` for which something is so that is so for all below.

    >>> last_true(9, lambda number: number < 5), last_true(9, lambda number: True)
    (4, 9)
    """
    if is_so(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_so(middle) else (low, middle)
    return low


def cut_table(connection: Connection, head: StoredRow, count: int, mended: Repair) -> None:
    """Let a table go on after ``count`` moves, and say so there."""
    here = MOVES.c.table == head.id
    connection.execute(delete(MOVES).where(here, MOVES.c.number >= count))
    connection.execute(delete(RESULTS).where(RESULTS.c.table == head.id))
    again = {"finished": head.finished if head.closed else None, "version": head.version + 1}
    connection.execute(update(TABLES).where(TABLES.c.id == head.id).values(again))
    fresh: Row = {"draft": [], "acted": "", "seen": None, "running": None}
    connection.execute(update(SEATS).where(SEATS.c.table == head.id).values(fresh))
    last = connection.execute(select(func.max(MESSAGES.c.number)).where(MESSAGES.c.table == head.id)).scalar()
    remark = Remark(0 if last is None else last + 1, None, AUTHOR, CUT_MESSAGE.format(number=count), now())
    connection.execute(insert(MESSAGES), remark_row(head.id, remark))
    mended.cut[head.id] = count


def delete_table(connection: Connection, table_id: str, mended: Repair) -> None:
    """Delete a table that cannot be rebuilt; what belongs to it goes with it."""
    connection.execute(delete(TABLES).where(TABLES.c.id == table_id))
    mended.lost.append(table_id)
    mended.cut.pop(table_id, None)


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

"""The repair of one table of a salvaged database: it is cut after its last move that can be played.

How many seats are lost follows from the results, or from the moves that fit. Who sat there is known from the results.
Otherwise the seat is free again where the game goes on: its host sees the invitation, and gives it to who sat there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, func, insert, select, update

from malecon import games
from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.storage.rows import (
    Row,
    StoredRow,
    read_header,
    read_move,
    read_occupant,
    read_seat,
    rebuild_table,
    remark_row,
    state_values,
)
from malecon.storage.schema import MESSAGES, MOVES, PEOPLE, RESULTS, SEATS, TABLES
from malecon.tables.seat import Move, Occupant, SeatState
from malecon.tables.seating import free_seat
from malecon.tables.table import Remark, Table

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


def repair_table(connection: Connection, table_id: str, mended: Repair, *, is_damaged: bool) -> None:
    """Cut a table after its last move that can be played, or delete it if it cannot be rebuilt at all."""
    head = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).one()
    rows = connection.execute(select(MOVES).where(MOVES.c.table == table_id).order_by(MOVES.c.number)).all()
    log = [read_move(row) for number, row in enumerate(rows) if row.number == number]
    try:
        unknown = _restore_seats(connection, head, log) if is_damaged else 0
        seats = connection.execute(select(SEATS).where(SEATS.c.table == table_id).order_by(SEATS.c.seat)).all()
        count, table = _longest_playable(head, seats, log)
    except Exception:  # whatever is in a damaged row
        delete_table(connection, table_id, mended)
        return
    mended.seats += unknown
    if (rows and not count) or [row.seat for row in seats] != list(range(len(seats))):
        delete_table(connection, table_id, mended)  # its seats may be fewer than they were
    elif count < len(rows) or (head.finished is not None and not (table.is_over or head.closed)):
        _cut_table(connection, head, count, mended)


def _longest_playable(head: StoredRow, seats: Sequence[StoredRow], log: Sequence[Move]) -> tuple[int, Table]:
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

    count = _last_true(len(log), lambda count: after(count) is not None)
    table = after(count)
    assert table is not None
    return count, table


def _last_true(most: int, is_so: Callable[[int], bool]) -> int:
    """Return the largest number up to ``most`` for which something is so that is so for all below.

    >>> _last_true(9, lambda number: number < 5), _last_true(9, lambda number: True)
    (4, 9)
    """
    if is_so(most):
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_so(middle) else (low, middle)
    return low


def _cut_table(connection: Connection, head: StoredRow, count: int, mended: Repair) -> None:
    """Let a table go on after ``count`` moves, and say so there."""
    here = MOVES.c.table == head.id
    connection.execute(delete(MOVES).where(here, MOVES.c.number >= count))
    connection.execute(delete(RESULTS).where(RESULTS.c.table == head.id))
    again = {"finished": head.finished if head.closed else None, "version": head.version + 1}
    connection.execute(update(TABLES).where(TABLES.c.id == head.id).values(again))
    fresh: Row = {"draft": [], "acted": "", "seen": None, "running": None, "resigned": None}
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


MOST_TRIED = 40
"""Moves by which it is found out how many play."""


def _restore_seats(connection: Connection, head: StoredRow, log: Sequence[Move]) -> int:
    """Add the seats that a table lacks; return of how many it is not known who sat there.

    Raises:
        Exception: it cannot be known how many there were.
    """
    known = set(connection.execute(select(SEATS.c.seat).where(SEATS.c.table == head.id)).scalars())
    results = {row.seat: row for row in connection.execute(select(RESULTS).where(RESULTS.c.table == head.id))}
    count = next(iter(results.values())).seats if results else _likely_seats(head, known, log)
    missing = {seat: _sitter_from(connection, head, results.get(seat)) for seat in set(range(count)) - known}
    for seat, occupant in missing.items():
        who = {"name": occupant.name or ("" if occupant.is_free else f"? {seat + 1}"), "person": occupant.person}
        who |= {"level": occupant.level, "invitation": occupant.invitation}
        connection.execute(insert(SEATS), {"table": head.id, "seat": seat, **state_values(SeatState()), **who})
    return sum(occupant.person is None and occupant.level is None for occupant in missing.values())


def _likely_seats(head: StoredRow, known: set[int], log: Sequence[Move]) -> int:
    """Return the number of seats for which the first moves of a log can be played.

    Raises:
        ValueError: for no number, or for several of which none is that of the seats that are there.
    """
    least = max([*known, *(move.seat for move in log)], default=0) + 1
    counts = [count for count in games[head.game].seats if count >= least and _fits(head, count, log[:MOST_TRIED])]
    if least in counts and known == set(range(least)):
        return least
    (count,) = counts
    return count


def _fits(head: StoredRow, seats: int, log: Sequence[Move]) -> bool:
    """Tell whether moves can be played by so many."""
    occupants = [Occupant(str(seat)) for seat in range(seats)]
    try:
        rebuild_table(read_header(head, seats), occupants, log, [SeatState()] * seats)
    except MaleconError:
        return False
    return True


def _sitter_from(connection: Connection, head: StoredRow, result: StoredRow | None) -> Occupant:
    """Return the occupant of a seat whose row was lost."""
    if result is None:
        return Occupant() if head.finished is not None else free_seat()
    person = connection.execute(select(PEOPLE).where(PEOPLE.c.id == result.person)).one_or_none()
    name = (person.name if person else "") or (result.level or "").capitalize()
    return Occupant(name, person.id if person else None, result.level)

"""Seats of a table that are lost: how many there were follows from the results, or from the moves that fit.

Who sat there is known from the results. Otherwise the seat is free again where the game goes on: its host sees the
invitation, and gives it to who sat there.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from malecon import games
from malecon.core.errors import MaleconError
from malecon.storage.rows import Row, StoredRow, read_header, rebuild_table
from malecon.storage.schema import PEOPLE, RESULTS, SEATS
from malecon.tables.occupant import Occupant
from malecon.tables.seat_state import Move, SeatState
from malecon.tables.seating import free_seat

MOST_TRIED = 40
"""Moves by which it is found out how many play."""
NEW_SEAT: Row = {
    "substitute": None,
    "wishes": "",
    "left": None,
    "running": None,
    "since": 0,
    "changes": 0,
    "acted": "",
    "draft": [],
    "seen": None,
}
"""The columns of a seat besides its player."""


def restore_seats(connection: Connection, head: StoredRow, log: Sequence[Move]) -> int:
    """Add the seats that a table lacks; return of how many it is not known who sat there.

    Raises:
        Exception: it cannot be known how many there were.
    """
    known = set(connection.execute(select(SEATS.c.seat).where(SEATS.c.table == head.id)).scalars())
    results = {row.seat: row for row in connection.execute(select(RESULTS).where(RESULTS.c.table == head.id))}
    count = next(iter(results.values())).seats if results else likely_seats(head, known, log)
    missing = {seat: sitter_from(connection, head, results.get(seat)) for seat in set(range(count)) - known}
    for seat, occupant in missing.items():
        who = {"name": occupant.name or ("" if occupant.is_free else f"? {seat + 1}"), "person": occupant.person}
        who |= {"level": occupant.level, "invitation": occupant.invitation}
        connection.execute(insert(SEATS), {"table": head.id, "seat": seat, **NEW_SEAT, **who})
    return sum(occupant.person is None and occupant.level is None for occupant in missing.values())


def likely_seats(head: StoredRow, known: set[int], log: Sequence[Move]) -> int:
    """Return for how many seats the first moves of a log can be played.

    Raises:
        ValueError: for no number, or for several of which none is that of the seats that are there.
    """
    least = max([*known, *(move.seat for move in log)], default=0) + 1
    counts = [count for count in games[head.game].seats if count >= least and fits(head, count, log[:MOST_TRIED])]
    if least in counts and known == set(range(least)):
        return least
    (count,) = counts
    return count


def fits(head: StoredRow, seats: int, log: Sequence[Move]) -> bool:
    """Tell whether moves can be played by so many."""
    occupants = [Occupant(str(seat)) for seat in range(seats)]
    try:
        rebuild_table(read_header(head, seats), occupants, log, [SeatState()] * seats)
    except MaleconError:
        return False
    return True


def sitter_from(connection: Connection, head: StoredRow, result: StoredRow | None) -> Occupant:
    """Return the occupant of a seat whose row was lost."""
    if result is None:
        return Occupant() if head.finished is not None else free_seat()
    person = connection.execute(select(PEOPLE).where(PEOPLE.c.id == result.person)).one_or_none()
    name = (person.name if person else "") or (result.level or "").capitalize()
    return Occupant(name, person.id if person else None, result.level)

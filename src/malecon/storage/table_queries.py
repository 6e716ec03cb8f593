"""Queries for lists of tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, select

from malecon.storage.read_errors import read_again
from malecon.storage.rows import RowQuery, StoredRow, clock_from
from malecon.storage.schema import RESULTS, SEATS, TABLES
from malecon.storage.store import Repository, in_thread
from malecon.tables import Clock
from malecon.tables.rematch import AGAIN

# Statements of the start page, made once: to make one takes longer than to carry it out.
ENTRIES = select(
    *(TABLES.c[name] for name in ("id", "game", "created", "finished", "rated", "clock", "closed", "rematch"))
)
THEIRS = select(SEATS.c.table).where(SEATS.c.person == bindparam("whose"))
UNFINISHED_FIRST = TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id
TABLES_OF = (
    ENTRIES.where(TABLES.c.id.in_(THEIRS))
    .order_by(*UNFINISHED_FIRST)
    .limit(bindparam("most"))
    .offset(bindparam("skipped"))
)
FREE = select(SEATS.c.table).where(SEATS.c.invitation.is_not(None))
LISTED = ENTRIES.where(TABLES.c.listed, TABLES.c.finished.is_(None), TABLES.c.id.in_(FREE))
LOBBY = LISTED.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(bindparam("most"))
SEATS_AT = (
    select(*(SEATS.c[name] for name in ("table", "person", "name", "running", "wishes")))
    .where(SEATS.c.table.in_(bindparam("tables", expanding=True)))
    .order_by(SEATS.c.table, SEATS.c.seat)
)
WINNERS_AT = select(RESULTS.c.table, RESULTS.c.seat, RESULTS.c.person).where(
    RESULTS.c.table.in_(bindparam("tables", expanding=True)), RESULTS.c.place == 1
)


class Winner(NamedTuple):
    """Who has won a game: a person, ``None`` for a computer player, and the name."""

    person: str | None
    name: str


class TableEntry(Struct, frozen=True):
    """A table in a list. ``finished`` is ``None`` while it goes on; times are milliseconds since 1970.

    ``names`` are by seat; a free seat has an empty one. ``awaited`` are the persons whose turn it is, or who are asked
    to play again. ``closed``: why it ended before its game did; empty for all others.
    """

    id: str
    game: str
    names: tuple[str, ...]
    created: int
    finished: int | None
    rated: bool
    clock: Clock | None
    awaited: frozenset[str] = frozenset()
    closed: str = ""
    winners: tuple[Winner, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(filter(None, self.names))


class TableQueries(Repository):
    """Queries for the tables of a site."""

    @in_thread
    def tables_of(self, person: str, most: int = 100, skipped: int = 0) -> list[TableEntry]:
        """Return a person's tables, unfinished ones first, then the newest; ``skipped``: of the first ones."""
        return self._entries(TABLES_OF, most=most, whose=person, skipped=skipped)

    @in_thread
    def count_of(self, person: str) -> int:
        """Return the number of tables of a person."""
        return self._store.value(select(func.count(SEATS.c.table.distinct())).where(SEATS.c.person == person))

    @in_thread
    def lobby(self, most: int = 50) -> list[TableEntry]:
        """Return the tables with free seats that anybody may take, the newest first."""
        return self._entries(LOBBY, most=most)

    @in_thread
    def find_invited_table(self, invitation: str) -> str | None:
        """Return the table for a seat of which an invitation is good."""
        return self._store.value(select(SEATS.c.table).where(SEATS.c.invitation == invitation))

    @in_thread
    def may_view(self, table_id: str, person: str | None) -> bool:
        """Tell whether a person, or an anonymous viewer, may view a table."""
        mine = select(SEATS.c.table).where(SEATS.c.person == (person or ""))
        may = TABLES.c.watched | (TABLES.c.host == (person or "")) | TABLES.c.id.in_(mine)
        return self._store.value(select(TABLES.c.id).where(TABLES.c.id == table_id, may)) is not None

    @in_thread
    def with_computers(self, people: int = 0) -> list[str]:
        """Return the ids of all tables that go on with computer players and at least so many ``people``.

        Those that were used last come first.
        """
        theirs = select(SEATS.c.table).where(SEATS.c.level.is_not(None) | SEATS.c.substitute.is_not(None))
        persons = select(func.count(SEATS.c.person.distinct())).where(SEATS.c.table == TABLES.c.id).scalar_subquery()
        chosen = select(TABLES.c.id).where(TABLES.c.finished.is_(None), TABLES.c.id.in_(theirs), persons >= people)
        return self._store.values(chosen.order_by(TABLES.c.touched.desc(), TABLES.c.id))

    @read_again
    def _entries(self, chosen: RowQuery, **values: object) -> list[TableEntry]:
        with self._store.reading() as connection:
            rows = connection.execute(chosen, values).all()
            if not rows:
                return []
            seats = _rows_at(connection, SEATS_AT, [row.id for row in rows])
            winners = _rows_at(connection, WINNERS_AT, [row.id for row in rows if row.finished])
        return [_entry_from(row, seats[row.id], winners[row.id]) for row in rows]


def _rows_at(connection: Connection, chosen: RowQuery, tables: Sequence[str]) -> Mapping[str, list[StoredRow]]:
    """Return the rows of some tables, by table."""
    found = defaultdict[str, list[StoredRow]](list)
    for row in connection.execute(chosen, {"tables": tables}) if tables else ():
        found[row.table].append(row)
    return found


def _entry_from(row: StoredRow, seats: Sequence[StoredRow], winners: Sequence[StoredRow]) -> TableEntry:
    """Return a table by its row, and those of its seats and of the results of its winners."""
    names = tuple(seat.name for seat in seats)
    return TableEntry(
        row.id,
        row.game,
        names,
        row.created,
        row.finished,
        row.rated,
        clock_from(row),
        _asked(row, seats) if row.finished else _awaited(seats),
        row.closed,
        tuple(Winner(each.person, names[each.seat]) for each in winners),
    )


def _awaited(seats: Sequence[StoredRow]) -> frozenset[str]:
    """Return the persons whose turn it is: those whose time runs."""
    return frozenset(seat.person for seat in seats if seat.person is not None and seat.running is not None)


def _asked(row: StoredRow, seats: Sequence[StoredRow]) -> frozenset[str]:
    """Return the persons whose answer to an offer to play again is awaited, at a finished table."""
    persons = [seat for seat in seats if seat.person is not None]
    if row.rematch or all(seat.wishes != AGAIN for seat in persons):
        return frozenset()
    return frozenset(seat.person for seat in persons if seat.wishes != AGAIN)

"""Queries for lists of tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, func, select

from malecon.storage.read_errors import read_again
from malecon.storage.rows import RowQuery, clock_from, names_at
from malecon.storage.schema import RESULTS, SEATS, TABLES
from malecon.storage.store import Repository, in_thread
from malecon.tables import Clock
from malecon.tables.rematch import AGAIN


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
        mine = select(SEATS.c.table).where(SEATS.c.person == person)
        chosen = select(TABLES).where(TABLES.c.id.in_(mine))
        order = TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id
        return self._entries(chosen.order_by(*order).limit(most).offset(skipped))

    @in_thread
    def count_of(self, person: str) -> int:
        """Return the number of tables of a person."""
        return self._store.value(select(func.count(SEATS.c.table.distinct())).where(SEATS.c.person == person))

    @in_thread
    def lobby(self, most: int = 50) -> list[TableEntry]:
        """Return the tables with free seats that anybody may take, the newest first."""
        free = select(SEATS.c.table).where(SEATS.c.invitation.is_not(None))
        chosen = select(TABLES).where(TABLES.c.listed, TABLES.c.finished.is_(None), TABLES.c.id.in_(free))
        return self._entries(chosen.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most))

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
    def _entries(self, chosen: RowQuery) -> list[TableEntry]:
        with self._store.reading() as connection:
            if not (rows := connection.execute(chosen).all()):
                return []
            names = names_at(connection, [row.id for row in rows])
            awaited = _awaited_at(connection, [row.id for row in rows if not row.finished])
            over = [row for row in rows if row.finished]
            asked = _asked_at(connection, [row.id for row in over if not row.rematch])
            winners = _winners_at(connection, [row.id for row in over])
        return [
            TableEntry(
                row.id,
                row.game,
                names[row.id],
                row.created,
                row.finished,
                row.rated,
                clock_from(row),
                asked[row.id] if row.finished else awaited[row.id],
                row.closed,
                tuple(Winner(person, names[row.id][seat]) for seat, person in winners[row.id]),
            )
            for row in rows
        ]


def _awaited_at(connection: Connection, tables: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Return the persons whose turn it is at each of some tables: those whose time runs."""
    running = SEATS.c.table.in_(tables), SEATS.c.running.is_not(None), SEATS.c.person.is_not(None)
    awaited: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for table, person in connection.execute(select(SEATS.c.table, SEATS.c.person).where(*running)) if tables else ():
        awaited[table] |= {person}
    return awaited


def _asked_at(connection: Connection, tables: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Return the persons whose answer to an offer to play again is awaited, by finished table."""
    chosen = select(SEATS.c.table, SEATS.c.person, SEATS.c.wishes).where(SEATS.c.table.in_(tables))
    offering, others = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for table, person, wish in connection.execute(chosen.where(SEATS.c.person.is_not(None))) if tables else ():
        (offering if wish == AGAIN else others)[table].add(person)
    return defaultdict(frozenset, {table: frozenset(others[table]) for table in offering})


def _winners_at(connection: Connection, tables: Sequence[str]) -> Mapping[str, list[tuple[int, str | None]]]:
    """Return the seats that have won, with their persons, by finished table."""
    won = select(RESULTS.c.table, RESULTS.c.seat, RESULTS.c.person).where(RESULTS.c.table.in_(tables))
    winners = defaultdict[str, list[tuple[int, str | None]]](list)
    for table, seat, person in connection.execute(won.where(RESULTS.c.place == 1)) if tables else ():
        winners[table].append((seat, person))
    return winners

"""Use cases of seats: invitations, joining, leaving, pauses, stand-ins, the chat; and queries for lists of tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from malecon.core.i18n import N_
from malecon.core.process import now
from malecon.services.table_repository import TableRepository
from malecon.storage.read_errors import read_again
from malecon.storage.rows import RowQuery, clock_from, names_at
from malecon.storage.schema import MESSAGES, SEATS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables import Clock, Missing, clocks, seating
from malecon.tables.clocks import with_remark, with_report
from malecon.tables.table import Table
from malecon.tables.table_header import is_id


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A table in a list. ``finished`` is ``None`` while it goes on; times are milliseconds since 1970.

    ``names`` are by seat; a free seat has an empty one. ``awaited`` are the persons whose turn it is.
    """

    id: str
    game: str
    names: tuple[str, ...]
    created: int
    finished: int | None
    rated: bool
    clock: Clock | None
    awaited: frozenset[str] = frozenset()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who sit there."""
        return tuple(filter(None, self.names))


class TableQueries:
    """Queries for the tables of a site. Methods block."""

    def __init__(self, store: Store) -> None:
        """``store``: the database."""
        self._store = store

    def tables_of(self, person: str, most: int = 100, skipped: int = 0) -> list[TableEntry]:
        """Return a person's tables, unfinished ones first, then the newest; ``skipped``: of the first ones."""
        mine = select(SEATS.c.table).where(SEATS.c.person == person)
        chosen = select(TABLES).where(TABLES.c.id.in_(mine))
        order = TABLES.c.finished.is_not(None), TABLES.c.created.desc(), TABLES.c.id
        return self._entries(chosen.order_by(*order).limit(most).offset(skipped))

    @read_again
    def count_of(self, person: str) -> int:
        """Return how many tables a person has."""
        mine = select(func.count(SEATS.c.table.distinct())).where(SEATS.c.person == person)
        with self._store.reading() as connection:
            return connection.execute(mine).scalar_one()

    def lobby(self, most: int = 50) -> list[TableEntry]:
        """Return the tables with free seats that anybody may take, the newest first."""
        free = select(SEATS.c.table).where(SEATS.c.invitation.is_not(None))
        chosen = select(TABLES).where(TABLES.c.listed, TABLES.c.finished.is_(None), TABLES.c.id.in_(free))
        return self._entries(chosen.order_by(TABLES.c.created.desc(), TABLES.c.id).limit(most))

    @read_again
    def find_invited_table(self, invitation: str) -> str | None:
        """Return the table for a seat of which an invitation is good."""
        with self._store.reading() as connection:
            return connection.execute(select(SEATS.c.table).where(SEATS.c.invitation == invitation)).scalar()

    @read_again
    def may_view(self, table_id: str, person: str | None) -> bool:
        """Tell whether a person, or an anonymous viewer, may view a table."""
        mine = select(SEATS.c.table).where(SEATS.c.person == (person or ""))
        may = TABLES.c.watched | (TABLES.c.host == (person or "")) | TABLES.c.id.in_(mine)
        with self._store.reading() as connection:
            return connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id, may)).scalar() is not None

    @read_again
    def with_computers(self, people: int = 0) -> list[str]:
        """Return the ids of all tables that go on with computer players and at least so many ``people``.

        Those that were used last come first.
        """
        theirs = select(SEATS.c.table).where(SEATS.c.level.is_not(None) | SEATS.c.substitute.is_not(None))
        persons = select(func.count(SEATS.c.person.distinct())).where(SEATS.c.table == TABLES.c.id).scalar_subquery()
        chosen = select(TABLES.c.id).where(TABLES.c.finished.is_(None), TABLES.c.id.in_(theirs), persons >= people)
        with self._store.reading() as connection:
            return list(connection.execute(chosen.order_by(TABLES.c.touched.desc(), TABLES.c.id)).scalars())

    @read_again
    def _entries(self, chosen: RowQuery) -> list[TableEntry]:
        with self._store.reading() as connection:
            rows = connection.execute(chosen).all()
            names = names_at(connection, [row.id for row in rows])
            awaited = _awaited_at(connection, [row.id for row in rows])
        return [
            TableEntry(
                row.id, row.game, names[row.id], row.created, row.finished, row.rated, clock_from(row), awaited[row.id]
            )
            for row in rows
        ]


def _awaited_at(connection: Connection, tables: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Return the persons whose turn it is at each of some tables: those whose time runs."""
    running = SEATS.c.table.in_(tables), SEATS.c.running.is_not(None), SEATS.c.person.is_not(None)
    awaited: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for table, person in connection.execute(select(SEATS.c.table, SEATS.c.person).where(*running)):
        awaited[table] |= {person}
    return awaited


@in_thread
@read_again
def unfinished_count(store: Store, person: str) -> int:
    """Return the number of tables at which a person sits that are not done with."""
    theirs = select(SEATS.c.table).where(SEATS.c.person == person)
    chosen = select(func.count()).where(TABLES.c.id.in_(theirs), TABLES.c.finished.is_(None))
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()


@in_thread
@read_again
def begun_count(store: Store, person: str, since: int) -> int:
    """Return the number of tables that a person has begun since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(TABLES.c.host == person, TABLES.c.created > since)
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()


@in_thread
@read_again
def message_count(store: Store, person: str, since: int) -> int:
    """Return the number of chat messages of a person since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(MESSAGES.c.person == person, MESSAGES.c.sent > since)
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()


class SeatService:
    """What people do at a table besides their moves. The errors are those of the functions that each names."""

    def __init__(self, repository: TableRepository, queries: TableQueries) -> None:
        """``repository``: the tables. ``queries``: for lists of tables."""
        self._repository = repository
        self._queries = queries

    async def lobby(self) -> list[TableEntry]:
        """Return the tables with free seats that anybody may take, the newest first."""
        return await in_thread(self._queries.lobby)()

    async def find_invitation(self, invitation: str) -> tuple[Table, int]:
        """Return the table and the seat of an invitation (``seating.invited_seat``)."""
        table_id = await in_thread(self._queries.find_invited_table)(invitation) if is_id(invitation) else None
        if table_id is None:
            raise Missing(N_("This invitation is used up, or never was one."))
        table = await self._repository.find(table_id)
        return table, seating.invited_seat(table, invitation)

    async def accept_invitation(self, invitation: str, person: str, name: str) -> Table:
        """Take the seat of an invitation (``seating.take_seat``)."""
        invited, _ = await self.find_invitation(invitation)

        def change(table: Table) -> Table:
            return seating.take_seat(table, seating.invited_seat(table, invitation), person, name)

        return await self._repository.change(invited.header.id, change)

    async def join(self, table_id: str, person: str, name: str) -> Table:
        """Take the first free seat of a listed table (``seating.take_seat``)."""

        def change(table: Table) -> Table:
            if not table.header.settings.listed:
                raise Missing(N_("Whoever has begun this table invites its players."))
            free = [seat for seat, occupant in enumerate(table.occupants) if occupant.is_free]
            seating.check_free(table, free[0] if free else -1)
            return seating.take_seat(table, free[0], person, name)

        return await self._repository.change(table_id, change)

    async def find_rematch(self, ended: Table, person: str) -> str | None:
        """Return the table of a rematch: same people, game and options, begun after ``ended``; else ``None``."""
        entries = await in_thread(self._queries.tables_of)(person)
        since = next((entry.finished for entry in entries if entry.id == ended.header.id), None)
        if since is None or len(_persons_at(ended)) == 1:
            return None
        for entry in entries:
            if entry.finished is None and entry.created >= since and entry.game == ended.header.game:
                other = await self._repository.find(entry.id)
                if (_persons_at(other), other.header.options) == (_persons_at(ended), ended.header.options):
                    return entry.id
        return None

    async def seat_computer(self, table_id: str, person: str | None, seat: int, level: str) -> Table:
        """Seat a computer player on a free seat (``seating.seat_computer``)."""
        return await self._repository.change(table_id, lambda table: seating.seat_computer(table, seat, person, level))

    async def leave(self, table_id: str, person: str | None, seat: int) -> Table:
        """Leave a seat, or clear it as the host (``seating.leave_seat``)."""
        return await self._repository.change(table_id, lambda table: seating.leave_seat(table, seat, person))

    async def cancel(self, table_id: str, person: str | None) -> Table:
        """End a table whose game has not begun (``seating.cancel_table``)."""
        return await self._repository.change(table_id, lambda table: seating.cancel_table(table, person))

    async def ask_pause(self, table_id: str, person: str | None, wishes: bool) -> Table:
        """Ask the others for a pause, or take that back (``stand_in.ask_pause``)."""
        return await self._repository.change(table_id, lambda table: clocks.ask_pause(table, person, wishes, now()))

    async def resume(self, table_id: str, person: str | None) -> Table:
        """End a pause (``stand_in.resume``)."""
        return await self._repository.change(table_id, lambda table: clocks.resume(table, person))

    async def hand_over(self, table_id: str, person: str | None, seat: int, level: str) -> Table:
        """Let a computer player stand in (``stand_in.stand_in``)."""
        return await self._repository.change(table_id, lambda table: clocks.stand_in(table, seat, person, level, now()))

    async def take_back(self, table_id: str, person: str | None, seat: int) -> Table:
        """Take a seat back from a computer player that stands in (``seating.take_back``)."""
        return await self._repository.change(table_id, lambda table: seating.take_back(table, seat, person))

    async def say(self, table_id: str, person: str | None, text: str) -> Table:
        """Add a remark to the chat (``with_remark``)."""
        return await self._repository.change(table_id, lambda table: with_remark(table, person, text, now()))

    async def report(self, table_id: str, person: str | None, number: int) -> Table:
        """Report a remark (``with_report``)."""
        return await self._repository.change(table_id, lambda table: with_report(table, person, number, now()))


def _persons_at(table: Table) -> set[str]:
    return {occupant.person for occupant in table.occupants if occupant.person is not None}

"""Deleting a person: the name goes everywhere, the games of the others stay.

Where a game goes on, a computer player takes the seat for good. What was said stays too, without the name. Who does not
come back for long is deleted by the sweep, as if they had asked for it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count

from sqlalchemy import delete, exists, or_, select, update

from malecon.core.game_parts import GameParts
from malecon.core.i18n import ENGLISH, N_, languages, load
from malecon.core.plain_text import look_alike
from malecon.services.ratings import replace_person
from malecon.services.sweep import STEP, Due
from malecon.services.table_repository import TableRepository
from malecon.storage.read_errors import read_again
from malecon.storage.rows import is_after
from malecon.storage.schema import MESSAGES, PEOPLE, SEATS, SESSIONS, TABLES
from malecon.storage.store import Store, in_thread
from malecon.tables import Missing, Unplayable
from malecon.tables.retention import PERSONS, Retention, person_rule
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat, stand_in_level
from malecon.tables.table import Table
from malecon.tables.table_header import new_id

SOMEBODY = N_("Somebody")
"""The name of deleted people."""


def _table_without(table: Table, person: str, name: str) -> Table:
    """Return the table without a person, who is called ``name`` from now on."""
    if not table.is_done:
        table = replace(table, closed=_closing_reason(table, person))
    for seat in table.seats_of(person):
        state = replace(table.seat_states[seat].with_draft(()), wish="", last_action="")
        states = (*table.seat_states[:seat], state, *table.seat_states[seat + 1 :])
        table = replace(table.with_occupant(seat, successor(table, name)), seat_states=states)
    said = (replace(each, person=None, name=name) if each.person == person else each for each in table.remarks)
    return replace(table, remarks=tuple(said))


def _closing_reason(table: Table, person: str) -> str:
    """Return the reason for which a table ends when a person is deleted; empty if it goes on."""
    if not table.is_full:
        return "cancelled" if person == table.header.settings.host else ""
    is_alone = {occupant.person for occupant in table.occupants} <= {person, None}
    return "stopped" if is_alone else ""


def successor(table: Table, name: str) -> Occupant:
    """Return the new occupant of the seat of a deleted person."""
    if not table.is_full and not table.is_done:
        return free_seat()
    taken = [occupant.name for occupant in table.occupants if occupant.name]
    names = chain([name], (f"{name} {number}" for number in count(2)))
    name = next(each for each in names if not look_alike(each, taken))
    return Occupant(name, substitute=None if table.is_done else stand_in_level(table.match.game))


def with_successor(occupant: Occupant, game: GameParts) -> Occupant:
    """Return the occupant for a rematch: a computer player in place of a deleted person."""
    return replace(occupant, level=stand_in_level(game)) if occupant.is_deleted else occupant


class Deletion:
    """The deletion of people."""

    def __init__(self, repository: TableRepository, store: Store) -> None:
        """``repository``: the tables. ``store``: where all is kept."""
        self._repository = repository
        self._store = store

    async def delete(self, person: str, name: str) -> None:
        """Delete a person, who is called ``name`` from now on wherever others read of them.

        Cut short, it leaves the person as they are at the tables it has not come to; asked for again, it goes on.

        Raises:
            StorageError: it cannot be written.
        """
        for table_id in await self._tables_of(person):
            with suppress(Unplayable, Missing):  # it lives in the database only, where ``_forget`` finds it, or is gone
                await self._repository.change(table_id, lambda table: _table_without(table, person, name))
        await self._forget(person, name)

    @in_thread
    @read_again
    def _tables_of(self, person: str) -> list[str]:
        mine, said = (select(each.c.table).where(each.c.person == person) for each in (SEATS, MESSAGES))
        begun = (TABLES.c.host == person) & TABLES.c.finished.is_(None)
        with self._store.reading() as connection:
            chosen = select(TABLES.c.id).where(or_(TABLES.c.id.in_(mine), TABLES.c.id.in_(said), begun))
            return list(connection.execute(chosen).scalars())

    @in_thread
    def _forget(self, person: str, name: str) -> None:
        """Delete the person's row, and what follows from it; what is left elsewhere loses the name."""
        left = select(SEATS.c.table).where(SEATS.c.person == person)
        with self._store.writing() as connection:
            newer = update(TABLES).where(TABLES.c.id.in_(left)).values(version=TABLES.c.version + 1)
            connection.execute(newer)  # so who holds such a table notices
            for table in (SEATS, MESSAGES):
                connection.execute(update(table).where(table.c.person == person).values(person=None, name=name))
            connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=None))
            replace_person(connection, person, new_id())
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))


class PersonTarget:
    """People, of whom those go who have not been here for long."""

    def __init__(self, store: Store, retention: Retention, departing: Deletion) -> None:
        """``departing``: by which people are deleted."""
        self._store, self._retention, self._departing = store, retention, departing

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the people who are due."""
        before = self._retention.cutoff(PERSONS, at)
        order = PEOPLE.c.seen, PEOPLE.c.id
        last: tuple[int, str] = (-1, "")
        while before is not None:
            sits = exists().where(SEATS.c.person == PEOPLE.c.id).label("sits")
            chosen = select(PEOPLE.c.id, PEOPLE.c.seen, PEOPLE.c.account.is_not(None).label("signs_in"), sits)
            chosen = chosen.where(PEOPLE.c.seen <= before, is_after(order, last))
            rows = self._store.rows(chosen.order_by(*order).limit(STEP))
            if not rows:
                return
            last = rows[-1].seen, rows[-1].id
            rules = [person_rule(has_account=bool(row.signs_in), has_seats=bool(row.sits)) for row in rows]
            found = [Due(rule, row.id, row.seen) for rule, row in zip(rules, rows, strict=True)]
            yield [due for due in found if self._is_due(due, at)]

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Delete people who have not come back meanwhile."""
        gone = []
        for each in due:
            language = await self._end_sessions(each)
            if language is not None:
                await self._departing.delete(each.key, load(language).say(SOMEBODY))
                gone.append(each)
        return gone

    def _is_due(self, due: Due, at: int) -> bool:
        end = self._retention.end(due.rule, due.since)
        return end is not None and end <= at

    @in_thread
    def _end_sessions(self, due: Due) -> str | None:
        """End the sessions of a person, and return their language; ``None`` for somebody who has come back."""
        still = PEOPLE.c.id == due.key, PEOPLE.c.seen == due.since
        with self._store.writing() as connection:
            row = connection.execute(select(PEOPLE.c.language).where(*still).with_for_update()).one_or_none()
            if row is None:
                return None
            connection.execute(delete(SESSIONS).where(SESSIONS.c.person == due.key))
        return row.language if row.language in languages() else ENGLISH

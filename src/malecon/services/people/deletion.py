"""Deleting a person: the name goes everywhere, the games of the others stay.

Where a game goes on, a computer player takes the seat for good. What was said stays too, without the name.
"""

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count

from sqlalchemy import delete, or_, select, update

from malecon.core.confusables import look_alike
from malecon.core.i18n import N_
from malecon.services.results.results import forget
from malecon.services.table_repository import Shelf
from malecon.storage.schema import MESSAGES, PEOPLE, SEATS, TABLES
from malecon.storage.store import Store
from malecon.tables.errors import Missing, Unplayable
from malecon.tables.occupant import Sitter
from malecon.tables.seating import free_seat
from malecon.tables.table import Seated
from malecon.tables.table_header import new_id

SOMEBODY = N_("Somebody")
"""What people are called who are gone."""
HEIR = "standard"
"""Level of the computer player that takes a seat."""


def without(table: Seated, person: str, name: str) -> Seated:
    """Return the table without a person, who is called ``name`` from now on."""
    if not table.is_done:
        table = replace(table, closed=ended_without(table, person))
    for seat in table.seats_of(person):
        place = replace(table.places[seat].with_draft(()), wishes="", acted="")
        places = (*table.places[:seat], place, *table.places[seat + 1 :])
        table = replace(table.with_sitter(seat, heir_at(table, name)), places=places)
    said = (replace(each, person=None, name=name) if each.person == person else each for each in table.said)
    return replace(table, said=tuple(said))


def ended_without(table: Seated, person: str) -> str:
    """Return why a table ends when a person leaves for good; empty if it goes on."""
    if not table.is_full:
        return "cancelled" if person == table.header.terms.host else ""
    is_alone = {sitter.person for sitter in table.sitters} <= {person, None}
    return "stopped" if is_alone else ""


def heir_at(table: Seated, name: str) -> Sitter:
    """Return who gets the seat of a person that leaves for good."""
    if not table.is_full and not table.is_done:
        return free_seat()
    taken = [sitter.name for sitter in table.sitters if sitter.name]
    names = chain([name], (f"{name} {number}" for number in count(2)))
    name = next(each for each in names if not look_alike(each, taken))
    return Sitter(name, level=None if table.is_done else HEIR)


def inherited(sitter: Sitter) -> Sitter:
    """Return who sits down in another game: somebody, or a computer player for who is gone."""
    return replace(sitter, level=HEIR) if sitter.is_gone else sitter


class Departing:
    """How people leave for good."""

    def __init__(self, shelf: Shelf, store: Store) -> None:
        """``shelf``: the tables. ``store``: where all is kept."""
        self._shelf = shelf
        self._store = store

    async def delete(self, person: str, name: str) -> None:
        """Delete a person, who is called ``name`` from now on wherever others read of them.

        Cut short, it leaves the person as they are at the tables it has not come to; asked for again, it goes on.

        Raises:
            StorageError: it cannot be written.
        """
        for table in await asyncio.to_thread(self._tables_of, person):
            with suppress(Unplayable, Missing):  # it lives in the database only, where ``_forget`` finds it, or is gone
                await self._shelf.change(table, lambda seated: without(seated, person, name))
        await asyncio.to_thread(self._forget, person, name)

    def _tables_of(self, person: str) -> list[str]:
        mine, said = (select(each.c.table).where(each.c.person == person) for each in (SEATS, MESSAGES))
        begun = (TABLES.c.host == person) & TABLES.c.finished.is_(None)
        with self._store.reading() as connection:
            chosen = select(TABLES.c.id).where(or_(TABLES.c.id.in_(mine), TABLES.c.id.in_(said), begun))
            return list(connection.execute(chosen).scalars())

    def _forget(self, person: str, name: str) -> None:
        """Delete the person's row, and what follows from it; what is left elsewhere loses the name."""
        left = select(SEATS.c.table).where(SEATS.c.person == person)
        with self._store.writing() as connection:
            newer = update(TABLES).where(TABLES.c.id.in_(left)).values(version=TABLES.c.version + 1)
            connection.execute(newer)  # so who holds such a table notices
            for table in (SEATS, MESSAGES):
                connection.execute(update(table).where(table.c.person == person).values(person=None, name=name))
            connection.execute(update(TABLES).where(TABLES.c.host == person).values(host=None))
            forget(connection, person, new_id())
            connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))

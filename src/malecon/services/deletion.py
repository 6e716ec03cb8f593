"""Deleting a person: the name goes everywhere, the games of the others stay.

Where a game goes on, a computer player takes the seat for good. What was said stays too, without the name. Who does not
come back for long is deleted by the sweep, as if they had asked for it.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count

from malecon.core.game_parts import GameParts
from malecon.core.i18n import ENGLISH, N_, languages, load
from malecon.core.plain_text import look_alike
from malecon.services.table_repository import TableRepository
from malecon.storage.old_rows import Due
from malecon.storage.person_removal import PersonRemoval
from malecon.storage.store import Store
from malecon.tables import Missing, Unplayable
from malecon.tables.retention import PERSONS, Retention
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.stand_ins import stand_in_level
from malecon.tables.table import Table

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
    said, aside = (
        tuple(replace(each, person=None, name=name) if each.person == person else each for each in remarks)
        for remarks in (table.remarks, table.spectators_remarks)
    )
    return replace(table, remarks=said, spectators_remarks=aside)


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
        self._removal = PersonRemoval(store)

    async def delete(self, person: str, name: str) -> None:
        """Delete a person, who is called ``name`` from now on wherever others read of them.

        Cut short, it leaves the person as they are at the tables it has not come to; asked for again, it goes on.

        Raises:
            StorageError: it cannot be written.
        """
        for table_id in await self._removal.tables_of(person):
            with suppress(Unplayable, Missing):  # it is left to the removal, or is gone
                await self._repository.change(table_id, lambda table: _table_without(table, person, name))
        await self._removal.remove(person, name)


class PersonTarget:
    """People, of whom those go who have not been here for long."""

    def __init__(self, store: Store, retention: Retention, departing: Deletion) -> None:
        """``departing``: by which people are deleted."""
        self._removal, self._retention, self._departing = PersonRemoval(store), retention, departing

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the people who are due."""
        before = self._retention.cutoff(PERSONS, at)
        for page in () if before is None else self._removal.idle(before):
            yield [due for due in page if self._is_due(due, at)]

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Delete people who have not come back meanwhile."""
        gone = []
        for each in due:
            language = await self._removal.end_sessions(each.key, each.since)
            if language is not None:
                name = load(language if language in languages() else ENGLISH).say(SOMEBODY)
                await self._departing.delete(each.key, name)
                gone.append(each)
        return gone

    def _is_due(self, due: Due, at: int) -> bool:
        end = self._retention.end(due.rule, due.since)
        return end is not None and end <= at

"""How people come together at a table, and talk there: what ``company.py`` and ``talk.py`` say, stored and shown."""

import asyncio

from malecon.core.i18n import N_
from malecon.services.table_repository import TableRepository
from malecon.storage.store import Listed, Store, now
from malecon.tables.chat import with_remark, with_report
from malecon.tables.errors import Missing
from malecon.tables.seating import cancelled, check_free, left, seat_by, taken, taken_by_computer
from malecon.tables.table import Table
from malecon.tables.table_header import is_id


class Gathering:
    """What people do at a table besides their moves. The errors are those of the functions that each names."""

    def __init__(self, shelf: TableRepository, store: Store) -> None:
        """``shelf``: the tables. ``store``: where they are kept."""
        self._repository = shelf
        self._store = store

    async def lobby(self) -> list[Listed]:
        """Return the tables with free seats that anybody may take, the newest first."""
        return await asyncio.to_thread(self._store.lobby)

    async def invited(self, invitation: str) -> tuple[Table, int]:
        """Return the table and the seat that an invitation is for (``seat_by``)."""
        table_id = await asyncio.to_thread(self._store.invited_to, invitation) if is_id(invitation) else None
        if table_id is None:
            raise Missing(N_("This invitation is used up, or never was one."))
        table = await self._repository.find(table_id)
        return table, seat_by(table, invitation)

    async def join_by(self, invitation: str, person: str, name: str) -> Table:
        """Take the seat that an invitation is for (``taken``)."""
        invited, _ = await self.invited(invitation)

        def change(table: Table) -> Table:
            return taken(table, seat_by(table, invitation), person, name)

        return await self._repository.change(invited.header.id, change)

    async def join(self, table_id: str, person: str, name: str) -> Table:
        """Take the first free seat of a listed table (``taken``)."""

        def change(table: Table) -> Table:
            if not table.header.terms.listed:
                raise Missing(N_("Whoever has begun this table invites its players."))
            free = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_free]
            check_free(table, free[0] if free else -1)
            return taken(table, free[0], person, name)

        return await self._repository.change(table_id, change)

    async def begun_again(self, ended: Table, person: str) -> str | None:
        """Return the table at which the same people play the same once more, if one of them has begun it already."""
        listed = await asyncio.to_thread(self._store.tables_of, person)
        since = next((each.finished for each in listed if each.id == ended.header.id), None)
        if since is None or len(people_at(ended)) == 1:
            return None
        for each in listed:
            if each.finished is None and each.created >= since and each.game == ended.header.game:
                other = await self._repository.find(each.id)
                if (people_at(other), other.header.options) == (people_at(ended), ended.header.options):
                    return each.id
        return None

    async def seat_computer(self, table_id: str, person: str | None, seat: int, level: str) -> Table:
        """Seat a computer player where nobody sits (``taken_by_computer``)."""
        return await self._repository.change(table_id, lambda table: taken_by_computer(table, seat, person, level))

    async def leave(self, table_id: str, person: str | None, seat: int) -> Table:
        """Leave a seat, or clear it as the host (``left``)."""
        return await self._repository.change(table_id, lambda table: left(table, seat, person))

    async def cancel(self, table_id: str, person: str | None) -> Table:
        """End a table whose game has not begun (``cancelled``)."""
        return await self._repository.change(table_id, lambda table: cancelled(table, person))

    async def say(self, table_id: str, person: str | None, text: str) -> Table:
        """Say something (``with_remark``)."""
        return await self._repository.change(table_id, lambda table: with_remark(table, person, text, now()))

    async def report(self, table_id: str, person: str | None, number: int) -> Table:
        """Report something that was said (``with_report``)."""
        return await self._repository.change(table_id, lambda table: with_report(table, person, number, now()))


def people_at(table: Table) -> set[str]:
    """Return who sits at a table, computer players left out."""
    return {sitter.person for sitter in table.sitters if sitter.person is not None}

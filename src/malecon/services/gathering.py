"""How people come together at a table, and talk there: what ``company.py`` and ``talk.py`` say, stored and shown."""

import asyncio

from malecon.core.i18n import N_
from malecon.services.table_repository import Shelf
from malecon.storage.store import Listed, Store, now
from malecon.tables.chat import with_remark, with_report
from malecon.tables.errors import Missing
from malecon.tables.seating import cancelled, check_free, left, seat_by, taken, taken_by_computer
from malecon.tables.table import Seated
from malecon.tables.table_header import is_id


class Gathering:
    """What people do at a table besides their moves. The errors are those of the functions that each names."""

    def __init__(self, shelf: Shelf, store: Store) -> None:
        """``shelf``: the tables. ``store``: where they are kept."""
        self._shelf = shelf
        self._store = store

    async def lobby(self) -> list[Listed]:
        """Return the tables with free seats that anybody may take, the newest first."""
        return await asyncio.to_thread(self._store.lobby)

    async def invited(self, invitation: str) -> tuple[Seated, int]:
        """Return the table and the seat that an invitation is for (``seat_by``)."""
        table = await asyncio.to_thread(self._store.invited_to, invitation) if is_id(invitation) else None
        if table is None:
            raise Missing(N_("This invitation is used up, or never was one."))
        seated = await self._shelf.find(table)
        return seated, seat_by(seated, invitation)

    async def join_by(self, invitation: str, person: str, name: str) -> Seated:
        """Take the seat that an invitation is for (``taken``)."""
        seated, _ = await self.invited(invitation)

        def change(table: Seated) -> Seated:
            return taken(table, seat_by(table, invitation), person, name)

        return await self._shelf.change(seated.header.id, change)

    async def join(self, table: str, person: str, name: str) -> Seated:
        """Take the first free seat of a listed table (``taken``)."""

        def change(seated: Seated) -> Seated:
            if not seated.header.terms.listed:
                raise Missing(N_("Whoever has begun this table invites its players."))
            free = [seat for seat, sitter in enumerate(seated.sitters) if sitter.is_free]
            check_free(seated, free[0] if free else -1)
            return taken(seated, free[0], person, name)

        return await self._shelf.change(table, change)

    async def begun_again(self, ended: Seated, person: str) -> str | None:
        """Return the table at which the same people play the same once more, if one of them has begun it already."""
        listed = await asyncio.to_thread(self._store.tables_of, person)
        since = next((each.finished for each in listed if each.id == ended.header.id), None)
        if since is None or len(people_at(ended)) == 1:
            return None
        for each in listed:
            if each.finished is None and each.created >= since and each.game == ended.header.game:
                other = await self._shelf.find(each.id)
                if (people_at(other), other.header.options) == (people_at(ended), ended.header.options):
                    return each.id
        return None

    async def seat_computer(self, table: str, person: str | None, seat: int, level: str) -> Seated:
        """Seat a computer player where nobody sits (``taken_by_computer``)."""
        return await self._shelf.change(table, lambda seated: taken_by_computer(seated, seat, person, level))

    async def leave(self, table: str, person: str | None, seat: int) -> Seated:
        """Leave a seat, or clear it as the host (``left``)."""
        return await self._shelf.change(table, lambda seated: left(seated, seat, person))

    async def cancel(self, table: str, person: str | None) -> Seated:
        """End a table whose game has not begun (``cancelled``)."""
        return await self._shelf.change(table, lambda seated: cancelled(seated, person))

    async def say(self, table: str, person: str | None, text: str) -> Seated:
        """Say something (``with_remark``)."""
        return await self._shelf.change(table, lambda seated: with_remark(seated, person, text, now()))

    async def report(self, table: str, person: str | None, number: int) -> Seated:
        """Report something that was said (``with_report``)."""
        return await self._shelf.change(table, lambda seated: with_report(seated, person, number, now()))


def people_at(table: Seated) -> set[str]:
    """Return who sits at a table, computer players left out."""
    return {sitter.person for sitter in table.sitters if sitter.person is not None}

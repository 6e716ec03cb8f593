"""Use cases of the people at a table besides their moves: seats, pauses, the chat."""

from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.services.table_repository import TableRepository
from malecon.storage.table_queries import TableQueries
from malecon.tables import Missing, endings, pauses, readiness, seating
from malecon.tables.chat import with_remark, with_report
from malecon.tables.stand_ins import stand_in, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import is_id


class SeatService:
    """What people do at a table besides their moves. The errors are those of the functions that each names."""

    def __init__(self, repository: TableRepository, queries: TableQueries) -> None:
        """``repository``: the tables. ``queries``: know the invitations."""
        self._repository = repository
        self._queries = queries

    async def find_invitation(self, invitation: str) -> tuple[Table, int]:
        """Return the table and the seat of an invitation (``seating.invited_seat``)."""
        table_id = await self._queries.find_invited_table(invitation) if is_id(invitation) else None
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
        """Ask the others for a pause, or take that back (``pauses.ask_pause``)."""
        return await self._repository.change(table_id, lambda table: pauses.ask_pause(table, person, wishes, now()))

    async def resume(self, table_id: str, person: str | None) -> Table:
        """End a pause (``pauses.resume``)."""
        return await self._repository.change(table_id, lambda table: pauses.resume(table, person))

    async def get_ready(self, table_id: str, person: str | None) -> Table:
        """Say that the person is there, and the clocks may run (``readiness.with_ready``)."""
        return await self._repository.change(table_id, lambda table: readiness.with_ready(table, person))

    async def resign(self, table_id: str, person: str | None, seat: int) -> Table:
        """Resign with a seat (``endings.resign``)."""
        return await self._repository.change(table_id, lambda table: endings.resign(table, seat, person))

    async def offer_end(self, table_id: str, person: str | None, wishes: bool) -> Table:
        """Offer to end the game without a result, or take that back (``endings.offer_end``)."""
        return await self._repository.change(table_id, lambda table: endings.offer_end(table, person, wishes))

    async def hand_over(self, table_id: str, person: str | None, seat: int, level: str) -> Table:
        """Let a computer player stand in (``stand_ins.stand_in``)."""
        return await self._repository.change(table_id, lambda table: stand_in(table, seat, person, level, now()))

    async def take_back(self, table_id: str, person: str | None, seat: int) -> Table:
        """Take a seat back from a computer player that stands in (``stand_ins.take_back``)."""
        return await self._repository.change(table_id, lambda table: take_back(table, seat, person))

    async def say(self, table_id: str, person: str | None, text: str, name: str = "") -> Table:
        """Add a remark to the chat (``with_remark``)."""
        return await self._repository.change(table_id, lambda table: with_remark(table, person, text, now(), name))

    async def report(self, table_id: str, person: str | None, number: int) -> Table:
        """Report a remark (``with_report``)."""
        return await self._repository.change(table_id, lambda table: with_report(table, person, number, now()))

"""Pauses and absent players at the tables of a process: what ``pausing.py`` says, stored and shown."""

from malecon.services.table_repository import TableRepository
from malecon.storage.store import now
from malecon.tables.seating import taken_back
from malecon.tables.stand_in import gone_on, stood_in, with_wish
from malecon.tables.table import Table


class Absence:
    """Who does not play for a while. The errors are those of the functions that each names."""

    def __init__(self, shelf: TableRepository) -> None:
        """``shelf``: the tables."""
        self._repository = shelf

    async def wish(self, table_id: str, person: str | None, wishes: bool) -> Table:
        """Ask the others for a pause, or take that back (``with_wish``)."""
        return await self._repository.change(table_id, lambda table: with_wish(table, person, wishes, now()))

    async def go_on(self, table_id: str, person: str | None) -> Table:
        """End a pause (``gone_on``)."""
        return await self._repository.change(table_id, lambda table: gone_on(table, person))

    async def hand_over(self, table_id: str, person: str | None, seat: int, level: str) -> Table:
        """Let a computer player stand in (``stood_in``)."""
        return await self._repository.change(table_id, lambda table: stood_in(table, seat, person, level, now()))

    async def take_back(self, table_id: str, person: str | None, seat: int) -> Table:
        """Take a seat back on which a computer player stands in (``taken_back``)."""
        return await self._repository.change(table_id, lambda table: taken_back(table, seat, person))

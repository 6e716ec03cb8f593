"""Pauses and absent players at the tables of a process: what ``pausing.py`` says, stored and shown."""

from malecon.services.table_repository import Shelf
from malecon.storage.store import now
from malecon.tables.seating import taken_back
from malecon.tables.stand_in import gone_on, stood_in, with_wish
from malecon.tables.table import Seated


class Absence:
    """Who does not play for a while. The errors are those of the functions that each names."""

    def __init__(self, shelf: Shelf) -> None:
        """``shelf``: the tables."""
        self._shelf = shelf

    async def wish(self, table: str, person: str | None, wishes: bool) -> Seated:
        """Ask the others for a pause, or take that back (``with_wish``)."""
        return await self._shelf.change(table, lambda seated: with_wish(seated, person, wishes, now()))

    async def go_on(self, table: str, person: str | None) -> Seated:
        """End a pause (``gone_on``)."""
        return await self._shelf.change(table, lambda seated: gone_on(seated, person))

    async def hand_over(self, table: str, person: str | None, seat: int, level: str) -> Seated:
        """Let a computer player stand in (``stood_in``)."""
        return await self._shelf.change(table, lambda seated: stood_in(seated, seat, person, level, now()))

    async def take_back(self, table: str, person: str | None, seat: int) -> Seated:
        """Take a seat back on which a computer player stands in (``taken_back``)."""
        return await self._shelf.change(table, lambda seated: taken_back(seated, seat, person))

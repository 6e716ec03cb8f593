"""The computer players at their tables: a task for each table at which one is awaited, as long as that is so."""

import asyncio
import logging
from contextlib import suppress

from malecon.services.computers.players import Players
from malecon.services.table_repository import Shelf
from malecon.tables.draft import Step
from malecon.tables.errors import CHANGED, Missing, Stale, StorageError
from malecon.tables.table import Seated
from malecon.tables.table_header import new_id

RETRY_S = 5.0
"""Seconds until a computer player's move is written again that the database refused."""

LOGGER = logging.getLogger(__name__)


class Computers:
    """Lets computer players move. All methods belong to one event loop."""

    def __init__(self, shelf: Shelf, players: Players, *, by_jobs: bool = False) -> None:
        """``shelf``: the tables. ``players``: who decides. ``by_jobs``: workers are asked, and nobody goes on here."""
        self._shelf = shelf
        self._players = players
        self._by_jobs = by_jobs
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def go_on(self, table: Seated) -> None:
        """Let the computer players of a table think, if they are awaited and do not think already."""
        name = table.header.id
        if self._by_jobs:
            return
        if table.computers_to_move() and name not in self._thinking and not self._closed:
            self._thinking[name] = asyncio.create_task(self._think(name))

    async def answer(self, name: str, seat: int, mark: str) -> None:
        """Let a computer player answer a question, if it is still asked.

        Raises:
            StorageError: the answer cannot be written.
            Missing, Unplayable: the table is not there any more, or cannot be rebuilt.
        """

        def is_asked(seated: Seated) -> bool:
            return seat in seated.computers_to_move() and seated.mark(seat) == mark

        table = await self._shelf.find(name)
        if not is_asked(table):
            return
        notation = await self._players.choose(table.match, seat, table.sitters[seat].playing or "")

        def change(seated: Seated) -> Seated:
            if not is_asked(seated):
                raise Stale(CHANGED)
            return seated.moved(seat, [Step(notation, new_id())])

        with suppress(Stale):  # somebody was faster
            await self._shelf.change(name, change)

    async def rest(self, name: str) -> None:
        """Wait until the computer players of a table do not think."""
        if name in self._thinking:
            await asyncio.wait([self._thinking[name]])

    async def close(self) -> None:
        """Let nobody think any more."""
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    async def _think(self, name: str) -> None:
        """Let the computer players of a table move until a person is needed."""
        try:
            while await self._make_a_move(name):
                pass
        except Missing:
            LOGGER.info("table %s was removed while a computer player was thinking", name)
        except Exception:
            LOGGER.exception("the computer players of table %s stopped; they go on when somebody looks", name)
        finally:
            del self._thinking[name]

    async def _make_a_move(self, name: str) -> bool:
        """Let a computer player move; tell whether one was awaited."""
        table = await self._shelf.find(name)
        waiting = table.computers_to_move()
        if not waiting:
            return False
        try:
            await self.answer(name, waiting[0], table.mark(waiting[0]))
        except StorageError as error:
            LOGGER.error("table %s: %s", name, error)
            await asyncio.sleep(RETRY_S)
        return True

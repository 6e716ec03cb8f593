"""All tables of a server: actions one after the other at each table, computer players, and who watches.

An action is checked, written to the database, and only then shown: what was acknowledged is never lost.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from malecon.core.match import Match
from malecon.core.random import KEYS
from malecon.tables.draft import Draft, Step
from malecon.tables.errors import Stale
from malecon.tables.players import Players
from malecon.tables.store import Store, now
from malecon.tables.table import Seated, Sitter, new_header, new_id

MOST_AT_HAND = 500
"""Tables that are kept rebuilt; the others are in the database."""

LOGGER = logging.getLogger(__name__)
R = TypeVar("R")
Watcher = Callable[[Seated], Awaitable[None]]


class Tables:
    """The tables of one process."""

    def __init__(self, store: Store, players: Players) -> None:
        """``store``: where they are kept. ``players``: the computer players."""
        self.store = store
        self.players = players
        self._at_hand: OrderedDict[str, Seated] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._watchers: dict[str, set[Watcher]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}

    async def create(self, game: str, options: Mapping[str, object], sitters: Sequence[Sitter]) -> str:
        """Begin a table and return its id.

        Raises:
            UsageError: there is no such game, or an option is wrong.
        """
        header = new_header(game, len(sitters), options, secrets.randbelow(KEYS), now())
        await asyncio.to_thread(self.store.create, header, sitters)
        table = await self.look(header.id)
        self._let_computers_think(table)
        return header.id

    async def look(self, table: str) -> Seated:
        """Return a table as it is now; only ``Tables`` may change it.

        Raises:
            Missing: there is none with this id.
        """
        seated = self._at_hand.get(table)
        if seated is None:
            seated = await asyncio.to_thread(self.store.load, table)
            seated = self._at_hand.setdefault(table, seated)
            self._let_computers_think(seated)
        self._at_hand.move_to_end(table)
        self._forget_some()
        return seated

    async def step(self, table: str, person: str, seat: int, notation: str, mark: str, move_id: str) -> Seated:
        """Take a step of a seat into its draft; the confirmation comes by itself where the person wants that.

        Args:
            notation: the move.
            mark: the position it is meant for (``Seated.mark``).
            move_id: chosen by the sender; the same id is taken in only once.

        Raises:
            IllegalMove, ParseError: the move cannot be made.
            NotYours, Stale, TableError: the seat, the position or the turn is not such.
        """
        async with self._lock(table):
            seated = await self.look(table)
            seated.check_seat(person, seat)
            if not seated.knows(seat, move_id):
                seated.check_mark(seat, mark)
                await self._save_draft(seated, seat, seated.with_step(seat, notation, move_id))
            return seated

    async def undo(self, table: str, person: str, seat: int, mark: str) -> Seated:
        """Take back the last step of a draft; the errors are those of ``step``."""
        async with self._lock(table):
            seated = await self.look(table)
            seated.check_seat(person, seat)
            seated.check_mark(seat, mark)
            await self._save_draft(seated, seat, seated.without_last(seat))
            return seated

    async def confirm(self, table: str, person: str, seat: int, mark: str) -> Seated:
        """Carry out a draft that ends a turn: write it, then show it; the errors are those of ``step``."""
        async with self._lock(table):
            seated = await self.look(table)
            seated.check_seat(person, seat)
            seated.check_mark(seat, mark)
            await self._append(seated, seat, seated.to_confirm(seat))
        self._let_computers_think(seated)
        return seated

    async def hint(self, table: str, person: str, seat: int, level: str) -> list[tuple[str, float]]:
        """Return the moves of a seat, best first, as a computer player sees them."""
        seated = await self.look(table)
        seated.check_seat(person, seat)
        ahead, draft = seated.ahead(seat)
        if seat not in ahead.to_move or (draft and draft[-1].held):
            return []
        return await self.players.advise(ahead, seat, level)

    async def seen(self, table: str, person: str, seat: int) -> None:
        """Note that a seat has seen all moves there are."""
        seated = await self.look(table)
        if seat in seated.seats_of(person) and seated.looks.get(seat, -1) != seated.number:
            seated.looks[seat] = seated.number
            await asyncio.to_thread(self.store.save_look, table, seat, seated.number)

    def watch(self, table: str, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` after every change of a table, until the function that is returned is called."""
        self._watchers.setdefault(table, set()).add(watcher)

        def leave() -> None:
            watchers = self._watchers.get(table, set())
            watchers.discard(watcher)
            if not watchers:
                self._watchers.pop(table, None)

        return leave

    async def close(self) -> None:
        """Stop the computer players; everything is stored already."""
        for task in self._thinking.values():
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self.players.close()

    async def _save_draft(self, table: Seated, seat: int, draft: Draft) -> None:
        await asyncio.to_thread(self.store.save_draft, table.header.id, seat, draft)
        if draft:
            table.drafts[seat] = draft
        else:
            table.drafts.pop(seat, None)
        await self._tell(table)

    async def _append(self, table: Seated, seat: int, steps: Sequence[Step]) -> None:
        over = self._after(table, seat, steps).over
        try:
            await asyncio.to_thread(self.store.append, table.header.id, table.number, seat, steps, over=over)
        except Stale:
            self._at_hand.pop(table.header.id, None)  # another process has written: the log is the truth
            raise
        table.append(seat, steps)
        await self._tell(table)

    def _after(self, table: Seated, seat: int, steps: Sequence[Step]) -> Match:
        ahead = table.match.copy()
        for step in steps:
            ahead.play(seat, step.notation)
        return ahead

    async def _tell(self, table: Seated) -> None:
        watchers = tuple(self._watchers.get(table.header.id, ()))
        await asyncio.gather(*(watcher(table) for watcher in watchers), return_exceptions=True)

    def _let_computers_think(self, table: Seated) -> None:
        name = table.header.id
        if table.computers_to_move() and name not in self._thinking:
            task = asyncio.create_task(self._think(name))
            self._thinking[name] = task
            task.add_done_callback(lambda done: self._thought(name, done))

    def _thought(self, name: str, task: "asyncio.Task[None]") -> None:
        self._thinking.pop(name, None)
        if not task.cancelled() and task.exception() is not None:
            LOGGER.error("the computer players of a table stopped", exc_info=task.exception())

    async def _think(self, name: str) -> None:
        """Let the computer players of a table move until a person is needed."""
        while True:
            table = await self.look(name)
            waiting = table.computers_to_move()
            if not waiting:
                return
            seat, number = waiting[0], table.number
            level = table.sitters[seat].level
            assert level is not None
            notation = await self.players.choose(table.match.copy(), seat, level)
            async with self._lock(name):
                table = await self.look(name)
                if table.number == number or seat in table.match.to_move:
                    await self._append(table, seat, [Step(notation, new_id())])

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def _forget_some(self) -> None:
        for name in list(self._at_hand):
            if len(self._at_hand) <= MOST_AT_HAND:
                return
            lock = self._locks.get(name)
            if name not in self._watchers and name not in self._thinking and not (lock and lock.locked()):
                del self._at_hand[name]
                self._locks.pop(name, None)

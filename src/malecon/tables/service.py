"""All tables of a server: actions one after the other at each table, computer players, and who watches.

An action is checked, written to the database, and only then shown: what was acknowledged is never lost. One process
serves a file; should a second one write to it too, the first notices at its next action and looks again.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from malecon.core.errors import MaleconError, UsageError
from malecon.tables.draft import Step
from malecon.tables.errors import Missing, Stale, StorageError
from malecon.tables.header import is_id, new_header, new_id
from malecon.tables.people import checked_name
from malecon.tables.players import Players, checked_level
from malecon.tables.store import Store, now
from malecon.tables.table import Place, Seated, Sitter, rebuilt
from malecon.tables.thinker import Advice

MOST_AT_HAND = 500
"""Tables that are kept rebuilt although nobody watches; the others are in the database."""
RETRY_S = 5.0
"""Seconds until a computer player's move is written again that the database refused."""

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")
Watcher = Callable[[Seated], None]
Change = Callable[[Seated], Seated]


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """Somebody who is told of changes. ``person`` also of the drafts of their own seats."""

    person: str | None
    watcher: Watcher


class Tables:
    """The tables of one process. All methods belong to one event loop."""

    def __init__(self, store: Store, players: Players) -> None:
        """``store``: where they are kept. ``players``: the computer players."""
        self._store = store
        self._players = players
        self._at_hand: OrderedDict[str, Seated] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._watches: dict[str, set[Watch]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._busy: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def create(self, game: str, options: Mapping[str, object], sitters: Sequence[Sitter]) -> str:
        """Begin a table and return its id.

        Raises:
            UsageError: there is no such game or level, or an option or a name is wrong.
            Missing: a person is not known.
            StorageError: it cannot be written.
        """
        for seat, sitter in enumerate(sitters):
            check_sitter(seat, sitter)
        header = new_header(game, len(sitters), options, now())
        table = rebuilt(header, sitters, (), [Place()] * len(sitters))
        await self._to_the_end(self._create(table))
        return header.id

    async def resume(self) -> None:
        """Let the computer players go on wherever they are awaited; to be called once, at the start."""
        for table in await asyncio.to_thread(self._store.with_computers):
            try:
                await self.look(table)
            except MaleconError as error:
                LOGGER.warning("table %s: %s", table, error)

    async def look(self, table: str) -> Seated:
        """Return a table as it is now.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
            StorageError: it cannot be read.
        """
        seated = await self._find(table)
        self._let_computers_think(seated)
        return seated

    async def step(
        self, table: str, person: str | None, seat: int, notation: str, mark: str, move_id: str, *, quick: bool = False
    ) -> Seated:
        """Take a step of a seat into its draft.

        Args:
            notation: the move.
            mark: what it is meant for (``Seated.mark``).
            move_id: chosen by the sender; the same id of a seat is taken in only once.
            quick: a turn that ends is confirmed at once.

        Raises:
            IllegalMove, ParseError, UsageError: the move cannot be made.
            NotYours, Stale, TableError: the seat, the position or the turn is not such.
            StorageError: it cannot be written; nothing has changed.
        """

        def change(seated: Seated) -> Seated:
            seated.check_seat(person, seat)
            if seated.knows(seat, move_id):
                return seated
            seated.check_mark(seat, mark)
            return seated.with_step(seat, notation, move_id, quick=quick)

        return await self._change(table, seat, change)

    async def undo(self, table: str, person: str | None, seat: int, mark: str) -> Seated:
        """Take back the last step of a draft; the errors are those of ``step``."""

        def change(seated: Seated) -> Seated:
            seated.check_seat(person, seat)
            seated.check_mark(seat, mark)
            return seated.without_last(seat)

        return await self._change(table, seat, change)

    async def confirm(self, table: str, person: str | None, seat: int, mark: str) -> Seated:
        """Carry out a draft that ends a turn: write it, then show it; the errors are those of ``step``."""

        def change(seated: Seated) -> Seated:
            seated.check_seat(person, seat)
            seated.check_mark(seat, mark)
            return seated.confirmed(seat)

        return await self._change(table, seat, change)

    async def hint(self, table: str, person: str | None, seat: int, level: str) -> Advice:
        """Return the moves of a seat, best first, as a computer player sees them; none if there is nothing to choose.

        Raises:
            NotYours: the seat is somebody else's.
            UsageError: there is no such level.
            NoAnswer: the computer player was too late.
        """
        seated = await self.look(table)
        seated.check_seat(person, seat)
        ahead, draft = seated.ahead(seat)
        if seat not in ahead.to_move or (draft and draft[-1].held):
            return []
        return await self._players.advise(ahead, seat, level)

    async def seen(self, table: str, person: str | None, seat: int) -> None:
        """Note that a seat of a person has seen all moves there are; if it cannot be written, nobody is bothered."""

        def change(seated: Seated) -> Seated:
            return seated.with_look(seat) if seat in seated.seats_of(person) else seated

        try:
            await self._change(table, seat, change)
        except (Stale, StorageError) as error:
            LOGGER.warning("table %s: %s", table, error)

    def watch(self, table: str, person: str | None, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` after each change that ``person`` may know of: all moves, and the drafts of their own seats.

        ``watcher`` must return at once; what takes time is for a task of its own. What is returned ends it.
        """
        watch = Watch(person, watcher)
        self._watches.setdefault(table, set()).add(watch)

        def leave() -> None:
            watches = self._watches.get(table, set())
            watches.discard(watch)
            if not watches:
                self._watches.pop(table, None)

        return leave

    async def close(self) -> None:
        """Finish what is being written and stop the computer players; the store stays open."""
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, *self._busy, return_exceptions=True)
        self._players.close()

    async def _create(self, table: Seated) -> None:
        await asyncio.to_thread(self._store.create, table)
        self._keep(table)
        self._let_computers_think(table)

    async def _find(self, name: str) -> Seated:
        if name in self._at_hand:
            return self._at_hand[name]
        async with self._lock(name):
            return await self._at(name)

    async def _at(self, name: str) -> Seated:
        """Return a table to who has its lock."""
        table = self._at_hand.get(name)
        if table is None:
            if not is_id(name):
                raise Missing("there is no such table")
            table = await asyncio.to_thread(self._store.load, name)
            self._keep(table)
        self._at_hand.move_to_end(name)
        return table

    async def _change(self, name: str, seat: int, change: Change) -> Seated:
        return await self._to_the_end(self._change_alone(name, seat, change))

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish what has begun even if who asked has gone: the database and what we hold must not differ."""
        task = asyncio.create_task(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        return await asyncio.shield(task)

    async def _change_alone(self, name: str, seat: int, change: Change) -> Seated:
        async with self._lock(name):
            before = await self._at(name)
            after = change(before)
            if after is before:
                return before
            try:
                await asyncio.to_thread(self._store.save, before, after, seat)
            except Stale:
                await self._renew(before)
                raise
            self._keep(after)
            self._tell(before, after)
        self._let_computers_think(after)
        return after

    async def _renew(self, before: Seated) -> None:
        """Load a table again to which another process has written: the log is the truth."""
        self._at_hand.pop(before.header.id, None)
        after = await self._at(before.header.id)
        self._tell(before, after)
        self._let_computers_think(after)

    def _keep(self, table: Seated) -> None:
        """Keep a table at hand, and let go of those that nobody has asked for since long."""
        self._at_hand[table.header.id] = table
        if len(self._at_hand) > MOST_AT_HAND:
            for name in list(self._at_hand)[:-MOST_AT_HAND]:
                if name not in self._watches:
                    del self._at_hand[name]

    def _tell(self, before: Seated, after: Seated) -> None:
        """Call the watchers: of a move everybody, of a draft only who sits there, of a look nobody."""
        drafted = [seat for seat in range(after.header.seats) if after.mark(seat) != before.mark(seat)]
        for watch in tuple(self._watches.get(after.header.id, ())):
            if after.number != before.number or set(drafted) & set(after.seats_of(watch.person)):
                try:
                    watch.watcher(after)
                except Exception:
                    LOGGER.exception("a watcher failed")

    def _let_computers_think(self, table: Seated) -> None:
        name = table.header.id
        if table.computers_to_move() and name not in self._thinking and not self._closed:
            self._thinking[name] = asyncio.create_task(self._think(name))

    async def _think(self, name: str) -> None:
        """Let the computer players of a table move until a person is needed."""
        try:
            while await self._make_a_move(name):
                pass
        except Exception:
            LOGGER.exception("the computer players of table %s stopped; they go on when somebody looks", name)
        finally:
            del self._thinking[name]

    async def _make_a_move(self, name: str) -> bool:
        """Let a computer player move; tell whether one was awaited."""
        table = await self._find(name)
        waiting = table.computers_to_move()
        if not waiting:
            return False
        seat, mark = waiting[0], table.mark(waiting[0])
        notation = await self._players.choose(table.match, seat, table.sitters[seat].level or "")

        def change(seated: Seated) -> Seated:
            seated.check_mark(seat, mark)
            return seated.moved(seat, [Step(notation, new_id())])

        try:
            await self._change(name, seat, change)
        except Stale:
            pass  # somebody was faster: look again
        except StorageError as error:
            LOGGER.error("table %s: %s", name, error)
            await asyncio.sleep(RETRY_S)
        return True

    def _lock(self, table: str) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())


def check_sitter(seat: int, sitter: Sitter) -> None:
    """Refuse who cannot sit at a table.

    Raises:
        UsageError: the name is wrong, the level is unknown, or it is not either a person or a computer player.
    """
    if not sitter.name or checked_name(sitter.name) != sitter.name:
        raise UsageError(f"name of seat {seat + 1}: is {sitter.name!r}, but must be printable, without needless blanks")
    if (sitter.person is None) == (sitter.level is None):
        raise UsageError(f"seat {seat + 1}: must be taken by either a person or a computer player")
    if sitter.level is not None:
        checked_level(sitter.level)

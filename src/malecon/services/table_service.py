"""What a server does with its tables: begin, look, act, advise, tell who watches.

One process serves a file (``storage/folder_lock.py``); when a command writes to it too, that is noticed within seconds.
Several processes serve a PostgreSQL database, and tell each other what they write.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from malecon.agents import Advice
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.services.absence import Absence
from malecon.services.computers.computer_moves import Computers
from malecon.services.computers.players import Players, checked_level
from malecon.services.gathering import Gathering
from malecon.services.notices.presence import Presence
from malecon.services.people.deletion import Departing
from malecon.services.people.person import checked_name
from malecon.services.subscriptions import Watch, Watcher, Watches
from malecon.services.sweep import Sweep
from malecon.services.sweeper import Sweeper
from malecon.services.table_repository import Change, TableRepository
from malecon.storage.listening import Listener
from malecon.storage.store import Listed, Store, now
from malecon.storage.sweep_targets import targets_for
from malecon.tables.errors import NO_TABLE, Missing, TableError, Unplayable
from malecon.tables.occupant import Occupant
from malecon.tables.retention import Retention
from malecon.tables.seat_state import Move, SeatState
from malecon.tables.seating import check_look, check_unlike
from malecon.tables.table import Table, rebuilt
from malecon.tables.table_header import NO_TERMS, check_id, new_header
from malecon.tables.table_settings import TableSettings

RESUME_PAUSE = 3
"""Pause after each table that is resumed, by how long that took: requests have the rest of the time."""

LOGGER = logging.getLogger(__name__)


class TableService:
    """The tables of one process. All methods belong to one event loop."""

    def __init__(self, store: Store, players: Players) -> None:
        """``store``: where they are kept. ``players``: the computer players."""
        self._store = store
        self._players = players
        self._watches = Watches()
        self._repository = TableRepository(store, self._show, self._watches.__contains__, self._watches.tell_gone)
        self._listener = Listener(self._repository, store)
        self.computers = Computers(self._repository, players, by_jobs=store.is_shared)
        self.gathering = Gathering(self._repository, store)
        self.absence = Absence(self._repository)
        self.departing = Departing(self._repository, store)
        self.presence = Presence(self._watches)
        self._resuming: asyncio.Task[None] | None = None

    async def create(
        self,
        game: str,
        options: Mapping[str, object],
        sitters: Sequence[Occupant],
        terms: TableSettings = NO_TERMS,
        *,
        key: int | None = None,
        rules: int | None = None,
        log: Sequence[Move] = (),
    ) -> str:
        """Begin a table and return its id.

        Args:
            game, options, terms, key, rules: as for ``new_header``.
            sitters: by seat.
            log: moves with which it begins, of a deal that is known.

        Raises:
            UsageError: there is no such game or level, or an option or a name is wrong.
            Missing: a person is not known.
            StorageError: it cannot be written.
        """
        for seat, sitter in enumerate(sitters):
            check_sitter(seat, sitter)
        header = new_header(game, len(sitters), options, now(), terms, key, rules)
        await self._repository.create(rebuilt(header, sitters, log, [SeatState()] * len(sitters)))
        return header.id

    async def resume(self) -> None:
        """Hear from now on what others write, and let computer players go on where several people wait for them.

        It is done in the background, the tables used last first. Where one person plays alone the computer players go
        on as soon as somebody looks. Where several processes serve, workers do all that.
        """
        self._listener.start()
        if not self._store.is_shared:
            self._resuming = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        """Let computer players go on, at one table after the other, so that who plays now does not have to wait."""
        try:
            waiting = await asyncio.to_thread(self._store.with_computers, people=2)
        except MaleconError as error:
            LOGGER.warning("computer players go on only where somebody looks: %s", error)
            return
        for table in waiting:
            begun = time.monotonic()
            try:
                await self._resume_at(table)
            except Exception as error:  # whatever is in a damaged row: the other tables are to go on
                LOGGER.warning("table %s: %s", table, error)
            await asyncio.sleep(RESUME_PAUSE * (time.monotonic() - begun))

    async def _resume_at(self, table_id: str) -> None:
        """Let the computer players of a table go on, if they are awaited, until a person is."""
        stored = await asyncio.to_thread(self._store.load, table_id)  # not by ``look``: it would stay at hand
        if stored.computers_to_move():
            await self.look(table_id)
            await self.computers.rest(table_id)

    async def renew(self) -> None:
        """Hold everything at hand against the database, and show what was changed there.

        Raises:
            StorageError: it cannot be read.
        """
        await self._repository.check()

    async def tables_of(self, person: str) -> list[Listed]:
        """Return a person's tables, unfinished ones first, then the newest.

        Raises:
            StorageError: they cannot be read.
        """
        return await asyncio.to_thread(self._store.tables_of, person)

    async def look(self, table_id: str) -> Table:
        """Return a table as it is now.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
            StorageError: it cannot be read.
        """
        table = await self._repository.find(table_id)
        self.computers.go_on(table)
        return table

    async def visit(self, table_id: str, person: str | None) -> Table:
        """Return a table as ``look`` does, to somebody who may see it.

        Raises:
            Missing: it is not for the person's eyes; the other errors are those of ``look``.
        """
        try:
            table = await self.look(table_id)
        except Unplayable:
            if not await asyncio.to_thread(self._store.may_look, table_id, person):
                raise Missing(NO_TABLE) from None
            raise
        check_look(table, person)
        self.presence.note(table_id, person, sits=bool(table.seats_of(person)))
        return table

    async def step(
        self,
        table_id: str,
        person: str | None,
        seat: int,
        notation: str,
        mark: str,
        action_id: str,
        *,
        quick: bool = False,
    ) -> Table:
        """Take a step of a seat into its draft.

        Args:
            notation: the move.
            mark: what it is meant for (``Table.mark``).
            action_id: chosen by the sender, anew for each action; what is sent again with its id is done only once.
            quick: a turn that ends is confirmed at once.

        Raises:
            IllegalMove, ParseError, UsageError: the move cannot be made.
            NotYours, Stale, TableError: the seat, the position or the turn is not such.
            StorageError: it cannot be written; nothing has changed.
        """

        def act(table: Table) -> Table:
            return table.with_step(seat, notation, action_id, quick=quick)

        return await self._act(table_id, person, seat, mark, (action_id, notation), act)

    async def undo(self, table_id: str, person: str | None, seat: int, mark: str, action_id: str) -> Table:
        """Take back the last step of a draft; arguments and errors are those of ``step``."""
        return await self._act(
            table_id, person, seat, mark, (action_id, "undo"), lambda table: table.without_last(seat)
        )

    async def confirm(self, table_id: str, person: str | None, seat: int, mark: str, action_id: str) -> Table:
        """Carry out a draft that ends a turn; arguments and errors are those of ``step``."""
        return await self._act(
            table_id, person, seat, mark, (action_id, "confirm"), lambda table: table.confirmed(seat)
        )

    async def rename(self, table_id: str, person: str | None, seat: int, name: str) -> Table:
        """Call who sits on a seat something else at this table.

        Raises:
            UsageError: the name is wrong.
            NotYours: the seat is somebody else's.
            StorageError: it cannot be written; nothing has changed.
        """
        name = checked_name(name)
        check_name(seat, name)

        def change(table: Table) -> Table:
            table.check_seat(person, seat)
            check_unlike(name, [sitter.name for place, sitter in enumerate(table.sitters) if place != seat])
            return table.with_sitter(seat, replace(table.sitters[seat], name=name))

        return await self._repository.change(table_id, change)

    async def hint(self, table_id: str, person: str | None, seat: int, level: str) -> Sequence[Advice]:
        """Return the moves of a seat, best first, as a computer player sees them; none if there is nothing to choose.

        Raises:
            NotYours: the seat is somebody else's.
            TableError: the result counts.
            UsageError: there is no such level.
            NoAnswer: the computer player was too late.
        """
        table = await self.look(table_id)
        table.check_seat(person, seat)
        if table.header.terms.rated:
            raise TableError(N_("There are no hints where the result counts."))
        ahead, draft = table.ahead(seat)
        if seat not in ahead.to_move or (draft and draft[-1].held):
            return []
        return await self._players.advise(ahead, seat, level)

    async def listen(self, table_id: str, person: str | None) -> AsyncGenerator[Table]:
        """Yield a table now and after each change that ``person`` may know of; who is slow gets only the newest.

        To be closed when it is left, as ``contextlib.aclosing`` does. The errors are those of ``look``.
        """
        changed = asyncio.Event()
        leave = self._watches.add(table_id, Watch(person, lambda table: changed.set(), changed.set))
        try:
            while True:
                changed.clear()
                yield await self.visit(table_id, person)
                await changed.wait()
        finally:
            leave()

    def watch(self, table_id: str, person: str | None, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` after each change that ``person`` may know of: all moves, and the drafts of their own seats.

        ``watcher`` must return at once; what takes time is for a task of its own. What is returned ends it.
        """
        return self._watches.add(table_id, Watch(person, watcher))

    def sweeper(self, retention: Retention, folder: Path) -> Sweeper:
        """Return the sweeper of the site, not begun yet; ``folder`` is that of all data."""
        is_open, let_go = self._watches.__contains__, self._repository.let_go
        targets = targets_for(self._store, retention, folder, self.departing, is_open, let_go)
        return Sweeper(self._store, retention, Sweep(targets), self.presence)

    async def close(self) -> None:
        """Finish what is being written and stop the computer players; the store stays open."""
        if self._resuming is not None:
            self._resuming.cancel()
            await asyncio.gather(self._resuming, return_exceptions=True)
        await self._listener.close()
        await self.computers.close()
        await self._repository.close()
        self._players.close()

    async def _act(
        self, table_id: str, person: str | None, seat: int, mark: str, sent: tuple[str, str], act: Change
    ) -> Table:
        """Carry out what a person has ``sent``, id and action; when it comes again, return the table as it is."""
        check_id(sent[0])
        action = " ".join(sent)

        def change(table: Table) -> Table:
            table.check_seat(person, seat)
            if table.places[seat].acted == action:
                return table
            table.check_going_on(seat)
            table.check_mark(seat, mark)
            return act(table).having_acted(seat, action)

        return await self._repository.change(table_id, change)

    def _show(self, before: Table, after: Table) -> None:
        self._watches.tell(before, after)
        self.computers.go_on(after)


def check_sitter(seat: int, sitter: Occupant) -> None:
    """Refuse who cannot sit at a table.

    Raises:
        UsageError: the name is wrong, the level is unknown, or nobody, or more than one, has the seat.
    """
    if not sitter.is_free:
        check_name(seat, sitter.name)
    if [sitter.person, sitter.level, sitter.invitation].count(None) != 2:
        raise UsageError(
            f"seat {seat + 1}: must be taken by either a person or a computer player, or have an invitation"
        )
    if sitter.level is not None:
        checked_level(sitter.level)


def check_name(seat: int, name: str) -> None:
    """Refuse a name by which nobody can be called at a table.

    Raises:
        UsageError: it is empty, too long, or not plain.
    """
    if not name or checked_name(name) != name:
        raise UsageError(f"name of seat {seat + 1}: is {name!r}, but must be printable, without needless blanks")

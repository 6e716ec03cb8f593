"""Use cases of tables: create, find, act, hint, subscribe.

One process serves a file (``storage/data_folder.py``); when a command writes to it too, that is noticed within seconds.
Several processes serve a PostgreSQL database, and tell each other what they write.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from malecon import games
from malecon.agents import Advice
from malecon.core.clock import now
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.reason import Explanation
from malecon.services.change_feed import ChangeFeed
from malecon.services.computer_players import ComputerMoves, ComputerPlayers, Resumption
from malecon.services.deletion import Deletion
from malecon.services.live_updates import Backlog, LiveUpdates, OnChange, Subscriber
from malecon.services.presence import Presence
from malecon.services.presence_feed import PresenceFeed
from malecon.services.rematch import answer_offer, rematch_of
from malecon.services.seat_service import SeatService
from malecon.services.sweep import Sweep
from malecon.services.sweep_targets import sweep_targets
from malecon.services.sweeper import Sweeper
from malecon.services.table_repository import Change, TableRepository
from malecon.storage.rows import rebuild_table
from malecon.storage.store import Store
from malecon.storage.table_queries import TableQueries
from malecon.tables import CHANGED, NO_TABLE, Missing, Stale, TableError, TableSettings, Unplayable
from malecon.tables.commands import Action, CreateTable
from malecon.tables.endings import answer_by_move
from malecon.tables.names import check_distinct, check_name, validate_name
from malecon.tables.rematch import Answer, may_play_again, people_at
from malecon.tables.retention import Retention
from malecon.tables.seat import Move, Occupant, SeatState
from malecon.tables.seating import check_may_view, check_occupant
from malecon.tables.table import Table
from malecon.tables.table_header import check_id, new_header, new_id

LOGGER = logging.getLogger(__name__)


class TableService:
    """The tables of one process. All methods belong to one event loop."""

    def __init__(self, store: Store, players: ComputerPlayers) -> None:
        """``store``: where they are kept. ``players``: the computer players."""
        self._store = store
        self.queries = TableQueries(store)
        self._players = players
        self._live_updates = LiveUpdates()
        self._repository = TableRepository(
            store, self._publish, self._live_updates.__contains__, self._live_updates.notify_removed
        )
        self.computer_moves = ComputerMoves(self._repository, players, by_jobs=store.is_shared)
        self.seats = SeatService(self._repository, self.queries)
        self.deletion = Deletion(self._repository, store)
        self.presence = Presence(self._live_updates)
        self._presence_feed = PresenceFeed(self._repository, self.presence, store)
        self._change_feed = ChangeFeed(self._repository, store, self._presence_feed.hear)
        self._resumption = Resumption(store, self.queries, self.find, self.computer_moves)
        self._waking: asyncio.Task[None] | None = None

    async def create(self, command: CreateTable) -> str:
        """Begin a table and return its id.

        Raises:
            UsageError: there is no such game or level, or an option or a name is wrong.
            Missing: a person is not known.
            StorageError: it cannot be written.
        """
        occupants, seats = command.occupants, len(command.occupants)
        header = new_header(command.game, seats, command.options, now(), command.settings, command.key, command.rules)
        for seat, occupant in enumerate(occupants):
            check_occupant(seat, occupant, games[header.game])
        await self._repository.create(rebuild_table(header, occupants, command.log, [SeatState()] * seats))
        return header.id

    async def play_on(
        self, match: Match, occupants: Sequence[Occupant], settings: TableSettings, at: int | None = None
    ) -> str:
        """Begin a table that goes on from a match: its options, chance, rules and moves; return its id.

        ``at``: after so many moves; ``None`` for all. The other errors are those of ``create``.

        Raises:
            UsageError: no move of the match comes after them.
        """
        if at is not None and not 0 <= at < match.number:
            raise UsageError(N_("From the end of a game nobody can play on."))
        log = [Move(seat, notation, new_id()) for seat, notation in match.moves[:at]]
        options = match.game.read_options(list(enumerate(match.game.write_options(match.begun), start=1)))
        return await self.create(
            CreateTable(match.game.name, options, occupants, settings, match.seed, match.version, log)
        )

    async def play_again(self, table_id: str, person: str | None, answer: Answer = Answer.OFFER) -> str | None:
        """Say something about a rematch, and return the id of its table; ``None`` as long as there is none.

        Who played alone goes to a new table each time; of several people all have to want it (``answer_offer``).
        """
        ended = await self.find(table_id)
        if may_play_again(ended) and people_at(ended) == {person}:
            return await self.create(rematch_of(ended, person))
        removed = ended.rematch if ended.rematch and not await self._is_there(ended.rematch) else None
        return (await answer_offer(self._repository, table_id, person, answer, removed)).rematch

    async def _is_there(self, table_id: str) -> bool:
        """Tell whether there is a table."""
        try:
            await self.find(table_id)
        except Missing:
            return False
        return True

    async def resume(self) -> None:
        """Start the change feed, and wake the computer players for which several people wait.

        It is done in the background, the tables used last first. Where one person plays alone the computer players go
        on as soon as somebody looks. Where several processes serve, workers do all that.
        """
        self._change_feed.start()
        self._presence_feed.start()
        if not self._store.is_shared:
            self._resumption.start()
            await self._players.compile_ahead()

    async def refresh(self) -> None:
        """Refresh the cache from the database, and publish what was changed there.

        Raises:
            StorageError: it cannot be read.
        """
        await self._repository.refresh()

    def wake(self, table_ids: Sequence[str]) -> None:
        """Let computer players go on that had stopped, at one table after the other: nobody waits for it.

        Where several processes serve, workers do that.
        """
        if table_ids and not self._store.is_shared and (self._waking is None or self._waking.done()):
            self._waking = asyncio.create_task(self._wake(table_ids))

    async def _wake(self, table_ids: Sequence[str]) -> None:
        for table_id in table_ids:
            try:
                await self.find(table_id)
            except MaleconError as error:
                LOGGER.warning("table %s: %s", table_id, error)

    async def find(self, table_id: str) -> Table:
        """Return a table as it is now.

        Raises:
            Missing: there is none with this id.
            Unplayable: its game or rules are not here, or its log is damaged.
            StorageError: it cannot be read.
        """
        table = await self._repository.find(table_id)
        self.computer_moves.start(table)
        return table

    async def view(self, table_id: str, person: str | None) -> Table:
        """Return a table as ``find`` does, for a viewer who may see it.

        Raises:
            Missing: it is not for the person's eyes; the other errors are those of ``find``.
        """
        try:
            table = await self.find(table_id)
        except Unplayable:
            if not await self.queries.may_view(table_id, person):
                raise Missing(NO_TABLE) from None
            raise
        check_may_view(table, person)
        self.presence.record_view(table_id, person, sits=bool(table.seats_of(person)))
        return table

    async def step(self, action: Action, *notations: str, quick: bool = False) -> Table:
        """Take a step of a seat into its draft, or several.

        Args:
            action: who acts, where, on which revision.
            notations: the moves, one after the other.
            quick: a turn that ends is confirmed at once.

        Raises:
            IllegalMove, ParseError, UsageError: the move cannot be made.
            NotYours, Stale, TableError: the seat, the position or the turn is not such.
            StorageError: it cannot be written; nothing has changed.
        """

        def change(table: Table) -> Table:
            return table.with_step(action.seat, notations[0], action.id, *notations[1:], quick=quick)

        return await self._act(action, " ".join(notations), change)

    async def undo(self, action: Action) -> Table:
        """Take back the last step of a draft; the errors are those of ``step``."""
        return await self._act(action, "undo", lambda table: table.without_last_step(action.seat))

    async def confirm(self, action: Action) -> Table:
        """Carry out a draft that ends a turn; the errors are those of ``step``."""
        return await self._act(action, "confirm", lambda table: table.with_draft_confirmed(action.seat))

    async def rename(self, table_id: str, person: str | None, seat: int, name: str) -> Table:
        """Call who sits on a seat something else at this table.

        Raises:
            UsageError: the name is wrong.
            NotYours: the seat is somebody else's.
            StorageError: it cannot be written; nothing has changed.
        """
        name = validate_name(name)
        check_name(seat, name)

        def change(table: Table) -> Table:
            table.check_seat(person, seat)
            check_distinct(name, [occupant.name for place, occupant in enumerate(table.occupants) if place != seat])
            return table.with_occupant(seat, replace(table.occupants[seat], name=name))

        return await self._repository.change(table_id, change)

    async def hint(self, table_id: str, person: str | None, seat: int, level: str) -> Sequence[Advice]:
        """Return the moves of a seat, best first, as a computer player sees them; none if there is nothing to choose.

        Raises:
            NotYours: the seat is somebody else's.
            TableError: the result counts.
            UsageError: there is no such level, or the game cannot guess what the seat does not know.
            NoAnswer: the computer player was too late.
        """
        ahead = await self._asked_by(table_id, person, seat)
        return [] if ahead is None else await self._players.advise(ahead, seat, level)

    async def explain(self, table_id: str, person: str | None, seat: int, better: str, other: str) -> Explanation:
        """Return why a move of a seat is better than another one; the errors are those of ``hint``."""
        ahead = await self._asked_by(table_id, person, seat)
        if ahead is None or not {better, other} <= {*ahead.legal(seat)}:
            return Explanation()
        return await self._players.explain(ahead, seat, better, other)

    async def _asked_by(self, table_id: str, person: str | None, seat: int) -> Match | None:
        """Return the match after the steps of a seat for which a person asks; ``None`` if it has nothing to choose."""
        table = await self.find(table_id)
        table.check_seat(person, seat)
        if table.header.settings.rated:
            raise TableError(N_("There are no hints where the result counts."))
        table.match.game.check_guess()
        ahead, draft = table.preview(seat)
        return None if seat not in ahead.to_move or (draft and draft[-1].held) else ahead

    async def updates(self, table_id: str, person: str | None) -> AsyncGenerator[Table]:
        """Yield a table now and after each change that ``person`` may know of, in order.

        Who falls ``MOST_BEHIND`` changes behind gets only the newest. To be closed when it is left, as
        ``contextlib.aclosing`` does. The errors are those of ``view``.
        """
        changed, version = asyncio.Event(), -1
        changes = Backlog(changed.set)
        leave = self.subscribe(table_id, person, changes.add, changes.end)
        try:
            changes.end()
            while await changed.wait():
                changed.clear()
                while changes:
                    table = changes.take() or await self.view(table_id, person)
                    check_may_view(table, person)
                    if table.version > version:
                        version = table.version
                        yield table
        finally:
            leave()

    def subscribe(
        self, table_id: str, person: str | None, watcher: OnChange, on_removed: Callable[[], None] = lambda: None
    ) -> Callable[[], None]:
        """Call ``watcher`` after each change that ``person`` may know of: all moves, and the drafts of their own seats.

        Both functions must return at once; what takes time is for a task of its own. ``on_removed`` is called when the
        table is gone. What is returned ends it.
        """
        leave = self._live_updates.add(table_id, Subscriber(person, watcher, on_removed))

        def leave_and_forget() -> None:
            leave()
            self.presence.forget_view(table_id, person)

        return leave_and_forget

    def sweeper(self, retention: Retention, folder: Path) -> Sweeper:
        """Return the sweeper of the site, not begun yet; ``folder`` is that of all data."""
        is_open, let_go = self._live_updates.__contains__, self._repository.forget
        targets = sweep_targets(self._store, retention, folder, self.deletion, is_open, let_go)
        return Sweeper(self._store, retention, Sweep(targets), self.presence)

    async def close(self) -> None:
        """Finish what is being written and stop the computer players; the store stays open."""
        await self._resumption.close()
        if self._waking is not None:
            self._waking.cancel()
            await asyncio.gather(self._waking, return_exceptions=True)
        await self._presence_feed.close()
        await self._change_feed.close()
        await self.computer_moves.close()
        await self._repository.close()
        self._players.close()

    async def _act(self, action: Action, deed: str, act: Change) -> Table:
        """Carry out an action, whose ``deed`` is a notation or a verb; sent again, it returns the table as it is."""
        check_id(action.id)
        sent, seat = f"{action.id} {deed}", action.seat

        def change(table: Table) -> Table:
            table.check_seat(action.person, seat)
            if table.seat_states[seat].last_action == sent:
                return table
            table.check_running(seat)
            if action.revision != table.revision(seat):
                raise Stale(CHANGED)
            return answer_by_move(table, act(table), seat).with_action(seat, sent)

        return await self._repository.change(action.table_id, change)

    def _publish(self, before: Table, after: Table) -> None:
        self._live_updates.notify(before, after)
        self.computer_moves.start(after)

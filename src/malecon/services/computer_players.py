"""Computer players: the processes in which they think, and the tasks that let them move at their tables.

A task runs for each table at which one is awaited, as long as that is so. After a start, the computer players that
several people wait for go on, in the background: their resumption.
"""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from malecon.agents.agent import KEY_BITS, Advice, PolicyPlayer, RandomPlayer
from malecon.agents.player_pool import DEADLINE_S, PlayerPool
from malecon.agents.player_process import Answer, NoAnswer, Question
from malecon.agents.styled_player import SEPARATOR
from malecon.core.errors import MaleconError
from malecon.core.match import Match
from malecon.core.reason import Explanation
from malecon.services.metrics import PLAYER_PROCESSES, QUESTIONS, THINKING
from malecon.services.table_repository import TableRepository
from malecon.storage.store import Store, in_thread
from malecon.storage.table_queries import TableQueries
from malecon.tables import CHANGED, Missing, Stale, StorageError
from malecon.tables.draft import Step
from malecon.tables.seat import STAND_IN, computer_player, validate_level
from malecon.tables.table import Table
from malecon.tables.table_header import new_id

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")
PROCESS_KINDS = {"compiled": False, "plain": True}
"""Kinds of processes, as the metric names them, and whether they are plain."""


class ComputerPlayers:
    """The computer players; processes are started when they are first needed, and replaced when they fail."""

    def __init__(self, processes: int | None = None, deadline: float = DEADLINE_S, *, has_spare: bool = False) -> None:
        """Start no process yet.

        Args:
            processes: how many think at once; by default as many as there are cores, less one.
            deadline: seconds after which the policy of the game moves in place of the player.
            has_spare: one more process is kept ready, for when another dies.
        """
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self.processes, "players")
        self._stand_in = ThreadPoolExecutor(1, "stand-in")  # so that failing players slow the server down by a thread
        self._pool = PlayerPool(deadline, has_spare=has_spare)
        for kind, is_plain in PROCESS_KINDS.items():
            PLAYER_PROCESSES.labels(kind).set_function(partial(self._pool.count, is_plain=is_plain))
        self._closed, self._asked, self._has_answered = False, 0, asyncio.Event()

    @property
    def is_compiling(self) -> bool:
        """Whether the rules are being compiled; until then those who search play weaker."""
        return self._pool.is_compiling

    @property
    def is_compiled(self) -> bool:
        """Whether a process with compiled rules is ready."""
        return self._pool.count(is_plain=False) > 0

    async def compile_ahead(self) -> None:
        """Begin to compile the rules in the background, if that was not done on this machine."""
        await self._in_thread(self._pool.compile_ahead)

    async def wait_until_settled(self) -> None:
        """Wait until compiled rules are used, or cannot be."""
        await self._in_thread(self._pool.wait_until_settled)

    async def choose(self, match: Match, seat: int, level: str) -> str:
        """Return the move that a computer player makes; that of the game's policy if none comes from it in time."""
        key = secrets.randbits(KEY_BITS)
        if not match.game.has_guess:
            return RandomPlayer().choose(match, seat, key)
        try:
            move = await self.ask(Question.about("choose", match, seat, level, key))
            if move in match.legal(seat):
                return str(move)
            reason = "no legal move"
        except NoAnswer as error:
            reason = str(error)
        LOGGER.error("%s at %s: %s; the policy of the game moves instead", level, match.game.name, reason)
        return await asyncio.get_running_loop().run_in_executor(self._stand_in, policy_move, match, seat, key)

    async def advise(self, match: Match, seat: int, level: str) -> Sequence[Advice]:
        """Return the moves of a seat, best first, with what each is worth to a computer player.

        Raises:
            UsageError: there is no such level, or the game cannot guess what the seat does not know.
            NoAnswer: no advice came in time.
        """
        level = validate_level(level, match.game)
        advice = await self.ask(Question.about("advise", match, seat, level, secrets.randbits(KEY_BITS)))
        assert isinstance(advice, list)
        return advice

    async def explain(self, match: Match, seat: int, better: str, other: str) -> Explanation:
        """Return why a move of a seat is better than another one; no reasons where none came in time."""
        if match.game.ledger is None:
            return Explanation()
        try:
            answer = await self.ask(Question.why(match, seat, better, other, secrets.randbits(KEY_BITS)))
        except NoAnswer:
            return Explanation()
        assert isinstance(answer, Explanation)
        return answer

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for threads in (self._threads, self._stand_in):
            threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()

    async def ask(self, question: Question) -> Answer:
        """Return the answer to a question, and note how long it took; without one ``NoAnswer`` is raised."""
        level, _, _ = question.level.partition(SEPARATOR)
        timed = THINKING.labels(question.game, level, question.verb).time()
        self._asked += 1
        try:
            with QUESTIONS.track_inprogress(), timed:
                return await self._in_thread(lambda: self._pool.ask(question))
        finally:
            self._asked -= 1
            self._has_answered.set()

    async def wait_until_free(self) -> None:
        """Wait until a question of a table would be answered at once: only then comes what can wait."""
        while self._asked >= self.processes:
            self._has_answered.clear()
            await self._has_answered.wait()

    async def _in_thread(self, use: Callable[[], T]) -> T:
        """Use the pool in a thread; there are as many threads as processes that think."""
        if self._closed:
            raise NoAnswer("the computer players have gone")
        return await asyncio.get_running_loop().run_in_executor(self._threads, use)


def policy_move(match: Match, seat: int, key: int) -> str:
    """Return the move of the game's policy, computed in this process; the first legal one if the policy fails."""
    try:
        return PolicyPlayer().choose(match, seat, key)
    except Exception:  # whatever it is: the game goes on
        LOGGER.exception("the policy of %s failed; the first legal move is made instead", match.game.name)
        return str(match.legal(seat)[0])


RETRY_S = 5.0
"""Seconds until a computer player's move is written again that the database refused."""


class ComputerMoves:
    """Lets computer players move. All methods belong to one event loop."""

    def __init__(self, repository: TableRepository, players: ComputerPlayers, *, by_jobs: bool = False) -> None:
        """``players``: who decides. ``by_jobs``: workers decide, not this process."""
        self._repository, self._players, self._by_jobs = repository, players, by_jobs
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def start(self, table: Table) -> None:
        """Start a task for the computer players of a table, if they are awaited and none runs."""
        table_id = table.header.id
        if self._by_jobs:
            return
        if table.computers_to_move() and table_id not in self._thinking and not self._closed:
            self._thinking[table_id] = asyncio.create_task(self._think(table_id))

    async def answer(self, table_id: str, seat: int, revision: str) -> None:
        """Let a computer player answer a question, if it is still asked.

        Raises:
            StorageError: the answer cannot be written.
            Missing, Unplayable: the table is not there any more, or cannot be rebuilt.
        """

        def is_asked(table: Table) -> bool:
            return seat in table.computers_to_move() and table.revision(seat) == revision

        table = await self._repository.find(table_id)
        if not is_asked(table):
            return
        notation = await self._players.choose(
            table.match, seat, computer_player(table.occupants[seat], table.header.game)
        )

        def change(table: Table) -> Table:
            if not is_asked(table):
                raise Stale(CHANGED)
            stands_in = STAND_IN if table.occupants[seat].person is not None else ""
            return table.with_moves(seat, [Step(notation, stands_in + new_id())])

        with suppress(Stale):  # somebody was faster
            await self._repository.change(table_id, change)

    async def wait_until_idle(self, table_id: str) -> None:
        """Wait until the computer players of a table do not think."""
        if table_id in self._thinking:
            await asyncio.wait([self._thinking[table_id]])

    async def close(self) -> None:
        """Let nobody think any more."""
        self._closed = True
        thinking = list(self._thinking.values())
        for task in thinking:
            task.cancel()
        await asyncio.gather(*thinking, return_exceptions=True)

    async def _think(self, table_id: str) -> None:
        """Let the computer players of a table move until a person is needed."""
        try:
            while await self._make_a_move(table_id):
                pass
        except Missing:
            LOGGER.info("table %s was removed while a computer player was thinking", table_id)
        except Exception:
            LOGGER.exception("the computer players of table %s stopped; they go on when somebody looks", table_id)
        finally:
            del self._thinking[table_id]

    async def _make_a_move(self, table_id: str) -> bool:
        """Let a computer player move; tell whether one was awaited."""
        table = await self._repository.find(table_id)
        waiting = table.computers_to_move()
        if not waiting:
            return False
        try:
            await self.answer(table_id, waiting[0], table.revision(waiting[0]))
        except StorageError as error:
            LOGGER.error("table %s: %s", table_id, error)
            await asyncio.sleep(RETRY_S)
        return True


RESUME_PAUSE_RATIO = 3
"""Pause after each table that is resumed, by how long that took: requests have the rest of the time."""


class Resumption:
    """The task that resumes computer players. All methods belong to one event loop."""

    def __init__(
        self,
        store: Store,
        queries: TableQueries,
        find: Callable[[str], Awaitable[Table]],
        computer_moves: ComputerMoves,
    ) -> None:
        """``find``: returns a table as it is now, and starts its computer players."""
        self._store, self._queries = store, queries
        self._find, self._computer_moves = find, computer_moves
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._resume())

    async def close(self) -> None:
        """Cancel the task, if it was started."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _resume(self) -> None:
        """Let computer players go on, at one table after the other, so that who plays now does not have to wait."""
        try:
            waiting = await self._queries.with_computers(people=2)
        except MaleconError as error:
            LOGGER.warning("computer players go on only where somebody looks: %s", error)
            return
        for table in waiting:
            begun = time.monotonic()
            try:
                await self._resume_at(table)
            except Exception as error:  # whatever is in a damaged row: the other tables are to go on
                LOGGER.warning("table %s: %s", table, error)
            await asyncio.sleep(RESUME_PAUSE_RATIO * (time.monotonic() - begun))

    async def _resume_at(self, table_id: str) -> None:
        """Let the computer players of a table go on, if they are awaited, until a person is."""
        stored = await in_thread(self._store.load)(table_id)  # not by ``find``: it would stay in the cache
        if stored.computers_to_move():
            await self._find(table_id)
            await self._computer_moves.wait_until_idle(table_id)

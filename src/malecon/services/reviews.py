"""Reviews of games, computed decision by decision in the background, kept in files, and gone on with after a restart.

First each decision gets a first look, which takes seconds for a whole game. Then each is reviewed, the costliest first.
They wait for everything else: their processes get the time of the processor that others leave, no decision is handed
out while a computer player or a hint of a table waits, and the reviews take turns. What is kept can be computed anew
with the same figures, so it is in no backup, and several servers that share the folder may compute a decision twice.
"""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile
from pathlib import Path
from typing import NamedTuple

from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import NoAnswer, Question
from malecon.agents.review import ReviewedDecision
from malecon.agents.review_search import review_key
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.services.computer_players import ComputerPlayers
from malecon.services.metrics import THINKING
from malecon.storage.review_file import TABLE, ReviewFile, keep_newest, review_path
from malecon.storage.store import in_thread
from malecon.tables import StorageError, TableError

LOGGER = logging.getLogger(__name__)
LEVEL = "strong"
MOST_WAITING, MOST_EACH = 20, 3
"""Reviews that are computed at once, and those of them that one person has asked for."""
AT_ONCE = 2
"""Decisions that are computed at once, if there are so many cores."""
DEADLINE_S = 120.0
"""Seconds that a decision may take, with as little of the processor as there is."""
UNKNOWN = -1.0
"""The loss of a decision whose first look is late: less than any."""
TRIES = 3
"""How often a decision is tried whose process dies or is too late."""

CROWDED = N_("So many games are being reviewed that this one must wait. Ask again in some minutes.")
ENOUGH = N_("{most} of your games are being reviewed. When one of them is done, ask again.")
UNFINISHED = N_("Only a game that is over is reviewed.")
FAILED = N_("The review has stopped, as the computer could not go on. Ask again to go on with it.")


class ReviewState(NamedTuple):
    """How far a review is.

    Attributes:
        decisions: those that are reviewed or have had a first look, in the order of the game, from the first on without
            a gap.
        total: decisions of the game.
        is_running: whether it is being computed, or waits for its turn.
        problem: why it has stopped; ``None`` if it has not.
    """

    decisions: tuple[ReviewedDecision, ...]
    total: int
    is_running: bool
    problem: MaleconError | None = None

    @property
    def reviewed(self) -> int:
        """How many decisions are reviewed."""
        return _reviewed(self.decisions)

    @property
    def is_done(self) -> bool:
        """Whether all decisions are reviewed."""
        return self.reviewed == self.total


def _reviewed(decisions: Iterable[ReviewedDecision]) -> int:
    """Return how many decisions are reviewed, not only looked at."""
    return sum(not each.is_rough for each in decisions)


class ReviewProcesses:
    """The processes that review decisions; they end when there is nothing more to do."""

    def __init__(self, count: int) -> None:
        """Start none yet; ``count``: how many there are at most."""
        self.count = count
        self._threads = ThreadPoolExecutor(count, "reviews")
        self._pool: PlayerPool | None = None

    async def ask(self, question: Question) -> ReviewedDecision:
        """Return the review of a decision.

        Raises:
            NoAnswer: there is none.
        """
        self._pool = pool = self._pool or PlayerPool(DEADLINE_S, reviews=True)
        with THINKING.labels(question.game, question.level, question.verb).time():
            found = await asyncio.get_running_loop().run_in_executor(self._threads, pool.ask, question)
        assert isinstance(found, ReviewedDecision)
        return found

    async def end(self) -> None:
        """End the processes; the next question starts new ones."""
        pool, self._pool = self._pool, None
        if pool is not None:
            await in_thread(pool.close)()


@dataclass(eq=False)
class Running:
    """A review that is being computed.

    Attributes:
        asker: who has asked for it; empty if that is not known.
        file, done: where its decisions are kept, and what they are.
        total: decisions of the game.
        questions: those that are not asked yet.
    """

    asker: str
    file: ReviewFile
    done: dict[int, ReviewedDecision]
    total: int
    questions: Iterator[Question]


def questions(match: Match, done: Mapping[int, ReviewedDecision]) -> Iterator[Question]:
    """Yield a first look at each decision of a match that is not ``done``, then each review, the costliest first.

    ``done`` grows meanwhile. What is not in it yet because its look is late is reviewed last.
    """
    now, key, left = match.after(0), review_key(match), list[Question]()
    for seat, move in match.moves:
        look = Question.review(now, seat, move, LEVEL, key, "look")
        if now.number not in done:
            yield look
        left.append(look)
        now.play(seat, move)
    known = dict(done)
    losses = {number: each.loss for number, each in known.items() if each.is_rough}
    rough = [look for look in left if look.number not in known or known[look.number].is_rough]
    for look in sorted(rough, key=lambda each: -losses.get(each.number, UNKNOWN)):
        yield replace(look, verb="review")


class Reviews:
    """The reviews of a site. All methods belong to one event loop."""

    def __init__(self, folder: Path, players: ComputerPlayers, processes: ReviewProcesses | None = None) -> None:
        """``folder``: of all data. ``players``: those of tables, who come first."""
        self._folder, self._players = folder, players
        self._processes = processes or ReviewProcesses(min(AT_ONCE, os.cpu_count() or 1))
        self._running: dict[str, Running] = {}
        self._queue = deque[str]()
        self._problems: dict[str, MaleconError] = {}
        self._workers = set[asyncio.Task[None]]()

    async def ask(self, origin: str, match: Match, asker: str = "") -> None:
        """Begin the review of a match, or go on with it; if it is done or being computed, nothing happens.

        Args:
            origin: the path of its page, ``/table/<id>`` or ``/record/<name>``.
            match: the game.
            asker: the person who asks.

        Raises:
            TableError: the game goes on, or too many are being reviewed.
            StorageError: the review cannot be kept.
        """
        if origin.startswith(TABLE) and not match.over:
            raise TableError(UNFINISHED)
        file = self._file(origin, match)
        done = await in_thread(file.read)()
        if origin in self._running or _reviewed(done.values()) == match.number:
            return
        self._check_room(asker)
        self._running[origin] = Running(asker, file, done, match.number, questions(match, done))
        self._problems.pop(origin, None)
        await self._write(origin, file, done)
        self._queue.append(origin)
        self._start()

    async def state(self, origin: str, match: Match) -> ReviewState:
        """Return how far the review of a match is."""
        running = self._running.get(origin)
        done = running.done if running else await in_thread(self._file(origin, match).read)()
        ordered = tuple(done[number] for number in takewhile(done.__contains__, count()))
        return ReviewState(ordered, match.number, running is not None, self._problems.get(origin))

    async def loss_of(self, match: Match, number: int, move: str) -> float | None:
        """Return what another move than the played one had lost, a share of the victory; ``None``: no answer."""
        seat = match.moves[number][0]
        question = Question.review(match.after(number), seat, move, LEVEL, review_key(match), "try")
        with suppress(NoAnswer):
            found = await self._players.ask(question)
            assert isinstance(found, ReviewedDecision)
            return found.loss
        return None

    async def close(self) -> None:
        """Compute no more; what is done is kept."""
        self._queue.clear()
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        await self._processes.end()

    def _file(self, origin: str, match: Match) -> ReviewFile:
        return ReviewFile(review_path(self._folder, origin), match, LEVEL)

    def _check_room(self, asker: str) -> None:
        """Raise ``TableError`` if too many games are being reviewed."""
        if len(self._running) >= MOST_WAITING:
            raise TableError(CROWDED)
        if asker and sum(each.asker == asker for each in self._running.values()) >= MOST_EACH:
            raise TableError(ENOUGH, most=MOST_EACH)

    async def _write(self, origin: str, file: ReviewFile, done: dict[int, ReviewedDecision]) -> None:
        """Begin a file, and make room for it; raise ``StorageError`` if that is not possible."""
        try:
            await in_thread(file.begin)(done)
            await in_thread(keep_newest)(self._folder)
        except OSError as error:
            del self._running[origin]
            raise StorageError(f"{self._folder}: cannot be written: {error.strerror}") from None

    def _start(self) -> None:
        """Start a task that computes, if there is something to do for one more."""
        if self._queue and len(self._workers) < self._processes.count:
            worker = asyncio.create_task(self._work())
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)

    async def _work(self) -> None:
        """Compute decisions, of each review one after the other, until nothing is to be done."""
        while self._queue:
            origin = self._queue.popleft()
            running = self._running.get(origin)
            try:
                if running is not None:
                    await self._compute_one(origin, running)
            except Exception as error:  # whatever it is: the other reviews go on
                if self._running.get(origin) is running:  # else it was removed meanwhile
                    LOGGER.warning("the review of %s has stopped: %s", origin, error)
                    kept = islice(self._problems.items(), MOST_WAITING)
                    self._problems = {origin: MaleconError(FAILED), **dict(kept)}
                    del self._running[origin]
        if not self._running:
            await self._processes.end()

    async def _compute_one(self, origin: str, running: Running) -> None:
        """Compute the next decision of a review, whose next turn comes after that of the others."""
        question = await in_thread(next)(running.questions, None)
        if question is not None:
            self._queue.append(origin)
            self._start()
            decision = await self._answer(question)
            await in_thread(running.file.add)(decision)
            running.done[decision.number] = decision
        if _reviewed(running.done.values()) == running.total:
            self._running.pop(origin, None)

    async def _answer(self, question: Question) -> ReviewedDecision:
        """Return the review of a decision, as soon as no table waits."""
        for _ in range(TRIES - 1):
            with suppress(NoAnswer):
                await self._players.wait_until_free()
                return await self._processes.ask(question)
        await self._players.wait_until_free()
        return await self._processes.ask(question)

"""Reviews of games, computed decision by decision in the background, kept in files, and gone on with after a restart.

First come the places of the curve, within a second or two, then a first look at each decision, in some seconds for a
whole game. Then each decision is reviewed, first those that may be mistakes, the costliest first, then the others.
They wait for everything else: their processes get the time of the processor that others leave, no decision is handed
out while a computer player or a hint of a table waits, and the reviews take turns. What is kept can be computed anew
with the same figures, so it is in no backup, and several servers that share the folder may compute a decision twice.
"""

import asyncio
import logging
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import NoAnswer, NotCompiled, Question
from malecon.agents.review import Pause, ReviewedDecision
from malecon.agents.review_curve import pauses
from malecon.agents.review_search import review_key
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.services.computer_players import ComputerPlayers
from malecon.services.metrics import THINKING
from malecon.storage.review_file import TABLE, Found, ReviewFile, keep_newest, review_path
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
PATIENCE_S = 2.0
"""Seconds that a page waits for the verdict on a move that somebody tries; then it asks again."""
MOST_TRIED = 100
"""Verdicts that are kept."""
TRIES = 3
"""How often a decision is tried whose process dies or is too late."""

CROWDED = N_("So many games are being reviewed that this one must wait. Ask again in some minutes.")
ENOUGH = N_("{most} of your games are being reviewed. When one of them is done, ask again.")
UNFINISHED = N_("Only a game that is over is reviewed.")
FAILED = N_("The review has stopped, as the computer could not go on. Ask again to go on with it.")
PLAIN = N_("Games are reviewed with compiled rules, and this computer has none.")


class ReviewState(NamedTuple):
    """How far a review is.

    Attributes:
        pauses: the places of the curve, in order.
        decisions: those that are reviewed or have had a first look, in the order of the game.
        total: decisions of the game.
        is_running: whether it is being computed, or waits for its turn.
        problem: why it has stopped; ``None`` if it has not.
    """

    pauses: tuple[Pause, ...]
    decisions: tuple[ReviewedDecision, ...]
    total: int
    is_running: bool
    problem: MaleconError | None = None

    @property
    def reviewed(self) -> int:
        """How many decisions are reviewed."""
        return _reviewed(self.decisions)

    @property
    def has_curve(self) -> bool:
        """Whether all places of the curve are there: decisions come after them."""
        return bool(self.decisions) or not self.is_running

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

    def get_ready(self) -> None:
        """Begin to start a process."""
        self._threads.submit(self._open_pool().wait_until_settled)

    def _open_pool(self) -> PlayerPool:
        self._pool = self._pool or PlayerPool(DEADLINE_S, reviews=True)
        return self._pool

    async def ask(self, question: Question) -> Pause | ReviewedDecision:
        """Return the review of a decision, or the chances at a pause.

        Raises:
            NoAnswer: there is none.
        """
        pool = self._open_pool()
        with THINKING.labels(question.game, question.level, question.verb).time():
            found = await asyncio.get_running_loop().run_in_executor(self._threads, pool.ask, question)
        assert isinstance(found, Pause | ReviewedDecision)
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
        file, done: where what is computed is kept, and what it is.
        total: decisions of the game.
        questions: those that are not asked yet.
    """

    asker: str
    file: ReviewFile
    done: Found
    total: int
    questions: Iterator[Question]


def questions(match: Match, done: Found) -> Iterator[Question]:
    """Yield the pauses of a match that are not ``done``, then a first look at each decision, then each review.

    First what may be a mistake is reviewed, the costliest first, then the rest in the order of the game. ``done`` grows
    meanwhile.
    """
    key, left = review_key(match), list[Question]()
    yield from (Question.at_pause(now, LEVEL, key) for now in pauses(match) if now.number not in done.pauses)
    now = match.after(0)
    for seat, move in match.moves:
        look = Question.review(now, seat, move, LEVEL, key, "look")
        if now.number not in done.decisions:
            yield look
        left.append(look)
        now.play(seat, move)
    known = dict(done.decisions)
    losses = {number: each.loss for number, each in known.items() if each.mark}
    rough = [look for look in left if look.number not in known or known[look.number].is_rough]
    for look in sorted(rough, key=lambda each: -losses.get(each.number, 0.0)):
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
        self._tries: dict[tuple[int, int, str], asyncio.Task[float | None]] = {}

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
        if origin in self._running or _reviewed(done.decisions.values()) == match.number:
            return
        self._check_room(asker)
        self._running[origin] = Running(asker, file, done, match.number, questions(match, done))
        self._problems.pop(origin, None)
        await self._write(origin, file, done)
        self._processes.get_ready()
        self._queue.append(origin)
        self._start()

    async def state(self, origin: str, match: Match) -> ReviewState:
        """Return how far the review of a match is."""
        running = self._running.get(origin)
        done = running.done if running else await in_thread(self._file(origin, match).read)()
        curve = tuple(done.pauses[number] for number in sorted(done.pauses))
        decisions = tuple(done.decisions[number] for number in sorted(done.decisions))
        return ReviewState(curve, decisions, match.number, running is not None, self._problems.get(origin))

    async def loss_of(self, match: Match, number: int, move: str) -> float | None:
        """Return what another move than the played one had lost, a share of the victory.

        ``None``: it is not known yet; who asks again gets the same search, or a new one if that has failed.
        """
        key = review_key(match)
        tried = (key, number, move)
        if tried not in self._tries:
            question = Question.review(match.after(number), match.moves[number][0], move, LEVEL, key, "try")
            kept = islice(self._tries.items(), MOST_TRIED)
            self._tries = {tried: asyncio.create_task(self._judge(question)), **dict(kept)}
        task = self._tries[tried]
        await asyncio.wait([task], timeout=PATIENCE_S)
        loss = task.result() if task.done() else None
        if task.done() and loss is None:
            self._tries.pop(tried, None)
        return loss

    async def _judge(self, question: Question) -> float | None:
        """Return what the move of a question had lost; ``None``: no answer came."""
        with suppress(NoAnswer):
            found = await self._players.ask(question)
            assert isinstance(found, ReviewedDecision)
            return found.loss
        return None

    async def close(self) -> None:
        """Compute no more; what is done is kept."""
        self._queue.clear()
        tasks = (*self._workers, *self._tries.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._processes.end()

    def _file(self, origin: str, match: Match) -> ReviewFile:
        return ReviewFile(review_path(self._folder, origin), match, LEVEL)

    def _check_room(self, asker: str) -> None:
        """Raise ``TableError`` if too many games are being reviewed."""
        if len(self._running) >= MOST_WAITING:
            raise TableError(CROWDED)
        if asker and sum(each.asker == asker for each in self._running.values()) >= MOST_EACH:
            raise TableError(ENOUGH, most=MOST_EACH)

    async def _write(self, origin: str, file: ReviewFile, done: Found) -> None:
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
        """Compute pauses and decisions, of each review one after the other, until nothing is to be done."""
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
                    problem = PLAIN if isinstance(error, NotCompiled) else FAILED
                    self._problems = {origin: MaleconError(problem), **dict(kept)}
                    del self._running[origin]
        if not self._running:
            await self._processes.end()

    async def _compute_one(self, origin: str, running: Running) -> None:
        """Compute the next pause or decision of a review, whose next turn comes after that of the others."""
        question = await in_thread(next)(running.questions, None)
        if question is not None:
            self._queue.append(origin)
            self._start()
            found = await self._answer(question)
            await in_thread(running.file.add)(found)
            running.done.add(found)
        if _reviewed(running.done.decisions.values()) == running.total:
            self._running.pop(origin, None)

    async def _answer(self, question: Question) -> Pause | ReviewedDecision:
        """Return the answer to a question, as soon as no table waits."""
        for _ in range(TRIES - 1):
            with suppress(NoAnswer):
                return await self._ask(question)
        return await self._ask(question)

    async def _ask(self, question: Question) -> Pause | ReviewedDecision:
        await self._players.wait_until_free()
        if question.verb == "pause" and self._players.is_compiled:  # somebody waits for the curve: it takes a second
            found = await self._players.ask(question)
            assert isinstance(found, Pause)
            return found
        return await self._processes.ask(question)

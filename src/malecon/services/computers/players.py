"""The computer players of a server: some processes, one question at a time each, and a legal move whatever happens."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Literal, TypeVar

from malecon.agents.agent import KEY_BITS, Advice, known_to
from malecon.core.match import Match
from malecon.services.computers.player_process import NoAnswer, PlayerProcess, ProcessEnded, Question
from malecon.services.metrics import QUESTIONS, THINKING
from malecon.tables.occupant import validate_level

DEADLINE_S = 20.0

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")


class ComputerPlayers:
    """The computer players; a process is started when it is first needed, and replaced when it fails."""

    def __init__(self, processes: int | None = None, deadline: float = DEADLINE_S) -> None:
        """Start no process yet.

        Args:
            processes: how many think at once; by default as many as there are cores, less one.
            deadline: seconds after which a legal move is made in place of the player's.
        """
        self._deadline = deadline
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self.processes, "players")
        self._lock = Lock()
        self._idle: list[PlayerProcess] = []
        self._thinkers: set[PlayerProcess] = set()
        self._closed = False

    async def wait_until_ready(self) -> None:
        """Wait until a process can think; on a new machine, until all is compiled.

        Raises:
            NoAnswer: it cannot be started.
        """
        await self._in_thread(PlayerProcess.wait_until_ready)

    async def choose(self, match: Match, seat: int, level: str) -> str:
        """Return the move that a computer player makes; a random legal one if none comes from it in time."""
        question = self._question("choose", match, seat, level)
        try:
            move = await self._ask(question)
            if move in match.legal(seat):
                return str(move)
            LOGGER.error("%s at %s: no legal move; a random one is made instead", level, match.game.name)
        except NoAnswer as error:
            LOGGER.error("%s at %s: %s; a random move is made instead", level, match.game.name, error)
        return secrets.choice(match.legal(seat))

    async def advise(self, match: Match, seat: int, level: str) -> Sequence[Advice]:
        """Return the moves of a seat, best first, with what each is worth to a computer player.

        Raises:
            UsageError: there is no such level.
            NoAnswer: no advice came in time.
        """
        question = self._question("advise", match, seat, validate_level(level))
        advice = await self._ask(question)
        assert not isinstance(advice, str)
        return advice

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            self._closed = True
            thinkers = list(self._thinkers)
        self._threads.shutdown(wait=False, cancel_futures=True)
        for thinker in thinkers:
            thinker.kill()

    def _question(self, verb: Literal["choose", "advise"], match: Match, seat: int, level: str) -> Question:
        key = secrets.randbits(KEY_BITS)
        return Question(verb, match.game.name, known_to(match, seat, key).tobytes(), seat, level, key)

    async def _ask(self, question: Question) -> str | Sequence[Advice]:
        """Return the answer to a question, and note how long it took."""
        timed = THINKING.labels(question.game, question.level, question.verb).time()
        with QUESTIONS.track_inprogress(), timed:
            return await self._in_thread(lambda thinker: thinker.ask(question, self._deadline))

    async def _in_thread(self, use: Callable[[PlayerProcess], T]) -> T:
        """Use a thinker that is idle; there are as many threads as there may be processes."""
        if self._closed:
            raise NoAnswer("the computer players have gone")
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._with_thinker, use)

    def _with_thinker(self, use: Callable[[PlayerProcess], T]) -> T:
        """Use a thinker; if it was told to end, another. A server that is told too ends before the answer comes."""
        try:
            return self._with_one(use)
        except ProcessEnded:
            return self._with_one(use)

    def _with_one(self, use: Callable[[PlayerProcess], T]) -> T:
        thinker = self._take()
        try:
            return use(thinker)
        finally:
            with self._lock:
                if thinker.is_alive:
                    self._idle.append(thinker)
                else:
                    self._thinkers.discard(thinker)

    def _take(self) -> PlayerProcess:
        with self._lock:
            if self._closed:
                raise NoAnswer("the computer players have gone")
            while self._idle:
                thinker = self._idle.pop()
                if thinker.is_alive:
                    return thinker
                self._thinkers.discard(thinker)
            try:
                thinker = PlayerProcess()
            except OSError as error:
                raise NoAnswer(f"no process can be started: {error.strerror}") from None
            self._thinkers.add(thinker)
            return thinker

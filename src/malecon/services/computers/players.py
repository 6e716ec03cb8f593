"""The computer players of a server: a legal move whatever happens, and how long each has thought."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from malecon.agents.agent import KEY_BITS, Advice
from malecon.agents.player_pool import DEADLINE_S, PlayerPool
from malecon.agents.player_process import NoAnswer, Question
from malecon.core.match import Match
from malecon.services.metrics import QUESTIONS, THINKING
from malecon.tables.occupant import validate_level

LOGGER = logging.getLogger(__name__)
T = TypeVar("T")


class ComputerPlayers:
    """The computer players; processes are started when they are first needed, and replaced when they fail."""

    def __init__(self, processes: int | None = None, deadline: float = DEADLINE_S) -> None:
        """Start no process yet.

        Args:
            processes: how many think at once; by default as many as there are cores, less one.
            deadline: seconds after which a legal move is made in place of the player's.
        """
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(self.processes, "players")
        self._pool = PlayerPool(deadline)
        self._closed = False

    @property
    def is_compiling(self) -> bool:
        """Whether the rules are being compiled; until then those who search play weaker."""
        return self._pool.is_compiling

    async def compile_ahead(self) -> None:
        """Begin to compile the rules in the background, if that was not done on this machine."""
        await self._in_thread(self._pool.compile_ahead)

    async def wait_until_settled(self) -> None:
        """Wait until compiled rules are used, or cannot be."""
        await self._in_thread(self._pool.wait_until_settled)

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
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._pool.close()

    def _question(self, verb: Literal["choose", "advise"], match: Match, seat: int, level: str) -> Question:
        return Question.about(verb, match, seat, level, secrets.randbits(KEY_BITS))

    async def _ask(self, question: Question) -> str | Sequence[Advice]:
        """Return the answer to a question, and note how long it took."""
        timed = THINKING.labels(question.game, question.level, question.verb).time()
        with QUESTIONS.track_inprogress(), timed:
            return await self._in_thread(lambda: self._pool.ask(question))

    async def _in_thread(self, use: Callable[[], T]) -> T:
        """Use the pool in a thread; there are as many threads as processes that think."""
        if self._closed:
            raise NoAnswer("the computer players have gone")
        return await asyncio.get_running_loop().run_in_executor(self._threads, use)

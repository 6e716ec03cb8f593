"""Computer players in processes of their own: they cannot stop the server, and know only what their seat may know.

What is sent to a process is a guessed copy of the position (``known_to``), never the position itself.
"""

import asyncio
import logging
import multiprocessing
import os
import secrets
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import numpy as np

from malecon import games
from malecon.agents import LEVELS, prepare
from malecon.agents.levels import known_to
from malecon.core.match import Match

KEY_BITS = 62
DEADLINE = 20.0
"""Seconds after which a legal move is made in place of the player's."""

LOGGER = logging.getLogger(__name__)


def choose(game: str, known: bytes, seat: int, level: str, key: int) -> str:
    """Return the move of a computer player; runs in a process of its own."""
    state = np.frombuffer(known, games[game].state)[0]
    return LEVELS[level].choose(Match(games[game], state), seat, key)


def advise(game: str, known: bytes, seat: int, level: str, key: int) -> list[tuple[str, float]]:
    """Return the moves of a seat with what each is worth to a computer player; runs in a process of its own."""
    state = np.frombuffer(known, games[game].state)[0]
    return LEVELS[level].advise(Match(games[game], state), seat, key)


def get_ready() -> None:
    """Compile or load what the computer players need."""
    for game in games.values():
        prepare(game)


def idle() -> None:
    """Do nothing; what a process does first is to get ready."""


class Players:
    """The computer players' processes."""

    def __init__(self, processes: int | None = None) -> None:
        """``processes``: how many think at once; by default all cores but one."""
        self._processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: Executor = self._new_pool()

    def _new_pool(self) -> Executor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._processes, mp_context=context, initializer=get_ready)

    async def ready(self) -> None:
        """Wait until the first process can think."""
        await asyncio.wrap_future(self._pool.submit(idle))

    async def choose(self, match: Match, seat: int, level: str) -> str:
        """Return the move that a computer player makes; a random legal one if it is late or its process has died."""
        key = secrets.randbits(KEY_BITS)
        known = known_to(match, seat, key).tobytes()
        try:
            thinking = asyncio.wrap_future(self._pool.submit(choose, match.game.name, known, seat, level, key))
            return await asyncio.wait_for(thinking, DEADLINE)
        except TimeoutError:
            LOGGER.error("%s at %s took longer than %s s", level, match.game.name, DEADLINE)
        except BrokenProcessPool:
            LOGGER.exception("a computer player's process died")
            self._pool = self._new_pool()
        return secrets.choice(match.legal(seat))

    async def advise(self, match: Match, seat: int, level: str) -> list[tuple[str, float]]:
        """Return the moves of a seat, best first, with what each is worth to a computer player."""
        key = secrets.randbits(KEY_BITS)
        known = known_to(match, seat, key).tobytes()
        thinking = asyncio.wrap_future(self._pool.submit(advise, match.game.name, known, seat, level, key))
        return await asyncio.wait_for(thinking, DEADLINE)

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=False, cancel_futures=True)

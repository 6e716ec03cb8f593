"""A pool of processes in which computer players think: plain ones at first, compiled ones as soon as one is ready.

Nobody waits for the compiler, nor for a process that loads compiled rules. The first question starts a plain process,
which answers at once, and beside it a compiled one; when that is ready it takes over. A compiled process that has died
is replaced in the background: meanwhile the spare one answers, or a plain one. If none can get ready, the log says why,
plain ones go on, and it is tried again after a pause. A process is asked whether it lives before a question goes to it:
it may have been stopped.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from malecon.agents.player_process import (
    Answer,
    NoAnswer,
    NotCompiled,
    PlayerProcess,
    ProcessEnded,
    Question,
    is_cache_filled,
)
from malecon.core.plain_mode import may_compile

DEADLINE_S = 20.0
PAUSES_S = (60.0, 120.0, 240.0, 480.0, 960.0, 1800.0)
"""Seconds until a compiled process is started again after one, two … in a row did not get ready, as where memory is
short; the last for all further ones."""

LOGGER = logging.getLogger(__name__)


class PlayerPool:
    """Some processes, one question at a time each. Methods block, and may be called by several threads at once."""

    def __init__(
        self,
        deadline: float = DEADLINE_S,
        *,
        reviews: bool = False,
        has_spare: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start no process yet.

        Args:
            deadline: seconds that a player may think, once its process is ready.
            reviews: the processes review games: they are compiled, and leave the processor to all others.
            has_spare: one more compiled process than questions at the same time is kept ready.
            clock: returns seconds that never go back.
        """
        self._clock = clock
        self._deadline, self._reviews, self._spares = deadline, reviews, int(has_spare)
        self._lock = Lock()
        self._idle: list[PlayerProcess] = []
        self._processes: set[PlayerProcess] = set()
        self._filling: Thread | None = None
        self._asked, self._most_asked = 0, 1
        self._was_compiled = self._closed = False
        self._failures, self._retry_at = 0, 0.0
        self.is_compiling = False
        """Whether the rules are being compiled, for the first time on this machine."""

    def ask(self, question: Question) -> Answer:
        """Return the answer to a question; if the process that was asked dies meanwhile, another one is asked, once.

        Raises:
            NoAnswer: it did not come in time, or something went wrong.
        """
        with self._lock:
            self._asked += 1
            self._most_asked = max(self._most_asked, self._asked)
        try:
            return self._ask_one(question)
        except ProcessEnded:  # if the whole program was told to end, it does so before the answer comes
            return self._ask_one(question)
        finally:
            with self._lock:
                self._asked -= 1
            self._fill()

    def compile_ahead(self) -> None:
        """Fill the cache of compiled code in the background, if it is not filled."""
        if may_compile() and not is_cache_filled():
            self._fill()

    def wait_until_settled(self) -> None:
        """Wait until the compiled processes are ready, if that can be."""
        self._fill()
        if (filling := self._filling) is not None:
            filling.join()

    def count(self, *, is_plain: bool) -> int:
        """Return the number of ready processes, plain or compiled."""
        with self._lock:
            return sum(each.is_alive and each.is_ready and each.is_plain == is_plain for each in self._processes)

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            self._closed = True
            processes = list(self._processes)
        for process in processes:
            process.kill()

    def _ask_one(self, question: Question) -> Answer:
        self._fill()
        if self._reviews:  # plain rules would take minutes for a decision
            self.wait_until_settled()
            if not self._was_compiled:
                raise NotCompiled("games are reviewed by compiled rules only")
        process = self._take()
        try:
            return process.ask(question, self._deadline)
        finally:
            self._put_back(process)

    def _take(self) -> PlayerProcess:
        """Return a process that lives: an idle one, compiled if possible; or else a new plain one, ready sooner."""
        while (process := self._pop_idle()) is not None:
            if process.answers():
                return process
        return self._start(is_plain=not self._reviews)

    def _pop_idle(self) -> PlayerProcess | None:
        """Return an idle process, a compiled one if there is one."""
        with self._lock:
            self._idle = [process for process in self._idle if process.is_alive]
            self._idle.sort(key=lambda process: not process.is_plain)  # stable: the one that answered last comes last
            return self._idle.pop() if self._idle else None

    def _start(self, *, is_plain: bool) -> PlayerProcess:
        """Start a process.

        Raises:
            NoAnswer: it cannot be started, or the pool is closed.
        """
        with self._lock:
            if self._closed:
                raise NoAnswer("the computer players have gone")
            process = PlayerProcess(is_plain=is_plain, reviews=self._reviews)
            self._processes = {each for each in self._processes if each.is_alive} | {process}
            return process

    def _put_back(self, process: PlayerProcess) -> None:
        """Keep a process for the next question, unless it has ended or a compiled one replaces it."""
        with self._lock:
            if process.is_plain and any(each.is_ready and not each.is_plain for each in self._processes):
                process.kill()
            if process.is_alive:
                self._idle.append(process)

    def _fill(self) -> None:
        """Start to get the compiled processes ready that are missing, in a thread of its own."""
        with self._lock:
            can_fill = may_compile() and not self._closed and self._filling is None
            if can_fill and self._clock() >= self._retry_at and self._missing():
                self.is_compiling = not is_cache_filled()
                filling = Thread(target=self._fill_up, name="compilation", daemon=True)
                try:
                    filling.start()
                except RuntimeError as error:  # the system has no thread left
                    self._note_failure(error)
                else:
                    self._filling = filling

    def _missing(self) -> int:
        """Return the number of missing compiled processes; the caller holds the lock."""
        compiled = sum(process.is_alive and not process.is_plain for process in self._processes)
        return max(0, self._most_asked + self._spares - compiled)

    def _fill_up(self) -> None:
        """Get compiled processes ready, and let them replace the plain ones, until none is missing."""
        try:
            if self.is_compiling:
                LOGGER.info("the rules are being compiled; until then the computer players think slower and weaker")
                self._ready_process().kill()  # what compiling needed, hundreds of megabytes, goes with it
                LOGGER.info("the rules are compiled")
            while not self._is_full():
                self._add(self._ready_process())
        except Exception as error:  # whatever it is: it is tried again
            with self._lock:
                self._note_failure(error)
        finally:
            self.is_compiling = False

    def _note_failure(self, error: Exception) -> None:
        """Note that no compiled process got ready, and when it is tried again; the caller holds the lock."""
        pause = PAUSES_S[min(self._failures, len(PAUSES_S) - 1)]
        self._filling, self._retry_at, self.is_compiling = None, self._clock() + pause, False
        self._failures += 1
        if self._failures == 1 and not self._closed:
            LOGGER.warning("the computer players think without compiled rules, slower and weaker: %s", error)

    def _is_full(self) -> bool:
        """Tell whether no compiled process is missing; then this thread is done."""
        with self._lock:
            if self._closed or not self._missing():
                self._filling = None
                return True
            return False

    def _add(self, process: PlayerProcess) -> None:
        """Add a compiled process that is ready, in place of the plain ones that are idle."""
        with self._lock:
            if self._failures:
                LOGGER.info("the computer players think with compiled rules again")
            self._was_compiled, self._failures, self._retry_at = True, 0, 0.0
            plain = [each for each in self._idle if each.is_plain]
            self._idle = [process, *(each for each in self._idle if not each.is_plain)]
        for each in plain:
            each.kill()

    def _ready_process(self) -> PlayerProcess:
        """Return a compiled process that can think."""
        process = self._start(is_plain=False)
        process.wait_until_ready()
        return process

"""A pool of processes in which computer players think: plain ones at first, compiled ones as soon as one is ready.

Nobody waits for the compiler, nor for a process that loads compiled rules. The first question starts a plain process,
which answers at once, and beside it a compiled one; when that is ready it takes over. A compiled process that has died
is replaced in the background: meanwhile the spare one answers, or a plain one. If none can get ready, the log says why,
and plain ones go on.
"""

import logging
from threading import Lock, Thread

from malecon.agents.player_process import Answer, NoAnswer, PlayerProcess, ProcessEnded, Question, is_cache_filled
from malecon.core.process import may_compile

DEADLINE_S = 20.0
MOST_FAILURES = 3
"""Compiled processes in a row that do not get ready, as where memory is short, after which plain ones go on alone."""

LOGGER = logging.getLogger(__name__)


class PlayerPool:
    """Some processes, one question at a time each. Methods block, and may be called by several threads at once."""

    def __init__(self, deadline: float = DEADLINE_S, *, reviews: bool = False, has_spare: bool = False) -> None:
        """Start no process yet.

        Args:
            deadline: seconds that a player may think, once its process is ready.
            reviews: the processes review games: they are compiled, and leave the processor to all others.
            has_spare: one more compiled process than questions at the same time is kept ready.
        """
        self._deadline, self._reviews, self._spares = deadline, reviews, int(has_spare)
        self._lock = Lock()
        self._idle: list[PlayerProcess] = []
        self._processes: set[PlayerProcess] = set()
        self._filling: Thread | None = None
        self._asked, self._most_asked = 0, 1
        self._was_compiled = self._gave_up = False
        self._failures = 0
        self._closed = False
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
                raise NoAnswer("games are reviewed by compiled rules only")
        process = self._take()
        try:
            return process.ask(question, self._deadline)
        finally:
            self._put_back(process)

    def _take(self) -> PlayerProcess:
        """Return an idle process, a compiled one if there is one; or else a new plain one, which is ready sooner."""
        with self._lock:
            self._idle = [process for process in self._idle if process.is_alive]
            self._idle.sort(key=lambda process: not process.is_plain)  # stable: the one that answered last comes last
            if self._idle:
                return self._idle.pop()
        return self._start(is_plain=not self._reviews)

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
            can_fill = may_compile() and not self._closed and not self._gave_up
            if can_fill and self._filling is None and self._missing():
                self.is_compiling = not is_cache_filled()
                self._filling = Thread(target=self._fill_up, name="compilation", daemon=True)
                self._filling.start()

    def _missing(self) -> int:
        """Return how many compiled processes are missing; the caller holds the lock."""
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
        except NoAnswer as error:
            with self._lock:
                self._filling, self._failures = None, self._failures + 1
                self._gave_up = not self._was_compiled or self._failures >= MOST_FAILURES
            if not self._closed:
                LOGGER.warning("the computer players think without compiled rules, slower and weaker: %s", error)
        finally:
            self.is_compiling = False

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
            self._was_compiled, self._failures = True, 0
            plain = [each for each in self._idle if each.is_plain]
            self._idle = [process, *(each for each in self._idle if not each.is_plain)]
        for each in plain:
            each.kill()

    def _ready_process(self) -> PlayerProcess:
        """Return a compiled process that can think."""
        process = self._start(is_plain=False)
        process.wait_until_ready()
        return process

"""A pool of processes in which computer players think: plain ones at first, compiled ones as soon as one is ready.

Nobody waits for the compiler. The first question starts a plain process, which answers at once, and beside it a
compiled one; when that is ready it takes over, and later processes are compiled. If it cannot get ready, the log says
why, and plain ones go on.
"""

import logging
from threading import Lock, Thread

from malecon.agents.player_process import Answer, NoAnswer, PlayerProcess, ProcessEnded, Question, is_cache_filled
from malecon.core.process import may_compile

DEADLINE_S = 20.0

LOGGER = logging.getLogger(__name__)


class PlayerPool:
    """Some processes, one question at a time each. Methods block, and may be called by several threads at once."""

    def __init__(self, deadline: float = DEADLINE_S, *, reviews: bool = False) -> None:
        """Start no process yet.

        Args:
            deadline: seconds that a player may think.
            reviews: the processes review games: they are compiled, and leave the processor to all others.
        """
        self._deadline, self._reviews = deadline, reviews
        self._lock = Lock()
        self._idle: list[PlayerProcess] = []
        self._processes: set[PlayerProcess] = set()
        self._compilation: Thread | None = None
        self._is_compiled = False
        self._closed = False
        self.is_compiling = False
        """Whether the rules are being compiled, for the first time on this machine."""

    def ask(self, question: Question) -> Answer:
        """Return the answer to a question; a process that was told to end meanwhile is replaced.

        Raises:
            NoAnswer: it did not come in time, or something went wrong.
        """
        try:
            return self._ask_one(question)
        except ProcessEnded:  # if the whole program was told to end, it does so before the answer comes
            return self._ask_one(question)

    def compile_ahead(self) -> None:
        """Fill the cache of compiled code in the background, if it is not filled."""
        if may_compile() and not is_cache_filled():
            self._start_compiled()

    def wait_until_settled(self) -> None:
        """Wait until a compiled process is ready, if that can be."""
        self._start_compiled()
        if self._compilation is not None:
            self._compilation.join()

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            self._closed = True
            processes = list(self._processes)
        for process in processes:
            process.kill()

    def _ask_one(self, question: Question) -> Answer:
        self._start_compiled()
        if self._reviews:  # plain rules would take minutes for a decision
            self.wait_until_settled()
            if not self._is_compiled:
                raise NoAnswer("games are reviewed by compiled rules only")
        process = self._take()
        try:
            return process.ask(question, self._deadline)
        finally:
            self._put_back(process)

    def _take(self) -> PlayerProcess:
        """Return an idle process, or a new one."""
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.is_alive:
                    return process
                self._processes.discard(process)
        return self._start(is_plain=not self._is_compiled)

    def _start(self, *, is_plain: bool) -> PlayerProcess:
        """Start a process.

        Raises:
            NoAnswer: it cannot be started, or the pool is closed.
        """
        with self._lock:
            if self._closed:
                raise NoAnswer("the computer players have gone")
            process = PlayerProcess(is_plain=is_plain, reviews=self._reviews)
            self._processes.add(process)
            return process

    def _put_back(self, process: PlayerProcess) -> None:
        """Keep a process for the next question, unless it has ended or a compiled one replaces it."""
        with self._lock:
            if process.is_plain and self._is_compiled:
                process.kill()
            if process.is_alive:
                self._idle.append(process)
            else:
                self._processes.discard(process)

    def _start_compiled(self) -> None:
        """Start to get a compiled process ready, in a thread of its own, once."""
        with self._lock:
            if self._compilation is None and may_compile() and not self._closed:
                self.is_compiling = not is_cache_filled()
                self._compilation = Thread(target=self._change_to_compiled, name="compilation", daemon=True)
                self._compilation.start()

    def _change_to_compiled(self) -> None:
        """Get a compiled process ready, and let it replace the plain ones."""
        try:
            if self.is_compiling:
                LOGGER.info("the rules are being compiled; until then the computer players think slower and weaker")
                self._ready_process().kill()  # what compiling needed, hundreds of megabytes, goes with it
                LOGGER.info("the rules are compiled")
            process = self._ready_process()
        except NoAnswer as error:
            if not self._closed:
                LOGGER.warning("the computer players think without compiled rules, slower and weaker: %s", error)
            return
        finally:
            self.is_compiling = False
        with self._lock:
            self._is_compiled, plain, self._idle = True, self._idle, [process]
        for each in plain:
            each.kill()

    def _ready_process(self) -> PlayerProcess:
        """Return a compiled process that can think."""
        process = self._start(is_plain=False)
        process.wait_until_ready()
        return process

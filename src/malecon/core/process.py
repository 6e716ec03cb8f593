"""What holds for a whole process: whether it runs the rules plain, how seldom it collects garbage, and its clock.

Plain mode is chosen before ``core.jit`` is imported: the rules run as plain Python then. A process that is not plain
compiles them. ``MALECON_JIT=0`` makes a process plain, and all that it starts; a command that needs only a few moves a
second makes itself plain, and starts compiled processes for computer players.

Garbage collection finds nothing among what is loaded or compiled once and then kept.

The clock counts milliseconds since 1970 and goes on evenly, whatever happens to the clock of the machine. It is set
once, and then follows the monotonic clock, which stops only while the machine sleeps. When it differs too much from its
reference (the clock of the machine, or that of PostgreSQL), ``storage/shared_state.py`` sets it again, and moves along
with it all that is timed.
"""

import atexit
import gc
import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

VARIABLE = "MALECON_JIT"
NOT_KEPT = "compiled code cannot be kept"
"""How the warning begins that there is no folder for compiled code."""

_is_chosen = False


def choose_plain_mode() -> None:
    """Let this process run the rules plain; without effect once ``core.jit`` is imported."""
    global _is_chosen
    _is_chosen = True


def is_plain() -> bool:
    """Tell whether this process is to run the rules plain."""
    return _is_chosen or not may_compile()


def may_compile() -> bool:
    """Tell whether processes that this one starts may compile the rules."""
    return os.environ.get(VARIABLE, "1") != "0"


def run_in_mode(module: str, function: str, pipe: "Connection[Any, Any]", *, is_plain: bool) -> None:
    """Call a function of a module with a pipe; what a new process does, which has not imported ``core.jit`` yet.

    A failure, also that of the import, is sent to the other end of the pipe as a sentence. So is the lack of a folder
    for compiled code: every process would compile anew.
    """
    try:
        if is_plain:
            choose_plain_mode()
        warnings.filterwarnings("error", NOT_KEPT)
        getattr(import_module(module), function)(pipe)
    except Exception as error:
        pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


THRESHOLDS = 10_000, 20, 100
"""New objects after which a collection begins, and how often it looks at older ones: a tenth as often as usual."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_seldom() -> None:
    """Collect garbage seldom in this process, and not at its end: a command starts and ends in half the time."""
    gc.set_threshold(*THRESHOLDS)
    atexit.register(gc.freeze)


NS_PER_MS = 1_000_000
SLEW_MS = 20
"""By how much a small difference is mended at once."""


def wall_ms() -> int:
    """Return the time of the machine's clock in milliseconds since 1970; it can jump."""
    return time.time_ns() // NS_PER_MS


def elapsed_ms() -> int:
    """Return the milliseconds since some moment; they never jump, and stand still while the machine sleeps."""
    return time.monotonic_ns() // NS_PER_MS


class TimeSource:
    """A clock that never jumps by itself."""

    def __init__(self, wall: Callable[[], int] = wall_ms, elapsed: Callable[[], int] = elapsed_ms) -> None:
        """``wall``: the clock that may jump. ``elapsed``: the one that does not."""
        self.wall = wall
        self.elapsed = elapsed
        self.step: int | None = None
        """The number of the clock step in the database that this clock has followed; ``None`` before the first look."""
        self._offset = wall() - elapsed()

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        return self._offset + self.elapsed()

    def set(self, at: int, step: int | None) -> None:
        """Set the clock to ``at``, after a clock ``step`` of the database."""
        self._offset, self.step = at - self.elapsed(), step

    def slew(self, difference: int) -> None:
        """Come nearer to a reference from which the clock differs by a few milliseconds."""
        self._offset += max(-SLEW_MS, min(SLEW_MS, difference))


TIME = TimeSource()
"""The clock of this process."""


def now() -> int:
    """Return the time of this process in milliseconds since 1970; in a server it never jumps."""
    return TIME.now()

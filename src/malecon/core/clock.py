"""The clock of a process: milliseconds since 1970 that go on evenly, whatever happens to the clock of the machine.

It is set once, and then follows the monotonic clock, which stops only while the machine sleeps. When it differs too
much from its reference (the clock of the machine, or that of PostgreSQL), ``storage/clock_steps.py`` sets it again,
and moves along with it all that is timed.
"""

import time
from collections.abc import Callable

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

"""A machine whose clock a test moves: it jumps, and time goes by only when the test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from malecon.core.clock import TIME, TimeSource, wall_ms


@dataclass
class Machine:
    """Two clocks in milliseconds: ``wall`` can jump, ``elapsed`` cannot."""

    wall: int
    elapsed: int = 0

    def go_on(self, time: int) -> None:
        """Let time go by."""
        self.wall += time
        self.elapsed += time

    def jump(self, by: int) -> None:
        """Let the clock jump, or the machine sleep so long."""
        self.wall += by


@contextmanager
def machine_of_the_test() -> Iterator[Machine]:
    """Have this process go by such clocks."""
    machine = Machine(wall_ms())
    with pytest.MonkeyPatch.context() as patch:
        source = TimeSource(lambda: machine.wall, lambda: machine.elapsed)
        for name, value in vars(source).items():
            patch.setattr(TIME, name, value)
        yield machine

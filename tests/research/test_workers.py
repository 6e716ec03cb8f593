"""Threads that carry out parts of a task: what is left of a task that was interrupted is not taken for the next one."""

from collections.abc import Callable
from typing import Any

import pytest

from malecon.research.batches.workers import Workers


def refuse(number: int) -> int:
    if number == 1:
        raise ValueError(number)
    return number


def test_results_come_in_the_order_of_the_parts_and_the_first_error_is_raised() -> None:
    workers = Workers(3)

    assert workers.run(refuse, []) == []
    assert workers.run(refuse, [(2,), (3,), (4,)]) == [2, 3, 4]
    with pytest.raises(ValueError, match="1"):
        workers.run(refuse, [(2,), (1,), (4,)])
    assert workers.run(refuse, [(5,), (6,)]) == [5, 6]


def test_after_an_interrupt_the_results_are_those_of_the_next_task() -> None:
    class Interrupted:
        """A queue at which the first to wait is interrupted."""

        def __init__(self, get: Callable[[], Any]) -> None:
            self.gets = [get]

        def get(self) -> Any:
            if self.gets:
                self.left = self.gets.pop()
                raise KeyboardInterrupt
            return self.left()

    workers = Workers(2)
    workers.run(refuse, [(2,), (3,)])
    workers._results[0] = Interrupted(workers._results[0].get)  # type: ignore[call-overload]  # all that is used of it
    with pytest.raises(KeyboardInterrupt):
        workers.run(refuse, [(4,), (5,)])

    assert workers.run(refuse, [(6,), (7,)]) == [6, 7]

"""Threads that wait for parts of a task: compiled code runs on several cores at once, for it holds no lock of Python.

A task takes about 0.1 ms, so handing it over must take a few microseconds: the caller does the first part itself, and
each thread waits at a queue of its own.
"""

import weakref
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread

Task = tuple[Callable[..., object], tuple[object, ...]]
"""A function and its arguments."""
Result = tuple[object, BaseException | None]
"""What a function returned, or raised."""


class Workers:
    """The calling thread, and others that wait."""

    def __init__(self, count: int) -> None:
        """``count``: how many threads work, the calling one among them."""
        self._count = count
        self._tasks: list[SimpleQueue[Task | None]] = []
        self._results: list[SimpleQueue[Result]] = []
        self._threads: list[Thread] = []

    def run(self, function: Callable[..., object], parts: Sequence[tuple[object, ...]]) -> list[object]:
        """Call a function for each part, at most one for each thread, and return the results; raise the first error."""
        if len(parts) > 1 and not (self._threads and self._threads[0].is_alive()):  # after a fork they are gone
            self._begin()
        try:
            for tasks, part in zip(self._tasks, parts[1:], strict=False):
                tasks.put((function, part))
            found = [_result(function, parts[0])] if parts else []
            found += [results.get() for results, _ in zip(self._results, parts[1:], strict=False)]
        except BaseException:  # such as an interrupt: nobody takes the results that are left
            self._end()
            raise
        for _, error in found:
            if error is not None:
                raise error
        return [result for result, _ in found]

    def _begin(self) -> None:
        """Start the threads; they end with this object."""
        self._tasks, self._results, self._threads = [], [], []
        for _ in range(self._count - 1):
            self._tasks.append(SimpleQueue())
            self._results.append(SimpleQueue())
            thread = Thread(target=_work, args=(self._tasks[-1], self._results[-1]), daemon=True)
            thread.start()
            self._threads.append(thread)
            weakref.finalize(self, self._tasks[-1].put, None)

    def _end(self) -> None:
        """End the threads after the tasks that they have."""
        for tasks in self._tasks:
            tasks.put(None)
        for thread in self._threads:
            thread.join()
        self._threads = []


def _result(function: Callable[..., object], part: tuple[object, ...]) -> Result:
    try:
        return function(*part), None
    except BaseException as error:
        return None, error


def _work(tasks: "SimpleQueue[Task | None]", results: "SimpleQueue[Result]") -> None:
    """Carry out tasks until there comes none."""
    while (task := tasks.get()) is not None:
        results.put(_result(*task))

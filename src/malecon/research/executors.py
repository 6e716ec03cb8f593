"""Executors: where searches and games are computed, in this process, in others, or on a cluster of Ray.

All are executors of ``concurrent.futures``. What they compute follows from its arguments, so a result is the same for
any number of processes, and a part that was lost with its process can be computed again.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import ParamSpec, TypeVar

from malecon.agents.matches import AHEAD, SPAWN, ignore_interrupts, terminate
from malecon.core.errors import MaleconError, UsageError, shortened
from malecon.core.options import whole
from malecon.research.support import extra

Item = TypeVar("Item")
Result = TypeVar("Result")
P = ParamSpec("P")
RETRIES = 3
"""How often Ray computes a part again whose process was lost, at most."""


class LostProcess(MaleconError):
    """A process of a pool has ended before its work was done, for instance for lack of memory."""


class InProcess(Executor):
    """Computes in this process, when something is submitted."""

    def submit(self, function: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Compute, and return the finished future."""
        future: Future[Result] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class RayExecutor(Executor):
    """Computes on a cluster of Ray; what is lost with a process or a machine is computed again.

    Source: P. Moritz and others, *Ray: A Distributed Framework for Emerging AI Applications* (OSDI 2018).
    """

    def __init__(self, address: str = "local", cores: int | None = None) -> None:
        """Connect to the cluster at an address (``"auto"``: the one of this machine), or start a local one.

        Where this process is connected already, as in a script of RLlib, that cluster is used, and stays connected.

        Args:
            address: ``"local"``, ``"auto"``, ``"host:port"`` or ``"ray://host:port"``.
            cores: of a local one; by default all.

        Raises:
            UsageError: there is no cluster at the address.
        """
        with extra("ray"):
            import ray
        self._joins = ray.is_initialized()
        try:
            if address == "local" and not self._joins:
                ray.init(address, num_cpus=cores, include_dashboard=False, log_to_driver=False)
            elif not self._joins:
                ray.init(address, log_to_driver=False)
        except (ConnectionError, ValueError) as error:
            raise UsageError(f"ray: there is no cluster at {shortened(address)}: {error}") from None
        self._compute = ray.remote(max_retries=RETRIES)(_compute)  # type: ignore[var-annotated]  # it is generic
        self._resources: Callable[[], dict[str, float]] = ray.cluster_resources
        self._disconnect = ray.shutdown

    @property
    def cores(self) -> int:
        """The cores that the cluster has now; at least 1, for one that grows with its work may begin with none."""
        return max(1, int(self._resources().get("CPU", 1)))

    def submit(self, function: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Have the cluster compute, and return the future."""
        future: Future[Result] = self._compute.remote(function, *args, **kwargs).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, unless this process was connected before; a local one ends."""
        if not self._joins:
            self._disconnect()


def _compute(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call a function: Ray makes a task of this one."""
    return function(*args, **kwargs)


@contextmanager
def executor_for(jobs: int | None = 1, ray: str | None = None) -> Iterator[Executor]:
    """Yield an executor with so many processes (``None``: one a core; 1: this process), or on a cluster of Ray.

    Args:
        jobs: how many processes, on this machine.
        ray: address of the cluster, ``"auto"`` or ``"local"``; that to which this process is connected goes first.

    Raises:
        UsageError: ``jobs`` is no number of processes, or there is no cluster.
        LostProcess: a process was lost; Ray replaces it.
    """
    count = (os.cpu_count() or 1) if jobs is None else whole(jobs)
    if count is None or count < 1:
        raise UsageError(f"jobs: is {shortened(jobs)}, but must be a whole number from 1, or None: one a core")
    if ray is not None:
        with RayExecutor(ray) as cluster:
            yield cluster
    elif count == 1:
        yield InProcess()
    else:
        pool = ProcessPoolExecutor(count, SPAWN, ignore_interrupts)
        try:
            yield pool
        except BrokenProcessPool:
            raise LostProcess(
                "a process that computed was lost, for lack of memory, or in a script without if __name__ == '__main__'"
            ) from None
        finally:
            terminate(pool)


def in_order(executor: Executor, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield the result of each item in order; not many more are computed ahead than there are cores.

    The cores are those of the cluster, for any other executor those of this machine.
    """
    rest = iter(items)
    waiting: deque[Future[Result]] = deque()
    while True:
        ahead = AHEAD * (executor.cores if isinstance(executor, RayExecutor) else os.cpu_count() or 1)
        waiting.extend(executor.submit(function, item) for item in islice(rest, ahead - len(waiting)))
        if not waiting:
            return
        yield waiting.popleft().result()

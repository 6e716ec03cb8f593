"""Two servers and two workers on one database, as a host has them; each can be killed, and comes back by itself."""

import os
import random
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import pytest

from patience import PATIENCE_S
from web.browsing import START_S, Server

COUNT = 2


class Worker:
    """``malecon worker`` in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "malecon", "worker", "--processes", "1"]
        plain = os.environ | {"MALECON_JIT": "0"}  # as in ``Server``
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=plain)
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], START_S)[0], "the worker does not start"
        assert "Computer players think" in self.process.stdout.readline()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self.process.terminate()
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


class Post:
    """A place where a process runs; after its end another one begins."""

    def __init__(self, begin: Callable[[], Server | Worker]) -> None:
        self._begin = begin
        self.process = begin()
        self.is_up = True

    def kill(self) -> None:
        """Kill the process, and begin another in a while."""
        self.is_up = False
        self.process.kill()
        self.process = self._begin()
        self.is_up = True


class Hosting:
    """All that runs."""

    def __init__(self, folder: Path) -> None:
        self._posts = list[Post]()
        self.servers = self._begin(lambda: Server(folder))

    @cached_property
    def workers(self) -> list[Post]:
        """The workers; they begin when a test first asks for them."""
        return self._begin(Worker)

    def _begin(self, begin: Callable[[], Server | Worker]) -> list[Post]:
        with ThreadPoolExecutor(COUNT) as threads:
            posts = list(threads.map(Post, [begin] * COUNT))
        self._posts += posts
        return posts

    @property
    def addresses(self) -> list[str]:
        """The servers that answer, in random order."""
        up = [post.process.address for post in self.servers if post.is_up and isinstance(post.process, Server)]
        return random.sample(up, len(up))

    def stop(self) -> list[int]:
        """End everything, and return the exit codes."""
        return [post.process.stop() for post in self._posts]


@contextmanager
def hosting(folder: Path, database: str) -> Iterator[Hosting]:
    """Have servers and workers on a database."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MALECON_DATABASE_URL", database)
        patch.setenv("MALECON_LIMITS", "no")
        hosting = Hosting(folder)
        try:
            yield hosting
        finally:
            assert set(hosting.stop()) == {0}

"""Processes with no compiled code, which compute with ``small_rules`` and report what they compiled.

They are forked from one that has started the compiler, so each takes some hundredths of a second.
"""

import multiprocessing
import os
import resource
import signal
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from typing import Any

import numba
import pytest

from malecon.core.jit import cache, dispatcher_cache

TESTS = str(Path(__file__).parent.parent)
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["compiler.warm_compiler"])
EXPECTED = 2 * 20 + 1
NAMES = "answer", "double"
DEADLINE_S = 100.0


@dataclass(frozen=True)
class Report:
    """What a process did.

    Attributes:
        result: that of the functions.
        loaded: names of the functions that came from the cache.
        warnings: all of them.
    """

    result: int
    loaded: tuple[str, ...]
    warnings: tuple[str, ...]


def compute(
    folders: str | None,
    *,
    user: int | None = None,
    before: Callable[[], object] | None = None,
    between: Callable[[], object] | None = None,
    environment: dict[str, str | None] | None = None,
) -> Report:
    """Call ``answer`` in a new process.

    Args:
        folders: the value of ``MALECON_CACHE``; ``None`` for none.
        user: the process is given to, before it loads or compiles anything.
        before: is called in the process, at its beginning.
        between: is called in the process after ``double`` and before ``answer``.
        environment: other variables, ``None`` for none of a name.
    """
    process, ours = start(folders, user, before, between, environment)
    try:
        assert ours.poll(DEADLINE_S)
        received = ours.recv()
    finally:
        process.join()
    assert isinstance(received, Report), received
    return received


def start(*arguments: Any) -> tuple[Any, "Connection[Any, Any]"]:
    """Start a process; return it, and the pipe by which its report comes. The arguments are those of ``compute``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", TESTS)  # the process to fork from finds what it loads, when it starts
        ensure_running()
        patch.delattr(sys.modules["__main__"], "__file__", raising=False)  # or each would load pytest again
        patch.setattr(sys.modules["__main__"], "__spec__", None)
        ours, theirs = FORKS.Pipe()
        process = FORKS.Process(target=_compute, args=(theirs, *arguments), daemon=True)
        process.start()
    theirs.close()
    return process, ours


def _compute(
    pipe: "Connection[Any, Any]",
    folders: str | None,
    user: int | None,
    before: Callable[[], object] | None,
    between: Callable[[], object] | None,
    environment: dict[str, str | None] | None,
) -> None:
    try:
        from compiler import small_rules

        for name, value in {"MALECON_CACHE": folders, **(environment or {})}.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        if before is not None:
            before()
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            small_rules.double(20)
            if between is not None:
                between()
            result = small_rules.answer(20)
        dispatchers = {name: getattr(small_rules, name) for name in NAMES}
        loaded = tuple(name for name, each in dispatchers.items() if each.stats.cache_hits)
        pipe.send(Report(result, loaded, tuple(str(each.message) for each in caught)))
    except BaseException as error:
        pipe.send(f"{type(error).__name__}: {error}")
        raise


def entry(folder: Path, name: str) -> Path:
    """Return the file of a function in one of the folders of ``MALECON_CACHE``."""
    (file,) = folder.glob(f"compiled-*/compiler.small_rules.{name}-*")
    return file


def limit_files_to_nothing() -> None:
    """Let every write fail, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def die_before_renaming() -> None:
    """Let the process be killed when it has written its first entry, but not renamed it."""
    cache.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[attr-defined]


def have_another_compiler() -> None:
    """Let the version of Numba be another."""
    numba.__version__ = "0.0"
    dispatcher_cache.machine.cache_clear()


def have_no_user_folder() -> None:
    """Let the search for the user's folder fail."""
    cache.platformdirs.user_cache_path = _fail  # type: ignore[attr-defined]


def _fail(*_: object) -> Path:
    raise RuntimeError("who are you?")

"""Options and a database shared by all tests."""

import gc
import os
import subprocess
import sys
from collections.abc import Generator, Iterator
from itertools import compress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import malecon
from malecon.core.garbage_collection import gc_paused
from malecon.core.jit import JIT
from malecon.games.cuba import options
from modes import THIS_RUN, at_further_tables, can_run, is_slow, modes_of, place_of
from postgres import empty, new_database, serving_postgres
from web.browsing import BROWSER

PREPARE = """
import sys, malecon.agents, malecon.research
malecon.agents.prepare(malecon.games[sys.argv[1]])
batch = malecon.research.batch(sys.argv[1], games=2, seats=2)
batch.reset(seed=1)
batch.step(batch.draw())
"""
"""Compiles what many tests of a game need: its moves, its searches, and batches."""
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
if not JIT:
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # read once, when the first test imports Numba: kernels are simulated


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite the golden games from their own moves")


@pytest.hookimpl(optionalhook=True)  # some tests run the suite without xdist
def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: tests of servers wait half of the time, for disk and browser."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the games side by side before several processes of the suite would each compile them all."""
    if JIT and session.config.getoption("numprocesses", None):
        preparing = [subprocess.Popen([sys.executable, "-c", PREPARE, game]) for game in malecon.games]
        assert not any([process.wait() for process in preparing])


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without a search for garbage: there is none, and no later search looks at all that was collected."""
    with gc_paused():
        collected = yield
    gc.freeze()
    return collected


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what waits for a browser most of the time, so that no process is left alone with it at the end.

    Coverage is asked of the rules, and their own tests answer: measured everywhere, it would double the plain run.
    """
    if config.getoption("split"):
        of_this_run = [THIS_RUN in modes_of(item) for item in items]
        config.hook.pytest_deselected(items=[item for item, stays in zip(items, of_this_run, strict=True) if not stays])
        items[:] = compress(items, of_this_run)
    for item in at_further_tables(items):
        item.add_marker("slow")
    items.sort(key=lambda item: not has_browser(item))
    for item in items:
        if is_slow(item):
            item.add_marker("slow")
        if not can_run(item):
            item.add_marker(pytest.mark.skip(reason=f"the rules run {THIS_RUN}"))
        if place_of(item.path) != "rules":
            item.add_marker("no_cover")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not has_browser(item):
        BROWSER.close()


def pytest_sessionfinish() -> None:
    BROWSER.close()


def has_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


@pytest.fixture(autouse=True, scope="session")
def quickly_made_files() -> Iterator[None]:
    if "sqlalchemy" not in sys.modules:  # nothing that was collected needs a database
        yield
        return
    from quick_files import quick_files

    with quick_files():
        yield


@pytest.fixture(scope="session")
def postgres_socket() -> Iterator[str]:
    with serving_postgres() as socket:
        if not socket:
            pytest.skip("PostgreSQL cannot start here; python -m postgres in tests/ says why")
        yield socket


@pytest.fixture
def new_postgres(postgres_socket: str) -> str:
    """Return the address of a new database, without a schema."""
    return new_database(postgres_socket)


@pytest.fixture(scope="session")
def postgres_with_schema(postgres_socket: str) -> str:
    from malecon.storage.store import Store

    address = new_database(postgres_socket)
    Store.open(Path(), address).close()
    return address


@pytest.fixture
def postgres(postgres_with_schema: str) -> str:
    """Return the address of a database with today's schema and no rows."""
    empty(postgres_with_schema)
    return postgres_with_schema


@pytest.fixture
def older_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of Cuba begin by version 1 of the rules too, as if it differed from version 2."""
    monkeypatch.setattr(options, "VERSIONS", range(1, 3))
    monkeypatch.setattr(type(malecon.games["cuba"]), "versions", range(1, 3))

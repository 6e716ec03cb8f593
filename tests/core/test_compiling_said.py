"""A long compilation is said once, in the log: a program that imports the package would seem to hang."""

import logging
import multiprocessing
from collections.abc import Iterator

import pytest

from malecon.core.jit import dispatcher_cache
from malecon.core.jit.dispatcher_cache import COMPILING, Inventory
from modes import needs_compiler

pytestmark = needs_compiler("plain rules need no compiler")


@pytest.fixture(autouse=True)
def of_this_process(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    monkeypatch.setattr(dispatcher_cache, "SAID_AFTER_S", 0.0)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: None)
    with caplog.at_level(logging.INFO, logger="malecon.core.jit"):  # commands are silent
        yield


def compile_one(inventory: Inventory, *, is_loaded: bool = False) -> None:
    """Let an inventory note a function, with one in it."""
    with inventory.frame("kind", test_it_is_said_once, ()), inventory.frame("kind", compile_one, ()):
        inventory.innermost().is_loaded = is_loaded
        inventory._stack[0].is_loaded = is_loaded


def test_it_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    inventory = Inventory()
    compile_one(inventory)
    compile_one(Inventory(is_said=True))

    assert caplog.messages == [COMPILING]
    assert "malecon prepare" in COMPILING


@pytest.mark.parametrize("why", ["short", "loaded", "watched", "another process"])
def test_it_is_not_said(why: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    inventory = Inventory(watchers=[lambda _: None] if why == "watched" else [])
    if why == "short":
        monkeypatch.setattr(dispatcher_cache, "SAID_AFTER_S", float("inf"))
    if why == "another process":
        monkeypatch.setattr(multiprocessing, "parent_process", multiprocessing.current_process)
    compile_one(inventory, is_loaded=why == "loaded")

    assert caplog.messages == []

"""Python's search for garbage, which finds none among what is loaded or compiled once and then kept."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 10_000, 20, 100
"""New objects after which it begins, and how often it goes further back: about a tenth as often as Python does."""


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """Do without it for a while."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def search_seldom() -> None:
    """Let it begin less often in this process, and do without it at the end; a command starts and ends so in half."""
    gc.set_threshold(*SELDOM)
    atexit.register(gc.freeze)

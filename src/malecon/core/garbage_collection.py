"""Garbage collection, which finds nothing in what is loaded or compiled once: it comes seldom, or pauses."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = 50_000, 20, 100
"""New objects after which a collection begins, and how often it looks at older ones: a fiftieth as often as usual."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause garbage collection."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_seldom() -> None:
    """Collect garbage seldom in this process, and not at its end: a command starts and ends in half the time."""
    gc.set_threshold(*THRESHOLDS)
    atexit.register(gc.freeze)

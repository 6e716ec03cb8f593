"""Waiting for coroutines where a test is no coroutine itself."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that runs in a thread of its own: the caller's may have a loop (Playwright)."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()

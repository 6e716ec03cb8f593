"""Threads for what blocks: a database or a file never holds up the event loop."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(function: Callable[P, T]) -> Callable[P, Coroutine[object, object, T]]:
    """Return a coroutine function that runs a blocking function, or method, in a thread; also as a decorator."""

    @wraps(function)
    async def run_in_thread(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(function, *args, **kwargs)

    return run_in_thread

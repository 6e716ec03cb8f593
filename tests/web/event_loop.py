"""A watch over the event loop of the application: no transaction begins on it."""

import asyncio
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, event


@contextmanager
def watched_event_loop() -> Iterator[list[str]]:
    """Refuse transactions in threads that run an event loop; yield the stacks of those that were refused.

    The main thread of the tests is left out: Playwright runs a loop there.
    """
    refused: list[str] = []

    def refuse(connection: Connection) -> None:
        is_application = threading.current_thread() is not threading.main_thread()
        if is_application and asyncio._get_running_loop() is not None:
            refused.append("".join(traceback.format_stack(limit=20)))
            raise AssertionError("a transaction begins on the event loop")

    event.listen(Engine, "begin", refuse)
    try:
        yield refused
    finally:
        event.remove(Engine, "begin", refuse)

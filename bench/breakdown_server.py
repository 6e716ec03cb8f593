"""A server that counts the computing of each of its layers.

``python bench/breakdown_server.py FILE serve ...``, with the arguments of ``malecon`` after the file. On SIGUSR1 it
writes the milliseconds since the last time into the file, by layer; ``load.py`` plays meanwhile, and says how many
moves. A layer's time is that of its threads' computing, without that of the layers that it calls.
"""

import asyncio
import gzip
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import msgspec
from uvicorn.protocols.http.h11_impl import RequestResponseCycle

from malecon.cli import main
from malecon.services import table_repository
from malecon.storage.store import Store
from malecon.tables.table import Table
from malecon.web.http.protocols import CountedHttp, CountedWebSocket
from malecon.web.views.render_cache import RenderCache
from malecon.web.views.table_page import TablePage

MILLI = 1000
RENDERING, STORAGE, RULES, SOCKETS, HTTP, COMPRESSION, REST = (
    *("rendering", "storage", "rules", "sockets", "http", "compression", "rest"),
)
SPENT: defaultdict[str, float] = defaultdict(float)
"""Seconds of computing, by layer."""
LOCAL = threading.local()


@contextmanager
def counted(layer: str) -> Iterator[None]:
    """Count the computing of this thread for a layer, and not for the layer that has called it."""
    begun, outer = time.thread_time(), getattr(LOCAL, "inner", 0.0)
    LOCAL.inner = 0.0
    try:
        yield
    finally:
        took = time.thread_time() - begun
        SPENT[layer] += took - LOCAL.inner
        LOCAL.inner = outer + took


def count(owner: object, name: str, layer: str) -> None:
    """Count the calls of a function, or of a coroutine function that does not wait, for a layer."""
    function: Callable[..., Any] = getattr(owner, name)

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        with counted(layer):
            return function(*args, **kwargs)

    @wraps(function)
    async def call_async(*args: Any, **kwargs: Any) -> Any:
        with counted(layer):
            return await function(*args, **kwargs)

    setattr(owner, name, call_async if asyncio.iscoroutinefunction(function) else call)


def count_transactions(name: str) -> None:
    """Count the transactions of a kind for the storage."""
    begin: Callable[..., Any] = getattr(Store, name)

    @contextmanager
    def transaction(self: Store, *args: Any, **kwargs: Any) -> Iterator[Any]:
        with counted(STORAGE), begin(self, *args, **kwargs) as connection:
            yield connection

    setattr(Store, name, transaction)


def instrument() -> None:
    """Count everything."""
    for drawing, name in ((RenderCache, "page"), (TablePage, "frame_after"), (TablePage, "whole_frame")):
        count(drawing, name, RENDERING)
    for transaction in ("reading", "writing"):
        count_transactions(transaction)
    count(Store, "save", STORAGE)
    for name in ("with_step", "without_last_step", "with_draft_confirmed", "with_action"):
        count(Table, name, RULES)
    count(table_repository, "update_clocks", RULES)
    count(CountedWebSocket, "send", SOCKETS)
    for protocol, name in ((CountedHttp, "data_received"), (RequestResponseCycle, "send")):
        count(protocol, name, HTTP)
    count(gzip, "compress", COMPRESSION)


def write_to(file: Path) -> None:
    """Write what was counted since the last time."""
    now = time.process_time()
    SPENT[REST] = now - SPENT.pop("until", 0.0) - sum(SPENT.values())
    file.write_bytes(msgspec.json.encode({layer: MILLI * seconds for layer, seconds in SPENT.items()}))
    SPENT.clear()
    SPENT["until"] = now


if __name__ == "__main__":
    instrument()
    target = Path(sys.argv.pop(1))
    signal.signal(signal.SIGUSR1, lambda *_: write_to(target))
    main()

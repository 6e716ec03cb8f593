"""A server process: how soon it is there on a new machine, and how large it becomes."""

import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from figures import Figure
from malecon.core.plain_mode import VARIABLE

TABLES = 10
POLL_S = 0.02
PATIENCE_S = 60.0
MEGA = 1_000_000


def measure_server(names: Sequence[str]) -> Iterator[Figure]:
    """Yield the seconds of a start without compiled code, and the memory after a page and after tables of all games."""
    with tempfile.TemporaryDirectory() as empty:
        begin = time.perf_counter()
        with _server(Path(empty), MALECON_CACHE=empty) as (_, address):
            browser = _browser(address)
            _read(browser, address)
            yield Figure("seconds to first page, empty cache", None, None, time.perf_counter() - begin, "s")
            _play_one_answer(browser, address, names[0])
            yield Figure("seconds to first answer of easy, empty cache", None, None, time.perf_counter() - begin, "s")
        with _server(Path(empty), **{VARIABLE: "0"}) as (process, address):  # the folder of data is not new any more
            browser = _browser(address)
            _read(browser, address)
            yield Figure("server MB after its first page", None, None, memory_mb(process), "MB")
            for number in range(TABLES):
                _play_one_answer(browser, address, names[number % len(names)])
            yield Figure("server MB after ten tables", None, None, memory_mb(process), "MB")


@contextmanager
def _server(folder: Path, **environment: str) -> Iterator[tuple[int, str]]:
    """Run a server; give the number of its process, and its address."""
    command = [sys.executable, "-m", "malecon", "serve", "--port", "0", "--folder", str(folder / "data")]
    known = {name: value for name, value in os.environ.items() if name != VARIABLE}
    kept = {"PYTHONDONTWRITEBYTECODE": "", "MALECON_LIMITS": "no"}
    with subprocess.Popen(command, env=known | kept | environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            (address,) = re.findall(r"http://\S+/", process.stdout.readline())
            yield process.pid, address
        finally:
            process.terminate()


def _browser(address: str) -> OpenerDirector:
    """Return a browser that keeps its cookie."""
    browser = build_opener(HTTPCookieProcessor())
    browser.addheaders = [("Origin", address.rstrip("/"))]
    return browser


def _read(browser: OpenerDirector, address: str, **form: str) -> tuple[str, str]:
    """Return the address and the text of a page, or of that which answers a form."""
    with browser.open(address, urlencode(form).encode() if form else None) as answer:
        return answer.url, answer.read().decode()


def _play_one_answer(browser: OpenerDirector, address: str, game: str) -> None:
    """Begin a table with computer players, and wait for the first move."""
    table, page = _read(browser, f"{address}new/{game}", **{"seat-1": "easy", "seat-2": "easy"})
    end = time.perf_counter() + PATIENCE_S
    while 'data-number="0"' in page and time.perf_counter() < end:
        time.sleep(POLL_S)
        _, page = _read(browser, table)


def memory_mb(process: int) -> float:
    """Return the MB, of a million bytes, that a process has in memory; not a number where the system does not say."""
    status = Path(f"/proc/{process}/status")
    size = re.search(r"VmRSS:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return 1024 * int(size[1]) / MEGA if size else math.nan

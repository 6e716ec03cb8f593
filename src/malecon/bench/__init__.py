"""Benchmark: what is fast on this machine; figures, their budgets, how both are written, and figures of a server.

Of a server process it is measured how soon it is there on a new machine, and how large it becomes.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import msgspec

from malecon.core.data import folder_of
from malecon.core.process import VARIABLE

__all__ = ["report"]


class Figure(msgspec.Struct, frozen=True):
    """One measured figure; ``game`` and ``seats`` are ``None`` where they do not apply."""

    what: str
    game: str | None
    seats: int | None
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a figure (docs/decisions/0002-speed.md)."""

    what: str
    limit: float
    at_least: bool

    def holds(self, value: float) -> bool:
        """Tell whether ``value`` is within the budget."""
        return value >= self.limit if self.at_least else value <= self.limit


BUDGETS = (
    Budget("first compile seconds", 30, at_least=False),
    Budget("cached start seconds", 1, at_least=False),
    Budget("seconds to first page, empty cache", 2, at_least=False),
    Budget("seconds to first answer of easy, empty cache", 5, at_least=False),
    Budget("server MB after ten tables", 90, at_least=False),
    Budget("seconds from a move to the changed page", 0.05, at_least=False),
    Budget("ms of computing a move", 6, at_least=False),
    Budget("ms of computing a move, PostgreSQL", 8, at_least=False),
    Budget("MB of a server after ten tables", 90, at_least=False),
    Budget("tables on one core", 200, at_least=True),
    Budget("batch steps per second on one core", 3_000_000, at_least=True),
    Budget("KB of an idle page", 15, at_least=False),
    Budget("KB of a table's page, cold", 150, at_least=False),
    Budget("ms from a click to the changed page", 25, at_least=False),
)


def _budget_for(figure: Figure) -> Budget | None:
    """Return the budget of a figure, if it has one."""
    budgets = (*BUDGETS, *_budgets_of(figure.game)) if figure.game else BUDGETS
    return next((budget for budget in budgets if budget.what == figure.what), None)


def _budgets_of(game: str) -> Iterator[Budget]:
    """Yield the budgets of a game: those of ``data/speed.toml`` in its folder, none without that file.

    >>> [budget.what for budget in _budgets_of("havana") if not budget.at_least]
    ['KB of a frame, median']
    """
    file = folder_of(game) / "data/speed.toml"
    known: dict[str, dict[str, float]] = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for bound, limits in known.items():
        yield from (Budget(what, limit, bound == "at_least") for what, limit in limits.items())


def format_figure(value: float) -> str:
    """Return a figure with four digits at most.

    >>> format_figure(10_590_312.6), format_figure(0.8812)
    ('10,590,000', '0.881')
    """
    return f"{value:.3f}" if value < 100 else f"{float(f'{value:.4g}'):,.0f}"


def verdict(figure: Figure) -> str:
    """Return the budget of a figure, and whether it holds."""
    budget = _budget_for(figure)
    if budget is None:
        return ""
    limit = f"{budget.limit:,.0f}" if budget.limit >= 1 else f"{budget.limit:g}"
    bound = f"{'≥' if budget.at_least else '≤'} {limit}"
    return f"{bound} {'holds' if budget.holds(figure.value) else 'MISSED'}"


def line(figure: Figure) -> str:
    """Return a figure as a line of text.

    >>> line(Figure("tables on one core", None, None, 210, ""))
    'tables on one core: 210 (≥ 200 holds)'
    """
    game = f", {figure.game}" if figure.game else ""
    budget = f" ({said})" if (said := verdict(figure)) else ""
    return f"{figure.what}{game}: {format_figure(figure.value)}{figure.unit and ' ' + figure.unit}{budget}"


TABLES = 10
POLL_S = 0.02
PATIENCE_S = 60.0
KILO = 1024


def measure_server(names: Sequence[str]) -> Iterator[Figure]:
    """Yield the seconds of a start without compiled code, and the memory after tables of the games in turn."""
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
            for number in range(TABLES):
                _play_one_answer(browser, address, names[number % len(names)])
            if size := _megabytes(process):
                yield Figure("server MB after ten tables", None, None, size, "MB")


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


def _megabytes(process: int) -> float:
    """Return the resident memory of a process; 0 where the system does not say it."""
    status = Path(f"/proc/{process}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / KILO if found else 0.0

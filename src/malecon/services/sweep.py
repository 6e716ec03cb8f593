"""The sweep: removes what the rules of retention let go, in small steps.

Each step is one transaction. Cut short at any moment, a sweep has removed some things wholly and the others not at all;
the next one goes on.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from malecon.services.metrics import SWEPT
from malecon.storage.old_rows import STEP, Due
from malecon.storage.store import in_thread
from malecon.tables.retention import Retention

PAUSE_S = 0.2
"""Seconds after a step that has removed something, in which others write."""


class DueCount(Struct, frozen=True):
    """How many things go by a rule, and since when the time of the oldest runs."""

    count: int
    oldest: int | None


NO_ITEMS = DueCount(0, None)


class Target(Protocol):
    """A sort of things of which some go."""

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the things due at a moment, in small pages that may be empty. Blocks; nothing is held between pages."""
        ...

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove what is still due, and return it."""
        ...


class Sweep:
    """A sweep of a site."""

    def __init__(self, targets: Sequence[Target]) -> None:
        """``targets``: what is swept, in this order."""
        self._targets = targets

    def count_due(self, at: int) -> dict[str, DueCount]:
        """Return the tally of things due at a moment, by rule. Blocks, and removes nothing."""
        found: dict[str, list[int]] = {}
        for target in self._targets:
            for page in target.pages(at):
                for due in page:
                    found.setdefault(due.rule, []).append(due.since)
        return {rule: DueCount(len(times), min(times)) for rule, times in found.items()}

    async def run(self, at: int, pause: float = PAUSE_S) -> dict[str, int]:
        """Remove what is due at a moment, and return how many things went by each rule."""
        removed: Counter[str] = Counter()
        for target in self._targets:
            pages = target.pages(at)
            while (page := await in_thread(next)(pages, None)) is not None:
                gone = Counter(due.rule for due in await target.remove(page)) if page else Counter[str]()
                removed.update(gone)
                for rule, count in gone.items():
                    SWEPT.labels(rule).inc(count)
                await asyncio.sleep(pause if gone else 0)
        return dict(removed)


class FileTarget:
    """Files that nobody has looked at for long: of records that people have brought, or of reviews."""

    def __init__(self, folder: Path, retention: Retention, rule: str) -> None:
        """``folder``: of all data. ``rule``: of retention, and the name of the folder in it."""
        self._folder, self._retention, self._rule = folder / rule, retention, rule

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the files that are due, those too whose writing was cut short."""
        before = self._retention.cutoff([self._rule], at)
        if before is None:
            return
        found = [Due(self._rule, file.name, _modified_ms(file)) for file in sorted(self._folder.glob("*"))]
        due = [each for each in found if each.since <= before]
        yield from (due[first : first + STEP] for first in range(0, len(due), STEP))

    @in_thread
    def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove files that nobody has looked at meanwhile."""
        gone = [each for each in due if _modified_ms(self._folder / each.key) == each.since]
        for each in gone:
            (self._folder / each.key).unlink(missing_ok=True)
        return gone


def _modified_ms(file: Path) -> int:
    """Return the time of the last use of a file, in milliseconds since 1970; now if it is gone."""
    with suppress(FileNotFoundError):
        return file.stat().st_mtime_ns // 1_000_000
    return time.time_ns() // 1_000_000

"""The sweep: removes what the rules of retention let go, in small steps, each one transaction.

Cut short at any moment, it has removed some things wholly and the others not at all; the next sweep goes on.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from malecon.services.metrics import SWEPT
from malecon.storage.threads import in_thread

STEP = 50
"""Small things that one step looks at, and removes in one transaction."""
PAUSE_S = 0.2
"""Seconds after a step that has removed something, in which others write."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to go: by which rule, its key, and since when its time runs (milliseconds since 1970)."""

    rule: str
    key: Any
    since: int


@dataclass(frozen=True, slots=True)
class DueCount:
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

"""Moved from malecon.services.sweeps.sweeper."""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from malecon.services.sweeps.sweep import STEP, Due
from malecon.storage.backup import RECORDS
from malecon.storage.threads import in_thread
from malecon.tables.retention import Retention

RULE = "records"


class FileTarget:
    """Records that people have brought, of which those go that nobody looks at."""

    def __init__(self, folder: Path, retention: Retention) -> None:
        """``folder``: of all data."""
        self._folder, self._retention = folder / RECORDS, retention

    def pages(self, at: int) -> Iterator[list[Due]]:
        """Yield the files that are due, those too whose writing was cut short."""
        before = self._retention.cutoff([RULE], at)
        if before is None:
            return
        found = [Due(RULE, file.name, modified_ms(file)) for file in sorted(self._folder.glob("*"))]
        due = [each for each in found if each.since <= before]
        yield from (due[first : first + STEP] for first in range(0, len(due), STEP))

    async def remove(self, due: Sequence[Due]) -> Sequence[Due]:
        """Remove files that nobody has looked at meanwhile."""
        return await self._remove(due)

    @in_thread
    def _remove(self, due: Sequence[Due]) -> list[Due]:
        gone = [each for each in due if modified_ms(self._folder / each.key) == each.since]
        for each in gone:
            (self._folder / each.key).unlink(missing_ok=True)
        return gone


def modified_ms(file: Path) -> int:
    """Return the time of the last use of a file, in milliseconds since 1970; now if it is gone."""
    with suppress(FileNotFoundError):
        return file.stat().st_mtime_ns // 1_000_000
    return time.time_ns() // 1_000_000

"""All that is swept of a site: tables, rows, people, files."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from malecon.services.people.deletion import Deletion
from malecon.services.sweeps.person_target import PersonTarget
from malecon.services.sweeps.row_target import ROWS, RowTarget
from malecon.services.sweeps.sweep import STEP, Due, Target
from malecon.services.sweeps.table_target import TableTarget
from malecon.storage.backup import RECORDS
from malecon.storage.store import Store
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


def sweep_targets(
    store: Store,
    retention: Retention,
    folder: Path,
    departing: Deletion,
    is_open: Callable[[str], bool] = lambda table: False,
    let_go: Callable[[str], None] = lambda table: None,
) -> list[Target]:
    """Return all that is swept of a site, in the order in which it goes.

    Args:
        store: where all is kept.
        retention: how long.
        folder: of all data.
        departing: by which people are deleted.
        is_open: whether a page of a table is open; such a table stays.
        let_go: called with each table that was removed.
    """
    rows = [RowTarget(store, retention, sort) for sort in ROWS]
    tables = TableTarget(store, retention, is_open, let_go)
    return [tables, *rows, PersonTarget(store, retention, departing), FileTarget(folder, retention)]

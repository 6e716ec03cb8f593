"""All that is swept of a site, tables that nobody uses among it."""

from collections.abc import Callable
from pathlib import Path

from malecon.services.deletion import Deletion, PersonTarget
from malecon.services.sweep import FileTarget, Target
from malecon.storage.backup import RECORDS
from malecon.storage.old_rows import ROWS, RowTarget
from malecon.storage.review_file import REVIEWS, remove_review
from malecon.storage.store import Store
from malecon.storage.table_use import TableTarget
from malecon.tables.retention import Retention


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

    def forget(table_id: str) -> None:
        remove_review(folder, table_id)
        let_go(table_id)

    rows = [RowTarget(store, retention, sort) for sort in ROWS]
    tables = TableTarget(store, retention, is_open, forget)
    files = [FileTarget(folder, retention, rule) for rule in (RECORDS, REVIEWS)]
    return [tables, *rows, PersonTarget(store, retention, departing), *files]

"""Live updates: the subscribers of tables are called after each change they may know of."""

import logging
from collections.abc import Callable

from msgspec import Struct

from malecon.tables.table import Table

LOGGER = logging.getLogger(__name__)
MOST_BEHIND = 50
"""Changes that wait for a slow subscriber."""
OnChange = Callable[[Table], None]


class Subscriber(Struct, frozen=True, eq=False):
    """A subscriber to the changes of a table, ``person`` also to the drafts of their own seats; and to its removal."""

    person: str | None
    on_change: OnChange
    on_removed: Callable[[], None] = lambda: None


class Backlog:
    """The changes of a table that a slow subscriber has not taken yet, in order."""

    def __init__(self, wake: Callable[[], object]) -> None:
        """``wake``: called whenever something has been added."""
        self._changes: list[Table | None] = []
        self._wake = wake

    def __bool__(self) -> bool:
        return bool(self._changes)

    def add(self, table: Table) -> None:
        """Add a table after a change."""
        if len(self._changes) >= MOST_BEHIND:
            self._changes.clear()
        self._changes.append(table)
        self._wake()

    def end(self) -> None:
        """Note that the table is gone, or is to be looked at anew."""
        self._changes.append(None)
        self._wake()

    def take(self) -> Table | None:
        """Take the oldest change: the table after it, ``None`` if it is to be looked at."""
        return self._changes.pop(0)

    def clear(self) -> None:
        """Drop all changes."""
        self._changes.clear()


def _public_content(table: Table) -> tuple[object, ...]:
    """Return the public content of a table besides what follows from its log; no invitation is in it.

    Without a clock, since when a seat is awaited is shown only to other people: a restart, which gives the time without
    a server back, changes nothing for who plays alone.
    """
    has_times = (
        table.header.settings.clock is not None or len({occupant.person for occupant in table.occupants} - {None}) > 1
    )
    states = [
        (
            state.wish,
            state.clock_ms,
            state.running_since if has_times else None,
            state.resigned_at,
            state.seen_moves is None and has_times,
        )
        for state in table.seat_states
    ]
    seats = [(occupant.name, occupant.person, occupant.level, occupant.substitute) for occupant in table.occupants]
    return (
        table.move_count,
        seats,
        table.paused,
        table.closed,
        table.rematch,
        table.presence,
        states,
        [remark.number for remark in (*table.remarks[-1:], *table.spectators_remarks[-1:])],
    )


class LiveUpdates:
    """The subscribers of all tables."""

    def __init__(self) -> None:
        self._of: dict[str, set[Subscriber]] = {}

    def add(self, table_id: str, watch: Subscriber) -> Callable[[], None]:
        """Add a subscriber; the returned function removes it."""
        self._of.setdefault(table_id, set()).add(watch)

        def leave() -> None:
            watches = self._of.get(table_id, set())
            watches.discard(watch)
            if not watches:
                self._of.pop(table_id, None)

        return leave

    def __contains__(self, table_id: str) -> bool:
        """Tell whether a table has subscribers."""
        return table_id in self._of

    def viewers(self) -> set[tuple[str, str]]:
        """Return the pairs of a table and a person that watches it."""
        return {(table, watch.person) for table, watches in self._of.items() for watch in watches if watch.person}

    def watched_tables(self) -> set[str]:
        """Return the tables that are watched."""
        return set(self._of)

    def notify_removed(self, table_id: str) -> None:
        """Call the subscribers of a removed table."""
        for watch in tuple(self._of.get(table_id, ())):
            watch.on_removed()

    def notify(self, before: Table, after: Table) -> None:
        """Call the subscribers: after a move or a new name all, after a draft only those of that seat."""
        is_public = _public_content(before) != _public_content(after)
        drafted = {seat for seat in range(after.header.seats) if after.revision(seat) != before.revision(seat)}
        for watch in tuple(self._of.get(after.header.id, ())):
            if is_public or drafted.intersection(after.seats_of(watch.person)):
                try:
                    watch.on_change(after)
                except Exception:
                    LOGGER.exception("a watcher failed")

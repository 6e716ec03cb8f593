"""Who watches which table, and what each of them is told."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from malecon.tables.table import Seated

LOGGER = logging.getLogger(__name__)
Watcher = Callable[[Seated], None]


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """Somebody who is told of changes, ``person`` also of the drafts of their own seats; and when a table is gone."""

    person: str | None
    watcher: Watcher
    gone: Callable[[], None] = lambda: None


def shown_to_all(table: Seated) -> tuple[object, ...]:
    """Return what everybody is shown of a table besides what follows from its log; no invitation is in it.

    Without a clock, since when a seat is awaited is shown only to other people: a restart, which gives the time without
    a server back, changes nothing for who plays alone.
    """
    has_times = table.header.terms.clock is not None or len({sitter.person for sitter in table.sitters} - {None}) > 1
    places = [(place.wishes, place.left, place.running if has_times else None) for place in table.places]
    seats = [(sitter.name, sitter.person, sitter.level, sitter.substitute) for sitter in table.sitters]
    return table.number, seats, table.paused, table.closed, places, [remark.number for remark in table.said[-1:]]


class Watches:
    """All who watch."""

    def __init__(self) -> None:
        self._of: dict[str, set[Watch]] = {}

    def add(self, table: str, watch: Watch) -> Callable[[], None]:
        """Let somebody watch; what is returned ends it."""
        self._of.setdefault(table, set()).add(watch)

        def leave() -> None:
            watches = self._of.get(table, set())
            watches.discard(watch)
            if not watches:
                self._of.pop(table, None)

        return leave

    def __contains__(self, table: str) -> bool:
        """Tell whether anybody watches a table."""
        return table in self._of

    def present(self) -> set[tuple[str, str]]:
        """Return which people watch which tables, as tables with persons."""
        return {(table, watch.person) for table, watches in self._of.items() for watch in watches if watch.person}

    def tables(self) -> set[str]:
        """Return the tables that are watched."""
        return set(self._of)

    def tell_gone(self, table: str) -> None:
        """Tell those who watch a table that it is not there any more."""
        for watch in tuple(self._of.get(table, ())):
            watch.gone()

    def tell(self, before: Seated, after: Seated) -> None:
        """Call the watchers: of a move or a name everybody, of a draft only who sits there, of a look nobody."""
        is_public = shown_to_all(before) != shown_to_all(after)
        drafted = {seat for seat in range(after.header.seats) if after.mark(seat) != before.mark(seat)}
        for watch in tuple(self._of.get(after.header.id, ())):
            if is_public or drafted.intersection(after.seats_of(watch.person)):
                try:
                    watch.watcher(after)
                except Exception:
                    LOGGER.exception("a watcher failed")

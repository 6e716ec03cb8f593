"""The presence of persons at tables, whose pages they have open."""

from malecon.core.clock import TIME
from malecon.services.live_updates import LiveUpdates
from malecon.tables import MINUTE

VIEW_LASTS = MINUTE
"""Milliseconds for which a page view counts."""

PageView = tuple[str, str]
"""A table and a person."""


class Presence:
    """The page views of persons at tables."""

    def __init__(self, watches: LiveUpdates) -> None:
        """``watches``: the pages that are open."""
        self._watches = watches
        self._looks: dict[PageView, int] = {}
        self._used: set[str] = set()

    def record_view(self, table_id: str, person: str | None, *, sits: bool = False) -> None:
        """Note that a person views a table now; one who ``sits`` there uses it."""
        if person is not None:
            self._looks[table_id, person] = TIME.elapsed()
        if sits:
            self._used.add(table_id)

    def forget_view(self, table_id: str, person: str | None) -> None:
        """Note that a person has closed a page of a table: what they viewed before counts no more."""
        self._looks.pop((table_id, person or ""), None)

    def watched_tables(self) -> set[str]:
        """Return the tables of which somebody has a page open."""
        return self._watches.watched_tables()

    def take_used_tables(self) -> set[str]:
        """Return the tables that are in use, or were since this was last asked."""
        used, self._used = self._used, set()
        return used | self._watches.watched_tables()

    def viewers(self) -> set[PageView]:
        """Return the current page views; older ones are forgotten."""
        since = TIME.elapsed() - VIEW_LASTS
        self._looks = {look: at for look, at in self._looks.items() if at > since}
        return {*self._looks, *self._watches.viewers()}

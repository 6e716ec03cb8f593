"""Who looks at which table: with an open page, or less than a minute ago. In this process; who it is is not stored."""

from malecon.core.time_source import TIME
from malecon.services.subscriptions import Watches
from malecon.tables.table_settings import MINUTE

LASTS = MINUTE
"""How long a look is a look."""

Look = tuple[str, str]
"""A table and a person."""


class Presence:
    """The looks of people at tables."""

    def __init__(self, watches: Watches) -> None:
        """``watches``: the pages that are open."""
        self._watches = watches
        self._looks: dict[Look, int] = {}
        self._used: set[str] = set()

    def note(self, table: str, person: str | None, *, sits: bool = False) -> None:
        """Note that a person looks at a table now; who ``sits`` there has it in use."""
        if person is not None:
            self._looks[table, person] = TIME.elapsed()
        if sits:
            self._used.add(table)

    def take_tables(self) -> set[str]:
        """Return the tables that are in use, or were since this was last asked."""
        used, self._used = self._used, set()
        return used | self._watches.tables()

    def present(self) -> set[Look]:
        """Return who looks where; older looks are forgotten."""
        since = TIME.elapsed() - LASTS
        self._looks = {look: at for look, at in self._looks.items() if at > since}
        return {*self._looks, *self._watches.present()}

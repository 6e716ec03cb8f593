"""Who looks at which table: with an open page, or less than a minute ago. In this process; nothing of it is stored."""

from malecon.tables.terms import MINUTE
from malecon.tables.time_source import TIME
from malecon.tables.watching import Watches

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

    def note(self, table: str, person: str | None) -> None:
        """Note that a person looks at a table now."""
        if person is not None:
            self._looks[table, person] = TIME.elapsed()

    def present(self) -> set[Look]:
        """Return who looks where; older looks are forgotten."""
        since = TIME.elapsed() - LASTS
        self._looks = {look: at for look, at in self._looks.items() if at > since}
        return {*self._looks, *self._watches.present()}

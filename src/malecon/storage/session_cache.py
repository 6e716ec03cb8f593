"""The cache of sessions that were looked up."""

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

from malecon.storage.person_changes import PersonChanges
from malecon.tables import DAY

SESSION_LIFETIME = 365 * DAY
"""Milliseconds without use after which a session has ended."""
MOST_SESSIONS = 4096
"""Sessions that are kept; each has about a kilobyte."""

SessionKey = tuple[str, str]
"""Digest of a token, and the kind of its session."""


class Ending(Protocol):
    """A session, with the time of its last use, and that of its end if it is fixed."""

    @property
    def used(self) -> int:
        """About when it was last used, in milliseconds since 1970."""

    @property
    def expires(self) -> int | None:
        """When it ends in any case, in milliseconds since 1970."""


S = TypeVar("S", bound=Ending)


def is_in_time(used: int, expires: int | None, moment: int) -> bool:
    """Tell whether a session has not ended by itself.

    >>> is_in_time(0, None, SESSION_LIFETIME - 1), is_in_time(0, None, SESSION_LIFETIME), is_in_time(0, 5, 5)
    (True, False, False)
    """
    return (expires is None or expires > moment) and used > moment - SESSION_LIFETIME


class SessionCache(Generic[S]):
    """The sessions that were looked up last. All methods belong to one event loop."""

    def __init__(self, changes: PersonChanges) -> None:
        """``changes``: of the database from which the sessions are."""
        self._changes = changes
        self._generation = changes.generation
        self._sessions: OrderedDict[SessionKey, S] = OrderedDict()

    def get(self, key: SessionKey, moment: int) -> S | None:
        """Return a session that is kept and has not ended."""
        if self._generation != self._changes.generation:
            self._generation = self._changes.generation
            self._sessions.clear()
        found = self._sessions.get(key) if self._changes.are_known else None
        return found if found and is_in_time(found.used, found.expires, moment) else None

    def put(self, key: SessionKey, session: S, generation: int) -> None:
        """Keep a session; ``generation``: of people from before it was read, so that no change falls between."""
        if generation == self._generation == self._changes.generation:
            self._sessions[key] = session
            if len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)

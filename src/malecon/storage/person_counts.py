"""Counts of what a person has stored, by which quotas are kept."""

from sqlalchemy import func, select

from malecon.storage.schema import MESSAGES, SEATS, TABLES
from malecon.storage.store import Store, in_thread


@in_thread
def unfinished_count(store: Store, person: str) -> int:
    """Return the number of tables at which a person sits that are not done with."""
    theirs = select(SEATS.c.table).where(SEATS.c.person == person)
    chosen = select(func.count()).where(TABLES.c.id.in_(theirs), TABLES.c.finished.is_(None))
    return store.value(chosen)


@in_thread
def begun_count(store: Store, person: str, since: int) -> int:
    """Return the number of tables that a person has begun since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(TABLES.c.host == person, TABLES.c.created > since)
    return store.value(chosen)


@in_thread
def message_count(store: Store, person: str, since: int) -> int:
    """Return the number of chat messages of a person since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(MESSAGES.c.person == person, MESSAGES.c.sent > since)
    return store.value(chosen)

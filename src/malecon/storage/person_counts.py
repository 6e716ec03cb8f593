"""Counts of what a person has stored, by which quotas are kept."""

from sqlalchemy import func, select

from malecon.storage.read_errors import read_again
from malecon.storage.schema import MESSAGES, SEATS, TABLES
from malecon.storage.store import Store, in_thread


@in_thread
@read_again
def unfinished_count(store: Store, person: str) -> int:
    """Return the number of tables at which a person sits that are not done with."""
    theirs = select(SEATS.c.table).where(SEATS.c.person == person)
    chosen = select(func.count()).where(TABLES.c.id.in_(theirs), TABLES.c.finished.is_(None))
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()


@in_thread
@read_again
def begun_count(store: Store, person: str, since: int) -> int:
    """Return the number of tables that a person has begun since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(TABLES.c.host == person, TABLES.c.created > since)
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()


@in_thread
@read_again
def message_count(store: Store, person: str, since: int) -> int:
    """Return the number of chat messages of a person since a moment, in milliseconds since 1970."""
    chosen = select(func.count()).where(MESSAGES.c.person == person, MESSAGES.c.sent > since)
    with store.reading() as connection:
        return connection.execute(chosen).scalar_one()

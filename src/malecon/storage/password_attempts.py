"""Attempts at passwords that were wrong, counted in the database: exactly, for all servers together, over restarts.

An attempt is counted as wrong before its password is looked at, so that attempts at the same time are counted too, and
taken back if the password turns out to be right.
"""

from collections.abc import Mapping
from importlib import import_module

from msgspec import Struct
from sqlalchemy import Connection, Row, case, delete, select, update

from malecon.core.clock import now
from malecon.storage import database
from malecon.storage.schema import ATTEMPTS
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY, MINUTE


class Delays(Struct, frozen=True):
    """How long to wait after wrong passwords.

    Attributes:
        free: attempts after which there is no delay.
        longest: delay in milliseconds; the first is a minute, each further one twice the one before.
        forgotten: milliseconds after the last attempt from which on nothing is known of it.
        resets: whether a right password resets the counter; else it takes back only itself: strangers count there too.
    """

    free: int
    longest: int
    forgotten: int
    resets: bool = False

    def after(self, wrong: int) -> int:
        """Return the delay in milliseconds after so many wrong attempts."""
        return 0 if wrong <= self.free else min(MINUTE << min(wrong - self.free - 1, 10), self.longest)

    def wait(self, row: Row[tuple[int, int]], moment: int) -> int:
        """Return the rest of the delay at a moment, in milliseconds."""
        is_forgotten = row.last + self.forgotten <= moment
        delay = self.after(row.wrong)
        return 0 if is_forgotten else max(0, min(delay, row.last + delay - moment))  # no more if the clock was set back


@in_thread
def begin_attempt(store: Store, keys: Mapping[str, Delays]) -> int:
    """Count an attempt as wrong, and return 0; or count nothing, and return how many milliseconds to wait.

    Args:
        keys: what the attempt is counted for, each with its delays.
    """
    moment = now()
    with store.writing() as connection:
        if store.is_shared:
            database.lock(connection, database.ATTEMPTS_LOCK)  # SQLite has one writer at a time anyway
        found = connection.execute(select(ATTEMPTS).where(ATTEMPTS.c.key.in_(keys))).all()
        wait = max((keys[row.key].wait(row, moment) for row in found), default=0)
        if not wait:
            for key in keys:
                _count_wrong(connection, key, moment, moment - keys[key].forgotten)
            connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.last <= moment - DAY))
    return wait


def _count_wrong(connection: Connection, key: str, moment: int, forgotten: int) -> None:
    """Count one more wrong attempt of a key; those before ``forgotten``, in milliseconds since 1970, do not count."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")  # that of PostgreSQL needs 4 MB
    wrong = case((ATTEMPTS.c.last <= forgotten, 1), else_=ATTEMPTS.c.wrong + 1)
    row = dialect.insert(ATTEMPTS).values(key=key, wrong=1, last=moment)
    connection.execute(row.on_conflict_do_update(index_elements=["key"], set_={"wrong": wrong, "last": moment}))


@in_thread
def take_back_attempt(store: Store, keys: Mapping[str, Delays], *, is_right: bool = True) -> None:
    """Take an attempt back whose password was right, or not looked at; only a right one ends the delays."""
    reset = [key for key, delays in keys.items() if delays.resets and is_right]
    one_less = ATTEMPTS.c.key.in_(keys) & (ATTEMPTS.c.wrong > 0)
    with store.writing() as connection:
        connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.key.in_(reset)))
        connection.execute(update(ATTEMPTS).where(one_less).values(wrong=ATTEMPTS.c.wrong - 1))

"""Passwords: which are good enough, how they are kept, and how many wrong ones may be tried.

Wrong passwords are counted in the database: exactly, for all servers together, and over restarts. An attempt is counted
as wrong before its password is looked at, so that attempts at the same time are counted too, and taken back if the
password turns out to be right. What is counted, and how long who has been wrong must wait:

- the pair of an address and an account; after the fourth wrong one 1, 2, 4, 8, then 15 minutes;
- an address over all accounts; after the 31st wrong one the same delays;
- an account over all addresses; after the 101st wrong one a minute each;
- a known device, which has signed in to the account before, for itself alone: it never waits because of others.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Connection, Row, case, delete, select, update

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.process import now
from malecon.services.common_passwords import is_common
from malecon.storage import database
from malecon.storage.schema import ATTEMPTS
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY, HOUR, MINUTE

SHORTEST, ADVISED, LONGEST = 8, 15, 1000

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""Argon2id with 19 MiB, OWASP's minimum: 30 ms of a core. ``quotas`` hashes one password at a time."""
DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$JOaW8LJ3sgz1cbCcU8mVLg$m+Rnzpqt0u8R8U+aTnwmTNsb5YniP5LU62uhnKjSC3U"
"""The hash of a password that nobody has: an unknown name is refused as slowly as a known one."""


def validate_password(password: str, *names: str) -> str:
    """Return a password in the form in which it is kept.

    Args:
        names: of the person, which are no passwords.

    Raises:
        UsageError: it is too short or too long, or others would guess it.
    """
    password = unicodedata.normalize("NFKC", password)
    if len(password) < SHORTEST:
        raise UsageError(
            N_("A password has at least {fewest} letters; {advised} are better."), fewest=SHORTEST, advised=ADVISED
        )
    if len(password) > LONGEST:
        raise UsageError(N_("A password has at most {most} letters."), most=LONGEST)
    if is_common(password, *names):
        raise UsageError(N_("Too many people choose such a password; take one that nobody would guess."))
    return password


def password_hash(password: str) -> str:
    """Return the hash of a password, as it is stored."""
    return HASHER.hash(password)


def verify_password(stored: str | None, password: str) -> bool:
    """Tell whether a password is the one that is stored; takes as long if none is."""
    try:
        HASHER.verify(stored or DUMMY_HASH, unicodedata.normalize("NFKC", password))
    except VerifyMismatchError:
        return False
    return stored is not None


def is_outdated(stored: str) -> bool:
    """Tell whether a stored hash was made with other parameters than today's."""
    return HASHER.check_needs_rehash(stored)


@dataclass(frozen=True, slots=True)
class Delays:
    """How long to wait after wrong passwords.

    Attributes:
        free: attempts after which there is no delay.
        longest: delay in milliseconds; the first is a minute, each further one twice the one before.
        forgotten: milliseconds after the last attempt from which on nothing is known of it.
    """

    free: int
    longest: int
    forgotten: int

    def after(self, wrong: int) -> int:
        """Return the delay in milliseconds after so many wrong attempts."""
        return 0 if wrong <= self.free else min(MINUTE << min(wrong - self.free - 1, 10), self.longest)

    def wait(self, row: Row[tuple[int, int]], moment: int) -> int:
        """Return the rest of the delay at a moment, in milliseconds."""
        is_forgotten = row.last + self.forgotten <= moment
        delay = self.after(row.wrong)
        return 0 if is_forgotten else max(0, min(delay, row.last + delay - moment))  # no more if the clock was set back


PAIR = DEVICE = Delays(free=3, longest=15 * MINUTE, forgotten=DAY)
ADDRESS = Delays(free=30, longest=15 * MINUTE, forgotten=HOUR)
ACCOUNT = Delays(free=100, longest=MINUTE, forgotten=HOUR)
RESET = (PAIR, DEVICE)
"""Counters that a right password resets; of the others it takes back only itself: strangers are counted there too."""


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
    reset = [key for key, delays in keys.items() if delays in RESET and is_right]
    one_less = ATTEMPTS.c.key.in_(keys) & (ATTEMPTS.c.wrong > 0)
    with store.writing() as connection:
        connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.key.in_(reset)))
        connection.execute(update(ATTEMPTS).where(one_less).values(wrong=ATTEMPTS.c.wrong - 1))

"""Passwords: which are good enough, how they are kept, and how many wrong ones may be tried.

Wrong passwords are counted (``storage/password_attempts.py``). For what, and how long who has been wrong must wait:

- the pair of an address and an account; after the fourth wrong one 1, 2, 4, 8, then 15 minutes;
- an address over all accounts; after the 31st wrong one the same delays;
- an account over all addresses; after the 101st wrong one a minute each;
- a known device, which has signed in to the account before, for itself alone: it never waits because of others.
"""

import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.common_passwords import is_common
from malecon.storage.password_attempts import Delays
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
            N_("A password has at least {fewest} characters; {advised} are better."), fewest=SHORTEST, advised=ADVISED
        )
    if len(password) > LONGEST:
        raise UsageError(N_("A password has at most {most} characters."), most=LONGEST)
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


PAIR = DEVICE = Delays(free=3, longest=15 * MINUTE, forgotten=DAY, resets=True)
ADDRESS = Delays(free=30, longest=15 * MINUTE, forgotten=HOUR)
ACCOUNT = Delays(free=100, longest=MINUTE, forgotten=HOUR)

"""Passwords: which are good enough, how they are kept, and how many wrong ones may be tried.

What many people choose is recognised by rule, off line: a common word with digits, a walk along the keyboard, a short
piece again and again, the own name.

Wrong passwords are counted in the database: exactly, for all servers together, and over restarts. An attempt is counted
as wrong before its password is looked at, so that attempts at the same time are counted too, and taken back if the
password turns out to be right. What is counted, and how long who has been wrong must wait:

- the pair of an address and an account; after the fourth wrong one 1, 2, 4, 8, then 15 minutes;
- an address over all accounts; after the 31st wrong one the same delays;
- an account over all addresses; after the 101st wrong one a minute each;
- a known device, which has signed in to the account before, for itself alone: it never waits because of others.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Connection, Row, case, delete, select, update

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, fold
from malecon.core.process import now
from malecon.storage import database
from malecon.storage.schema import ATTEMPTS
from malecon.storage.store import Store, in_thread
from malecon.tables import DAY, HOUR, MINUTE

SHORTEST, ADVISED, LONGEST = 8, 15, 1000

LETTERS_FOR = str.maketrans("013457@$!|", "oieastasii")
"""Signs that stand for letters, as in ``p4$$w0rd``."""
AROUND = "0123456789!?.*#@$_- "
"""Signs that people put before and after a word."""
WALKS = (
    "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertzuiop", "yxcvbnm",
    "abcdefghijklmnopqrstuvwxyz", "1q2w3e4r5t6y7u8i9o0p", "1a2b3c4d5e6f7g8h9i", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "q1w2e3r4t5y6u7i8o9p0", "a1b2c3d4e5f6g7h8i9", "1a2z3e4r5t6y7u8i9o0p",
)  # fmt: skip
"""Ways along the keyboard, the digits and the alphabet."""
NEXT = frozenset(pair for walk in WALKS for way in (walk, walk[::-1]) for pair in pairwise(way))
"""Pairs of neighbours on one of these ways."""
COMMON = """
password passwort motdepasse contrasena senha parola secret geheim pass login welcome bienvenue bienvenido letmein
iloveyou ilovey jetaime teamo love loulou doudou admin administrator administrateur root user guest master access
hello bonjour hallo hola test testing changeme default computer internet google facebook samsung apple microsoft
windows monkey dragon tiger chocolat chocolate cookie cheese banana princess princesse sunshine soleil summer winter
spring
autumn superman batman spiderman starwars pokemon naruto football baseball basketball hockey soccer liverpool
arsenal chelsea barcelona realmadrid marseille juventus ferrari mercedes mustang harley corvette shadow killer
hunter ranger trustno whatever freedom forever blink jordan michael jennifer jessica ashley michelle nicole daniel
thomas charlie andrew matthew joshua robert william alexander nicolas camille julien princesa estrella amor angel
angels flower butterfly purple orange silver golden maggie ginger pepper buster pussycat matrix merlin phoenix
thunder cowboy dallas yankees lakers steelers eagles heaven jesus christ blessed family mother father brother
sister azerty qwerty habana malecon boardgame boardgames juegos spielen game games player peso pesos
"""
WORDS = frozenset(COMMON.split()) | frozenset(games)
"""Words of which many passwords are made."""

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


def is_common(password: str, *names: str) -> bool:
    """Tell whether many people choose such a password.

    >>> is_common("P4ssw0rd!23"), is_common("qwertz123456"), is_common("ana-maria7", "Ana Maria")
    (True, True, True)
    >>> is_common("sand between two tides")
    False
    """
    plain = _without_accents(password)
    if _is_repeated(plain) or _is_walk(plain):
        return True
    cores = {_letters_of(text) for text in (plain, plain.strip(AROUND).translate(LETTERS_FOR))}
    if cores == {""}:
        return len(plain) < ADVISED
    known = WORDS | {_letters_of(name) for name in names}
    return any(2 * len(core) >= len(plain) and (_is_walk(core) or _is_made_of(core, known)) for core in cores)


def _without_accents(text: str) -> str:
    """Return a text in small letters without accents, with its digits and signs."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _letters_of(text: str) -> str:
    """Return the letters of a text, without capitals and accents."""
    return "".join(letter for letter in fold(text) if letter.isalpha())


def _is_repeated(text: str) -> bool:
    """Tell whether a text is a short piece again and again.

    >>> _is_repeated("aaaaaaaa"), _is_repeated("121212121"), _is_repeated("maracuja")
    (True, True, False)
    """
    return re.fullmatch(r"(.{1,4}?)\1+.{0,3}", text) is not None and len(set(text)) <= 4


def _is_walk(text: str) -> bool:
    """Tell whether a text is made of ways along the keyboard, there or back.

    >>> _is_walk("qwertyuiop"), _is_walk("987654321"), _is_walk("asdf1234"), _is_walk("maracuja")
    (True, True, True, False)
    """
    breaks = sum(pair not in NEXT for pair in pairwise(text))
    return breaks <= len(text) // 4


def _is_made_of(core: str, known: frozenset[str]) -> bool:
    """Tell whether the letters of a password are one or two known words."""
    return core in known or any(core[:i] in known and core[i:] in known for i in range(1, len(core)))


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

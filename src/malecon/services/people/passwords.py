"""Passwords: which are good enough, and how they are kept.

What many people choose is recognised by rule, off line: a common word with digits, a walk along the keyboard, a short
piece again and again, the own name.
"""

import re
import unicodedata
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, fold

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

HASHER = PasswordHasher()
DUMMY_HASH = "$argon2id$v=19$m=65536,t=3,p=4$3PaZ0GxgPzpWsahl2YefYA$0bt39cacHLaocs9Yo99s90PK8yPiG5D383sJQgDull8"
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
    plain = without_accents(password)
    if is_repeated(plain) or is_walk(plain):
        return True
    cores = {letters_of(text) for text in (plain, plain.strip(AROUND).translate(LETTERS_FOR))}
    if cores == {""}:
        return len(plain) < ADVISED
    known = WORDS | {letters_of(name) for name in names}
    return any(2 * len(core) >= len(plain) and (is_walk(core) or is_made_of(core, known)) for core in cores)


def without_accents(text: str) -> str:
    """Return a text in small letters without accents, with its digits and signs."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def letters_of(text: str) -> str:
    """Return the letters of a text, without capitals and accents."""
    return "".join(letter for letter in fold(text) if letter.isalpha())


def is_repeated(text: str) -> bool:
    """Tell whether a text is a short piece again and again.

    >>> is_repeated("aaaaaaaa"), is_repeated("121212121"), is_repeated("maracuja")
    (True, True, False)
    """
    return re.fullmatch(r"(.{1,4}?)\1+.{0,3}", text) is not None and len(set(text)) <= 4


def is_walk(text: str) -> bool:
    """Tell whether a text is made of ways along the keyboard, there or back.

    >>> is_walk("qwertyuiop"), is_walk("987654321"), is_walk("asdf1234"), is_walk("maracuja")
    (True, True, True, False)
    """
    breaks = sum(pair not in NEXT for pair in pairwise(text))
    return breaks <= len(text) // 4


def is_made_of(core: str, known: frozenset[str]) -> bool:
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

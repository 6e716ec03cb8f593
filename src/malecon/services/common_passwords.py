"""Passwords that others guess: what many people choose, recognised off line by a list and by rules.

The list has 30,000 common passwords with English words and names (``common_words.LICENSE`` says where they come from).
The rules find a word of the list with signs for letters, signs around it, one wrong letter, twice or backwards; a walk
along the keyboard; a short piece again and again; digits only; the own name.
"""

import gzip
import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from string import ascii_lowercase
from typing import Final

from malecon import games
from malecon.core.i18n import fold

LIST: Final = "common_words.txt.gz"
SHORTEST_DIGITS: Final = 15
"""Digits and signs of which a password without letters must have as many."""
LONGEST_WORD: Final = 24
"""Letters of the longest words of the list that are looked for with a wrong letter."""
SHORTEST_MISSPELT: Final = 7

LETTERS_FOR = (
    str.maketrans("0134578@$!|+(€", "oieastbasiitce"),
    str.maketrans("0134578@$!|+(€", "oleastbasiltce"),
)
"""Signs that stand for letters, as in ``p4$$w0rd``; 1 stands for two of them."""
AROUND = re.compile(r"^[\W\d_]+|[\W\d_]+$")
BEHIND = re.compile(r"[\W\d_]+$")
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
"""Words of which two together are a password of many people too, in the languages of the site."""


def is_common(password: str, *names: str) -> bool:
    """Tell whether many people choose such a password, of at most 1,000 characters.

    >>> is_common("P4ssw0rd!23"), is_common("qwertz123456"), is_common("ana-maria7", "Ana Maria")
    (True, True, True)
    >>> is_common("Tr0ub4dor&3"), is_common("sand between two tides")
    (True, False)
    """
    plain = _without_accents(password)
    if _is_repeated(plain) or _is_walk(plain):
        return True
    if not _letters_of(plain):
        return len(plain) < SHORTEST_DIGITS or plain in common_words()
    long_cores = [core for core in set(_cores_of(plain)) if 2 * len(core) >= len(plain)]
    known = WORDS | {_letters_of(name) for name in names}
    if any(_is_walk(core) or _is_repeated(core) or _is_made_of(core, known) for core in long_cores):
        return True
    listed = common_words()
    return plain in listed or any(form in listed for core in long_cores for form in _forms_of(core))


def common_words() -> frozenset[str]:
    """Return the list. It is not kept: it takes ten megabytes, and passwords are seldom chosen."""
    packed = files("malecon.services").joinpath(LIST).read_bytes()
    return frozenset(gzip.decompress(packed).decode().split())


def _cores_of(plain: str) -> Iterator[str]:
    """Yield what may be the word in a password, in letters: with signs for letters read as such, and without signs."""
    yield _letters_of(plain)
    for text in (plain, AROUND.sub("", plain), BEHIND.sub("", plain)):
        for letters in LETTERS_FOR:
            yield _letters_of(text.translate(letters))


def _forms_of(core: str) -> Iterator[str]:
    """Yield a word, backwards too, its half if it is there twice, and all that differ from it by one letter."""
    yield core
    yield core[::-1]
    half = core[: len(core) // 2]
    if half * 2 == core:
        yield half
    if SHORTEST_MISSPELT <= len(core) <= LONGEST_WORD:
        for place in range(len(core) + 1):
            before, after = core[:place], core[place:]
            yield before + after[1:]
            for letter in ascii_lowercase:
                yield before + letter + after
                yield before + letter + after[1:]


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

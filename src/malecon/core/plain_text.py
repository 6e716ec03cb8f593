"""Text that people type, cleaned: no control characters, no invisible characters, Unicode's form NFC.

Control characters steer terminals, direction controls turn the words of others around, and default-ignorable code
points make two equal names different.

Names are confusable when they look alike: ``look_alike`` compares them by the skeletons of Unicode Technical Standard
39. The library ``confusable_homoglyphs`` has the graph of confusable characters: a star for each prototype, which
stands for all characters of its star.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from sys import intern
from typing import Any

from malecon.core.i18n import N_

IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's property Default_Ignorable_Code_Point, without the controls that embed, override or isolate directions."""
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Default-ignorable code points that are part of Persian and Indian words, and of composed emoji."""
BLANK = "\u2800"
"""The braille pattern without dots: it looks like a blank."""
PICTOGRAPHS = "\U0001f000", "\U0001faff"
"""First and last code point of Unicode's range of pictographs, some of which Python does not know yet."""
RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of letters and digits of scripts that are written from right to left."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
UNKNOWN_NAME = "?"
MOST_INITIALS = 256
"""Cached: those of tables in play."""


def clean_name(text: str) -> str:
    r"""Return a name without invisible characters and needless blanks; empty if nothing visible is left.

    >>> clean_name("  A\u034fna \u3164 Mari\u0301a\ufe0f "), clean_name("\u3164\u2800")
    ('Ana María', '')
    """
    name = _in_one_line(IGNORABLE.sub("", text))
    return name if any(map(_is_visible, name)) or not all(map(is_shown, name)) else ""


def clean_remark(text: str) -> str:
    r"""Return a chat message as one line, without control characters; empty if nothing visible is left.

    >>> clean_remark("one\ntwo \u202e\x1b[2Jthree\x00"), clean_remark("\u200d\u200d")
    ('one two [2Jthree', '')
    """
    signs = (sign for sign in _in_one_line(text) if sign in JOINERS or (is_shown(sign) and not IGNORABLE.match(sign)))
    remark = _in_one_line("".join(signs))
    return remark if any(map(_is_visible, remark)) else ""


def _in_one_line(text: str) -> str:
    """Return a text in form NFC, with one blank for each run of blanks and line ends."""
    return " ".join(unicodedata.normalize("NFC", text.replace(BLANK, " ")).split())


def is_shown(sign: str) -> bool:
    r"""Tell whether a character is a blank or has a shape: no control or format character, and not unassigned.

    >>> [is_shown(sign) for sign in "a \u202e\x1b\ud800\ue000"]
    [True, True, False, False, False, False]
    """
    category = unicodedata.category(sign)
    is_new_pictograph = category == "Cn" and PICTOGRAPHS[0] <= sign <= PICTOGRAPHS[1]
    return sign == " " or category[0] not in "CZ" or is_new_pictograph


def _is_visible(sign: str) -> bool:
    """Tell whether a character is visible by itself; a combining mark needs another one."""
    return sign != " " and is_shown(sign) and unicodedata.category(sign)[0] != "M"


def readable_name(stored: str) -> str:
    """Return a stored name cleaned for display: earlier versions stored invisible characters."""
    return stored if _is_simple(stored) else clean_name(stored) or UNKNOWN_NAME


def readable_remark(stored: str) -> str:
    """Return a stored chat message cleaned for display: earlier versions stored control characters."""
    return stored if _is_simple(stored) else clean_remark(stored)


def _is_simple(text: str) -> bool:
    """Tell whether a text is printable ASCII, which needs no cleaning; most texts are, and the test is fast."""
    return text.isascii() and text.isprintable()


def isolated(name: str) -> str:
    """Return a name in Unicode isolates if it is written from right to left, so that it does not reorder a sentence.

    >>> isolated("Ana"), isolated("דנה") == "\u2068דנה\u2069"
    ('Ana', True)
    """
    turns = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name)
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if turns else name


@lru_cache(MOST_INITIALS)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the letters on the badges of players, all different: the initial, two letters, or one and the seat.

    >>> initials(("ana", "\u2068דנה\u2069")), initials(("Rosa", "Mateo", "Miguel")), initials(("Mara", "Mateo"))
    (('A', 'ד'), ('R', 'Ma', 'Mi'), ('M1', 'M2'))
    """
    starts = [name.removeprefix(ISOLATE)[:2].removesuffix(END_OF_ISOLATE).capitalize() for name in names]
    firsts = [start[:1] for start in starts]
    return tuple(
        first if firsts.count(first) == 1 else start if starts.count(start) == 1 else f"{first}{number}"
        for number, (first, start) in enumerate(zip(firsts, starts, strict=True), 1)
    )


MARK = "\u200e"
"""The mark of direction around characters of right-to-left scripts in the table of the library."""
TWINS = N_("Two players are called {name}, or nearly so; give one of them another name.")


def skeleton_keys(name: str) -> frozenset[str]:
    """Return the keys of a name: two names look alike, or differ in capitals only, if they share a key.

    Both orders are needed: a Cyrillic В looks like B and its small letter does not look like b; I looks like l and i
    does not.

    >>> skeleton_keys("Ana") & skeleton_keys("ana") != frozenset()
    True
    >>> skeleton_keys("Ian") & skeleton_keys("lan") != frozenset()
    True
    >>> skeleton_keys("Ana") & skeleton_keys("Anna")
    frozenset()
    """
    plain = unicodedata.normalize("NFKC", clean_name(name))
    return frozenset([skeleton(plain).casefold(), skeleton(plain.casefold())])


def look_alike(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name looks like one of some others.

    >>> look_alike("\uff21n\u0430", ["Ben", "Ana"]), look_alike("Eva", ["Ben", "Ana"])
    (True, False)
    """
    return any(name == other or not skeleton_keys(name).isdisjoint(skeleton_keys(other)) for other in others)


def skeleton(text: str) -> str:
    """Return the skeleton of a text, which is equal for texts that look alike; it is not for people to read."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototypes of the confusable characters by code point; characters without one are left out."""
    import msgspec  # here, because most commands of the terminal never need it

    class Confusable(msgspec.Struct):
        c: str

    source = files("confusable_homoglyphs").joinpath("confusables.json").read_bytes()
    graph = msgspec.json.decode(source, type=dict[str, msgspec.Raw])  # decoded at once it would leave 6 MB behind
    others = msgspec.json.Decoder(list[Confusable]).decode
    found = ((sign.replace(MARK, ""), _prototype(sign, lambda each: others(graph[each]))) for sign in graph)
    table = {ord(sign): middle for sign, middle in found if len(sign) == 1 and sign != middle}
    return {sign: intern(middle.translate(table)) for sign, middle in table.items()}


def _prototype(sign: str, others: Callable[[str], Sequence[Any]]) -> str:
    """Return the prototype of a character: the middle of its star, or the lower code point of a pair."""
    around = others(sign)
    first = around[0].c
    if len(around) > 1:
        middle = sign
    else:
        middle = first if len(first) > 1 or len(others(first)) > 1 else min(sign, first)
    return middle.replace(MARK, "")

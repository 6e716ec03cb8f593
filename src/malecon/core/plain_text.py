"""Text that people type: without control characters, without signs that nobody sees, in Unicode's form NFC.

Control characters steer terminals, direction controls turn the words of others around, and default-ignorable code
points make two equal names different. ``core/confusables.py`` compares names by how they look.
"""

import re
import unicodedata

IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's property Default_Ignorable_Code_Point, without the controls that embed, override or isolate directions."""
JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Default-ignorable code points that spelling needs: Persian and Indian words, and emoji of several parts."""
BLANK = "\u2800"
"""The braille pattern without dots, which looks like a blank and is none."""
PICTOGRAPHS = "\U0001f000", "\U0001faff"
"""First and last code point of what Unicode keeps for pictographs, also those that Python does not know yet."""
RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of letters and digits of scripts that are written from right to left."""
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
UNKNOWN_NAME = "?"


def clean_name(text: str) -> str:
    r"""Return a name without signs that nobody sees and without needless blanks; empty if nothing is left.

    >>> clean_name("  A\u034fna \u3164 Mari\u0301a\ufe0f "), clean_name("\u3164\u2800")
    ('Ana María', '')
    """
    name = in_one_line(IGNORABLE.sub("", text))
    return name if any(map(is_visible, name)) or not all(map(is_shown, name)) else ""


def clean_remark(text: str) -> str:
    r"""Return something said as one line, without what cannot be shown; empty if nothing is left that can be seen.

    >>> clean_remark("one\ntwo \u202e\x1b[2Jthree\x00"), clean_remark("\u200d\u200d")
    ('one two [2Jthree', '')
    """
    signs = (sign for sign in in_one_line(text) if sign in JOINERS or (is_shown(sign) and not IGNORABLE.match(sign)))
    remark = in_one_line("".join(signs))
    return remark if any(map(is_visible, remark)) else ""


def in_one_line(text: str) -> str:
    """Return a text in form NFC, each run of blanks and line ends as one blank."""
    return " ".join(unicodedata.normalize("NFC", text.replace(BLANK, " ")).split())


def is_shown(sign: str) -> bool:
    r"""Tell whether a character is a blank or has a shape: it is no control, no format character, and not unassigned.

    >>> [is_shown(sign) for sign in "a \u202e\x1b\ud800\ue000"]
    [True, True, False, False, False, False]
    """
    category = unicodedata.category(sign)
    is_new_pictograph = category == "Cn" and PICTOGRAPHS[0] <= sign <= PICTOGRAPHS[1]
    return sign == " " or category[0] not in "CZ" or is_new_pictograph


def is_visible(sign: str) -> bool:
    """Tell whether a character can be seen by itself; a combining mark needs another one."""
    return sign != " " and is_shown(sign) and unicodedata.category(sign)[0] != "M"


def readable_name(stored: str) -> str:
    """Return a stored name as it is shown: earlier versions stored signs that nobody sees."""
    return stored if is_simple(stored) else clean_name(stored) or UNKNOWN_NAME


def readable_remark(stored: str) -> str:
    """Return something stored that was said, as it is shown: earlier versions stored control characters."""
    return stored if is_simple(stored) else clean_remark(stored)


def is_simple(text: str) -> bool:
    """Tell quickly whether a text can be shown as it is; most can."""
    return text.isascii() and text.isprintable()


def isolated(name: str) -> str:
    """Return a name that does not turn the words around it, for a sentence that may be written the other way.

    >>> isolated("Ana"), isolated("דנה") == "\u2068דנה\u2069"
    ('Ana', True)
    """
    turns = any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in name)
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if turns else name


def initial(name: str) -> str:
    """Return the first letter of a name, as a capital.

    >>> initial("ana"), initial("\u2068דנה\u2069")
    ('A', 'ד')
    """
    return name.removeprefix(ISOLATE)[:1].upper()

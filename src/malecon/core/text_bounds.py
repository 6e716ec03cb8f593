"""Bounds of texts, checked before they are parsed.

Parsers of the standard library cost far more than the length of their input in places: ``tomllib`` takes time and
memory with the square of the parts of a key, deep nesting ends in ``RecursionError``, and a number of more than 4,300
digits in ``ValueError``. So players' files, positions and JSON of requests are checked first. Each check takes time in
proportion to the text. The terminal and the server use the same bounds; those of requests are in
``web/http/request_bounds.py``.
"""

import re
from collections.abc import Iterator

from malecon.core.errors import MaleconError
from malecon.core.message import N_, NN_, Forms, Message, counted

KIB = 1024

LONGEST_FILE = 16 * KIB
"""Bytes of a player's file; the longest that comes with the games has 4,166."""
MOST_LINES = 1000
"""Lines of a player's file; the longest that comes with the games has 230. ``tomllib`` takes 0.01 ms for a line."""
LONGEST_LINE = 500
"""Characters of a line of a player's file, or of a record but for its position."""
MOST_TOKENS = 2000
"""Words, values and signs of a player's file, without remarks; ours have up to 1,027. Reading and checking one takes
about 0.005 ms."""
MOST_KEY_PARTS = 4
"""Parts of a dotted key in a player's file, such as ``cost.brick``; ours have one."""
LONGEST_WORD = 64
"""Characters of a number, a date or a key without quotes in a player's file."""

DEEPEST = 12
"""Most brackets open at once, in TOML and JSON; a position has 5."""
MOST_DIGITS = 20
"""Digits of a number in JSON: 2**64 has 20."""

LONGEST_RECORD = 48 * KIB
"""Bytes of a record; random games of five have about 7,000, so that ten such games would fit."""
MOST_MOVES = 2000
"""Moves of a record; random games have up to 400. Replaying takes 0.01 ms a move compiled, 0.06 ms plain."""
LONGEST_MOVE = 200
"""Characters of a move; the longest notation has 73."""

CLOSED = r'"(?:[^"\\]|\\.)*+"?'
"""Pattern of a text in quotes, with its closing quote if there is one; it never backtracks."""
SEVERAL_LINES = ('"""', "'''")
TOML_TOKEN = re.compile(rf"#.*|\"\"\"|'''|{CLOSED}|'[^']*+'?|[\[{{]|[\]}}]|[=,]|\.|[^\s#\"'\[\]{{}}=,.]++")
JSON_TOKEN = re.compile(rf"{CLOSED}|[\[{{]|[\]}}]|[0-9]++", re.DOTALL)


class OutOfBounds(MaleconError):
    """A text exceeds a bound; nothing of it was parsed.

    Attributes:
        place: offset in the text, from 0; of JSON only.
        line: in a player's file, from 1; 0 for all of it.
    """

    def __init__(self, message: Message, *, place: int = 0, line: int = 0) -> None:
        super().__init__(message.template, **message.facts)
        self.message = message
        self.place = place
        self.line = line


BYTES = NN_("{count} byte", "{count} bytes")
LINES = NN_("{count} line", "{count} lines")
CHARACTERS = NN_("{count} character", "{count} characters")
BRACKETS = NN_("{count} open bracket", "{count} open brackets")
PARTS = NN_("{count} part", "{count} parts")
MOVES = NN_("{count} move", "{count} moves")
TOO_MANY_TOKENS = N_("the file has more than {most} words and signs")
DIGITS = NN_("{count} digit", "{count} digits")
"""Units of bounds."""


def check_size(what: str, size: int, most: int, unit: Forms, *, line: int = 0, place: int = 0) -> None:
    """Raise ``OutOfBounds`` if ``what`` (a marked text) has more than ``most`` of a unit.

    >>> check_size("the line", 41_000, 500, CHARACTERS)
    Traceback (most recent call last):
    ...
    malecon.core.text_bounds.OutOfBounds: the line has 41000 characters, but may have 500
    """
    if size > most:
        facts = {"what": Message(what), "size": counted(unit, size), "most": most}
        raise OutOfBounds(Message(N_("{what} has {size}, but may have {most}"), facts), line=line, place=place)


TomlToken = tuple[str, int]
"""A token of a text in TOML, with the number of its line, from 1."""


def check_toml(text: str) -> list[TomlToken]:
    """Return the tokens of a player's file that keeps the bounds of lines, tokens, keys, words and depth.

    Whether it is TOML is not checked. A text of several lines (three quotes) is refused: a file of facts needs none.

    Raises:
        OutOfBounds: it does not keep them; nothing behind the first bound that it exceeds is read.
    """
    lines = text.split("\n")
    check_size(N_("the file"), len(lines), MOST_LINES, LINES)
    for number, line in enumerate(lines, start=1):
        check_size(N_("the line"), len(line), LONGEST_LINE, CHARACTERS, line=number)
    depth, parts, count, tokens = 0, 1, 0, []
    for token, number in toml_tokens(text):
        tokens.append((token, number))
        count += token[0] not in "#\n"
        if count > MOST_TOKENS:
            raise OutOfBounds(Message(TOO_MANY_TOKENS, {"most": MOST_TOKENS}))
        depth += 1 if token in "[{" else -1 if token in "]}" else 0
        parts = parts + 1 if token == "." else 1 if token in "[{]}=,\n" else parts
        if depth > DEEPEST or parts > MOST_KEY_PARTS or len(token) > LONGEST_WORD or token in SEVERAL_LINES:
            _refuse_token(token, number, depth, parts)
    return tokens


def _refuse_token(token: str, number: int, depth: int, parts: int) -> None:
    """Raise ``OutOfBounds`` for a token in line ``number``, unless it is just a long text or comment."""
    check_size(N_("the line"), depth, DEEPEST, BRACKETS, line=number)
    check_size(N_("a key"), parts, MOST_KEY_PARTS, PARTS, line=number)
    if token in SEVERAL_LINES:
        message = Message(N_("a text of several lines begins here, but a text must end in its line"))
        raise OutOfBounds(message, line=number)
    if token[0] not in "#\"'":
        check_size(N_("a word"), len(token), LONGEST_WORD, CHARACTERS, line=number)


def toml_tokens(text: str) -> Iterator[TomlToken]:
    """Yield the tokens of a text in TOML, line ends included."""
    for number, line in enumerate(text.split("\n"), start=1):
        for found in TOML_TOKEN.finditer(line):
            yield found[0], number
        yield "\n", number


def check_json(text: str) -> None:
    """Raise ``OutOfBounds`` unless a text keeps the bounds of depth and digits; whether it is JSON is not checked."""
    depth = 0
    for found in JSON_TOKEN.finditer(text):
        token = found[0]
        if token in "[{":
            depth += 1
            check_size(N_("the text"), depth, DEEPEST, BRACKETS, place=found.start())
        elif token in "]}":
            depth -= 1
        elif token[0] != '"':
            check_size(N_("a number"), len(token), MOST_DIGITS, DIGITS, place=found.start())

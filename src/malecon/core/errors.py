"""Errors of requests by people and programs; bounds of texts that are parsed; the words in which positions are refused.

Parsers of the standard library cost far more than the length of their input in places: ``tomllib`` takes time and
memory with the square of the parts of a key, deep nesting ends in ``RecursionError``, and a number of more than 4,300
digits in ``ValueError``. So players' files, positions and JSON of requests are checked before they are parsed; each
check takes time in proportion to the text. The terminal and the server use the same bounds; those of requests are in
``web/middleware/request_bounds.py``.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

Facts = Mapping[str, str | int]


class MaleconError(ValueError):
    """A request cannot be carried out; ``str()`` is a sentence for people.

    Attributes:
        template, facts: the template of the sentence and its facts, for translation.
    """

    def __init__(self, template: str, **facts: str | int) -> None:
        """``template`` is formatted with ``facts`` (``str.format``); without facts it is the sentence itself."""
        super().__init__(template.format(**facts) if facts else template)
        self.template = template
        self.facts = facts


class UsageError(MaleconError):
    """A seat, an option, a seed or a position is wrong for the game."""


class UnknownName(UsageError, KeyError):
    """There is nothing of a name that was looked up."""

    __str__ = MaleconError.__str__  # a ``KeyError`` would show the sentence in quotes


class IllegalMove(MaleconError):
    """A rule forbids a move; nothing was changed.

    Attributes:
        rule: the id of the rule, e.g. ``HAV-5.4``.
        template, facts: the template of the sentence and its facts, for translation.
        sentence: the reason, for people.
        line: in a record, the line of the move, from 1.
    """

    def __init__(self, rule: str, template: str, facts: Facts | None = None, *, line: int | None = None) -> None:
        """``template`` is formatted with ``facts`` (``str.format``); without facts it is the sentence itself."""
        sentence = template.format(**facts) if facts else template
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}{sentence} ({rule})")
        self.rule = rule
        self.template = template
        self.facts = dict(facts or {})
        self.sentence = sentence
        self.line = line

    def at(self, line: int) -> "IllegalMove":
        """Return the same error for a move in a line of a record."""
        return IllegalMove(self.rule, self.template, self.facts, line=line)


class ParseError(MaleconError):
    """A text cannot be read.

    Attributes:
        line, column: of the error, both from 1.
        sentence: the error, without line and column.
    """

    def __init__(self, sentence: str, *, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}")
        self.sentence = sentence
        self.line = line
        self.column = column


KIB = 1024

LONGEST_FILE = 16 * KIB
"""Bytes of a player's file; the longest that comes with the games has 4,166."""
MOST_LINES = 1000
"""Lines of a player's file; the longest that comes with the games has 230. ``tomllib`` takes 0.01 ms for a line."""
LONGEST_LINE = 500
"""Characters of a line of a player's file, or of a record but for its position."""
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
LONGEST_SHOWN = 80
"""Characters of a wrong value that an error quotes."""

CLOSED = r'"(?:[^"\\]|\\.)*+"?'
"""Pattern of a text in quotes, with its closing quote if there is one; it never backtracks."""
SEVERAL_LINES = ('"""', "'''")
TOML_TOKEN = re.compile(rf"#.*|\"\"\"|'''|{CLOSED}|'[^']*+'?|[\[{{]|[\]}}]|[=,]|\.|[^\s#\"'\[\]{{}}=,.]++")
JSON_TOKEN = re.compile(rf"{CLOSED}|[\[{{]|[\]}}]|[0-9]++", re.DOTALL)


class OutOfBounds(MaleconError):
    """A text exceeds a bound; nothing of it was parsed.

    Attributes:
        place: offset in the text, from 0; of JSON only.
    """

    def __init__(self, sentence: str, place: int = 0) -> None:
        super().__init__(sentence)
        self.place = place


def check_size(what: str, size: int, most: int, unit: str) -> None:
    """Raise ``OutOfBounds`` if ``what`` has more than ``most`` of a unit.

    >>> check_size("line 3", 41_000, 500, "characters")
    Traceback (most recent call last):
    ...
    malecon.core.errors.OutOfBounds: line 3 has 41,000 characters, but may have 500
    """
    if size > most:
        raise OutOfBounds(f"{what} has {size:,} {unit}, but may have {most:,}")


def check_toml(text: str) -> None:
    """Raise ``OutOfBounds`` unless a player's file keeps the bounds of size, lines, keys, words and depth.

    Whether it is TOML is not checked. A text of several lines (three quotes) is refused: a file of facts needs none.
    """
    lines = text.split("\n")
    check_size("the file", len(lines), MOST_LINES, "lines")
    for number, line in enumerate(lines, start=1):
        check_size(f"line {number}", len(line), LONGEST_LINE, "characters")
    depth, parts = 0, 1
    for token, number in _toml_tokens(lines):
        depth += 1 if token in "[{" else -1 if token in "]}" else 0
        parts = parts + 1 if token == "." else 1 if token in "[{]}=,\n" else parts
        if depth > DEEPEST or parts > MOST_KEY_PARTS or len(token) > LONGEST_WORD or token in SEVERAL_LINES:
            _refuse_token(token, number, depth, parts)


def _refuse_token(token: str, number: int, depth: int, parts: int) -> None:
    """Raise ``OutOfBounds`` for a token in line ``number``, unless it is just a long text or comment."""
    check_size(f"line {number}", depth, DEEPEST, "open brackets")
    check_size(f"a key in line {number}", parts, MOST_KEY_PARTS, "parts")
    if token in SEVERAL_LINES:
        raise OutOfBounds(f"line {number} begins a text of several lines, but a text must end in its line")
    if token[0] not in "#\"'":
        check_size(f"a word in line {number}", len(token), LONGEST_WORD, "characters")


def _toml_tokens(lines: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the tokens of lines of TOML, line ends included, each with the number of its line, from 1."""
    for number, line in enumerate(lines, start=1):
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
            if depth > DEEPEST:
                raise OutOfBounds(f"there are more than {DEEPEST} open brackets", found.start())
        elif token in "]}":
            depth -= 1
        elif token[0] != '"' and len(token) > MOST_DIGITS:
            raise OutOfBounds(f"a number has {len(token):,} digits, but may have {MOST_DIGITS}", found.start())


def shortened(value: object) -> str:
    """Return the ``repr`` of a value, shortened for an error.

    >>> shortened("ten"), len(shortened([0] * 1000))
    ("'ten'", 81)
    """
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def check_known(what: str, names: Iterable[str], known: Sequence[str]) -> None:
    """Raise ``UsageError`` unless each name of a thing (``what``) is known."""
    for name in names:
        if name not in known:
            raise UsageError(f"{what}: is {shortened(name)}, but must be one of {', '.join(known)}")


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return the end of an error that names the most similar of the known names; empty if none is similar.

    >>> suggestion("thread", ["games", "threads"]), suggestion("colour", ["games", "threads"])
    ('; did you mean threads?', '')
    """
    found = difflib.get_close_matches(str(name), [*known], 1)
    return f"; did you mean {found[0]}?" if found else ""


def ensure(is_so: bool, sentence: str) -> None:
    """Raise ``UsageError`` with ``sentence`` unless ``is_so``."""
    if not is_so:
        raise UsageError(f"position: {sentence}")


def ensure_each_once(what: str, found: Sequence[int | str], expected: Sequence[int | str]) -> None:
    """Refuse things that are missing, strange or there twice."""
    counts = Counter(found)
    for thing in [*expected, *found]:
        must = 1 if thing in expected else 0
        ensure(counts[thing] == must, f"{what} {thing}: is there {counts[thing]} times, but must be {must}")


def who(seat: int) -> str:
    """Return the name of a player in a sentence, such as ``players 2``; ``seat`` is 0-based."""
    return f"players {seat + 1}"

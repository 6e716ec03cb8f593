"""TOML that people write: its text and content, the line of each entry, and syntax errors in plain words."""

import codecs
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from malecon.core.message import N_, Message
from malecon.core.text_bounds import BYTES, LONGEST_FILE, OutOfBounds, TomlToken, check_size, check_toml

Path = tuple[str | int, ...]
"""Keys and places, from 0, that lead to an entry."""


class Fault(NamedTuple):
    """One thing that is wrong in plain data or in a file.

    Attributes:
        path: of the entry; empty for all of it.
        message: what is wrong, without the place.
        line, column: in a file, from 1; 0 if they are not known.
        key: that the entry has, of which the message tells; its line counts.
    """

    path: Path
    message: Message
    line: int = 0
    column: int = 0
    key: str = ""


class SyntaxFault(Exception):
    """A file cannot be read; ``fault`` says why."""

    def __init__(self, message: Message, line: int = 0, column: int = 0) -> None:
        super().__init__(str(message))
        self.fault = Fault((), message, line, column)


KINDS_OF_FILES = {
    b"PK\x03\x04": N_("this is a ZIP file, such as a spreadsheet or a document; a text file is expected"),
    b"%PDF": N_("this is a PDF file; a text file is expected"),
    b"\x89PNG": N_("this is a picture; a text file is expected"),
    b"\xff\xd8\xff": N_("this is a picture; a text file is expected"),
    b"GIF8": N_("this is a picture; a text file is expected"),
    b"\xd0\xcf\x11\xe0": N_("this is a spreadsheet or a document; a text file is expected"),
    b"{\\rtf": N_("this is a document of a word processor; save it as plain text"),
}
"""Files that are no text, by their first bytes."""
NO_TEXT = N_("this is no text file")
NOT_UTF8 = N_("a letter here is not written in UTF-8; save the file as UTF-8")
EMPTY = N_("the file is empty")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
TWICE_HERE = N_("{text} is there twice")
PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
TWICE = re.compile(r"overwrite|twice|[Dd]uplicate|redefine|immutable")
"""How ``tomllib`` says that a key is there already; the sentence is ours, also if it should say so otherwise."""
CURLY = re.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb]")
BLANK = re.compile("[\u00a0\u2007\u2009\u200b\u202f\ufeff]")
BARE = re.compile(r"(?:[=,\[]\s*)((?!true\b|false\b|inf\b|nan\b)[^\W\d][\w-]*)")
FOREIGN = re.compile(r"[\w-]*[^\W\x00-\x7f][\w-]*")
"""A word with letters that TOML wants in quotes, as a key too."""
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
LONGEST_REST = 30
"""Characters of a line that an error quotes."""


def text_of(content: bytes) -> str:
    """Return the text of a file, with a line feed at each line's end; UTF-8, or UTF-16 that says so.

    Raises:
        SyntaxFault: it is too long, empty, or no text.
    """
    try:
        check_size(N_("the file"), len(content), LONGEST_FILE, BYTES)
    except OutOfBounds as error:
        raise SyntaxFault(error.message) from None
    for beginning, sentence in KINDS_OF_FILES.items():
        if content.startswith(beginning):
            raise SyntaxFault(Message(sentence))
    encoding = "utf-16" if content.startswith(UTF16) else "utf-8"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        is_text = encoding == "utf-8" and b"\0" not in content
        line = len(content[: error.start].splitlines()) or 1
        raise SyntaxFault(Message(NOT_UTF8), line) if is_text else SyntaxFault(Message(NO_TEXT)) from None
    return _checked_text(text)


def _checked_text(text: str) -> str:
    """Return a text without a byte order mark and with line feeds, if it is one."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if found := CONTROL.search(text):
        raise SyntaxFault(Message(NO_TEXT), text.count("\n", 0, found.start()) + 1 if found[0] != "\0" else 0)
    if all(line.lstrip()[:1] in ("", "#") for line in text.split("\n")):
        raise SyntaxFault(Message(EMPTY))
    return text


def guessed_text(content: bytes) -> str:
    """Return the text of a file for somebody who mends it, its letters guessed; empty for what is no text.

    >>> guessed_text("ca\u00f1a".encode("latin-1")), guessed_text(bytes([80, 75, 3, 4, 0]))
    ('ca\u00f1a', '')
    """
    if len(content) > LONGEST_FILE:
        return ""
    try:
        return text_of(content)
    except SyntaxFault as error:
        if error.fault.message.template != NOT_UTF8:
            return ""
    text = content.decode("cp1252", "replace")
    return "" if CONTROL.search(text) else text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str) -> tuple[dict[str, object], list[TomlToken]]:
    """Return content and tokens of a text in TOML, which is within the bounds of ``core.text_bounds``.

    Raises:
        SyntaxFault: it exceeds a bound, or is no TOML.
    """
    try:
        tokens = check_toml(text)
    except OutOfBounds as error:
        raise SyntaxFault(error.message, error.line) from None
    try:
        return tomllib.loads(text), tokens
    except ValueError as error:
        raise _syntax_fault(text, tokens, str(error)) from None


def _syntax_fault(text: str, tokens: Sequence[TomlToken], reason: str) -> SyntaxFault:
    """Return what is wrong with the syntax; of ``tomllib`` only the place is used, and that a key is there twice."""
    lines = text.split("\n")
    found = PLACE.search(reason)
    line, column = (int(found[1]), int(found[2])) if found else (len(text.rstrip().split("\n")), 0)
    raw = lines[line - 1] if line <= len(lines) else ""
    code = QUOTED.sub('""', raw).partition("#")[0]
    opened = _open_bracket(tokens, line)
    if TWICE.search(reason):
        if raw.strip().startswith("["):
            return SyntaxFault(
                Message(N_("each entry begins with double brackets, such as [[name]]; so must the first")), line
            )
        key = raw.partition("=")[0].strip()
        return SyntaxFault(Message(TWICE_HERE, {"text": quoted(key)}), line)
    if CURLY.search(code):
        return SyntaxFault(Message(N_('the quotes must be straight ones, such as "this"')), line)
    if BLANK.search(code):
        return SyntaxFault(Message(N_("there is a special blank; type a normal one")), line)
    if code.count('"') % 2 or code.count("'") % 2:
        return SyntaxFault(Message(N_("a quote is missing: a text begins and ends with one")), line)
    if opened and (opened < line or not found):
        template = N_("the list that begins in line {line} is not closed: ] is missing")
        return SyntaxFault(Message(template, {"line": opened}), line)
    if bare := (FOREIGN.search(code) or BARE.search(code)) if "=" in code or opened else None:
        return SyntaxFault(
            Message(N_('this must stand in quotes: "{text}"'), {"text": bare[bare.lastindex or 0]}), line
        )
    if raw.strip().startswith("[") and not opened:
        message = Message(N_("the head of an entry is a name in double brackets, such as [[name]]"))
        return SyntaxFault(message, line)
    if "=" not in code and not opened:
        facts = {"text": quoted(raw.strip())}
        return SyntaxFault(Message(N_("{text} is no fact: a name, =, and a value are expected"), facts), line)
    rest = raw[max(0, column - 1) :].strip()
    if not rest:
        return SyntaxFault(Message(N_("something is missing at the end of the line")), line, column)
    template = N_("{text} cannot be read here; perhaps a comma or a bracket is missing")
    return SyntaxFault(Message(template, {"text": quoted(rest)}), line, column)


def _open_bracket(tokens: Sequence[TomlToken], line: int) -> int:
    """Return the line of a list's bracket that is still open where ``line`` begins, or that it opens; 0 for none."""
    opened: list[int] = []
    before = ""
    for token, number in tokens:
        if number > line or (number == line and not opened and before == "\n" and token == "["):
            break
        if token == "[" and (before in ("=", ",", "[") or opened):
            opened.append(number)
        elif token == "]" and opened:
            opened.pop()
        before = token if token[0] != "#" else before
    return opened[0] if opened else 0


def lines_of(tokens: Sequence[TomlToken]) -> dict[Path, int]:
    """Return the line of each entry, by its path; the tokens are those of ``parse``.

    >>> lines_of(parse('[[ship]]\\nid = 1\\nspaces = [\\n"rum"]\\n[[ship]]')[1])
    {('ship', 0): 1, ('ship', 0, 'id'): 2, ('ship', 0, 'spaces'): 3, ('ship', 0, 'spaces', 0): 4, ('ship', 1): 5}
    """
    return _LineReader(tokens).read()


class _LineReader:
    """Reads the tokens of a text in TOML once, from the first to the last."""

    def __init__(self, tokens: Sequence[TomlToken]) -> None:
        self._tokens = [(token, line) for token, line in tokens if not token.startswith("#")]
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._counts = Counter[Path]()

    def read(self) -> dict[Path, int]:
        head: Path = ()
        while self._at < len(self._tokens):
            token, line = self._tokens[self._at]
            if token == "\n":
                self._at += 1
            elif token == "[":
                head = self._read_head()
                self._lines.setdefault(head, line)
            else:
                self._read_value(head + self._read_key("="))
        return self._lines

    def _next(self) -> str:
        """Return the next token, and go on; after the last one a line end."""
        token = self._tokens[self._at][0] if self._at < len(self._tokens) else "\n"
        self._at += 1
        return token

    def _peek(self) -> str:
        """Return the next token; after the last one a line end."""
        return self._tokens[self._at][0] if self._at < len(self._tokens) else "\n"

    def _read_key(self, end: str) -> Path:
        """Return the parts of a key before the token ``end``, which is read too."""
        parts = []
        while (token := self._next()) not in (end, "\n"):
            if token != ".":
                parts.append(token.strip("\"'"))
        return tuple(parts)

    def _read_head(self) -> Path:
        """Return the path of a head in brackets; the next of its name if they are double."""
        self._next()
        is_double = self._peek() == "["
        if is_double:
            self._next()
        parts = self._read_key("]")
        while self._next() != "\n":
            pass
        path: Path = ()
        for part in parts[:-1]:
            path = (*path, part)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        path = (*path, *parts[-1:])
        if not is_double:
            return path
        self._counts[path] += 1
        return (*path, self._counts[path] - 1)

    def _read_value(self, path: Path) -> None:
        """Note the line of a value and of what is in it."""
        if self._at < len(self._tokens):
            self._lines.setdefault(path, self._tokens[self._at][1])
        token = self._next()
        if token == "[":
            self._read_list(path)
        elif token == "{":
            self._read_table(path)
        else:
            while self._peek() not in (",", "]", "}", "\n"):
                self._next()

    def _read_list(self, path: Path) -> None:
        """Note the lines of the entries of a list, whose bracket is read."""
        count = 0
        while self._at < len(self._tokens) and (token := self._peek()) != "]":
            if token in (",", "\n"):
                self._next()
            else:
                self._read_value((*path, count))
                count += 1
        self._next()

    def _read_table(self, path: Path) -> None:
        """Note the lines of the entries of a table in braces, whose first one is read."""
        while self._at < len(self._tokens) and (token := self._peek()) != "}":
            if token in (",", "\n"):
                self._next()
            else:
                self._read_value(path + self._read_key("="))
        self._next()


def quoted(text: object) -> Message:
    """Return a text as a sentence quotes it, shortened."""
    text = str(text).encode(errors="replace").decode()
    return Message(N_("“{text}”"), {"text": text[:LONGEST_REST] + "…" * (len(text) > LONGEST_REST)})


def shown(value: object) -> Message:
    """Return a value as TOML writes it, shortened.

    >>> [str(shown(value)) for value in (True, "rum", [1], float("nan"), None)]
    ['true', '“rum”', '[…]', 'nan', 'null']
    """
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return Message("true" if value else "false")
    if isinstance(value, list | tuple):
        return Message("[…]" if value else "[]")
    if isinstance(value, dict):
        return Message("{…}" if value else "{}")
    return Message("null" if value is None else str(value)[:LONGEST_REST])

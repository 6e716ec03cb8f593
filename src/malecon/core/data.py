"""Data files: TOML that a player can proofread, converted to a declared type; and the data that an owner can replace.

An error names the file, the line, the entry and the field, in the words of the game: ``ships.toml: line 12, ship 3,
“spaces”: 5 spaces are expected, but 4 are there``. An owner's own data comes from a file, from plain data, or as lines
of a record. A line is a head, a colon and the facts, such as ``tile 5: 2 points, 1 brick``.
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, islice
from pathlib import Path
from typing import Any, Generic, NamedTuple

import msgspec
from msgspec import Struct, inspect
from typing_extensions import TypeVar

from malecon.core import AnyState, PlainData, toml_text
from malecon.core.errors import LONGEST_FILE, MaleconError, ParseError, TomlToken, shortened
from malecon.core.message import N_, Message, Translator
from malecon.core.shape import PLAIN, UNFIT, Vocabulary, canonical, faults_of
from malecon.core.strict_json import NO_JSON
from malecon.core.toml_text import Fault, SyntaxFault, shown

T = TypeVar("T", default=Any)

GAMES = files("malecon") / "games"
"""The folders of the games."""


MOST_FAULTS = 5
"""Things that are wrong, of which an error tells."""
NO_UTF8 = N_("it is not written in UTF-8")
OTHER_KIND = N_("this is a file with {other}; {own} are expected")


class DataError(MaleconError):
    """A data file is wrong; the sentence names file, entry and field."""


class FaultyData(DataError):
    """Plain data or a file differs from what is expected.

    Attributes:
        source: what the data are called: a file, an option, or ``position``.
        faults: what is wrong, the first ``MOST_FAULTS`` at most.
    """

    def __init__(self, source: str, faults: Iterable[Fault], words: Vocabulary = PLAIN) -> None:
        """``words``: of the game, for the places."""
        self.source = source
        self.faults = tuple(faults)
        self._words = words
        super().__init__("\n".join(self._lines(None)))

    def in_language(self, language: Translator) -> str:
        """Return a line for each fault, in a language."""
        return "\n".join(self._lines(language))

    def sentences(self, language: Translator) -> list[str]:
        """Return a sentence for each fault, with its place but without the source."""
        return [self._sentence(fault, language) for fault in self.faults]

    def _lines(self, language: Translator | None) -> Iterator[str]:
        """Yield a line for each fault."""
        for fault in self.faults:
            facts = {"source": self.source, "what": self._sentence(fault, language)}
            yield Message(N_("{source}: {what}"), facts).in_language(language)

    def _sentence(self, fault: Fault, language: Translator | None) -> str:
        """Return the sentence of a fault, with its place."""
        place = self._words.place(fault.path)
        if fault.line:
            line, column = {"line": fault.line}, {"line": fault.line, "column": fault.column}
            in_file = Message(N_("line {line}, column {column}"), column) if fault.column else None
            place = (in_file or Message(N_("line {line}"), line), *place)
        facts = {"place": place, "what": fault.message}
        return (Message(N_("{place}: {what}"), facts) if place else fault.message).in_language(language)


class OwnFile(NamedTuple):
    """A player's own data file, not parsed: its name for errors, and its bytes, at most one more than allowed."""

    name: str
    content: bytes


def folder_of(game: str) -> Traversable:
    """Return the folder of a game, in which all of it lies: data, templates, pictures."""
    return GAMES / game


_UNREADABLE: Mapping[type[Exception], str] = {
    FileNotFoundError: N_("{file} cannot be read: there is no such file"),
    PermissionError: N_("{file} cannot be read: it may not be"),
    IsADirectoryError: N_("{file} cannot be read: it is a folder"),
}
"""Sentences about files that cannot be opened, by the error."""


def load_own(path: Path) -> OwnFile:
    """Return a player's own data file; at most ``LONGEST_FILE`` bytes and one are read.

    Raises:
        DataError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return OwnFile(path.name, file.read(LONGEST_FILE + 1))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        template = _UNREADABLE.get(type(error), N_("{file} cannot be read"))
        raise DataError(template, file=str(path)) from None


def read_toml(path: Traversable | Path, shape: type[T]) -> T:
    """Return the content of a TOML file of the package as a ``shape``, or raise ``DataError``."""
    try:
        return convert(tomllib.loads(path.read_text("utf-8")), shape, path.name)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name}: is not TOML: {error}") from None


def read_things(path: Traversable, shape: type[Struct], check: Callable[[Any], Iterator[Fault]]) -> tuple[Any, ...]:
    """Return the things in a file of the package, checked, or raise ``DataError``; the arguments are ``OwnData``'s."""
    found = read_toml(path, shape)
    if faults := [*check(found)]:
        raise FaultyData(path.name, faults)
    return _things_of(found)


def _things_of(file: Struct) -> tuple[Any, ...]:
    """Return the things of all lists of a file."""
    return tuple(chain.from_iterable(getattr(file, name) for name in file.__struct_fields__))


def convert(raw: object, shape: type[T], source: str) -> T:
    """Return plain data ``raw`` as a ``shape``, or raise ``FaultyData`` that names ``source``, entry and field."""
    try:
        return msgspec.convert(raw, shape)
    except (msgspec.ValidationError, UnicodeEncodeError):  # the latter: half of a character
        raise FaultyData(source, differences(raw, shape)) from None


def differences(raw: object, shape: Any) -> list[Fault]:
    """Return the faults of plain data that msgspec refuses for a type; the first ``MOST_FAULTS``."""
    found = [*islice(faults_of(raw, inspect.type_info(shape)), MOST_FAULTS)]
    return found or [Fault((), Message(UNFIT, {"got": shown(raw)}))]


def json_reason(content: bytes, shape: Any) -> Message:
    """Return in words why JSON that msgspec refuses is none, or differs from a type."""
    try:
        raw = json.loads(content)
    except UnicodeDecodeError:
        return Message(NO_UTF8)
    except json.JSONDecodeError as error:
        return Message(NO_JSON, {"line": error.lineno, "column": error.colno})
    except (ValueError, RecursionError):  # a number of thousands of digits; thousands of brackets
        return Message(NO_JSON, {"line": 1, "column": 1})
    fault = differences(raw, shape)[0]
    place = PLAIN.place(fault.path)
    return Message(N_("{place}: {what}"), {"place": place, "what": fault.message}) if place else fault.message


def _all_of(state: AnyState, things: tuple[T, ...]) -> tuple[T, ...]:
    return things


@dataclass(frozen=True, slots=True, eq=False)
class OwnData(Generic[T]):
    """One kind of data, such as the tiles.

    Attributes:
        name: of all: the name of the option.
        title: a marked text: what they are, with the name of the game.
        word: with which the line of one begins.
        usual: those that come with the game.
        file: the structure of a file: its lists are the things.
        check: of a read file, what is wrong besides its structure.
        put: writes things into a new state, in place.
        of: the things that are played, from a state.
        write, parse: one as a line, and a line with its number as plain data.
        words: of the game, for errors and for names in other languages; asked for when needed.
        tables: plain data of all as a file has them, if not in a single list.
        played: of all things, those that a state's number of seats and variant bring into play.
        complete: plain data of those that are played, with all others.
    """

    name: str
    title: str
    word: str
    usual: tuple[T, ...]
    file: type[Struct]
    check: Callable[[Any], Iterator[Fault]]
    put: Callable[[AnyState, tuple[T, ...]], None]
    of: Callable[[AnyState], tuple[T, ...]]
    write: Callable[[T], str]
    parse: Callable[[str, int], PlainData]
    words: Callable[[], Vocabulary] = Vocabulary
    tables: Callable[[Any], dict[str, object]] | None = None
    played: Callable[[AnyState, tuple[T, ...]], tuple[T, ...]] = _all_of
    complete: Callable[[Sequence[Any]], Sequence[Any]] = list

    def __post_init__(self) -> None:
        _KINDS.append(self)

    @property
    def thing(self) -> type[T]:
        """Return the type of one."""
        return type(self.usual[0])

    def read(self, file: OwnFile) -> tuple[T, ...]:
        """Return the things of an owner's file, or raise ``FaultyData`` that names file, line, entry and field."""
        try:
            content, tokens = toml_text.parse(toml_text.text_of(file.content))
            return self._checked(content, file.name, tokens)
        except SyntaxFault as error:
            raise FaultyData(file.name, [error.fault]) from None

    def convert(self, raw: object) -> tuple[T, ...]:
        """Return things from plain data (a list of tables like those of the file), or raise ``FaultyData``."""
        tables = self.tables(raw) if self.tables else {self.file.__struct_fields__[0]: raw}
        return self._checked(tables, self.name)

    def _checked(self, raw: PlainData, source: str, tokens: Sequence[TomlToken] = ()) -> tuple[T, ...]:
        """Return the things of plain data; ``tokens``: of the file that has them.

        Names of other languages are looked up, and faults put into words, only if something is wrong.
        """
        try:
            found = msgspec.convert(raw, self.file)
        except (msgspec.ValidationError, UnicodeEncodeError):
            found = None
        if found is not None and next(self.check(found), None) is None:
            return _things_of(found)
        words, kind = self.words(), inspect.type_info(self.file)
        meant = canonical(raw, kind, words)
        faults = self._other_kind(raw) or [*islice(faults_of(meant, kind, words), MOST_FAULTS)]
        if not faults:
            found = convert(meant, self.file, source)
            faults = [*islice(self.check(found), MOST_FAULTS)]
            if not faults:
                return _things_of(found)
        raise FaultyData(source, _with_lines(faults, tokens), words)

    def _other_kind(self, raw: PlainData) -> list[Fault]:
        """Return the fault that a file is one of another kind, if it is."""
        if self._is_like(raw):
            return []
        others = [each for each in _KINDS if each._is_like(raw)]
        titles = [{"other": Message(each.title), "own": Message(self.title)} for each in others]
        return [Fault((), Message(OTHER_KIND, facts)) for facts in titles[:1]]

    def _is_like(self, raw: PlainData) -> bool:
        """Tell whether a file has a list of this kind, and its first entry no facts of others."""
        for each in inspect.type_info(self.file).fields:  # type: ignore[attr-defined]  # of a structure
            entries = raw.get(each.name)
            if isinstance(entries, list) and entries and isinstance(entries[0], dict):
                entry = each.type.item_type
                return isinstance(entry, inspect.StructType) and {*entries[0]} <= {of.name for of in entry.fields}
        return False

    def differing(self, state: AnyState) -> tuple[T, ...] | None:
        """Return the things that are played, if they are others than the state would have without an owner's data."""
        things, usual = self.of(state), self.played(state, self.usual)
        return None if _lines(self.write, things) == _lines(self.write, usual) else things


_KINDS: list[OwnData[Any]] = []
"""All kinds of data of the games that are loaded."""


def _with_lines(faults: Sequence[Fault], tokens: Sequence[TomlToken]) -> list[Fault]:
    """Return faults with their lines in a file of these tokens, by the nearest entry that it has."""
    lines = toml_text.lines_of(tokens)
    found = []
    for fault in faults:
        path = (*fault.path, fault.key)
        while path and path not in lines:
            path = path[:-1]
        found.append(fault._replace(line=lines.get(path, 0)))
    return found


@lru_cache(64)
def _lines(write: Callable[[T], str], things: tuple[T, ...]) -> tuple[str, ...]:
    """Return things as lines of a record; kept, for every position asks whether they are those of the game."""
    return tuple(map(write, things))


class Part(NamedTuple):
    """One fact of a line, and where it stands, from 1."""

    text: str
    line: int
    column: int

    def refusal(self, what: str, expected: Message) -> ParseError:
        """Return the error that the part is no fact of a ``what``; ``expected``: the facts of one."""
        facts = {"text": shortened(self.text), "what": what, "expected": expected}
        sentence = Message(N_("{text} is no part of a line that begins with '{what}'; expected {expected}"), facts)
        return ParseError(sentence, line=self.line, column=self.column)


def split_entry(text: str, line: int, names: str, example: str) -> tuple[str, list[Part]]:
    """Return the name in the head of a line, which the pattern ``names`` describes, and the parts behind the colon.

    >>> split_entry("tile 5: 2 points,  1 brick", 4, r"[0-9]", "tile 1: 1 point")
    ('5', [Part(text='2 points', line=4, column=9), Part(text='1 brick', line=4, column=20)])
    """
    what = example.partition(" ")[0]
    head, colon, rest = text.partition(":")
    found = re.fullmatch(rf"{what}\s+({names})", head.strip())
    if not colon or found is None:
        facts = {"text": shortened(text), "example": repr(example)}
        raise ParseError(Message(N_("{text} is not like {example}"), facts), line=line, column=1)
    parts = []
    column = len(head) + 2
    for part in rest.split(","):
        parts.append(Part(part.strip(), line, column + len(part) - len(part.lstrip())))
        column += len(part) + 1
    return found[1], parts

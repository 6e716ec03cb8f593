"""Data files: TOML that a player can proofread, converted to a declared type; and the data that an owner can replace.

An error names the file, the entry and the field: ``buildings.toml: building 3, cost.brick: Expected `int` <= 3``.
An owner's own data comes from a file, from plain data, or as lines of a record. A line is a head, a colon and the
facts, such as ``tile 5: 2 points, 1 brick``.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Generic, NamedTuple

import msgspec
from msgspec import Struct, inspect
from typing_extensions import TypeVar

from malecon.core import AnyState, PlainData
from malecon.core.errors import LONGEST_FILE, MaleconError, OutOfBounds, ParseError, check_size, check_toml

T = TypeVar("T", default=Any)

GAMES = files("malecon") / "games"
"""The folders of the games."""


class DataError(MaleconError):
    """A data file is wrong; the sentence names file, entry and field."""


class OwnFile(NamedTuple):
    """A player's own data file, not parsed: its name for errors, and its bytes, at most one more than allowed."""

    name: str
    content: bytes


def folder_of(game: str) -> Traversable:
    """Return the folder of a game, in which all of it lies: data, templates, pictures."""
    return GAMES / game


def load_own(path: Path) -> OwnFile:
    """Return a player's own data file; at most ``LONGEST_FILE`` bytes and one are read.

    Raises:
        DataError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return OwnFile(path.name, file.read(LONGEST_FILE + 1))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) else error
        raise DataError(f"{path}: cannot be read: {reason}") from None


def _parse_own(file: OwnFile, shape: type[T]) -> T:
    """Return the content of a player's own data file as a ``shape``, within the bounds of ``core.errors``.

    Raises:
        DataError: it exceeds a bound, is no TOML, or differs from the shape.
    """
    try:
        check_size("the file", len(file.content), LONGEST_FILE, "bytes")
        text = file.content.decode("utf-8")
        check_toml(text)
    except OutOfBounds as error:
        raise DataError(f"{file.name}: {error}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{file.name}: is not UTF-8 text (byte {error.start})") from None
    return _parse_toml(text, shape, file.name)


def read_toml(path: Traversable | Path, shape: type[T]) -> T:
    """Return the content of a TOML file of the package as a ``shape``, or raise ``DataError``."""
    return _parse_toml(path.read_text("utf-8"), shape, path.name)


def _parse_toml(text: str, shape: type[T], source: str) -> T:
    """Return TOML as a ``shape``, or raise a ``DataError`` that names the ``source``."""
    try:
        return convert(tomllib.loads(text), shape, source)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{source}: is not TOML: {error}") from None


def convert(raw: object, shape: type[T], source: str) -> T:
    """Return plain data ``raw`` as a ``shape``, or raise a ``DataError`` that names ``source``, entry and field."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise DataError(f"{source}: {_path_words(where)}{_fault_words(what, where, shape)}") from None
    except UnicodeEncodeError:
        raise DataError(f"{source}: a text in it has half of a character (a lone surrogate)") from None


def _fault_words(what: str, where: str, shape: type) -> str:
    """Return the fault at a path of a file, in words; of a word that is unknown there, with all that are allowed."""
    if not what.startswith("Invalid enum value "):
        return what
    path, is_key = where.removeprefix("`key` in "), where.startswith("`key` in ")
    types = _entry_types(inspect.type_info(shape), is_key=is_key)
    for name in re.findall(r"[a-z_]+", path):
        fields = [field for each in types if isinstance(each, inspect.StructType) for field in each.fields]
        types = [inner for field in fields if field.name == name for inner in _entry_types(field.type, is_key=is_key)]
    words = [str(word) for each in types if isinstance(each, inspect.LiteralType) for word in each.values]
    return f"{what.removeprefix('Invalid enum value ')} is none of: {', '.join(words)}" if words else what


def _entry_types(outer: inspect.Type, *, is_key: bool) -> list[inspect.Type]:
    """Return the types of the entries of a type, or of its keys; of one without entries itself."""
    match outer:
        case inspect.Metadata():
            return _entry_types(outer.type, is_key=is_key)
        case inspect.ListType() | inspect.VarTupleType():
            return _entry_types(outer.item_type, is_key=is_key)
        case inspect.DictType():
            return _entry_types(outer.key_type if is_key else outer.value_type, is_key=is_key)
        case _:
            return [outer]


def _path_words(where: str) -> str:
    """Return a path of msgspec in words, with entries counted from 1.

    >>> _path_words("`$.building[2].cost.brick`"), _path_words("`$.seats`"), _path_words("")
    ('building 3, cost.brick: ', 'seats: ', '')
    >>> _path_words("`key` in `$.supply`"), _path_words("`$.supply[...]`")
    ('supply, a name: ', 'supply, a value: ')
    """
    if where.startswith("`key` in "):
        return _path_words(where.removeprefix("`key` in ")).removesuffix(": ") + ", a name: "
    path = where.strip("`").removeprefix("$").removeprefix(".").replace("[...]", ", a value")
    path = re.sub(r"\[(\d+)\]", lambda match: f" {int(match[1]) + 1}", path)
    path = re.sub(r"( \d+)\.", r"\1, ", path)
    return f"{path}: " if path else ""


@dataclass(frozen=True, slots=True, eq=False)
class OwnData(Generic[T]):
    """One kind of data, such as the tiles.

    Attributes:
        name: of all, as errors call them: the name of the option.
        word: with which the line of one begins.
        usual: those that come with the game.
        file: the structure of a file.
        check: a read file as the things, or ``DataError``; its second argument is what errors call the file.
        put: writes things into a new state, in place.
        of: the things that are played, from a state.
        write, parse: one as a line, and a line with its number as plain data.
        tables: plain data of all as a file has them, if not in a single list.
        complete: plain data of those that are played, with all others.
    """

    name: str
    word: str
    usual: tuple[T, ...]
    file: type[Struct]
    check: Callable[[Any, str], tuple[T, ...]]
    put: Callable[[AnyState, tuple[T, ...]], None]
    of: Callable[[AnyState], tuple[T, ...]]
    write: Callable[[T], str]
    parse: Callable[[str, int], PlainData]
    tables: Callable[[Any], dict[str, object]] | None = None
    complete: Callable[[Sequence[Any]], Sequence[Any]] = list

    @property
    def thing(self) -> type[T]:
        """Return the type of one."""
        return type(self.usual[0])

    def read(self, file: OwnFile) -> tuple[T, ...]:
        """Return the things of an owner's file, or raise ``DataError`` that names file, entry and field."""
        return self.check(_parse_own(file, self.file), file.name)

    def convert(self, raw: object) -> tuple[T, ...]:
        """Return things from plain data (a list of tables like those of the file), or raise ``DataError``."""
        tables = self.tables(raw) if self.tables else {self.file.__struct_fields__[0]: raw}
        return self.check(convert(tables, self.file, self.name), self.name)

    def differing(self, state: AnyState) -> tuple[T, ...] | None:
        """Return the things that are played, if they are others than those that come with the game."""
        things = self.of(state)
        lines, usual = _lines(self.write, things), _lines(self.write, self.usual)
        is_usual = lines == usual or lines == tuple(line for line in usual if line in lines)
        return None if is_usual else things


@lru_cache(64)
def _lines(write: Callable[[T], str], things: tuple[T, ...]) -> tuple[str, ...]:
    """Return things as lines of a record; kept, for every position asks whether they are those of the game."""
    return tuple(map(write, things))


class Part(NamedTuple):
    """One fact of a line, and where it stands, from 1."""

    text: str
    line: int
    column: int

    def refusal(self, what: str, expected: str) -> ParseError:
        """Return the error that the part is no fact of a ``what``."""
        sentence = f"{self.text!r} is no part of a {what}; expected {expected}"
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
        raise ParseError(f"{text!r} is no {what}, such as {example!r}", line=line, column=1)
    parts = []
    column = len(head) + 2
    for part in rest.split(","):
        parts.append(Part(part.strip(), line, column + len(part) - len(part.lstrip())))
        column += len(part) + 1
    return found[1], parts

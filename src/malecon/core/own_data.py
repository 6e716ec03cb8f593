"""The data of a game that an owner can replace, such as the tiles.

They come from a file, from plain data, or as lines of a record (``entry_line.py``).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Generic, NamedTuple

import msgspec
from msgspec import Struct, inspect

from malecon.core import AnyState, PlainData, toml_text
from malecon.core.data import MOST_FAULTS, DataError, FaultyData, T, convert, things_of
from malecon.core.message import N_, Message
from malecon.core.shape import canonical, faults_of
from malecon.core.text_bounds import LONGEST_FILE, TomlToken
from malecon.core.toml_text import Fault, SyntaxFault
from malecon.core.vocabulary import Vocabulary

OTHER_KIND = N_("this is a file with {other}; {own} are expected")


class OwnFile(NamedTuple):
    """A player's own data file, not parsed: its name for errors, and its bytes, at most one more than allowed."""

    name: str
    content: bytes


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
            return things_of(found)
        words, kind = self.words(), inspect.type_info(self.file)
        meant = canonical(raw, kind, words)
        faults = self._other_kind(raw) or [*islice(faults_of(meant, kind, words), MOST_FAULTS)]
        if not faults:
            found = convert(meant, self.file, source)
            faults = [*islice(self.check(found), MOST_FAULTS)]
            if not faults:
                return things_of(found)
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

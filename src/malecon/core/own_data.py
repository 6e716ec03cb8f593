"""Data that an owner of the game can replace: from a file, from plain data, and as lines of a record.

A line is a head, a colon and the facts, such as ``tile 5: 2 points, 1 brick``.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple

from msgspec import Struct
from typing_extensions import TypeVar

from malecon.core.data import OwnFile, convert, parse_own
from malecon.core.errors import ParseError
from malecon.core.untyped import AnyState, PlainData

T = TypeVar("T", default=Any)


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
        return self.check(parse_own(file, self.file), file.name)

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
        """Return why it is no fact of a ``what``."""
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

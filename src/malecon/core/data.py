"""Data files: TOML that a player can proofread, converted to a declared type.

An error names the file, the line, the entry and the field, in the words of the game: ``ships.toml: line 12, ship 3,
“spaces”: 5 spaces are expected, but 4 are there``.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, inspect
from typing_extensions import TypeVar

from malecon.core.errors import MaleconError
from malecon.core.message import N_, Message, Translator
from malecon.core.shape import UNFIT, faults_of
from malecon.core.strict_json import NO_JSON
from malecon.core.toml_text import Fault, shown
from malecon.core.vocabulary import PLAIN, Vocabulary

T = TypeVar("T", default=Any)

GAMES = files("malecon") / "games"
"""The folders of the games."""


MOST_FAULTS = 5
"""Things that are wrong, of which an error tells."""
NO_UTF8 = N_("it is not written in UTF-8")


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


def folder_of(game: str) -> Traversable:
    """Return the folder of a game, in which all of it lies: data, templates, pictures."""
    return GAMES / game


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
    return things_of(found)


def things_of(file: Struct) -> tuple[Any, ...]:
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

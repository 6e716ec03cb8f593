"""Reading data files: TOML that a player can proofread, converted to a declared type.

An error names the file, the entry and the field: ``buildings.toml: building 3, cost.brick: Expected `int` <= 3``.
"""

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from malecon.core.bounds import LONGEST_FILE, OutOfBounds, check_size, check_toml
from malecon.core.errors import MaleconError

T = TypeVar("T")


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


def parse_own(file: OwnFile, shape: type[T]) -> T:
    """Return the content of a player's own data file as a ``shape``, within the bounds of ``core.bounds``.

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
        raise DataError(f"{source}: {_path_words(where)}{what}") from None
    except UnicodeEncodeError:
        raise DataError(f"{source}: a text in it has half of a character (a lone surrogate)") from None


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

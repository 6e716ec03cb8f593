"""Reading data files: TOML that a player can proofread, checked against a declared shape.

An error names the file, the entry and the field: ``buildings.toml: building 3, cost.brick: Expected `int` <= 3``.
"""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from malecon.core.errors import MaleconError

T = TypeVar("T")


class DataError(MaleconError):
    """A data file is wrong; the sentence names file, entry and field."""


def read_toml(path: Traversable | Path, shape: type[T]) -> T:
    """Return the content of the TOML file ``path`` as a ``shape``, or raise ``DataError``."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: is not UTF-8 text (byte {error.start})") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path.name}: is not TOML: {error}") from None
    return convert(raw, shape, path.name)


def convert(raw: Any, shape: type[T], source: str) -> T:
    """Return plain data ``raw`` as a ``shape``, or raise ``DataError`` that says where in ``source`` it differs."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise DataError(f"{source}: {spoken(where)}{what}") from None


def spoken(where: str) -> str:
    """Turn a path into words, entries counted from 1.

    >>> spoken("`$.building[2].cost.brick`"), spoken("`$.seats`"), spoken("")
    ('building 3, cost.brick: ', 'seats: ', '')
    >>> spoken("`key` in `$.supply`"), spoken("`$.supply[...]`")
    ('supply, a name: ', 'supply, a value: ')
    """
    if where.startswith("`key` in "):
        return spoken(where.removeprefix("`key` in ")).removesuffix(": ") + ", a name: "
    path = where.strip("`").removeprefix("$").removeprefix(".").replace("[...]", ", a value")
    path = re.sub(r"\[(\d+)\]", lambda match: f" {int(match[1]) + 1}", path)
    path = re.sub(r"( \d+)\.", r"\1, ", path)
    return f"{path}: " if path else ""

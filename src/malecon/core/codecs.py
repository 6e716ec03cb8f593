"""Codecs between the numbers of a record and the words of a position, such as the code 3 and the name ``glass``.

A code of -1 stands for none. Sets as bits of an integer are here for code that is not compiled, so that they load no
compiler; rules use ``core.bit_set``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from malecon.core import TypeForm


def members(elements: int) -> list[int]:
    """Return the elements, ascending.

    >>> members(0b1010)
    [1, 3]
    """
    bits = int(elements)
    return [element for element in range(bits.bit_length()) if bits >> element & 1]


def set_of(elements: Iterable[int]) -> int:
    """Return the set with these elements.

    >>> set_of([3, 1, 3]) == 0b1010
    True
    """
    return sum(1 << element for element in set(elements))


NONE = -1


class Codec(Struct, frozen=True):
    """A codec of one number, or of one row of numbers.

    Attributes:
        type: of the words, as msgspec checks it.
        default: words that a position need not write.
        encode: from numbers to words.
        decode: from words to numbers.
    """

    type: TypeForm
    default: object
    encode: Callable[[Any], object]
    decode: Callable[[Any], object]

    def or_none(self) -> "Codec":
        """Return the codec with -1 as ``None``."""
        return Codec(
            self.type | None,
            None,
            lambda code: None if code == NONE else self.encode(code),
            lambda words: NONE if words is None else self.decode(words),
        )


def amount(most: int, least: int = 0) -> Codec:
    """Return the codec of a whole number from ``least`` to ``most``."""
    return Codec(Annotated[int, Meta(ge=least, le=most)], 0, int, int)


COUNT = amount(99)
POINTS = amount(999)
PESOS = amount(9999)
FLAG = Codec(bool, False, bool, int)


def number_from_1(most: int) -> Codec:
    """Return the codec of things that are numbered from 1 to ``most``; their codes begin with 0."""
    return Codec(Annotated[int, Meta(ge=1, le=most)], None, lambda code: int(code) + 1, lambda thing: thing - 1)


def word(names: Sequence[str], first: int = 0) -> Codec:
    """Return the codec of a place among ``names``, of which those before ``first`` cannot be."""
    form = Annotated[str, Meta(pattern=f"^({'|'.join(names[first:])})$")]
    return Codec(form, names[0], lambda code: names[code], names.index)


def word_set(names: Sequence[str]) -> Codec:
    """Return the codec of a bit set of places among ``names``."""
    return Codec(
        tuple_of(word(names).type),
        (),
        lambda codes: tuple(names[code] for code in members(codes)),
        lambda words: set_of(map(names.index, words)),
    )


def row(each: Codec, length: int | None = None) -> Codec:
    """Return the codec of a row of numbers, of ``length`` or of any."""
    return Codec(
        tuple_of(each.type, length, length),
        (),
        lambda codes: tuple(map(each.encode, codes.tolist())),
        lambda words: list(map(each.decode, words)),
    )


def counts(names: Sequence[str], each: Codec = COUNT, *, start: int = 0, skipped: int = 0) -> Codec:
    """Return the codec of a row with a number for each of ``names``.

    Args:
        names: of the things.
        each: codec of a number.
        start: numbers that are left out.
        skipped: zeros before the numbers.
    """

    def encode(row: Any) -> dict[str, int]:
        return {name: count for name, count in zip(names, row.tolist()[skipped:], strict=True) if count != start}

    def decode(words: Mapping[str, int]) -> list[int]:
        return [0] * skipped + [words.get(name, start) for name in names]

    return Codec(dict_of(word(names).type, each.type), {}, encode, decode)


def struct_counts(title: str, names: Sequence[str]) -> Codec:
    """Return the codec of ``counts`` whose names are keys of a structure, called ``title``."""
    keys = [(name, COUNT.type, 0) for name in names]
    struct = msgspec.defstruct(title, keys, frozen=True, forbid_unknown_fields=True)
    plain = counts(names)
    return Codec(struct, {}, plain.encode, lambda words: plain.decode(msgspec.to_builtins(words)))


def tuple_of(kind: TypeForm, least: int | None = None, most: int | None = None) -> TypeForm:
    """Return the type of ``least`` to ``most`` things of a type that was made while running, as msgspec checks it."""
    return _made(Annotated, _made(tuple, kind, ...), Meta(min_length=least, max_length=most))


def dict_of(key: TypeForm, value: TypeForm) -> TypeForm:
    """Return the type of a dictionary whose types were made while running."""
    return _made(dict, key, value)


def _made(form: TypeForm, *arguments: TypeForm) -> TypeForm:
    """Return a generic type of arguments that the type checker cannot know."""
    return form[arguments]

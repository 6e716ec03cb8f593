"""Positions as plain data: a tree of keys, each of which is written from a state and read back into it.

Most keys follow from the fields of the record (``key``); a game writes functions for those that are made of several.
The order of the keys is the order in which a position is written.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from malecon.core import AnyState, Options, PlainData, TypeForm
from malecon.core.bit_set import bit, has
from malecon.core.codecs import NONE, Codec, amount, tuple_of
from malecon.core.data import convert
from malecon.core.fields import Record
from malecon.core.options import Kind, Option, completed
from malecon.core.random import fill_block, key_of, set_key, signed

Index = tuple[int, ...]
"""The row of a field that a key tells of, such as a seat; empty for all of it."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a position.

    Attributes:
        name: of the key.
        type: of its value, as msgspec checks it.
        write: the value, from a state and an index.
        read: puts a checked value into a state, in place, at an index.
        default: what is read if the key is not there; ``NODEFAULT`` if it must be.
        written: whether the default is written too.
    """

    name: str
    type: TypeForm
    write: Callable[[AnyState, Index], object]
    read: Callable[[AnyState, Index, Any], None]
    default: object = NODEFAULT
    written: bool = False


class Keys:
    """The keys of a position or of a part of it, in order."""

    def __init__(self, title: str, *keys: Key) -> None:
        """Make the structure, called ``title``, that checks plain data."""
        self.keys = keys
        fields = [(each.name, each.type, each.default) for each in keys]
        self.struct = msgspec.defstruct(title, fields, frozen=True, forbid_unknown_fields=True, kw_only=True)

    def write(self, state: Record, at: Index = ()) -> dict[str, object]:
        """Return the values by name, without the defaults."""
        values = {}
        for key in self.keys:
            value = key.write(state, at)
            if key.written or value != key.default:
                values[key.name] = value
        return values

    def read(self, state: Record, at: Index, values: Struct) -> None:
        """Put checked values into a state, in place."""
        for key in self.keys:
            key.read(state, at, getattr(values, key.name))

    def key(self, name: str, *, optional: bool = False) -> Key:
        """Return the key whose value is these; ``optional``: it is always written, but need not be there."""
        default = self.struct() if optional else NODEFAULT
        return Key(name, self.struct, self.write, self.read, default, written=True)

    def to_plain(self, state: Record) -> PlainData:
        """Return a whole position as plain data, such as JSON gives."""
        plain: PlainData = msgspec.json.decode(msgspec.json.encode(self.write(state)))
        return plain

    def from_plain(self, raw: object) -> Any:
        """Return plain data as the checked structure, or raise ``DataError`` that names the key."""
        return convert(raw, self.struct, "position")


def field_key(
    record: type[Record], name: str, field: str = "", *, optional: bool = False, codec: Codec | None = None
) -> Key:
    """Return the key that is one field, or one row of it.

    Args:
        record: declares the fields.
        name: of the key.
        field: of the record, if it is called otherwise.
        optional: the key is left out where it holds the codec's default.
        codec: instead of the field's own.
    """
    field = field or name
    words = codec or record.FIELDS[field].codec
    assert words is not None, f"{field} has no codec"

    def write(state: Record, at: Index) -> object:
        return words.encode(state[field][at])

    def read(state: Record, at: Index, value: object) -> None:
        _put(state, field, at, words.decode(value))

    return Key(name, words.type, write, read, words.default if optional else NODEFAULT)


def _put(state: Record, field: str, at: Index, value: object) -> None:
    """Put a value into a field, or into one row of it, in place."""
    if at:
        state[field][at] = value
    else:
        state[field] = value


def list_key(key: Key, count: Callable[[AnyState], int], least: int, most: int) -> Key:
    """Return the key whose value is a list of those of ``key``, one for each index below ``count(state)``."""

    def write(state: Record, at: Index) -> tuple[object, ...]:
        return tuple(key.write(state, (*at, index)) for index in range(count(state)))

    def read(state: Record, at: Index, values: Sequence[object]) -> None:
        for index, value in enumerate(values):
            key.read(state, (*at, index), value)

    return Key(key.name, tuple_of(key.type, least, most), write, read)


def pile_key(name: str, field: str, size: str, each: Codec, *, most: int | None = None, reverse: bool = True) -> Key:
    """Return the key of the first things in a row of the record; ``reverse``: the last of them, the top, comes first.

    Args:
        name: of the key.
        field, size: of the record: the row, and how many things are in it.
        each: codec of a thing.
        most: things that there can be.
        reverse: whether to.
    """
    order = slice(None, None, -1 if reverse else 1)

    def write(state: Record, at: Index) -> tuple[object, ...]:
        return tuple(map(each.encode, state[field][at][: int(state[size][at])][order].tolist()))

    def read(state: Record, at: Index, things: Sequence[object]) -> None:
        _put(state, field, at, NONE)
        state[field][at][: len(things)] = list(map(each.decode, things[order]))
        _put(state, size, at, len(things))

    return Key(name, tuple_of(each.type, most=most), write, read)


def key_if(key: Key, condition: Callable[[AnyState], bool]) -> Key:
    """Return an optional key that is only written and read where a condition holds."""

    def write(state: Record, at: Index) -> object:
        return key.write(state, at) if condition(state) else key.default

    def read(state: Record, at: Index, value: object) -> None:
        if condition(state):
            key.read(state, at, value)

    return replace(key, write=write, read=read)


def key_or_none(key: Key, field: str) -> Key:
    """Return the key that is ``None`` where a row of a field holds none."""

    def write(state: Record, at: Index) -> object:
        return None if state[field][at] == NONE else key.write(state, at)

    def read(state: Record, at: Index, value: object) -> None:
        if value is not None:
            key.read(state, at, value)

    return replace(key, type=key.type | None, write=write, read=read)


def row_key(key: Key, row: int) -> Key:
    """Return the key that tells of one row alone, whatever the index."""
    return replace(
        key,
        write=lambda state, at: key.write(state, (row,)),
        read=lambda state, at, value: key.read(state, (row,), value),
    )


def member_key(name: str, field: str) -> Key:
    """Return the optional key whether a seat is in a set of seats."""

    def read(state: Record, at: Index, value: bool) -> None:
        state[field] |= bit(at[0]) * value

    return Key(name, bool, lambda state, at: has(state[field], at[0]), read, False)


def version_key(record: type[Record]) -> Key:
    """Return the key of the version of the rules, of which the positions of version 1 do not tell."""
    return replace(field_key(record, "version"), default=1, read=read_nothing)


def read_nothing(state: Record, at: Index, value: object) -> None:
    """Read nothing, for it was read before or follows."""


def option_keys(record: type[Record], options: Sequence[Option]) -> list[Key]:
    """Return a key for each option; a new table is made of them (``options_in``) before anything else is read."""
    return [Key(each.name, _type_of(record, each), _write_option(each), read_nothing, each.usual) for each in options]


def _type_of(record: type[Record], option: Option) -> TypeForm:
    if option.own:
        return tuple_of(option.own.thing) | None
    if option.kind is Kind.SEATS:
        return tuple_of(amount(record.FIELDS[option.field].shape[0] - 1).type) | None
    return str if option.kind is Kind.CHOICE else bool


def _write_option(option: Option) -> Callable[[AnyState, Index], object]:
    return lambda state, at: option.value(state)


def options_in(options: Sequence[Option], values: Struct) -> Options:
    """Return the options from the part of a position that has a key for each, as ``start`` takes them."""
    return completed(options, {each.name: msgspec.to_builtins(getattr(values, each.name)) for each in options})


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of chance: its key, 16 hexadecimal digits, and the numbers drawn so far."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    drawn: Annotated[int, Meta(ge=0, le=2**62)]


def _write_chance(state: AnyState, at: Index) -> Chance:
    return Chance(f"{key_of(state):016x}", int(state.drawn))


def _read_chance(state: AnyState, at: Index, chance: Chance) -> None:
    set_key(state, signed(int(chance.key, 16)))
    if chance.drawn > 0:
        state.drawn = chance.drawn - 1
        fill_block(state)
        state.drawn = chance.drawn


CHANCE = Key("chance", Chance, _write_chance, _read_chance)
"""The key of the source of chance that a state carries."""

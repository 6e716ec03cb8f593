"""What the positions of all games have in common, as plain data: shapes, and the source of chance."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from malecon.core.random import Source, fill_block, key_of, set_key, signed

Count = Annotated[int, Meta(ge=0, le=99)]
Points = Annotated[int, Meta(ge=0, le=999)]
Pesos = Annotated[int, Meta(ge=0, le=9999)]


def one_of(words: Sequence[str]) -> Meta:
    """Return the demand that a text is one of ``words``."""
    return Meta(pattern=f"^({'|'.join(words)})$")


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of chance: its key, 16 hexadecimal digits, and the numbers drawn so far."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    drawn: Annotated[int, Meta(ge=0, le=2**62)]


def chance_of(source: Source) -> Chance:
    """Return the source of chance that a state carries."""
    return Chance(f"{key_of(source):016x}", int(source.drawn))


def put_chance(source: Source, chance: Chance) -> None:
    """Set the source of chance that a state carries, in place."""
    set_key(source, signed(int(chance.key, 16)))
    if chance.drawn > 0:
        source.drawn = chance.drawn - 1
        fill_block(source)
        source.drawn = chance.drawn


def plain(position: Struct) -> dict[str, Any]:
    """Return a position as plain data, such as JSON gives."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    return data

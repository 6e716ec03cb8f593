"""Records whose fields are attributes, in plain Python as in compiled code, each declared once.

A game's position is a class of its own, a line a field::

    class State(Record):
        __slots__ = ()
        pesos = numbers(np.int16, MAX_SEATS, "pesos of each seat", codec=PESOS)
        turn = number(np.int8, "place in the order of who acts", codec=amount(MAX_SEATS))

    STATE = dtype_of(State)

To the type checker the fields are an array and an int; the record, its padding and its start follow from the lines,
and with the codecs (``core/codecs.py``) so do positions (``core/position.py``).
"""

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core.codecs import Codec
from malecon.core.options import Option

R = TypeVar("R", bound="Record")
N = TypeVar("N", bound=np.generic)
AnyDtype = np.dtype[Any]
"""The dtype of a record."""
CACHE_LINE = 64
"""Bytes."""
ALIGNMENT = 8
"""Bytes of which a record's size is a multiple, so that records in an array stay aligned."""


class Hidden(Enum):
    """From whom a field is hidden, at least at times."""

    FROM_NOBODY = auto()
    FROM_OTHERS = auto()
    """From all but the seat to which a row belongs; a field without rows belongs to the seats that are asked."""
    FROM_ALL = auto()
    """From every seat, as far as no rule shows it to one."""


class Field(Struct, frozen=True, eq=False):
    """One field of a record.

    Attributes:
        kind: of a number in it, a NumPy type, or the dtype of a record.
        shape: of its array, empty for a single number.
        meaning: what it says, with unit and rule id.
        codec: between its numbers, or each of its rows, and a position's words; ``None`` if no key is made of it alone.
        start: its value in a new record, 0 unless said otherwise.
        hidden: from whom.
        option: what can be chosen, if the field holds a choice.
    """

    kind: type[np.generic] | AnyDtype
    shape: tuple[int, ...] = ()
    meaning: str = ""
    codec: Codec | None = None
    start: object = 0
    hidden: Hidden = Hidden.FROM_NOBODY
    option: Option | None = None

    @property
    def width(self) -> int:
        """Return the bytes of one number."""
        return np.dtype(self.kind).itemsize


def number(
    kind: type[np.generic],
    meaning: str,
    *,
    codec: Codec | None = None,
    start: int = 0,
    hidden: Hidden = Hidden.FROM_NOBODY,
) -> int:
    """Declare a field that holds one number; the arguments are the attributes of ``Field``."""
    return cast(int, Field(kind, (), meaning, codec, start, hidden))


def numbers(
    kind: type[N],
    shape: int | tuple[int, ...],
    meaning: str,
    *,
    codec: Codec | None = None,
    start: object = 0,
    hidden: Hidden = Hidden.FROM_NOBODY,
) -> NDArray[N]:
    """Declare a field that holds an array; the arguments are the attributes of ``Field``."""
    shape = (shape,) if isinstance(shape, int) else shape
    return cast("NDArray[N]", Field(kind, shape, meaning, codec, start, hidden))


def choice(option: Option) -> int:
    """Declare a field that holds what was chosen: the place of a word among the choices, or whether a flag is set."""
    return cast(int, Field(np.int8, (), option.help, start=int(option.default), option=option))


def ranks(seats: int, option: Option) -> NDArray[np.int8]:
    """Declare a field that holds the place of each of at most ``seats`` seats in an order that was chosen."""
    return cast("NDArray[np.int8]", Field(np.int8, (seats,), option.help, option=option))


if TYPE_CHECKING:

    class Void:
        """A NumPy record, which NumPy's types call final although its manual lets one inherit from it."""

        dtype: AnyDtype

        def __getitem__(self, field: str) -> Any:
            """Return a field."""

        def __setitem__(self, field: str, value: object) -> None:
            """Set a field."""

        def tobytes(self) -> bytes:
            """Return all of the record."""

else:
    Void = np.void


class Record(Void):
    """A record whose class declares its fields.

    Each field becomes a property of the class. With NumPy's ``np.record`` every access would ask in Python whether a
    field is meant: three times as long, and half of the time in which a view is made or a rule runs plainly.

    Attributes:
        FIELDS: the declarations by name, in the order of the class.
        OPTIONS: what can be chosen and is held by a field.
    """

    __slots__ = ()
    FIELDS: ClassVar[Mapping[str, Field]] = {}
    OPTIONS: ClassVar[tuple[Option, ...]] = ()

    @property
    def data(self) -> Self:
        """The record as a buffer, for compiled code, which asks for it by this name.

        That of NumPy describes all fields in a text each time it is asked for: 25 µs where this takes less than one.
        """
        return self

    def copy(self) -> Self:
        """Return a record of its own that is equal; NumPy copies field by field, which takes twenty times as long."""
        twin: Self = array_of(self)[0]
        return twin

    def __init_subclass__(cls) -> None:
        """Make properties of the declared fields."""
        assert vars(cls).get("__slots__") == (), f"{cls.__name__} needs __slots__ = (), so that nothing else can be set"
        cls.FIELDS = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        cls.OPTIONS = tuple(replace(each.option, field=name) for name, each in cls.FIELDS.items() if each.option)
        for name in cls.FIELDS:
            setattr(cls, name, _property_of(name))


def dtype_of(record: type[Record]) -> AnyDtype:
    """Return the dtype of a record: wide fields first, so that each lies on a multiple of its width, padded at the end.

    The padding is a field too: bytes between fields are not copied with a record, so equal records could differ.
    """
    widest_first = sorted(record.FIELDS.items(), key=lambda item: -item[1].width)
    rows: list[tuple[object, ...]] = [(name, field.kind, field.shape) for name, field in widest_first]
    used = np.dtype(rows).itemsize
    widest = min(ALIGNMENT, max(field.width for field in record.FIELDS.values()))
    if used % widest:
        rows.append(("padding", np.int8, (-used % widest,)))
    return np.dtype((record, np.dtype(rows, align=True)))


def array_of(record: AnyState) -> NDArray[np.void]:
    """Return a copy of a record, as the only one of an array."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


def new_record(record: type[R], dtype: AnyDtype) -> R:
    """Return a record of its own, of the dtype of a class, in which every field holds its start."""
    new: R = _first(dtype).copy()
    return new


@cache
def _first(dtype: AnyDtype) -> AnyState:
    new = np.zeros(1, dtype)[0]
    for name, field in new.FIELDS.items():
        new[name] = field.start
    return new


def aligned_records(count: int, dtype: AnyDtype) -> NDArray[np.void]:
    """Return records of zeros that begin on a line of the cache; elsewhere copies are up to a third slower."""
    memory = np.zeros(count * dtype.itemsize + CACHE_LINE, np.uint8)
    first = -memory.ctypes.data % CACHE_LINE
    return memory[first : first + count * dtype.itemsize].view(dtype)


def record_of(module: str, name: str, fields: Mapping[str, Field]) -> AnyDtype:
    """Return the dtype of a record that has no class of its own.

    Args:
        module, name: where the dtype is kept, so that a record can be pickled: ``__name__`` and ``"SOURCE"``.
        fields: by name.
    """
    place = {"__slots__": (), "__module__": module, "__qualname__": f"{name}.type"}
    return dtype_of(type(name, (Record,), place | dict(fields)))


def _property_of(name: str) -> property:
    def write(record: Record, value: object) -> None:
        record[name] = value

    return property(itemgetter(name), write)

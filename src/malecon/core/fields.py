"""Records whose fields are attributes, in plain Python as in compiled code."""

from operator import itemgetter
from typing import Any

import numpy as np


def record_of(module: str, name: str, fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the type of a record.

    Each field is a property of a class of its own. With NumPy's ``np.record`` every access would ask in Python whether
    a field is meant: three times as long, and half of the time in which a view is made or a rule runs plainly.

    Args:
        module, name: where the type is kept, so that a record can be pickled: ``__name__`` and ``"STATE"``.
        fields: name, type and perhaps shape of each, as NumPy takes them.
    """
    place = {"__slots__": (), "__module__": module, "__qualname__": f"{name}.type"}
    kind = type(name, (np.void,), place | {field: property_of(field) for field, *_ in fields})
    return np.dtype((kind, fields))


def property_of(field: str) -> property:
    """Return what reads and writes a field of a record."""

    def write(record: Any, value: object) -> None:
        record[field] = value

    return property(itemgetter(field), write)

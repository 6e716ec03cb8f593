"""Rows of a data set as arrays, for loaders that make batches of them."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

PADDING = {"legal": -1, "visits": 0}
"""Behind the lists of columns in which each row has its own length."""
DTYPES = {
    **{"seat": np.int8, "observation": np.int8, "legal": np.int16, "action": np.int16, "visits": np.int32},
    **{"value": np.float32, "outcome": np.float32},
}
"""Of columns, as in the files; the others keep that of their values."""


def collate(rows: Sequence[Mapping[str, object]]) -> dict[str, NDArray[np.generic]]:
    """Return rows of a data set as one array for each column, lists as long as the longest of them.

    ``legal`` is padded with -1, ``visits`` with 0. For ``collate_fn`` of a ``DataLoader`` of PyTorch, whose own
    function wants lists of one length.

    >>> collate([{"legal": [3, 9], "visits": [1, 4]}, {"legal": [7], "visits": [5]}])["legal"].tolist()
    [[3, 9], [7, -1]]
    """
    return {name: _column(name, [row[name] for row in rows]) for name in rows[0]}


def _column(name: str, values: Sequence[object]) -> NDArray[np.generic]:
    """Return the array of a column."""
    if name not in PADDING:
        return np.asarray(values, DTYPES.get(name))
    lists = [np.asarray(value) for value in values]
    found = np.full((len(lists), max(map(len, lists))), PADDING[name], DTYPES[name])
    for row, numbers in zip(found, lists, strict=True):
        row[: len(numbers)] = numbers
    return found

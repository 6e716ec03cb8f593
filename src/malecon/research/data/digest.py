"""The digest of a data set: of its plan and its rows, whatever wrote and compressed the files."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from malecon.research.data.self_play import DataPlan
from malecon.research.support import extra

with extra("research"):
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq


def digest_of(plan: DataPlan, files: Iterable[Path]) -> str:
    """Return the SHA-256 of a plan and of the rows of its files, in their order.

    Of each file each column counts, in the order of the card: the lengths of its lists, if it has lists, as int32, and
    then its numbers, little-endian.
    """
    found = hashlib.sha256(msgspec.json.encode(plan))
    for file in files:
        for column in pq.read_table(file).columns:
            values = column.combine_chunks()
            if pa.types.is_list(values.type):
                found.update(pc.list_value_length(values).to_numpy())
            if pa.types.is_nested(values.type):
                values = values.flatten()
            found.update(values.to_numpy(zero_copy_only=False))
    return f"sha256:{found.hexdigest()}"

"""Data sets of self-play that are loaded from a folder, checked: format, versions, whole games, digest."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core.errors import UsageError
from malecon.research.data.card import Contents
from malecon.research.data.dataset import contents_of, read_contents
from malecon.research.data.digest import digest_of
from malecon.research.support import extra

with extra("research"):
    import pyarrow as pa
    import pyarrow.parquet as pq

DIGEST = re.compile(r"^digest: (\S+)$", re.MULTILINE)
"""The line of a card with the digest."""


class DataSet(NamedTuple):
    """A data set.

    Attributes:
        contents: plan, number of games, blocks of the observation, and the version of the package that made it.
        digest: of plan and rows.
        table: a row for each decision; the card has its columns.
    """

    contents: Contents
    digest: str
    table: pa.Table

    @property
    def observations(self) -> NDArray[np.int8]:
        """The observations, int8 ``[n, size]``, as ``named`` and ``floats`` of the game's schema take them."""
        column = self.table["observation"]
        numbers: NDArray[np.int8] = column.combine_chunks().flatten().to_numpy()
        return numbers.reshape(-1, column.type.list_size)


def load_data(
    folder: str | Path, *, game: str | None = None, seats: int | None = None, digest: str | None = None
) -> DataSet:
    """Load a data set that ``make_data`` has made, and check that it is whole.

    Args:
        folder: where it is.
        game: that it must be of.
        seats: with which it must be played.
        digest: that it must have; always that of its card.

    Raises:
        UsageError: it is none, not whole, or another one than was expected.
    """
    path = Path(folder)
    files = sorted((path / "data").glob("*.parquet"))
    whole = _whole(path, [read_contents(file) for file in files])
    for name, is_of, expected in (("game", whole.plan.game, game), ("seats", whole.plan.seats, seats)):
        if expected not in (None, is_of):
            raise UsageError(f"{folder}: {name} is {is_of!r}, but {expected!r} was expected")
    try:
        named, found = DIGEST.search((path / "README.md").read_text("utf-8")), digest_of(whole.plan, files)
        table = pa.concat_tables(map(pq.read_table, files)).replace_schema_metadata(None)
    except FileNotFoundError:
        advice = "is not finished: it has no card README.md; the command that began it goes on"
        raise UsageError(f"{folder}: {advice}") from None
    except (OSError, pa.ArrowException) as error:
        raise UsageError(f"{folder}: a file is damaged: {error}; copy or make it anew") from None
    for source, said in (("its card", named and named[1]), ("the caller", digest or found)):
        if said != found:
            raise UsageError(f"{folder}: its digest is {found}, but {source} says {said}; copy or make it anew")
    return DataSet(whole, found, table)


def _whole(folder: Path, parts: Sequence[Contents]) -> Contents:
    """Return the contents of all files of a folder together.

    Raises:
        UsageError: they are not of one data set, some are missing, or the game is another one by now.
    """
    if not parts:
        raise UsageError(f"{folder}: has no data set: no file data/*.parquet")
    games = 0
    for each in parts:
        if each.first != games:
            raise UsageError(f"{folder}: the games from {games} on are missing; copy or make them anew")
        games += each.games
    whole = msgspec.structs.replace(parts[0], games=games)
    if any(msgspec.structs.replace(each, first=0, games=games) != whole for each in parts):
        raise UsageError(f"{folder}: has files of several data sets")
    plan = whole.plan
    if plan.game not in malecon.games or contents_of(plan, 0, games, whole.malecon) != whole:
        by = f"version {whole.malecon} of Malecón, in which {plan.game} is another game"
        raise UsageError(f"{folder}: was made by {by}; install that version, or make it anew")
    return whole

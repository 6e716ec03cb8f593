"""Data sets of self-play: Parquet files with a card, the same for any number of processes.

A folder has ``data/<game>-00000.parquet`` and so on, each with the same number of games, and a card, ``README.md``. A
file is written whole or not at all, and a finished one is kept, so an interrupted command goes on where it was. What
was played, and the names of the numbers in an observation, are in the metadata of each file.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np

import malecon
from malecon.core import Options
from malecon.core.errors import UsageError, shortened
from malecon.core.files import check_writable, file_errors, new_file, reason_of, write_file
from malecon.core.game import Game
from malecon.core.random import KEYS
from malecon.research.data.card import Contents, card_of
from malecon.research.data.digest import digest_of
from malecon.research.data.self_play import DataPlan, Rows, play_game
from malecon.research.envs.environment import check_arguments, checked_whole
from malecon.research.executors import executor_for, in_order
from malecon.research.support import extra, find_game

with extra("research"):
    import pyarrow as pa
    import pyarrow.parquet as pq

FORMAT = 2
A_FILE = 100
"""The number of games in a file."""
DRAWN = 0.04
"""The default share of decisions that are drawn."""
METADATA = b"malecon"
"""The key of ``Contents`` in the metadata of a file, as JSON."""


class _Header(msgspec.Struct):
    """The part of the metadata that no format changes."""

    format: int


def make_data(
    game: str | Game,
    folder: str | Path,
    *,
    games: int,
    seats: int = 2,
    iterations: int = 200,
    drawn: float = DRAWN,
    key: int = 1,
    jobs: int | Executor | None = 1,
    report: Callable[[int], None] = lambda _: None,
    **options: object,
) -> int:
    """Play games in which every seat searches, write them into a folder, and return the number of decisions.

    Args:
        game: a game or its name.
        folder: where the files are; those that are there already, of the same plan, are kept.
        games: how many.
        seats: how many play.
        iterations: of the search before each decision, for each of the other players.
        drawn: share of the decisions that are drawn, 0 to 1.
        key: another one gives other games.
        jobs: processes, ``None``: one a core; or an executor of one's own. They change nothing in the files.
        report: called with the number of games whenever some are done.
        options: those of the game, and ``version`` of its rules.

    Raises:
        UsageError: something is not what is expected, or the folder has another data set, or more games of this one.
    """
    found, count = find_game(game), checked_whole("games", games, 1, 2**31 - 1)
    check_arguments("make_data", make_data, found, options)
    whole = contents_of(_plan_of(found, seats, options, iterations, drawn, key), 0, count)
    with executor_for(jobs) if not isinstance(jobs, Executor) else nullcontext(jobs) as executor:
        try:
            check_writable(Path(folder) / "data" / "any")
        except OSError as error:
            raise UsageError(f"folder: {folder} cannot be written: {reason_of(error)}; take another folder") from None
        finished = _finished_files(Path(folder), whole)
        shards = [contents_of(whole.plan, first, min(A_FILE, count - first)) for first in range(0, count, A_FILE)]
        files = {_file_of(Path(folder), each): each for each in shards}
        missing = {file: each for file, each in files.items() if finished.get(file) != each}
        report(count - sum(each.games for each in missing.values()))
        numbers = (number for each in missing.values() for number in range(each.first, each.first + each.games))
        played = _report_games(in_order(executor, partial(play_game, whole.plan), numbers), report)
        for file, each in missing.items():
            _write(file, table_of(each, [*islice(played, each.games)]))
    rows = sum(pq.read_metadata(file).num_rows for file in files)
    card = Path(folder) / "README.md"
    with file_errors(card):
        text = card_of(whole, _shares([*files]), rows, digest_of(whole.plan, files))
        write_file(card, text.encode(), is_private=False)
    return rows


def _plan_of(game: Game, seats: int, options: Options, iterations: int, drawn: float, key: int) -> DataPlan:
    """Return the plan of a data set; raise ``UsageError`` if a number is not in its range."""
    if isinstance(drawn, bool) or not isinstance(drawn, int | float) or not 0 <= drawn <= 1:
        raise UsageError(f"drawn: is {shortened(drawn)}, but must be a share from 0 to 1")
    begun = game.new_table(seats, **options)
    return DataPlan(
        game=game.name,
        rules=int(begun.version),
        seats=int(begun.seats),
        options=tuple(game.write_options(begun)),
        iterations=checked_whole("iterations", iterations, 1, 10**7),
        drawn=float(drawn),
        key=checked_whole("key", key, 0, KEYS - 1),
    )


def contents_of(plan: DataPlan, first: int, games: int, version: str = malecon.__version__) -> Contents:
    """Return the contents of a file; ``version``: of the package that makes it."""
    game = malecon.games[plan.game]
    blocks = msgspec.json.decode(msgspec.json.encode(game.observation.blocks))  # lists, as they are read
    return Contents(FORMAT, version, plan, first, games, game.actions.count, blocks)


def _file_of(folder: Path, contents: Contents) -> Path:
    return folder / "data" / f"{contents.plan.game}-{contents.first // A_FILE:05}.parquet"


def _finished_files(folder: Path, whole: Contents) -> dict[Path, Contents]:
    """Return the finished files of a folder and their contents; ``whole``: the contents of one file with all games.

    Raises:
        UsageError: a file is of another data set, or there are more games than were asked for.
    """
    finished = {file: read_contents(file) for file in sorted((folder / "data").glob("*.parquet"))}
    for file, each in finished.items():
        if file != _file_of(folder, each) or msgspec.structs.replace(each, first=0, games=whole.games) != whole:
            raise UsageError(f"{file}: is of another data set; take another folder")
    there = max((each.first + each.games for each in finished.values()), default=0)
    if there > whole.games:
        advice = "ask for at least as many, or take another folder"
        raise UsageError(f"games: is {whole.games}, but {folder} has {there} already; {advice}")
    return finished


def read_contents(file: str | Path) -> Contents:
    """Return the contents of a file, from its metadata.

    Raises:
        UsageError: it is no file of self-play, or one of another format.
    """
    try:
        metadata = (pq.read_schema(file).metadata or {})[METADATA]
        is_of = msgspec.json.decode(metadata, type=_Header).format
        if is_of != FORMAT:
            raise UsageError(f"{file}: is of format {is_of}, but must be of format {FORMAT}; make it anew")
        return msgspec.json.decode(metadata, type=Contents)
    except (OSError, KeyError, pa.ArrowException, msgspec.MsgspecError) as error:
        raise UsageError(f"{file}: is no file of self-play: {error}") from None


def _report_games(played: Iterable[Rows], report: Callable[[int], None]) -> Iterator[Rows]:
    for each in played:
        report(1)
        yield each


def table_of(contents: Contents, games: Sequence[Rows]) -> pa.Table:
    """Return games as a table."""
    decisions = [len(rows.seat) for rows in games]
    numbers = np.arange(contents.first, contents.first + len(games), dtype=np.int32)

    def joined(name: str) -> pa.Array:
        return pa.array(np.concatenate([getattr(rows, name) for rows in games]))

    size = games[0].observation.shape[1]
    ends = pa.array(np.cumsum([0, *np.concatenate([rows.counts for rows in games])], dtype=np.int32))
    columns = {
        "game": pa.array(np.repeat(numbers, decisions)),
        "deal": pa.array(np.repeat(np.array([rows.deal for rows in games], np.int64), decisions)),
        "move": pa.array(np.concatenate([np.arange(n, dtype=np.int16) for n in decisions])),
        "seat": joined("seat"),
        "observation": pa.FixedSizeListArray.from_arrays(
            pa.array(np.concatenate([rows.observation.ravel() for rows in games])), size
        ),
        "legal": pa.ListArray.from_arrays(ends, joined("legal")),
        "action": joined("action"),
        "visits": pa.ListArray.from_arrays(ends, joined("visits")),
        "value": joined("value"),
        "outcome": joined("outcome"),
        "drawn": joined("drawn"),
    }
    return pa.table(columns).replace_schema_metadata({METADATA: msgspec.json.encode(contents)})


def _write(file: Path, table: pa.Table) -> None:
    """Write a file, whole or not at all."""
    with file_errors(file), new_file(file, is_private=False) as opened:
        pq.write_table(table, opened, compression="zstd")


def _shares(files: Sequence[Path]) -> dict[int, float]:
    """Return the mean share of the victory of each seat."""
    tables = [pq.read_table(file, columns=["game", "seat", "outcome"]) for file in files]
    games = pa.concat_tables(tables).group_by(["game", "seat"]).aggregate([("outcome", "max")])
    means = games.group_by("seat").aggregate([("outcome_max", "mean")]).sort_by("seat")
    return dict(zip(means["seat"].to_pylist(), means["outcome_max_mean"].to_pylist(), strict=True))

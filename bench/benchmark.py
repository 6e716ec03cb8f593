"""The rows of the benchmark's table, each in a file of results of its own, and the table in Markdown.

    python bench/benchmark.py build/results --rows bench/benchmark.toml --blocks 100

What is there already is not played again: after an interruption the same command goes on. The table has all rows of
which there is a file, checked. ``--blocks 0`` plays nothing. The files of the table in docs/benchmark.md are kept in
``bench/benchmark.tar.xz``, from which ``tar -xJf bench/benchmark.tar.xz -C build`` makes the folder to go on with.
"""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from malecon import games
from malecon.agents.network_player import SUFFIX
from malecon.research import evaluate, read_evaluation
from malecon.research.evaluation.protocol import departures
from malecon.research.evaluation.results import Evaluation

ROWS = Path(__file__).with_suffix(".toml")
ROOT = Path(__file__).parent.parent
CHECKPOINTS = {file.name: file for file in (*ROOT.glob("checkpoints/*"), *ROOT.glob("src/malecon/games/*/data/*.npz"))}
"""The networks among the players, by their names."""
PLAYERS = [
    *("random", "mcts-100", "mcts-1000", "easy", "standard", "strong"),
    *("havana-2-3-4.npz", "cuba-2.npz", "search-480:cuba-2.npz"),
]
"""In the order of the table; whoever is not among them is no row of it."""
HEADING = "| game | seats, even share | player | against | share | 95 % | blocks |\n|---|---|---|---|---|---|---|\n"


class Row(NamedTuple):
    """A row: who plays, and against whom."""

    game: str
    seats: int
    against: str
    player: str

    def file_in(self, folder: Path) -> Path:
        """Return its file of results."""
        player = self.player.replace(":", "-")  # which no file of Windows may have in its name
        return folder / f"{self.game}-{self.seats}-{player}-against-{self.against}.json"


def rows_of(stages: list[dict[str, Any]]) -> Iterator[Row]:
    """Yield the rows of some stages in the order in which they are played."""
    for stage in stages:
        for game, counts in stage["games"].items():
            for seats in counts:
                for against in stage["against"]:
                    for player in stage["players"]:
                        if player != against:
                            yield Row(game, seats, against, player)


def _place(row: Row) -> list[int]:
    """Return what the table is sorted by."""
    return [[*games].index(row.game), row.seats, PLAYERS.index(row.against), PLAYERS.index(row.player)]


def play(row: Row, folder: Path, blocks: int) -> None:
    """Play the blocks of a row that its file does not have yet."""
    file = row.file_in(folder)
    if file.exists() and read_evaluation(file).figures.blocks >= blocks:
        return
    game, seats, against, player = row
    print(f"{file.name} ...", file=sys.stderr, flush=True)
    search, colon, network = player.rpartition(":")
    found = f"{search}{colon}{CHECKPOINTS[network]}" if player.endswith(SUFFIX) else player
    evaluate(found, game, seats=seats, against=against, blocks=blocks, results=file, resume=True, name=player)


def table(rows: list[Row], folder: Path) -> str:
    """Return the rows that have files, as a table."""
    lines, before = [], ("", 0)
    for row in rows:
        if (file := row.file_in(folder)).exists():
            lines.append(_line(row, read_evaluation(file), before))
            before = row[:2]
    return HEADING + "".join(lines)


def _line(row: Row, found: Evaluation, before: tuple[str, int]) -> str:
    """Return a row of the table; ``before``: game and seats of the row above, which are not said again."""
    figures, plan = found.figures, found.plan
    if (plan.game, plan.seats, plan.against, plan.policy) != row or departures(plan):
        raise SystemExit(f"{row}: its file has the results of something else, {plan}")
    game = "" if row.game == before[0] else row.game.capitalize()
    seats = "" if row[:2] == before else f"{row.seats}, {figures.even:.3f}"
    share, low, high = (f"{value:.3f}" for value in (figures.policy.share, figures.policy.low, figures.policy.high))
    cells = game, seats, f"`{row.player}`", f"`{row.against}`", share, f"{low} – {high}", figures.blocks
    return "".join(f"| {cell} " for cell in cells).replace("|  ", "| ") + "|\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for the files of results")
    parser.add_argument("--rows", type=Path, default=ROWS)
    parser.add_argument("--blocks", type=int, default=100)
    given = parser.parse_args(arguments)
    listed = tomllib.loads(given.rows.read_text("utf-8"))
    rows = list(rows_of(listed["stages"]))
    if given.blocks:
        for row in rows:
            play(row, given.folder, given.blocks)
    print(table(sorted(rows, key=_place), given.folder), end="")


if __name__ == "__main__":
    main()

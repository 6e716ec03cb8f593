"""The command ``python -m malecon.agents.learning``; see the package."""

import sys
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

import malecon
from malecon.agents.learning.fitting import Plan, fitted, surprise
from malecon.agents.learning.positions import Effort, Judged, joined, judge_games
from malecon.agents.levels import SETTINGS
from malecon.core.network import Network, written

HELD_OUT = 8
"""One game of so many is not fitted to, but measured by."""

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
GameName = Annotated[str, typer.Argument(metavar="GAME")]


@app.command()
def judge(
    game: GameName, file: Path, minutes: float = 20.0, seed: int = 1, move: int = 50, judgement: int = 400
) -> None:
    """Play games and write FILE (.npz): positions, and what a search of JUDGEMENT iterations expects of them."""
    judged = judge_games(malecon.games[game], SETTINGS[game], Effort(move, judgement), 60 * minutes, seed)
    np.savez_compressed(file, **judged._asdict())
    print(f"{len(judged.game)} positions of {judged.game.max() + 1} games")


@app.command()
def fit(game: GameName, files: list[Path], units: int = Plan().units, seed: int = 1) -> None:
    """Fit a network to the positions in FILES and print its file; to stderr how well it tells games held out."""
    judged = joined([Judged(**np.load(file)) for file in files])
    held = judged.game % HELD_OUT == 0
    fit_to, test = (Judged(*(array[choice] for array in judged)) for choice in (~held, held))

    def tell(number: int, weights: Network) -> None:
        shares, results = surprise(weights, test, test.shares), surprise(weights, test, test.results)
        print(f"round {number}: {shares:.4f} nats by the search, {results:.4f} by results", file=sys.stderr)

    print(written(fitted(fit_to, Plan(units), seed, tell), malecon.games[game].facts), end="")


if __name__ == "__main__":
    app()

"""The command ``python -m malecon.research.learning``; see the package."""

import sys
from pathlib import Path
from typing import Annotated
from zipfile import BadZipFile

import numpy as np
import typer

import malecon
from malecon.agents.levels import SETTINGS
from malecon.core.errors import MaleconError, UsageError
from malecon.core.game import Game
from malecon.core.network import Network, written
from malecon.research.learning.fitting import Plan, fitted, surprise
from malecon.research.learning.positions import Effort, Judged, joined, judge_games

HELD_OUT = 8
"""One game of so many is not learned from, but measured by."""

app = typer.Typer(
    help="Learn how likely a victory is: judge positions, then fit a network to what was judged.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
GameName = Annotated[str, typer.Argument(metavar="GAME")]
Seed = Annotated[int, typer.Option(min=0, help="Another one gives other games, or another network.")]


@app.command()
def judge(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False)],
    minutes: Annotated[float, typer.Option(min=0.0, help="How long; at least one game is played.")] = 20.0,
    seed: Seed = 1,
    move: Annotated[int, typer.Option(min=1, help="Iterations of a search for a move.")] = 50,
    judgement: Annotated[int, typer.Option(min=1, help="Iterations of a search that judges a position.")] = 400,
) -> None:
    """Play games and write FILE (.npz): positions, and what a search expects of each."""
    judged = judge_games(malecon.games[game], SETTINGS[game], Effort(move, judgement), 60 * minutes, seed)
    with file.open("wb") as written_to:
        np.savez_compressed(written_to, **judged._asdict())
    print(f"{len(judged.game)} positions of {judged.game.max() + 1} games")


@app.command()
def fit(
    game: GameName,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False)],
    units: Annotated[int, typer.Option(min=1, help="Hidden units.")] = Plan().units,
    seed: Seed = 1,
) -> None:
    """Print a network that fits the positions in FILES; to standard error how well it foretells games held out."""
    judged = joined([read_judged(malecon.games[game], file) for file in files])
    held = judged.game % HELD_OUT == 0
    if held.all():
        raise UsageError("the positions are of one game, but must be of two or more: one is held out")
    learned, test = (Judged(*(array[choice] for array in judged)) for choice in (~held, held))

    def tell(number: int, weights: Network) -> None:
        shares, results = surprise(weights, test, test.shares), surprise(weights, test, test.results)
        print(f"round {number}: {shares:.4f} nats by the search, {results:.4f} by results", file=sys.stderr)

    print(written(fitted(learned, Plan(units), seed, tell), malecon.games[game].facts), end="")


def read_judged(game: Game, file: Path) -> Judged:
    """Return the positions in a file that ``judge`` wrote for this game."""
    try:
        with np.load(file) as arrays:
            judged = Judged(**arrays)
    except (OSError, ValueError, TypeError, BadZipFile):
        raise UsageError(f"{file}: is not a file of judged positions") from None
    if judged.facts.shape[2] != len(game.facts):
        raise UsageError(f"{file}: has {judged.facts.shape[2]} facts, but {game.name} has {len(game.facts)}")
    return judged


if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")

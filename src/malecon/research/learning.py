"""The command that learns a value network from searched positions.

python -m malecon.research.learning judge GAME positions-1.npz --minutes 20 --seed 1
python -m malecon.research.learning fit GAME positions-1.npz positions-2.npz > win_logit.toml
"""

import sys
from pathlib import Path
from typing import Annotated
from zipfile import BadZipFile

import numpy as np
import typer

import malecon
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.core.errors import MaleconError, UsageError
from malecon.core.game import Game
from malecon.core.network import Network, format_network
from malecon.research.fitting import FitConfig, cross_entropy, fit_network
from malecon.research.labelling import Effort, Labelled, join, label_games

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


@app.command("judge")
def label_positions(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False)],
    minutes: Annotated[float, typer.Option(min=0.0, help="How long; at least one game is played.")] = 20.0,
    seed: Seed = 1,
    move: Annotated[int, typer.Option(min=1, help="Iterations of a search for a move.")] = 50,
    judgement: Annotated[int, typer.Option(min=1, help="Iterations of a search that judges a position.")] = 400,
) -> None:
    """Play games and write FILE (.npz): positions, and what a search expects of each."""
    labelled = label_games(malecon.games[game], SEARCH_CONFIGS[game], Effort(move, judgement), 60 * minutes, seed)
    with file.open("wb") as output:
        np.savez_compressed(output, **labelled._asdict())
    print(f"{len(labelled.game)} positions of {labelled.game.max() + 1} games")


@app.command()
def fit(
    game: GameName,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", exists=True, dir_okay=False)],
    units: Annotated[int, typer.Option(min=1, help="Hidden units.")] = FitConfig().units,
    seed: Seed = 1,
) -> None:
    """Print a network that fits the positions in FILES; to standard error how well it foretells games held out."""
    labelled = join([read_labelled(malecon.games[game], file) for file in files])
    held = labelled.game % HELD_OUT == 0
    if held.all():
        raise UsageError("the positions are of one game, but must be of two or more: one is held out")
    learned, test = (Labelled(*(array[choice] for array in labelled)) for choice in (~held, held))

    def report(number: int, weights: Network) -> None:
        shares, results = cross_entropy(weights, test, test.shares), cross_entropy(weights, test, test.results)
        print(f"round {number}: {shares:.4f} nats by the search, {results:.4f} by results", file=sys.stderr)

    network = fit_network(learned, FitConfig(units), seed, report)
    print(format_network(network, malecon.games[game].value_features), end="")


def read_labelled(game: Game, file: Path) -> Labelled:
    """Return the positions in a file that ``judge`` wrote for this game.

    Raises:
        UsageError: the file has another shape, or is of another game.
    """
    try:
        with np.load(file) as loaded:
            # files of before name their first array otherwise
            labelled = Labelled(**{"features" if name == "facts" else name: loaded[name] for name in loaded.files})
    except (OSError, ValueError, TypeError, BadZipFile):
        raise UsageError(f"{file}: is not a file of judged positions") from None
    found, expected = labelled.features.shape[2], len(game.value_features)
    if found != expected:
        raise UsageError(f"{file}: has {found} features, but {game.name} has {expected}")
    return labelled


if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")

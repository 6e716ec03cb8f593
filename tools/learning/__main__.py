"""The command that learns a value network: positions are labelled by a search, a network is fitted to them.

    PYTHONPATH=tools python -m learning judge GAME positions-1.npz --minutes 20 --seed 1
    PYTHONPATH=tools python -m learning fit GAME positions-1.npz positions-2.npz > win_logit.toml

Chances are the softmax of the outputs of the network for the seats. The loss is the cross-entropy of the shares that a
search expected, mixed with the result of the game. It is minimised by Adam (D. Kingma and J. Ba, *Adam: A Method for
Stochastic Optimization*, 2015) with weights that decay (I. Loshchilov and F. Hutter, *Decoupled Weight Decay
Regularization*, 2019), at a rate that falls to zero like a cosine.
"""

import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple
from zipfile import BadZipFile

import numpy as np
import typer
from numpy.typing import NDArray

import malecon
from learning.labelling import Effort, Labelled, join, label_games
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.core.errors import MaleconError, UsageError
from malecon.core.files import new_file
from malecon.core.game import Game
from malecon.core.network import Network, format_network

Floats = NDArray[np.float32]

HELD_OUT = 8
"""One game of so many is not learned from, but measured by."""

INVALID_IGNORED = np.errstate(invalid="ignore")
"""For matrix products: on some processors OpenBLAS reports an invalid operation where all numbers are finite.

It does not hide a fit that diverges: there a number overflows first, and that is still reported.
"""

app = typer.Typer(
    help="Learn how likely a victory is: judge positions, then fit a network to what was judged.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
GameName = Annotated[str, typer.Argument(metavar="GAME")]
Seed = Annotated[int, typer.Option(min=0, help="Another one gives other games, or another network.")]


class FitConfig(NamedTuple):
    """The parameters of a fit.

    Attributes:
        units: hidden units.
        rounds: how often every position is seen.
        result: share of the game's result in the target, beside what the search expected.
        rate: of learning, at the beginning.
        decay: by which share of the rate weights shrink in a step.
        batch: positions in a step.
    """

    units: int = 32
    rounds: int = 25
    result: float = 0.05
    rate: float = 2e-3
    decay: float = 0.3
    batch: int = 256


BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8
"""Of Adam: how slowly the means of gradients and of their squares move, and what keeps it from dividing by zero."""


def fit_network(
    labelled: Labelled, config: FitConfig, seed: int, report: Callable[[int, Network], None] = lambda *_: None
) -> Network:
    """Return a network fitted to positions; ``report`` is called after each round with its number and the network."""
    rng = np.random.default_rng(seed)
    weights = new_network(labelled.features.shape[2], config.units, rng)
    first = Network(*map(np.zeros_like, weights))
    second = Network(*map(np.zeros_like, weights))
    targets = (1 - config.result) * labelled.shares + config.result * labelled.results
    batches = len(targets) // config.batch or 1
    for step in range(config.rounds * batches):
        if step % batches == 0:
            order = np.array_split(rng.permutation(len(targets)), batches)
        chosen = order[step % batches]
        gradients = gradient(weights, labelled.features[chosen], labelled.seats[chosen], targets[chosen])
        rate = config.rate * (1 + math.cos(math.pi * step / (config.rounds * batches))) / 2
        for weight, gradient_, mean, square in zip(weights, gradients, first, second, strict=True):
            mean += (1 - BETA_1) * (gradient_ - mean)
            square += (1 - BETA_2) * (gradient_ * gradient_ - square)
            speed = mean / (1 - BETA_1 ** (step + 1))
            weight -= rate * (speed / (np.sqrt(square / (1 - BETA_2 ** (step + 1))) + EPSILON) + config.decay * weight)
        if (step + 1) % batches == 0:
            report(step // batches + 1, weights)
    return weights


def new_network(features: int, units: int, rng: np.random.Generator) -> Network:
    """Return a network that has learned nothing; consumes ``rng``."""
    return Network(
        np.zeros(features, np.float32),
        rng.normal(0, features**-0.5, (features, units)).astype(np.float32),
        np.zeros(units, np.float32),
        rng.normal(0, 0.1, units).astype(np.float32),
    )


@INVALID_IGNORED
def chances(weights: Network, features: Floats, seats: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Return the chance of each seat, float32 [positions, seats], and the units (float32 [positions, seats, units])."""
    units = np.maximum(0, features @ weights.hidden_weights + weights.hidden_bias)
    scores = features @ weights.linear + units @ weights.output_weights
    scores[np.arange(features.shape[1]) >= seats[:, None]] = -np.inf
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True), units


@INVALID_IGNORED
def gradient(weights: Network, features: Floats, seats: NDArray[np.int8], targets: Floats) -> Network:
    """Return the gradient of the mean cross-entropy, in the shape of the weights."""
    found, units = chances(weights, features, seats)
    by_score: Floats = (found - targets) / np.float32(len(features))
    by_unit = by_score[..., None] * weights.output_weights * (units > 0)
    flat = features.reshape(-1, features.shape[2])
    return Network(
        flat.T @ by_score.ravel(),
        flat.T @ by_unit.reshape(-1, by_unit.shape[2]),
        by_unit.sum((0, 1)),
        np.einsum("ps,psu->u", by_score, units),
    )


def cross_entropy(weights: Network, labelled: Labelled, shares: Floats) -> float:
    """Return the mean cross-entropy of ``shares`` (float32 [positions, seats]) and the network, in nats a position."""
    found, _ = chances(weights, labelled.features, labelled.seats)
    return float(-(shares * np.log(np.maximum(found, 1e-9))).sum(1).mean())


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
    with new_file(file, is_private=False) as output:
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
    labelled = join([_read_labelled(malecon.games[game], file) for file in files])
    held = labelled.game % HELD_OUT == 0
    if held.all():
        raise UsageError("the positions are of one game, but must be of two or more: one is held out")
    learned, test = (Labelled(*(array[choice] for array in labelled)) for choice in (~held, held))

    def report(number: int, weights: Network) -> None:
        shares, results = cross_entropy(weights, test, test.shares), cross_entropy(weights, test, test.results)
        print(f"round {number}: {shares:.4f} nats by the search, {results:.4f} by results", file=sys.stderr)

    network = fit_network(learned, FitConfig(units), seed, report)
    print(format_network(network, malecon.games[game].value_features), end="")


def _read_labelled(game: Game, file: Path) -> Labelled:
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

"""Fitting a network to labelled positions: chances are the softmax of its outputs for the seats.

The loss is the cross-entropy of the shares that a search expected, mixed with the result of the game. It is minimised
by Adam (D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization*, 2015) with weights that decay (I. Loshchilov
and F. Hutter, *Decoupled Weight Decay Regularization*, 2019), at a rate that falls to zero like a cosine.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core.network import Network
from malecon.research.labelling import Labelled

Floats = NDArray[np.float32]


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


def chances(weights: Network, features: Floats, seats: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Return the chance of each seat, float32 [positions, seats], and the units (float32 [positions, seats, units])."""
    units = np.maximum(0, features @ weights.hidden_weights + weights.hidden_bias)
    scores = features @ weights.linear + units @ weights.output_weights
    scores[np.arange(features.shape[1]) >= seats[:, None]] = -np.inf
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True), units


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

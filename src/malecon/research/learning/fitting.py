"""Fits a network to judged positions: chances in proportion to e to the power of what it says of each seat.

What is made small is the cross-entropy of the shares that a search expected, mixed with what came of the game, by Adam
(D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization*, 2015) with weights that decay (I. Loshchilov and
F. Hutter, *Decoupled Weight Decay Regularization*, 2019), at a rate that falls to zero like a cosine.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core.network import Network
from malecon.research.learning.positions import Judged

Floats = NDArray[np.float32]


class Plan(NamedTuple):
    """How to fit.

    Attributes:
        units: hidden ones.
        rounds: how often every position is seen.
        result: share of the game's result in what is fitted, beside what the search expected.
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


FIRST_MEAN, SECOND_MEAN, TINY = 0.9, 0.999, 1e-8
"""Of Adam: how slowly the means of gradients and of their squares move, and what keeps it from dividing by zero."""


def fitted(judged: Judged, plan: Plan, seed: int, tell: Callable[[int, Network], None] = lambda *_: None) -> Network:
    """Return a network fitted to positions; ``tell`` is told after each round of its number and the network then."""
    rng = np.random.default_rng(seed)
    weights = new_network(judged.facts.shape[2], plan.units, rng)
    first = Network(*map(np.zeros_like, weights))
    second = Network(*map(np.zeros_like, weights))
    targets = (1 - plan.result) * judged.shares + plan.result * judged.results
    batches = len(targets) // plan.batch or 1
    for step in range(plan.rounds * batches):
        if step % batches == 0:
            order = np.array_split(rng.permutation(len(targets)), batches)
        chosen = order[step % batches]
        slopes = gradient(weights, judged.facts[chosen], judged.seats[chosen], targets[chosen])
        rate = plan.rate * (1 + math.cos(math.pi * step / (plan.rounds * batches))) / 2
        for weight, slope, mean, square in zip(weights, slopes, first, second, strict=True):
            mean += (1 - FIRST_MEAN) * (slope - mean)
            square += (1 - SECOND_MEAN) * (slope * slope - square)
            speed = mean / (1 - FIRST_MEAN ** (step + 1))
            weight -= rate * (speed / (np.sqrt(square / (1 - SECOND_MEAN ** (step + 1))) + TINY) + plan.decay * weight)
        if (step + 1) % batches == 0:
            tell(step // batches + 1, weights)
    return weights


def new_network(facts: int, units: int, rng: np.random.Generator) -> Network:
    """Return a network that has learned nothing; consumes ``rng``."""
    return Network(
        np.zeros(facts, np.float32),
        rng.normal(0, facts**-0.5, (facts, units)).astype(np.float32),
        np.zeros(units, np.float32),
        rng.normal(0, 0.1, units).astype(np.float32),
    )


def chances(weights: Network, facts: Floats, seats: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Return the chance of each seat, float32 [positions, seats], and the units (float32 [positions, seats, units])."""
    units = np.maximum(0, facts @ weights.inner + weights.start)
    scores = facts @ weights.straight + units @ weights.outer
    scores[np.arange(facts.shape[1]) >= seats[:, None]] = -np.inf
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True), units


def gradient(weights: Network, facts: Floats, seats: NDArray[np.int8], targets: Floats) -> Network:
    """Return how the mean cross-entropy grows with each weight."""
    found, units = chances(weights, facts, seats)
    by_score: Floats = (found - targets) / np.float32(len(facts))
    by_unit = by_score[..., None] * weights.outer * (units > 0)
    flat = facts.reshape(-1, facts.shape[2])
    return Network(
        flat.T @ by_score.ravel(),
        flat.T @ by_unit.reshape(-1, by_unit.shape[2]),
        by_unit.sum((0, 1)),
        np.einsum("ps,psu->u", by_score, units),
    )


def surprise(weights: Network, judged: Judged, shares: Floats) -> float:
    """Return the mean cross-entropy of ``shares`` by what the network says, in nats a position."""
    found, _ = chances(weights, judged.facts, judged.seats)
    return float(-(shares * np.log(np.maximum(found, 1e-9))).sum(1).mean())

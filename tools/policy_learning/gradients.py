"""A policy-value network while it is trained: dense layers over float observations, gradients, Adam.

All is NumPy: on a CPU the products of matrices take the time, and a framework takes as long for them.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-5
"""Of Adam: how slowly the means of gradients and of their squares move, and what keeps it from dividing by zero."""
FAR_BELOW = np.float32(-1e9)
"""The logit of what cannot be chosen."""

INVALID_IGNORED = np.errstate(invalid="ignore")
"""For matrix products: on some processors OpenBLAS reports an invalid operation where all numbers are finite."""


class Weights(NamedTuple):
    """Weights and biases of the hidden layers, then of policy and value; ``[inputs, units]`` and ``[units]``."""

    matrices: list[Floats]
    biases: list[Floats]

    def arrays(self) -> list[Floats]:
        """Return all arrays in order."""
        return [*self.matrices, *self.biases]


class Outputs(NamedTuple):
    """What a network makes of some observations.

    Attributes:
        layers: float32 ``[n, units]``: the inputs, then each hidden layer.
        probabilities: float32 ``[n, actions]``, 0 for illegal actions.
        shares: float32 ``[n, seats]``, of the victory, 0 for seats that are not there.
    """

    layers: list[Floats]
    probabilities: Floats
    shares: Floats


def new_weights(sizes: tuple[int, ...], actions: int, seats: int, rng: np.random.Generator) -> Weights:
    """Return weights that have learned nothing: all actions and seats are about equally likely.

    ``sizes``: of the inputs and of each hidden layer.
    """
    scaled = [(size, units, (2 / size) ** 0.5) for size, units in pairwise(sizes)]
    scaled += [(sizes[-1], actions, 0.01), (sizes[-1], seats, 0.01)]
    matrices = [rng.normal(0, scale, (size, units)).astype(np.float32) for size, units, scale in scaled]
    return Weights(matrices, [np.zeros(units, np.float32) for _, units, _ in scaled])


@INVALID_IGNORED
def forward(weights: Weights, inputs: Floats, legal: NDArray[np.int8], seats: int) -> Outputs:
    """Return what a network makes of observations.

    Args:
        weights: of the network.
        inputs: float32 ``[n, inputs]``.
        legal: int8 ``[n, actions]``, 1 for legal actions.
        seats: how many play.
    """
    layers = [inputs]
    *hidden, policy, value = zip(weights.matrices, weights.biases, strict=True)
    for matrix, bias in hidden:
        layers.append(np.maximum(layers[-1] @ matrix + bias, 0))
    logits, scores = (layers[-1] @ matrix + bias for matrix, bias in (policy, value))
    scores[:, seats:] = FAR_BELOW
    return Outputs(layers, softmax(np.where(legal != 0, logits, FAR_BELOW)), softmax(scores))


def softmax(logits: Floats) -> Floats:
    """Return each row as shares in proportion to e to the power of it."""
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


@INVALID_IGNORED
def gradients(weights: Weights, layers: list[Floats], by_logits: Floats, by_scores: Floats) -> list[Floats]:
    """Return the gradient of a loss by all weights, in the order of ``Weights.arrays``.

    Args:
        weights: of the network.
        layers: of the outputs that it gave.
        by_logits: float32 ``[n, actions]``, of the loss by the logits of the policy.
        by_scores: float32 ``[n, seats]``, by the logits of the shares.
    """
    policy, value = weights.matrices[-2:]
    matrices = [layers[-1].T @ by_logits, layers[-1].T @ by_scores]
    biases = [by_logits.sum(0), by_scores.sum(0)]
    by_units = by_logits @ policy.T + by_scores @ value.T
    for number in range(len(layers) - 1, 0, -1):
        by_units *= layers[number] > 0
        matrices.insert(0, layers[number - 1].T @ by_units)
        biases.insert(0, by_units.sum(0))
        if number > 1:
            by_units = by_units @ weights.matrices[number - 1].T
    return [*matrices, *biases]


class Adam(NamedTuple):
    """The state of Adam: D. Kingma and J. Ba, *Adam: a Method for Stochastic Optimization* (ICLR 2015).

    Attributes:
        means, squares: of the gradients, like the weights.
        updates: int64 ``[1]``, how many there were.
    """

    means: list[Floats]
    squares: list[Floats]
    updates: NDArray[np.int64]


def new_adam(weights: Weights) -> Adam:
    """Return the state before the first update."""
    means, squares = ([np.zeros_like(array) for array in weights.arrays()] for _ in range(2))
    return Adam(means, squares, np.zeros(1, np.int64))


def update(weights: Weights, adam: Adam, slopes: list[Floats], rate: float, longest: float) -> None:
    """Go a step against a gradient, in place; a gradient longer than ``longest`` is shortened to it."""
    length = float(np.sqrt(sum(float(np.vdot(slope, slope)) for slope in slopes)))
    shrink = np.float32(min(1.0, longest / max(length, 1e-12)))
    adam.updates[0] += 1
    count = int(adam.updates[0])
    for weight, mean, square, slope in zip(weights.arrays(), adam.means, adam.squares, slopes, strict=True):
        slope *= shrink
        mean += (1 - BETA_1) * (slope - mean)
        square += (1 - BETA_2) * (slope * slope - square)
        root = np.sqrt(square / (1 - BETA_2**count)) + EPSILON
        weight -= rate / (1 - BETA_1**count) * mean / root

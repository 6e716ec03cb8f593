"""A small neural network, features of a position in, one number out, by way of one layer of hidden units.

The hidden units are rectified linear; beside them, features count straight for the result (a skip connection). The
weights lie in a data file of each game, a line for each feature.
"""

from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core import contract
from malecon.core.data import DataError, read_toml
from malecon.core.jit import routine, vector_routine


class Network(NamedTuple):
    """The weights.

    Attributes:
        linear: float32 [features], of each feature for the result.
        hidden_weights: float32 [features, units], of each feature for each hidden unit.
        hidden_bias: float32 [units].
        output_weights: float32 [units], of each hidden unit for the result.
    """

    linear: NDArray[np.float32]
    hidden_weights: NDArray[np.float32]
    hidden_bias: NDArray[np.float32]
    output_weights: NDArray[np.float32]


class NetworkFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of weights; of each feature first its linear weight, then its weight for each unit."""

    hidden_bias: tuple[float, ...]
    output_weights: tuple[float, ...]
    features: dict[str, tuple[float, ...]]


def read_network(path: Traversable, features: tuple[str, ...]) -> Network:
    """Return the network in the file ``path``, which must name exactly ``features``, in this order.

    Raises:
        DataError: the file has other features, or lines of another length.
    """
    file = read_toml(path, NetworkFile)
    if tuple(file.features) != features:
        raise DataError(f"{path.name}, features: are {list(file.features)}, but must be {list(features)}")
    for name, line in [("output_weights", file.output_weights), *file.features.items()]:
        expected = len(file.hidden_bias) + (name != "output_weights")
        if len(line) != expected:
            raise DataError(f"{path.name}, {name}: has {len(line)} numbers, but must have {expected}")
    weights = np.array(list(file.features.values()), np.float32)
    return Network(
        linear=weights[:, 0].copy(),
        hidden_weights=weights[:, 1:].copy(),
        hidden_bias=np.array(file.hidden_bias, np.float32),
        output_weights=np.array(file.output_weights, np.float32),
    )


def format_network(network: Network, features: tuple[str, ...]) -> str:
    """Return a network as the content of a file that ``read_network`` reads, three digits after the point."""
    weights = np.hstack([network.linear[:, None], network.hidden_weights])
    return "\n".join(
        [
            f"hidden_bias = {_toml_list(network.hidden_bias)}",
            f"output_weights = {_toml_list(network.output_weights)}",
            "",
            "[features]",
            *(f'"{feature}" = {_toml_list(line)}' for feature, line in zip(features, weights, strict=True)),
            "",
        ]
    )


def _toml_list(numbers: NDArray[np.float32]) -> str:
    """Return numbers as a list of TOML.

    >>> _toml_list(np.array([0.12345, -2.0], np.float32))
    '[0.123, -2.000]'
    """
    return "[" + ", ".join(f"{number:.3f}" for number in numbers) + "]"


@vector_routine
def forward(network: Network, features: NDArray[np.float32]) -> float:
    """Return the output of the network for ``features`` (float32 ``[features]``)."""
    units = network.hidden_bias.copy()
    result = np.float32(0.0)
    for feature in range(len(features)):
        value = features[feature]
        # most features are 0 in most positions
        if value != 0:
            result += value * network.linear[feature]
            for unit in range(len(units)):
                units[unit] += value * network.hidden_weights[feature, unit]
    for unit in range(len(units)):
        result += max(np.float32(0.0), units[unit]) * network.output_weights[unit]
    return float(result)


@routine
def win_logit(state: object, seat: int) -> float:
    """Return the win logit of a seat by its value features, for searches that stop at a natural pause of the game.

    The seats' chances to win are in proportion to e to the power of it (softmax).
    """
    network = contract.value_network(state)
    features = np.empty(len(network.linear), np.float32)
    contract.value_features(state, seat, features)
    return forward(network, features)

"""A small neural network: facts of a position in, one number out, by way of one layer of hidden units.

A unit adds up what the facts count for it and is silent below 0 (a rectified linear unit); beside the units, facts
also count straight for the result. The weights lie in a data file, a line for each fact.
"""

from importlib.resources.abc import Traversable
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from malecon.core.data import DataError, read_toml
from malecon.core.jit import vector_routine


class Network(NamedTuple):
    """The weights.

    Attributes:
        straight: float32 [facts], what each fact counts for the result.
        inner: float32 [facts, units], what it counts for each hidden unit.
        start: float32 [units], what a unit has before any fact.
        outer: float32 [units], what a unit counts for the result.
    """

    straight: NDArray[np.float32]
    inner: NDArray[np.float32]
    start: NDArray[np.float32]
    outer: NDArray[np.float32]


class NetworkFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of weights; of each fact first what it counts straight, then what for each unit."""

    start: tuple[float, ...]
    outer: tuple[float, ...]
    facts: dict[str, tuple[float, ...]]


def read_network(path: Traversable, facts: tuple[str, ...]) -> Network:
    """Return the network in the file ``path``, which must name exactly ``facts``, in this order.

    Raises:
        DataError: the file has other facts, or lines of another length.
    """
    file = read_toml(path, NetworkFile)
    if tuple(file.facts) != facts:
        raise DataError(f"{path.name}, facts: are {list(file.facts)}, but must be {list(facts)}")
    for name, line in [("outer", file.outer), *file.facts.items()]:
        expected = len(file.start) + (name != "outer")
        if len(line) != expected:
            raise DataError(f"{path.name}, {name}: has {len(line)} numbers, but must have {expected}")
    weights = np.array(list(file.facts.values()), np.float32)
    return Network(
        weights[:, 0].copy(), weights[:, 1:].copy(), np.array(file.start, np.float32), np.array(file.outer, np.float32)
    )


def written(network: Network, facts: tuple[str, ...]) -> str:
    """Return a network as the content of a file that ``read_network`` reads, three digits after the point."""
    weights = np.hstack([network.straight[:, None], network.inner])
    lines = [f'"{fact}" = {listed(line)}' for fact, line in zip(facts, weights, strict=True)]
    return "\n".join(
        [f"start = {listed(network.start)}", f"outer = {listed(network.outer)}", "", "[facts]", *lines, ""]
    )


def listed(numbers: NDArray[np.float32]) -> str:
    """Return numbers as a list of TOML.

    >>> listed(np.array([0.12345, -2.0], np.float32))
    '[0.123, -2.000]'
    """
    return "[" + ", ".join(f"{number:.3f}" for number in numbers) + "]"


@vector_routine
def estimate(
    facts: NDArray[np.float32],
    straight: NDArray[np.float32],
    inner: NDArray[np.float32],
    start: NDArray[np.float32],
    outer: NDArray[np.float32],
) -> float:
    """Return what the network says about ``facts`` (float32 ``[facts]``); its weights come as in ``Network``."""
    units = start.copy()
    result = np.float32(0.0)
    for fact in range(len(facts)):
        value = facts[fact]
        if value != 0:
            result += value * straight[fact]
            for unit in range(len(units)):
                units[unit] += value * inner[fact, unit]
    for unit in range(len(units)):
        result += max(np.float32(0.0), units[unit]) * outer[unit]
    return float(result)

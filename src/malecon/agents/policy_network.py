"""A policy-value network: a logit for each legal action of a seat, and the share of the victory each seat can expect.

It reads the compact observation of a seat: a count or flag goes in as it is, a category as one input for each code
(one-hot). Hidden layers of rectified linear units follow, then the logits of all actions, and those of the seats'
shares, from the viewer on in the order of play.

Most inputs are 0, and so are many hidden units. So each layer is a sum of rows of its weights, one for each input that
is not 0. The first layer starts from the sums of another observation, the reference, and adds only what differs:
what is printed stays the same through a whole game, and positions of one search differ little. This idea is that of
Y. Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi* (2018). Of the logits only
those from the first to the last legal action are computed: they mostly answer one question, whose actions lie together.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core.jit import JIT, makes_no_array, rule, vector_routine

GROUP = 4
"""Rows that are added in one go: then sums are read and written once for so many."""


class Layer(NamedTuple):
    """The weights of one layer.

    Attributes:
        weights: float32 ``[inputs, units]``.
        bias: float32 ``[units]``.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


class PolicyNetwork(NamedTuple):
    """The weights, and where the numbers of an observation go in.

    Attributes:
        rows: int32 ``[size]``, the row of each number of the compact observation in the weights of the first layer; of
            a category that of code 0.
        is_category: bool ``[size]``.
        hidden: the hidden layers, at least one.
        policy: its units are all actions.
        value: its units are as many seats as the network knows at most.
    """

    rows: NDArray[np.int32]
    is_category: NDArray[np.bool_]
    hidden: tuple[Layer, ...]
    policy: Layer
    value: Layer


class Reference(NamedTuple):
    """An observation and its sums in the first layer, from which those of similar ones are computed.

    Attributes:
        observation: int8 ``[size]``.
        sums: float32 ``[units]`` of the first layer, before negative ones become 0.
    """

    observation: NDArray[np.int8]
    sums: NDArray[np.float32]


class Evaluation(NamedTuple):
    """What goes in and comes out, and memory between, so that compiled code allocates nothing.

    Attributes:
        observation: int8 ``[size]``, compact, in.
        actions: int16, room for the legal actions, in, ascending.
        logits: float32 ``[actions]``, out; only those of the legal actions have a meaning.
        shares: float32 ``[seats]``, out: of the victory, from the viewer on in the order of play, sum 1; zeros for
            seats that are not there.
        units: float32 ``[units]`` of each hidden layer, overwritten.
        places, values: int32 and float32, the inputs of a layer that are not 0, overwritten.
    """

    observation: NDArray[np.int8]
    actions: NDArray[np.int16]
    logits: NDArray[np.float32]
    shares: NDArray[np.float32]
    units: tuple[NDArray[np.float32], ...]
    places: NDArray[np.int32]
    values: NDArray[np.float32]


def first_reference(network: PolicyNetwork) -> Reference:
    """Return the observation of which no number goes in: counts of 0, categories without a code."""
    observation = np.where(network.is_category, -1, 0).astype(np.int8)
    return Reference(observation, network.hidden[0].bias.copy())


def new_evaluation(network: PolicyNetwork, widest: int) -> Evaluation:
    """Return memory for an evaluation; ``widest``: the greatest number of legal actions (``Game.widest``)."""
    # a category that has changed takes one input away and adds another
    most = max(2 * len(network.rows), *(len(layer.bias) for layer in network.hidden)) + GROUP
    return Evaluation(
        observation=np.zeros(len(network.rows), np.int8),
        actions=np.zeros(widest, np.int16),
        logits=np.zeros(len(network.policy.bias), np.float32),
        shares=np.zeros(len(network.value.bias), np.float32),
        units=tuple(np.zeros(len(layer.bias), np.float32) for layer in network.hidden),
        places=np.zeros(most, np.int32),
        values=np.zeros(most, np.float32),
    )


@vector_routine
@makes_no_array
def _add_row_by_row(
    weights: NDArray[np.float32],
    evaluation: Evaluation,
    count: int,
    first: int,
    end: int,
    sums: NDArray[np.float32],
) -> None:
    """Add ``count`` rows of ``weights``, each times its value, to ``sums``; of both only places ``first`` to ``end``.

    ``evaluation.places`` names the rows, ``evaluation.values`` has their values.
    """
    places, values = evaluation.places, evaluation.values
    while count % GROUP != 0:
        places[count] = 0
        values[count] = 0.0
        count += 1
    for group in range(0, count, GROUP):
        a, b, c, d = places[group], places[group + 1], places[group + 2], places[group + 3]
        p, q, r, s = values[group], values[group + 1], values[group + 2], values[group + 3]
        for unit in range(first, end):
            sums[unit] += p * weights[a, unit] + q * weights[b, unit] + r * weights[c, unit] + s * weights[d, unit]


def _add_at_once(
    weights: NDArray[np.float32],
    evaluation: Evaluation,
    count: int,
    first: int,
    end: int,
    sums: NDArray[np.float32],
) -> None:
    """Do the same as ``_add_row_by_row``, quickly in plain Python."""
    rows = weights[evaluation.places[:count], first:end]
    sums[first:end] += np.einsum("i,iu->u", evaluation.values[:count], rows)


_add_rows = _add_row_by_row if JIT else _add_at_once


@rule
@makes_no_array
def _find_changes(network: PolicyNetwork, reference: Reference, evaluation: Evaluation) -> int:
    """Write into ``places`` and ``values`` by which inputs an observation differs from a reference; return how many."""
    count = 0
    places, values = evaluation.places, evaluation.values
    for number in range(len(network.rows)):
        new, old = int(evaluation.observation[number]), int(reference.observation[number])
        if new == old:
            continue
        row = network.rows[number]
        if not network.is_category[number]:
            places[count] = row
            values[count] = new - old
            count += 1
            continue
        if old >= 0:
            places[count] = row + old
            values[count] = -1.0
            count += 1
        if new >= 0:
            places[count] = row + new
            values[count] = 1.0
            count += 1
    return count


@rule
@makes_no_array
def _find_active(units: NDArray[np.float32], evaluation: Evaluation) -> int:
    """Write the units above 0 into ``places`` and ``values``, and return how many they are."""
    count = 0
    for unit in range(len(units)):
        if units[unit] > 0.0:
            evaluation.places[count] = unit
            evaluation.values[count] = units[unit]
            count += 1
    return count


@vector_routine
@makes_no_array
def _sum_first_layer(network: PolicyNetwork, reference: Reference, evaluation: Evaluation) -> None:
    """Write the sums of the first layer into its units."""
    sums = evaluation.units[0]
    for unit in range(len(reference.sums)):
        sums[unit] = reference.sums[unit]
    count = _find_changes(network, reference, evaluation)
    _add_rows(network.hidden[0].weights, evaluation, count, 0, len(reference.sums), sums)


@vector_routine
@makes_no_array
def make_reference(network: PolicyNetwork, evaluation: Evaluation, reference: Reference) -> None:
    """Make ``evaluation.observation`` the reference, in place; its sums follow from those of the one before."""
    _sum_first_layer(network, reference, evaluation)
    sums = evaluation.units[0]
    for unit in range(len(reference.sums)):
        reference.sums[unit] = sums[unit]
    for number in range(len(network.rows)):
        reference.observation[number] = evaluation.observation[number]


@vector_routine
@makes_no_array
def evaluate_position(
    network: PolicyNetwork, reference: Reference, evaluation: Evaluation, count: int, seats: int
) -> None:
    """Evaluate an observation: write logits of the legal actions, and the seats' shares, into ``evaluation``.

    Args:
        network: the weights.
        reference: any; the more it has in common with the observation, the quicker.
        evaluation: with observation and legal actions; the rest is overwritten.
        count: how many legal actions there are; without any no logit is computed.
        seats: how many play.
    """
    _sum_first_layer(network, reference, evaluation)
    last = len(network.hidden) - 1
    for number in range(last):
        layer, sums = network.hidden[number + 1], evaluation.units[number + 1]
        active = _find_active(evaluation.units[number], evaluation)
        for unit in range(len(layer.bias)):
            sums[unit] = layer.bias[unit]
        _add_rows(layer.weights, evaluation, active, 0, len(layer.bias), sums)
    active = _find_active(evaluation.units[last], evaluation)
    if count > 0:
        first, end = int(evaluation.actions[0]), int(evaluation.actions[count - 1]) + 1
        for action in range(first, end):
            evaluation.logits[action] = network.policy.bias[action]
        _add_rows(network.policy.weights, evaluation, active, first, end, evaluation.logits)
    for seat in range(len(evaluation.shares)):
        evaluation.shares[seat] = network.value.bias[seat]
    _add_rows(network.value.weights, evaluation, active, 0, len(evaluation.shares), evaluation.shares)
    _softmax(evaluation.shares, seats)


@rule
@makes_no_array
def _softmax(logits: NDArray[np.float32], count: int) -> None:
    """Turn the first ``count`` logits into shares in proportion to e to the power of them, in place; others into 0."""
    most, total = logits[0], 0.0
    for seat in range(1, count):
        most = max(most, logits[seat])
    for seat in range(len(logits)):
        logits[seat] = math.exp(logits[seat] - most) if seat < count else 0.0
        total += logits[seat]
    for seat in range(count):
        logits[seat] /= total

"""A search that a policy-value network guides: its policy says what is tried, its shares judge where an iteration ends.

One tree for all seats. A node is what the seat to move observes, so nobody chooses by what is hidden, and positions
that look the same are one node, however they were reached. Each iteration guesses anew what the searching seat cannot
know, goes down the tree, and ends at a position that is new; there the network is evaluated for the seat to move. So
chance and what others hold are drawn each time, and a seat answers to what others did (P. Cowling, E. Powley, D.
Whitehouse, *Information Set Monte Carlo Tree Search*, 2012). Actions are chosen by PUCT (D. Silver and others,
*Mastering the game of Go without human knowledge*, 2017; C. Rosin, *Multi-armed bandits with episode context*, 2011).
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import CURRENT
from malecon.agents.policy_network import (
    Evaluation,
    PolicyNetwork,
    Reference,
    evaluate_position,
    first_reference,
    make_reference,
    new_evaluation,
)
from malecon.agents.search import Question, Search
from malecon.agents.search_iteration import evaluate_leaf
from malecon.core import contract
from malecon.core.bit_set import bit, has, lowest
from malecon.core.jit import rule, whole_routine
from malecon.core.random import draw_key

EXPLORATION = 0.5
"""Weight of the policy in PUCT, for results of 0 to 1."""
SHARPNESS = 0.125
"""Power of the policy's probabilities: a policy to play by is too sure of itself to try what it misses."""
REDUCTION = 0.05
"""By how much an action that was not tried is expected to be worse than the node."""

EDGES_A_NODE = 24
"""Edges for which there is room, on the average."""
LONGEST = 512
"""Edges that are remembered in one iteration."""
NO_EDGE = -1
NO_PLACE = -1

LANE = 2**31 - 1
PRIME = 0x01000193
"""Of the hash FNV-1 with 32 bits (G. Fowler, L. Noll, P. Vo); of its numbers only 31 bits are kept here."""
MIX_A, MIX_B = 0x1E3779B1, 0x05EBCA6B


class GuidedTree(NamedTuple):
    """A hash table of nodes with linear probing, and the edges, those of a node side by side.

    Attributes:
        keys: int64 ``[places]``, of what is observed at a node; 0 for a free place.
        first, counts: int32 ``[places]``, the first edge of a node, and how many it has.
        visits: int32 ``[places]``, of the node.
        total: float64 ``[places]``, sum of the results, for its seat.
        actions: int16 ``[edges]``.
        priors: float32 ``[edges]``, how likely the policy makes each, sharpened; the sum of a node's is 1.
        edge_visits: int32 ``[edges]``.
        edge_total: float64 ``[edges]``, sum of the results, for the seat that chose.
        used: int64 ``[2]``, how many nodes and edges there are.
        root: int64 ``[1]``, the place of the node where the seat that searches is asked; ``NO_PLACE`` before.
        path, path_nodes, path_seats: int64 ``[LONGEST]``, the edges of an iteration (``NO_EDGE`` at its new node), the
            places of their nodes, and whose they are.
    """

    keys: NDArray[np.int64]
    first: NDArray[np.int32]
    counts: NDArray[np.int32]
    visits: NDArray[np.int32]
    total: NDArray[np.float64]
    actions: NDArray[np.int16]
    priors: NDArray[np.float32]
    edge_visits: NDArray[np.int32]
    edge_total: NDArray[np.float64]
    used: NDArray[np.int64]
    root: NDArray[np.int64]
    path: NDArray[np.int64]
    path_nodes: NDArray[np.int64]
    path_seats: NDArray[np.int64]


class Guide(NamedTuple):
    """A network, and memory to evaluate it.

    Attributes:
        network: the weights.
        observations: int8 ``[seats, size]``, what each seat observes at the root.
        sums: float32 ``[seats, units]``, those of the first layer then (``policy_network.Reference``).
        evaluation: overwritten.
    """

    network: PolicyNetwork
    observations: NDArray[np.int8]
    sums: NDArray[np.float32]
    evaluation: Evaluation


def new_guided_tree(iterations: int, widest: int) -> GuidedTree:
    """Return an empty tree with room for so many iterations; ``widest``: of the game (``Game.widest``)."""
    places, edges = 1 << (2 * iterations).bit_length(), EDGES_A_NODE * iterations + widest
    return GuidedTree(
        keys=np.zeros(places, np.int64),
        first=np.zeros(places, np.int32),
        counts=np.zeros(places, np.int32),
        visits=np.zeros(places, np.int32),
        total=np.zeros(places),
        actions=np.zeros(edges, np.int16),
        priors=np.zeros(edges, np.float32),
        edge_visits=np.zeros(edges, np.int32),
        edge_total=np.zeros(edges),
        used=np.zeros(2, np.int64),
        root=np.full(1, NO_PLACE),
        path=np.zeros(LONGEST, np.int64),
        path_nodes=np.zeros(LONGEST, np.int64),
        path_seats=np.zeros(LONGEST, np.int64),
    )


def new_guide(question: Question, network: PolicyNetwork) -> Guide:
    """Return the guide of a search; positions that resemble its root are evaluated the quickest."""
    seats, evaluation = int(question.state.seats), new_evaluation(network, question.game.widest)
    references = []
    for seat in range(seats):
        reference = first_reference(network)
        contract.observe(question.state, seat, evaluation.observation)
        make_reference(network, evaluation, reference)
        references.append(reference)
    observations, sums = zip(*references, strict=True)
    return Guide(network, np.stack(observations), np.stack(sums), evaluation)


@rule
def observation_key(observation: NDArray[np.int8], seat: int) -> int:
    """Return a number above 0 for what a seat observes: another one for anything else, as good as certainly."""
    # four lanes, for the multiplications of one would wait for each other
    a, b, c, d = seat + 1, 2, 3, 4
    end = len(observation) - len(observation) % 4
    for place in range(0, end, 4):
        a = ((a ^ int(observation[place])) * PRIME) & LANE
        b = ((b ^ int(observation[place + 1])) * PRIME) & LANE
        c = ((c ^ int(observation[place + 2])) * PRIME) & LANE
        d = ((d ^ int(observation[place + 3])) * PRIME) & LANE
    for place in range(end, len(observation)):
        a = ((a ^ int(observation[place])) * PRIME) & LANE
    return ((((a * MIX_A) ^ c) & LANE) << 31 | (((b * MIX_B) ^ d) & LANE)) + 1


@rule
def find_node(tree: GuidedTree, key: int) -> int:
    """Return the place of a node, or the free place where it belongs."""
    last = len(tree.keys) - 1
    place = (key >> 20) & last
    while tree.keys[place] != 0 and tree.keys[place] != key:
        place = (place + 1) & last
    return place


@rule
def _expand(tree: GuidedTree, place: int, key: int, evaluation: Evaluation, count: int) -> bool:
    """Add a node with an edge for each legal action, and tell whether there was room for it."""
    first = int(tree.used[1])
    if 4 * tree.used[0] >= 3 * len(tree.keys) or first + count > len(tree.actions):
        return False
    tree.used[0] += 1
    tree.used[1] += count
    tree.keys[place] = key
    tree.first[place] = first
    tree.counts[place] = count
    most, total = -math.inf, 0.0
    for i in range(count):
        most = max(most, float(evaluation.logits[evaluation.actions[i]]))
    for i in range(count):
        power = math.exp(SHARPNESS * (float(evaluation.logits[evaluation.actions[i]]) - most))
        tree.actions[first + i] = evaluation.actions[i]
        tree.priors[first + i] = power
        total += power
    for i in range(count):
        tree.priors[first + i] /= total
    return True


@rule
def _select(tree: GuidedTree, place: int, low: int, high: int) -> int:
    """Return the edge of a node that PUCT chooses; if ``high`` is not 0, of those from action ``low`` to below it."""
    first = int(tree.first[place])
    expected = tree.total[place] / tree.visits[place] - REDUCTION
    weight = EXPLORATION * math.sqrt(tree.visits[place])
    best, chosen = -math.inf, first
    for edge in range(first, first + int(tree.counts[place])):
        if high > 0 and not low <= tree.actions[edge] < high:
            continue
        visits = int(tree.edge_visits[edge])
        value = tree.edge_total[edge] / visits if visits > 0 else expected
        value += weight * tree.priors[edge] / (1 + visits)
        if value > best:
            best, chosen = value, edge
    return chosen


@whole_routine
def run_guided(search: Search, guide: Guide, tree: GuidedTree, iterations: int) -> None:
    """Carry out a number of iterations from the root; only what ``search.seat`` can know matters.

    ``search``: its own trees stay empty.
    """
    limits = search.iteration.limits
    for _ in range(iterations):
        key = draw_key(search.workspace.source)
        search.workspace.memory.states[CURRENT] = search.root
        state = search.workspace.memory.states[CURRENT]
        contract.guess(state, search.seat, key)
        if search.config.reopens:
            contract.reopen(state, search.seat, limits)
        length, is_inside, acted = 0, True, 0
        awaited = contract.awaiting(state)
        while is_inside and awaited != 0:
            # The one who searches is asked before those who choose at the same time: so it stands at one node always.
            seat = search.seat if length == 0 and has(awaited, search.seat) else lowest(awaited)
            is_first, acted = not has(acted, seat), acted | bit(seat)
            contract.observe(state, seat, guide.evaluation.observation)
            node_key = observation_key(guide.evaluation.observation, seat)
            place = find_node(tree, node_key)
            edge = NO_EDGE
            if is_first and seat == search.seat:
                tree.root[0] = place
            if tree.keys[place] == 0 or length == len(tree.path) - 1:
                is_inside = False
                count = contract.legal(state, seat, guide.evaluation.actions)
                reference = Reference(guide.observations[seat], guide.sums[seat])
                evaluate_position(guide.network, reference, guide.evaluation, count, search.seats)
                for other in range(search.seats):
                    # shares are those of the seats from this one on
                    search.iteration.result[(seat + other) % search.seats] = guide.evaluation.shares[other]
                if tree.keys[place] == 0 and not _expand(tree, place, node_key, guide.evaluation, count):
                    break
            else:
                low, high = (int(limits[seat, 0]), int(limits[seat, 1])) if is_first else (0, 0)
                edge = _select(tree, place, low, high)
            tree.path[length] = edge
            tree.path_nodes[length] = place
            tree.path_seats[length] = seat
            length += 1
            if is_inside:
                contract.apply(state, seat, tree.actions[edge], search.workspace.journal)
                awaited = contract.awaiting(state)
        if awaited == 0:
            evaluate_leaf(search, state)
        _backpropagate(search, tree, length)


@rule
def _backpropagate(search: Search, tree: GuidedTree, length: int) -> None:
    """Add the result to the nodes and edges of an iteration: to each the share of its seat."""
    for step in range(length):
        share = search.iteration.result[tree.path_seats[step]]
        place, edge = tree.path_nodes[step], tree.path[step]
        tree.visits[place] += 1
        tree.total[place] += share
        if edge != NO_EDGE:
            tree.edge_visits[edge] += 1
            tree.edge_total[edge] += share

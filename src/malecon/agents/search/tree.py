"""The trees of a search in one hash table: visits and results of each action that was tried at a node.

A node is where a seat stands after a series of its own actions. Its number is made of the slot of the last of them
(``node_after``); the numbers below ``ROOTS`` are the seats' own roots. The table is filled by open addressing with
linear probing; when it is three quarters full, the trees grow no more.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.core.contract import NO_ACTION
from malecon.core.fields import Field, record_of
from malecon.core.jit import rule

ROOTS = 8
"""Nodes that are roots: more than any game has seats."""
ACTION_BITS = 16
NO_SLOT = -1
MIX_NODE, MIX_ACTION = 0x9E3779B1, 0x85EBCA6B
"""Odd numbers whose multiples are spread well (D. Knuth, The Art of Computer Programming 3, 6.4)."""
SLOTS = 2**17
"""At most: 3 MB."""


TREE = record_of(
    __name__,
    "TREE",
    {
        "edges": Field(np.int64, (SLOTS,)),  # the code of each edge; 0 for an empty slot
        "total": Field(np.float64, (SLOTS,)),  # sum of the results, for the seat that chose
        "used": Field(np.int64),  # how many slots are filled
        "last": Field(np.int64),  # the last slot that is used: a power of two, less 1
        "visits": Field(np.int32, (SLOTS,)),  # how often an edge was chosen
        "offered": Field(np.int32, (SLOTS,)),  # how often it was legal when its node was visited
        "prior": Field(np.int16, (SLOTS + ROOTS,)),  # by node: what the rollout policy does; NO_ACTION if not asked yet
    },
)
"""The table; a slot holds an edge, that is an action at a node.

It is a record, as states are: of arrays in a tuple compiled code counts the references at every call, with atomic
operations (docs/decisions/0004-compiler.md).
"""


class Tree(Protocol):
    """The fields of ``TREE``."""

    edges: NDArray[np.int64]
    total: NDArray[np.float64]
    used: int
    last: int
    visits: NDArray[np.int32]
    offered: NDArray[np.int32]
    prior: NDArray[np.int16]


def new_tree(slots: int = SLOTS) -> Tree:
    """Return an empty table; ``slots``: how many are used, a power of two, at most ``SLOTS``."""
    tree: Tree = np.zeros(1, TREE)[0]
    tree.last = slots - 1
    tree.prior[: slots + ROOTS] = NO_ACTION
    return tree


@rule
def find(tree: Tree, node: int, action: int) -> int:
    """Return the slot of an edge, or the empty slot where it belongs."""
    # Nodes and actions are small numbers that lie close together: times odd numbers, their low bits, which choose the
    # slot, spread over the whole table. Then neighbours are tried in turn, for they lie in the same line of the
    # processor's cache.
    edge = edge_code(node, action)
    last = int(tree.last)
    mixed = node * MIX_NODE + action * MIX_ACTION
    slot = (mixed ^ (mixed >> 17)) & last
    while tree.edges[slot] != 0 and tree.edges[slot] != edge:
        slot = (slot + 1) & last
    return slot


@rule
def edge_code(node: int, action: int) -> int:
    """Return node and action as one number, not 0."""
    return ((node + 1) << ACTION_BITS) | action


@rule
def add_edge(tree: Tree, slot: int, node: int, action: int) -> None:
    """Put an edge into its empty slot."""
    tree.edges[slot] = edge_code(node, action)
    tree.used += 1


@rule
def has_room(tree: Tree) -> bool:
    """Tell whether the trees may grow."""
    # Linear probing takes 2.5 looks for an edge that is there at three quarters, and 5.5 at nine tenths (Knuth, as
    # above): a search that goes on in trees that no longer grow loses less than one that looks so long for each edge.
    return 4 * int(tree.used) < 3 * (int(tree.last) + 1)


@rule
def node_after(slot: int) -> int:
    """Return the node to which an edge leads."""
    # Slots never move, so the slot of its last edge names a node: no table of nodes is needed.
    return slot + ROOTS

"""The trees of a search in one table: for each action that was tried at a place, how often and with what success.

A place is where a seat stands after a series of its own actions: the slot of the last one, or before the first one
the seat's own root. The table is filled by open addressing; when it is three quarters full, the trees grow no more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core.contract import NO_ACTION
from malecon.core.jit import rule

ROOTS = 8
"""Places that are roots: more than any game has seats."""
ACTION_BITS = 16
NO_SLOT = -1
MIX_PLACE, MIX_ACTION = 0x9E3779B1, 0x85EBCA6B
"""Odd numbers whose multiples are spread well (D. Knuth, The Art of Computer Programming 3, 6.4)."""
SLOTS = 2**17
"""By default: 3 MB."""


class Tree(NamedTuple):
    """The table.

    Attributes:
        edges: int64 [slots], place and action of an edge; 0 for an empty slot.
        visits: int32 [slots], how often it was chosen.
        offered: int32 [slots], how often it was there to choose.
        total: float64 [slots], sum of what came of it for the seat that chose.
        used: int64 [1], how many slots are filled.
        favourite: int16 [slots + ROOTS], by place: what a playout would do there; ``NO_ACTION`` if not asked yet.
    """

    edges: NDArray[np.int64]
    visits: NDArray[np.int32]
    offered: NDArray[np.int32]
    total: NDArray[np.float64]
    used: NDArray[np.int64]
    favourite: NDArray[np.int16]


def new_tree(slots: int = SLOTS) -> Tree:
    """Return an empty table; ``slots`` is a power of two."""
    return Tree(
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int32),
        np.zeros(slots, np.int32),
        np.zeros(slots),
        np.zeros(1, np.int64),
        np.full(slots + ROOTS, NO_ACTION, np.int16),
    )


@rule
def find(tree: Tree, place: int, action: int) -> int:
    """Return the slot of an edge, or the empty slot where it belongs."""
    edge = edge_of(place, action)
    last = len(tree.edges) - 1
    mixed = place * MIX_PLACE + action * MIX_ACTION
    slot = (mixed ^ (mixed >> 17)) & last
    while tree.edges[slot] != 0 and tree.edges[slot] != edge:
        slot = (slot + 1) & last
    return slot


@rule
def edge_of(place: int, action: int) -> int:
    """Return place and action as one number, not 0."""
    return ((place + 1) << ACTION_BITS) | action


@rule
def add(tree: Tree, slot: int, place: int, action: int) -> None:
    """Put an edge into its empty slot."""
    tree.edges[slot] = edge_of(place, action)
    tree.used[0] += 1


@rule
def has_room(tree: Tree) -> bool:
    """Tell whether the trees may grow."""
    return 4 * int(tree.used[0]) < 3 * len(tree.edges)


@rule
def place_after(slot: int) -> int:
    """Return the place to which an edge leads."""
    return slot + ROOTS

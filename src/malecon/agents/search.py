"""Information-set Monte-Carlo tree search over any game of the contract: its trees, and what one search shares.

Source: P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (IEEE T-CIAIG 2012): many trees
that are descended together (MO-ISMCTS), one for each seat. Here an edge of a seat's tree is one of its own actions, and
nothing else: what others do and what chance brings is the tree's surroundings, drawn anew each time (open loop). So
nobody can choose by what is hidden: neither by secret choices made at the same time nor by what others hold.

All trees are in one hash table: visits and results of each action that was tried at a node. A node is where a seat
stands after a series of its own actions. Its number is made of the slot of the last of them (``node_after``); the
numbers below ``ROOTS`` are the seats' own roots. The table is filled by open addressing with linear probing; when it is
three quarters full, the trees grow no more.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import Workspace, new_workspace
from malecon.core import AnyState, contract
from malecon.core.contract import NO_ACTION
from malecon.core.fields import Field, record_of
from malecon.core.game_parts import GameParts
from malecon.core.jit import rule
from malecon.core.random import Source

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
    edge = _edge_code(node, action)
    last = int(tree.last)
    mixed = node * MIX_NODE + action * MIX_ACTION
    slot = (mixed ^ (mixed >> 17)) & last
    while tree.edges[slot] != 0 and tree.edges[slot] != edge:
        slot = (slot + 1) & last
    return slot


@rule
def _edge_code(node: int, action: int) -> int:
    """Return node and action as one number, not 0."""
    return ((node + 1) << ACTION_BITS) | action


@rule
def add_edge(tree: Tree, slot: int, node: int, action: int) -> None:
    """Put an edge into its empty slot."""
    tree.edges[slot] = _edge_code(node, action)
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


KNOWN, CLEAR = 10, 3  # an expected edge has so many visits at least, and one of so many of those of the edge before


def expected_actions(tree: Tree, slot: int) -> list[int]:
    """Return the actions that the owner of an edge is expected to do next: its principal variation."""
    actions = list[int]()
    while True:
        visits = np.where((tree.edges >> ACTION_BITS) - 1 == node_after(slot), tree.visits, 0)
        best = int(np.argmax(visits))
        if visits[best] < max(KNOWN, tree.visits[slot] // CLEAR):
            return actions
        actions, slot = [*actions, int(tree.edges[best]) % 2**ACTION_BITS], best


LONGEST = 2048
"""Edges that are remembered in one iteration."""
FOREVER = 2**30
"""A stage that no game reaches."""

ITERATION = record_of(
    __name__,
    "ITERATION",
    {
        "path": Field(np.int64, (LONGEST,)),  # slots of the edges that were taken
        "path_seats": Field(np.int64, (LONGEST,)),  # whose they are
        "nodes": Field(np.int64, (ROOTS,)),  # by seat: the node at which it stands, or OUTSIDE
        "result": Field(np.float64, (ROOTS,)),  # by seat: share of the victory, sum 1
        "margins": Field(np.float64, (ROOTS,)),  # by seat: share of the victory by points, sum 1
        "totals": Field(np.float64, (ROOTS,)),  # by seat: the sum of all results of the search
        "points": Field(np.int16, (ROOTS,)),  # by seat: of an ended game
        "limits": Field(np.int16, (ROOTS, 2)),  # by seat: of its first action (``contract.reopen``)
    },
)
"""The buffers of an iteration; a record for the same reason as ``TREE``. Seats that are not there have zeros."""


class Iteration(Protocol):
    """The fields of ``ITERATION``."""

    path: NDArray[np.int64]
    path_seats: NDArray[np.int64]
    nodes: NDArray[np.int64]
    result: NDArray[np.float64]
    margins: NDArray[np.float64]
    totals: NDArray[np.float64]
    points: NDArray[np.int16]
    limits: NDArray[np.int16]


class SearchConfig(NamedTuple):
    """The parameters of a search.

    Attributes:
        exploration: weight of the bound in UCB1, for results of 0 to 1.
        bias: by how much the prior action is preferred before it was tried; this falls as 1 / (visits + 1).
        stages: at which pause of the game (``contract.stage``) from now on a simulation is cut and evaluated; 0: never.
        looks_ahead: whether everybody in a simulation chooses by a look at the next position, instead of at random.
        margin: share of an ended game's result that the points have, beside the victory.
        scale: points that count e times as much in that share.
        reopens: whether others who have chosen in secret at the question that is asked choose again, each by its own
            tree (``contract.reopen``), instead of at random: they had reasons.
        mixes: whether a player that mixes draws its secret choices in this game.
    """

    exploration: float
    bias: float
    stages: int
    looks_ahead: bool
    margin: float
    scale: float
    reopens: bool
    mixes: bool = False


RANDOM_SIMULATIONS = SearchConfig(
    exploration=0.7, bias=0.0, stages=0, looks_ahead=False, margin=0.1, scale=8.0, reopens=False
)
"""The plainest search, by which speeds are compared: every simulation is random and goes to the end."""


class Question(NamedTuple):
    """The subject of a search: the best action of a seat, or the consequences of one of its actions.

    Attributes:
        game: the game.
        state: its record, in which all that the seat cannot know was guessed; left as it is.
        seat: an awaited seat, 0-based.
        first_action: what the seat does before anything else, or ``NO_ACTION`` if that is what is searched for.
    """

    game: GameParts
    state: AnyState
    seat: int
    first_action: int = NO_ACTION


class Search(NamedTuple):
    """One search: compiled code gets it as one argument, and reads its parts by name as plain Python does.

    Numbers do not change during a search; records are written in place.

    Attributes:
        root: ``Question.state``.
        seats: how many play.
        seat, first_action: as in ``Question``.
        last_stage: a simulation is cut when the position has passed this stage.
        config: how to search.
        tree: a record ``TREE``, the trees of all seats.
        iteration: a record ``ITERATION``.
        workspace: where positions are played on.
    """

    root: AnyState
    seats: int
    seat: int
    first_action: int
    last_stage: int
    config: SearchConfig
    tree: Tree
    iteration: Iteration
    workspace: Workspace


def new_search(question: Question, config: SearchConfig, source: Source, slots: int = SLOTS) -> Search:
    """Return the context of a new search; ``slots``: of the trees, a power of two."""
    iteration: Iteration = np.zeros(1, ITERATION)[0]
    # Stages are counted from the root: a look ahead goes as far at the end of a game as at its beginning.
    last_stage = int(contract.stage(question.state)) + config.stages - 1 if config.stages > 0 else FOREVER
    return Search(
        root=question.state,
        seats=int(question.state.seats),
        seat=int(question.seat),
        first_action=int(question.first_action),
        last_stage=last_stage,
        config=config,
        tree=new_tree(slots),
        iteration=iteration,
        workspace=new_workspace(question.game, source),
    )

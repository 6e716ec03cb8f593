"""The search context: everything that the functions of one search share, in one value."""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from malecon.agents.rollouts import Workspace, new_workspace
from malecon.agents.search.tree import ROOTS, SLOTS, Tree, new_tree
from malecon.core import contract
from malecon.core.contract import NO_ACTION
from malecon.core.fields import Field, record_of
from malecon.core.game import GameParts
from malecon.core.math import Source
from malecon.core.untyped import AnyState

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


class SearchConfig(NamedTuple):
    """The parameters of a search.

    Attributes:
        exploration: weight of the bound in UCB1, for results of 0 to 1.
        bias: by how much the prior action is preferred before it was tried; this falls as 1 / (visits + 1).
        stages: at which pause of the game (``contract.stage``) from now on a simulation is cut and evaluated; 0: never.
        looks_ahead: whether everybody in a simulation chooses by a look at the next position, instead of at random.
        margin: share of an ended game's result that the points have, beside the victory.
        scale: points that count e times as much in that share.
    """

    exploration: float
    bias: float
    stages: int
    looks_ahead: bool
    margin: float
    scale: float


RANDOM_SIMULATIONS = SearchConfig(exploration=0.7, bias=0.0, stages=0, looks_ahead=False, margin=0.1, scale=8.0)
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

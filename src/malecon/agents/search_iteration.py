"""The iterations of a search: select and expand, simulate, evaluate the leaf, backpropagate.

The order and the names of the stages are those of C. Browne and others, *A Survey of Monte Carlo Tree Search Methods*
(IEEE T-CIAIG 2012). A simulation goes on with the game outside the trees, to a position that is evaluated.
"""

import math

import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import CURRENT, greedy_action
from malecon.agents.search import LONGEST, NO_SLOT, Search, SearchConfig, add_edge, find, has_room, node_after
from malecon.core import contract
from malecon.core.bit_set import is_single, lowest
from malecon.core.contract import NO_ACTION, play_out
from malecon.core.jit import rule, whole_routine
from malecon.core.network import win_logit
from malecon.core.random import draw, draw_key


@rule
def rollout_action(search: Search, state: object, seat: int, awaited: int) -> int:
    """Return an action for a seat outside its tree; ``memory.actions`` may be overwritten."""
    # First the game's own policy: it knows what a look at the next position does not show.
    action = contract.policy(state, seat, search.workspace.source) if search.config.looks_ahead else NO_ACTION
    if action == NO_ACTION:
        # Secret choices made at the same time show nothing in the next position either: they are drawn.
        if not search.config.looks_ahead or not is_single(awaited):
            action = contract.sample(state, seat, search.workspace.source)
        else:
            action = greedy_action(search.workspace, state, seat)
    return int(action)


@rule
def simulate(search: Search, state: object) -> None:
    """Play on in ``state``, in place, to the end, or until it has passed ``search.last_stage``."""
    # A game at random to its end needs no look at stages and policies: `play_out` is that loop without them.
    if not search.config.looks_ahead and search.config.stages == 0:
        play_out(state, search.workspace.source, search.workspace.journal)
        return
    # Cutting at a natural pause: what happens later is mostly noise, and the network judges better than many moves of
    # a quick policy (R. Lorentz, Amazons Discover Monte-Carlo, 2008; figures: docs/decisions/0012-win-probability.md).
    awaited = contract.awaiting(state)
    while awaited != 0 and contract.stage(state) <= search.last_stage:
        seat = lowest(awaited)
        contract.apply(state, seat, rollout_action(search, state, seat, awaited), search.workspace.journal)
        awaited = contract.awaiting(state)


@rule
def evaluate_leaf(search: Search, state: object) -> None:
    """Write each seat's expected share of the victory into ``iteration.result``, sum 1."""
    result, margins, points = search.iteration.result, search.iteration.margins, search.iteration.points
    if contract.awaiting(state) != 0:
        for seat in range(search.seats):
            result[seat] = win_logit(state, seat)
        softmax(result, search.seats)
        return
    contract.points(state, points)
    for seat in range(search.seats):
        margins[seat] = points[seat] / search.config.scale
    softmax(margins, search.seats)
    contract.outcome(state, result)
    # A little of the result is the margin in points: between moves that all win, or all lose, the search would else
    # choose anyhow.
    for seat in range(search.seats):
        result[seat] += search.config.margin * (margins[seat] - result[seat])


@rule
def softmax(logits: NDArray[np.float64], count: int) -> None:
    """Turn the first ``count`` logits into chances, in place: in proportion to e to the power of them, sum 1."""
    # the greatest is taken off first, so that no power overflows
    most, total = logits[0], 0.0
    for seat in range(1, count):
        most = max(most, logits[seat])
    for seat in range(count):
        logits[seat] = math.exp(logits[seat] - most)
        total += logits[seat]
    for seat in range(count):
        logits[seat] /= total


OUTSIDE = -1
"""The node of a seat that has left its tree."""


@whole_routine
def run_iterations(search: Search, iterations: int) -> None:
    """Carry out a number of iterations from the root; only what ``search.seat`` can know matters."""
    workspace = search.workspace
    for _ in range(iterations):
        # Determinization: each iteration plays in another world that fits what the seat knows, so no tree can learn
        # what is hidden (Cowling, Powley, Whitehouse 2012).
        key = draw_key(workspace.source)
        workspace.memory.states[CURRENT] = search.root
        state = workspace.memory.states[CURRENT]
        contract.guess(state, search.seat, key)
        if search.config.reopens:
            contract.reopen(state, search.seat, search.iteration.limits)
        length = _select_path(search, state)
        simulate(search, state)
        evaluate_leaf(search, state)
        backpropagate(search, length)


@rule
def _select_path(search: Search, state: object) -> int:
    """Selection and expansion: play on in ``state``, in place, until every seat has left its tree.

    Returns:
        how many edges were taken; they are in ``iteration.path``.
    """
    # Several trees are descended together (MO-ISMCTS). A seat leaves its tree at the edge that it adds; from there it
    # plays by the rollout policy, while others may still be inside theirs.
    iteration, inside, length, first_action = search.iteration, search.seats, 0, search.first_action
    for seat in range(search.seats):
        iteration.nodes[seat] = seat
    awaited = contract.awaiting(state)
    while inside > 0 and awaited != 0 and length < LONGEST and contract.stage(state) <= search.last_stage:
        seat = lowest(awaited)
        if seat == search.seat and first_action != NO_ACTION:
            action, first_action = first_action, NO_ACTION
        elif iteration.nodes[seat] == OUTSIDE:
            action = rollout_action(search, state, seat, awaited)
        else:
            slot, action = _select(search, state, seat, awaited)
            if slot == NO_SLOT or search.tree.visits[slot] == 0:
                iteration.nodes[seat] = OUTSIDE
                inside -= 1
            else:
                iteration.nodes[seat] = node_after(slot)
            if slot != NO_SLOT:
                iteration.path[length] = slot
                iteration.path_seats[length] = seat
                length += 1
        contract.apply(state, seat, action, search.workspace.journal)
        awaited = contract.awaiting(state)
    return length


@rule
def _select(search: Search, state: object, seat: int, awaited: int) -> tuple[int, int]:
    """Return the slot and the action that a seat chooses at its node: one that was never tried, or by UCB1.

    An untried one is added to the tree; ``NO_SLOT`` if there is no room for it. ``memory.actions`` is overwritten.
    """
    tree, actions, source = search.tree, search.workspace.memory.actions, search.workspace.source
    node, config = int(search.iteration.nodes[seat]), search.config
    prior = _prior_action(search, state, seat, awaited)
    n = contract.legal(state, seat, actions)
    is_limited = node == seat and search.iteration.limits[seat, 1] > 0
    best_slot, best_action, best, untried = NO_SLOT, 0, -math.inf, 0
    for i in range(n):
        action = int(actions[i])
        if is_limited and not search.iteration.limits[seat, 0] <= action < search.iteration.limits[seat, 1]:
            continue
        slot = find(tree, node, action)
        if tree.edges[slot] == 0:
            # Every action is tried once before any is compared: the prior one first, else one at random (reservoir
            # sampling: the k-th untried one replaces the one before with a chance of 1 / k).
            untried += 1
            if untried == 1 or action == prior or (best_action != prior and draw(source, untried) == 0):
                best_slot, best_action = slot, action
            continue
        if untried == 0:
            value = _upper_bound(
                config, tree.total[slot], int(tree.visits[slot]), int(tree.offered[slot]), action == prior
            )
            if value > best:
                best, best_slot, best_action = value, slot, action
        # An action is not legal in every world: what counts in its bound is how often it could have been chosen, not
        # how often its node was visited (Cowling and others 2012).
        tree.offered[slot] += 1
    if untried > 0:
        return _expand(search, best_slot, node, best_action), best_action
    return best_slot, best_action


@rule
def _upper_bound(config: SearchConfig, total: float, visits: int, offered: int, is_prior: bool) -> float:
    """Return the upper confidence bound of the mean result of an edge that was visited."""
    # UCB1: P. Auer, N. Cesa-Bianchi, P. Fischer, Finite-time Analysis of the Multiarmed Bandit Problem (2002).
    bound = math.sqrt(math.log(offered + 1) / visits)
    value = total / visits + config.exploration * bound
    # Progressive bias: the prior is trusted while little is known, and forgotten as visits come in. G. Chaslot and
    # others, Progressive Strategies for Monte-Carlo Tree Search (2008).
    if is_prior:
        value += config.bias / (visits + 1)
    return value


@rule
def _prior_action(search: Search, state: object, seat: int, awaited: int) -> int:
    """Return the action of the rollout policy at the node of a seat; ``memory.actions`` is overwritten."""
    # It is asked once for each node, in the world of the first visit: asking again would cost as much as the step of
    # a simulation, and a prior that changes could not be preferred.
    tree, node = search.tree, int(search.iteration.nodes[seat])
    if search.config.bias > 0.0 and tree.prior[node] == NO_ACTION:
        tree.prior[node] = rollout_action(search, state, seat, awaited)
    return int(tree.prior[node])


@rule
def _expand(search: Search, slot: int, node: int, action: int) -> int:
    """Add an edge to the tree, and return its slot, or ``NO_SLOT`` if the tree is full."""
    # One edge for each seat in each iteration: memory grows slowly, and first where the search looks most
    # (R. Coulom, Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search, 2006).
    if not has_room(search.tree):
        return NO_SLOT
    add_edge(search.tree, slot, node, action)
    search.tree.offered[slot] = 1
    return slot


@rule
def backpropagate(search: Search, length: int) -> None:
    """Add the result to every edge that was taken, and to the totals."""
    # Each edge gets the share of the seat that chose it: with more than two seats everybody maximises their own
    # (max^n; C. Luckhardt and K. Irani, An Algorithmic Solution of N-Person Games, 1986).
    tree, iteration = search.tree, search.iteration
    for seat in range(search.seats):
        iteration.totals[seat] += iteration.result[seat]
    for step in range(length):
        slot = iteration.path[step]
        tree.visits[slot] += 1
        tree.total[slot] += iteration.result[iteration.path_seats[step]]

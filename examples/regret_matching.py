"""Search by regret matching at secret choices, beside the search of the computer players, on a small variant.

    python examples/regret_matching.py ["malecon_cuba(variant=parliament)" [ITERATIONS ...]] [--keys 8]

Upper confidence bounds settle on one action; where others choose at the same time, that can be exploited. Regret
matching settles on a mixture: each action is chosen by how much more it would have brought so far (V. Lisý, M. Lanctot
and others, *Convergence of Monte Carlo Tree Search in Simultaneous Move Games*, 2013). Both searches decide anew at
each information state; printed are the exploitability of each, and what regret matching wins against the other. With
several keys, which are several runs with other random numbers, these are means, with the least and the greatest. The
last two figures are those of a player of whom the other one does not know the key: the most visited actions of all
keys, mixed, and the same where secret choices are drawn, as ``master`` does in Havana.
"""

import argparse
import random
from collections import defaultdict, namedtuple

import pyspiel

import malecon.research.openspiel  # noqa: F401  # registers the games
from malecon.agents.levels import MIXING
from malecon.research.exploitability import decision_states, search_policy

Tree = namedtuple("Tree", "player known actions children returns")
"""The tree from a state on; ``known`` is the information state of its player, who is below 0 for chance."""
EXPLORATION = 0.2


def tree_of(state):
    """Return the whole tree of a state."""
    if state.is_terminal():
        return Tree(state.current_player(), "", (), (), state.returns())
    known = state.information_state_string() if state.is_player_node() else ""
    actions = state.legal_actions()
    return Tree(state.current_player(), known, actions, [tree_of(state.child(action)) for action in actions], ())


def worlds_of(tree, found=None):
    """Return the trees that a player cannot tell apart, by what it knows."""
    found = defaultdict(list) if found is None else found
    if tree.known:
        found[tree.known].append(tree)
    for child in tree.children:
        worlds_of(child, found)
    return found


def matched(regrets):
    """Return chances in proportion to the positive regrets."""
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    return [regret / total for regret in positive] if total else [1 / len(regrets)] * len(regrets)


def search(worlds, iterations, rng):
    """Return the average chances of the actions at the root, whose ``worlds`` its player cannot tell apart."""
    regrets, totals = {}, defaultdict(float)
    for _ in range(iterations):
        tree, path, new = rng.choice(worlds), [], set()
        while tree.actions:
            places = range(len(tree.actions))
            if tree.known in regrets:
                chances = matched(regrets[tree.known])
                tried = [(1 - EXPLORATION) * chance + EXPLORATION / len(places) for chance in chances]
                place = rng.choices(places, tried)[0]
                path.append((tree, place, tried[place]))
                if tree.known == worlds[0].known:
                    for each in places:
                        totals[each] += chances[each]
            else:
                if tree.known and tree.player not in new:  # each player's tree grows by one node
                    regrets[tree.known] = [0.0] * len(places)
                    new.add(tree.player)
                place = rng.choice(places)
            tree = tree.children[place]
        for node, place, chance in path:
            won = tree.returns[node.player]
            known = regrets[node.known]
            known[:] = [regret - won for regret in known]
            known[place] += won / chance
    return [totals[place] / max(1, iterations - 1) for place in range(len(worlds[0].actions))]


def policy_of(worlds, iterations, seed=0):
    """Return how the search decides at each information state."""
    rng, policy = random.Random(seed), {}
    for known, trees in worlds.items():
        policy[known] = [*zip(trees[0].actions, search(trees, iterations, rng), strict=True)]
    return pyspiel.TabularPolicy(policy)


def wins(game, one, other):
    """Return what one policy wins against another, in the mean of both seats."""
    root = game.new_initial_state()
    first = pyspiel.expected_returns(root, [one, other], -1, False)[0]
    return (first + pyspiel.expected_returns(root, [other, one], -1, False)[1]) / 2


def mixed(policies):
    """Return the policy that chooses one of several at each information state, each equally likely."""
    tables = [policy.policy_table() for policy in policies]

    def chance(known, action):
        return sum(dict(table[known])[action] for table in tables) / len(tables)

    return pyspiel.TabularPolicy(
        {known: [(action, chance(known, action)) for action, _ in chances] for known, chances in tables[0].items()}
    )


def spread(values):
    """Return a mean as text, and the range of several values."""
    mean = f"{sum(values) / len(values):.3f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.3f} to {max(values):.3f})"


def compare(name, iterations, keys):
    """Print a line for a uniform policy, and one for each number of iterations."""
    game = pyspiel.load_game(name)
    states, worlds = decision_states(game), worlds_of(tree_of(game.new_initial_state()))

    def open_to(policy):
        return pyspiel.nash_conv(game, policy, True) / 2

    uniform = {
        known: [(action, 1 / len(trees[0].actions)) for action in trees[0].actions] for known, trees in worlds.items()
    }
    print(f"uniform policy: {open_to(pyspiel.TabularPolicy(uniform)):.3f}")
    print("iterations: visits | most visited | regret matching | its wins against both of them | mixed | drawn")
    for count in iterations:
        rows, most_visited, drawn = [], [], []
        for key in range(keys):
            regret = policy_of(worlds, count, key)
            ours = [search_policy(game, states, count, key, is_greedy=is_greedy) for is_greedy in (False, True)]
            rows.append([*map(open_to, (*ours, regret)), *(wins(game, regret, policy) for policy in ours)])
            most_visited.append(ours[-1])
            drawn.append(search_policy(game, states, count, key, is_greedy=True, mixing=MIXING))
        means = map(spread, zip(*rows, strict=True))
        unknown = f"{open_to(mixed(most_visited)):.3f} | {open_to(mixed(drawn)):.3f}"
        print(f"{count}: {' | '.join(means)} | {unknown}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compare two searches on a small variant of a game.")
    parser.add_argument("game", nargs="?", default="malecon_cuba(variant=parliament)", help="default: %(default)s")
    parser.add_argument("iterations", nargs="*", type=int, default=[10, 100, 1000], help="default: 10 100 1000")
    parser.add_argument("--keys", type=int, default=1, help="runs with other random numbers; default: %(default)s")
    arguments = parser.parse_args()
    compare(arguments.game, arguments.iterations, arguments.keys)

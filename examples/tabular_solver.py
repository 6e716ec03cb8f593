"""Solve a small variant of a game exactly, by counterfactual regret minimization through OpenSpiel.

    python examples/tabular_solver.py ["malecon_cuba(variant=parliament)" [ITERATIONS]]

CFR+ (O. Tammelin, 2014) needs the whole tree at each iteration, so the tree is first written out in Gambit's format:
then all of the work is done in C++. Printed are the value of the game for the first player, and how far the average
policy is from an equilibrium: what both players together would win by best answers to it.
"""

import argparse
import tempfile

import pyspiel
from open_spiel.python.algorithms.gambit import export_gambit

import malecon.research.openspiel  # noqa: F401  # registers the games


def tree_of(game):
    """Return the whole tree of a game as a game of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".efg") as file:
        file.write(export_gambit(game))
        file.flush()
        return pyspiel.load_game("efg_game", {"filename": file.name})


def solve(game, iterations):
    """Return the value for the first player, and the sum of what best answers would win."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    return value, pyspiel.nash_conv(game, policy, True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Solve a small variant of a game exactly, by CFR+.")
    parser.add_argument("game", nargs="?", default="malecon_cuba(variant=parliament)", help="default: %(default)s")
    parser.add_argument("iterations", nargs="?", type=int, default=1000, help="of CFR+; default: %(default)s")
    arguments = parser.parse_args()
    value, gain = solve(tree_of(pyspiel.load_game(arguments.game)), arguments.iterations)
    print(f"{arguments.game}: value {value:+.4f}, best answers win {gain:.5f}")

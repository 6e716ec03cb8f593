"""OpenSpiel's Deep CFR learns a small variant from its information states as tensors.

    pip install open_spiel torch dm-tree
    python examples/clients/deep_cfr.py ["malecon_havana(variant=last-tile)"] [--iterations 30]

It prints the exploitability of the average policy before and after.
"""

import argparse

import pyspiel
import torch
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import tabular_policy_from_callable
from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

import malecon.research.openspiel  # noqa: F401  # registers the games


def main():
    """Learn, and compare with the uniform policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="malecon_havana(variant=last-tile)")
    parser.add_argument("--iterations", type=int, default=30)
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = pyspiel.load_game(given.game)

    def uniform(state):
        return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]

    before = exploitability.exploitability(game, tabular_policy_from_callable(game, uniform))
    solver = DeepCFRSolver(
        game,
        policy_network_layers=(64, 64),
        advantage_network_layers=(64, 64),
        num_iterations=given.iterations,
        num_traversals=40,
        learning_rate=1e-3,
        batch_size_advantage=256,
        batch_size_strategy=256,
        memory_capacity=20_000,
        policy_network_train_steps=400,
        advantage_network_train_steps=40,
    )
    solver.solve()
    found = tabular_policy_from_callable(game, lambda state: [*solver.action_probabilities(state).items()])
    print(f"exploitability: {before:.3f} uniform, {exploitability.exploitability(game, found):.3f} Deep CFR")


if __name__ == "__main__":
    main()

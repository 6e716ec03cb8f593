"""RLlib learns a game: PPO with its own masked module, through its own wrapper of PettingZoo (docs/research.md).

    pip install "ray[rllib]" torch pettingzoo
    python examples/clients/rllib_ppo.py [--game havana] [--minutes 1]

One network plays both seats. At the end it plays games against *random* from which nothing is learned.
"""

import argparse
import time

import numpy as np
import torch
from gymnasium.spaces import Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from malecon.research import evaluate
from malecon.research.pettingzoo import raw_env


class Masked(raw_env):
    """The game with the names that RLlib's module expects."""

    def observation_space(self, agent):
        """Return the space under these names."""
        space = super().observation_space(agent)
        return Dict({"observations": space["observation"], "action_mask": space["action_mask"]})

    def observe(self, agent):
        """Return the observation under these names."""
        seen = super().observe(agent)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype("float32")}


class Game(PettingZooEnv):
    """The environment that RLlib makes."""

    def __init__(self, config):
        super().__init__(Masked(config["game"], seats=2, reward="zero-sum"))


def main():
    """Learn for some minutes, then play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="havana")
    parser.add_argument("--minutes", type=float, default=1)
    given = parser.parse_args()
    torch.set_num_threads(1)
    algorithm = (
        PPOConfig()
        .environment(Game, env_config={"game": given.game}, disable_env_checking=True)  # its check ignores masks
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda *_, **__: "shared")
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": RLModuleSpec(ActionMaskingTorchRLModule)})
        )
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=4000, minibatch_size=500, num_epochs=4, gamma=1.0, lambda_=0.95, lr=3e-4)
        .build_algo()
    )
    begun, steps = time.monotonic(), 0
    while (minutes := (time.monotonic() - begun) / 60) < given.minutes:
        result = algorithm.train()
        steps = result["num_env_steps_sampled_lifetime"]
        print(f"{minutes:5.1f} minutes {steps:7.0f} steps", flush=True)
    module = algorithm.get_module("shared")

    def policy(observations, masks):
        seen = {"observations": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks.astype("f4"))}
        with torch.no_grad():
            return np.asarray(module.forward_inference({"obs": seen})["action_dist_inputs"])

    print(evaluate(policy, given.game, seats=2, against="random", blocks=200, name="rllib"))


if __name__ == "__main__":
    main()

"""Stable-Baselines3 learns a game: ``make_vec_env``, and MaskablePPO of SB3-Contrib, until it beats *random* by 9 to 1.

    pip install stable-baselines3 sb3-contrib
    python examples/clients/maskable_ppo.py [--game Havana] [--steps 400000]

Nothing is wrapped or renamed: a mask is asked for by ``action_masks``, pictures are asked for by ``render_mode``. Every
20,000 steps, and at the end, games are played that nothing is learned from.
"""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import malecon.research.gymnasium  # noqa: F401  # registers the games
from malecon.research import evaluate

ENVS = 8


def policy_of(model):
    """Return the network as a policy of ours: logits for observations; ``evaluate`` sees to the masks."""

    def policy(observations, masks):
        with torch.no_grad():
            return model.policy.get_distribution(torch.from_numpy(observations)).distribution.logits.numpy()

    return policy


def main():
    """Learn, and print the share of the victory on the way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="Havana")
    parser.add_argument("--steps", type=int, default=400_000)
    given = parser.parse_args()
    torch.set_num_threads(1)
    envs = make_vec_env(f"malecon/{given.game}-v0", ENVS, seed=0, env_kwargs={"seats": 2, "seat": None})
    envs.reset()
    print("a picture:", np.shape(envs.render()))
    model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=512, gamma=1.0, gae_lambda=0.95, seed=0)
    begun, part = time.monotonic(), 20_000
    for steps in range(part, given.steps + 1, part):
        model.learn(part, reset_num_timesteps=False)
        found = evaluate(policy_of(model), given.game.lower(), seats=2, against="random", blocks=100, name="ppo")
        print(
            f"{(time.monotonic() - begun) / 60:5.1f} minutes {steps:7d} steps {str(found).splitlines()[1]}", flush=True
        )
        if found.share >= 0.9:
            break
    model.save(f"{given.game.lower()}-maskable-ppo")
    print(evaluate(policy_of(model), given.game.lower(), seats=2, against="random", blocks=500, key=1, name="ppo"))


if __name__ == "__main__":
    main()

"""CleanRL's ``ppo.py`` learns a game: its file as it is, but for one line, the softmax over the legal actions.

    pip install torch tyro tensorboard
    python examples/clients/cleanrl_ppo.py cleanrl/cleanrl/ppo.py [--game Havana] [--steps 60000]

CleanRL has no masked PPO any more. Here Gymnasium's own wrapper puts the mask before the numbers of the observation,
and what is not legal gets the logit minus infinity. So this tests that no mask is empty, in the step between two games
neither: a softmax over nothing is not a number.
"""

import argparse
import sys
from pathlib import Path

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import FlattenObservation

import malecon.research.gymnasium  # noqa: F401  # registers the games
from malecon.research import evaluate

OLD = "logits = self.actor(x)"
NEW = "logits = self.actor(x).masked_fill(x[:, :self.actor[-1].out_features] == 0, -torch.inf)"


def main():
    """Run the file, then play games that nothing is learned from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", default="Havana")
    parser.add_argument("--steps", type=int, default=60_000)
    given = parser.parse_args()
    torch.set_num_threads(1)
    source = given.file.read_text("utf-8")
    assert source.count(OLD) == 1, f"{given.file}: has no line {OLD!r}"

    def flat(**options):
        return FlattenObservation(gymnasium.make(f"malecon/{given.game}-v0", mask_in_observation=True, **options))

    gymnasium.register("MaleconFlat-v0", flat, kwargs={"seats": 2, "seat": None})
    sys.argv = ["ppo.py", "--env-id", "MaleconFlat-v0", "--total-timesteps", str(given.steps), "--num-envs", "8"]
    sys.argv += ["--num-steps", "256", "--gamma", "1.0", "--no-cuda"]
    names = {"__name__": "__main__", "__file__": str(given.file)}
    exec(compile(source.replace(OLD, NEW), str(given.file), "exec"), names)
    agent = names["agent"]

    def policy(observations, masks):
        with torch.no_grad():
            return agent.actor(torch.from_numpy(np.concatenate([masks, observations], 1))).numpy()

    print(evaluate(policy, given.game.lower(), seats=2, against="random", blocks=500, name="cleanrl"))


if __name__ == "__main__":
    main()

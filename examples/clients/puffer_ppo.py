"""PufferLib's trainer learns a game: PuffeRL with a masked network on ``malecon.research.puffer``.

    python examples/clients/puffer_ppo.py [--game havana] [--steps 100000]

It needs PufferLib 3.0 with its extension for PyTorch (``_C``), ``pyro-ppl`` and ``rich-argparse``. PufferLib knows no
masks, so the network reads the one behind the numbers of the observation.
"""

# isort: skip_file
import argparse
import ast
import configparser
from pathlib import Path

import numpy as np
import torch

import malecon.research.pufferlib  # noqa: F401  # first: PufferLib alone makes a link in this folder
import pufferlib.vector
from malecon.research import evaluate, puffer
from pufferlib.pufferl import PuffeRL

GAMES = 64


class Network(torch.nn.Module):
    """Two layers, logits of the legal actions, and the value."""

    def __init__(self, env):
        super().__init__()
        self.numbers, self.mask = env.numbers, env.mask
        size = len(range(*env.numbers.indices(env.single_observation_space.shape[0])))
        self.body = torch.nn.Sequential(torch.nn.Linear(size, 256), torch.nn.ReLU())
        self.actor, self.critic = torch.nn.Linear(256, env.single_action_space.n), torch.nn.Linear(256, 1)

    def forward(self, seen, state=None):
        """Return logits and values."""
        hidden = self.body(seen[:, self.numbers].float() / 8)
        return self.actor(hidden).masked_fill(seen[:, self.mask] == 0, -1e9), self.critic(hidden)

    forward_eval = forward


def main():
    """Learn, then play games from which nothing is learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="havana")
    parser.add_argument("--steps", type=int, default=100_000)
    given = parser.parse_args()
    torch.set_num_threads(1)
    read = configparser.ConfigParser()
    read.read(Path(pufferlib.__file__).parent / "config/default.ini")
    config = {name: _value(text) for name, text in read["train"].items()}
    config |= {"device": "cpu", "env": given.game, "use_rnn": False, "optimizer": "adam", "learning_rate": 1e-3}
    config |= {"total_timesteps": given.steps, "minibatch_size": 512, "gamma": 1.0, "update_epochs": 2}
    envs = pufferlib.vector.make(puffer, env_args=[given.game], env_kwargs={"games": GAMES, "opponents": "random"})
    network = Network(envs.driver_env)
    trainer = PuffeRL(config, envs, network)
    while trainer.global_step < given.steps:
        trainer.evaluate()
        trainer.train()
    trainer.close()

    def policy(observations, masks):
        with torch.no_grad():
            return network(torch.from_numpy(np.concatenate([observations, masks], 1)))[0].numpy()

    print(evaluate(policy, given.game, seats=2, against="random", blocks=200, observation="compact", name="puffer"))


def _value(text):
    """Return what a line of the configuration says."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


if __name__ == "__main__":
    main()

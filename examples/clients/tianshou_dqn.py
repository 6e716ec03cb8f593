"""Tianshou learns a game: DQN in one seat, its random player in the other, through its own wrapper of PettingZoo.

    pip install tianshou pettingzoo
    python examples/clients/tianshou_dqn.py [--game havana] [--steps 30000]

Of its algorithms those with Q-values know masks. The observations are compact: its buffer keeps each twice.
"""

import argparse

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.env.pettingzoo_env import PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from malecon.research import aec, evaluate

ENVS = 8


def main():
    """Learn, then play games from which nothing is learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="havana")
    parser.add_argument("--steps", type=int, default=30_000)
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    np.random.seed(0)

    def make():
        return PettingZooEnv(aec(given.game, seats=2, observation="compact", reward="zero-sum"))

    env = make()
    numbers = env.observation_space["observation"]
    network = Net(state_shape=numbers.shape, action_shape=env.action_space.n, hidden_sizes=[256, 128])
    policy = DiscreteQLearningPolicy(
        model=network, action_space=env.action_space, observation_space=numbers, eps_training=0.1
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=1.0,
        n_step_return_horizon=8,
        target_update_freq=500,
    )
    players = [learner, MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    envs = DummyVectorEnv([make for _ in range(ENVS)])
    envs.seed(0)
    collector = Collector(algorithm, envs, VectorReplayBuffer(20_000, ENVS), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=2_000)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=6,
            epoch_num_steps=given.steps // 6,
            collection_step_num_env_steps=ENVS * 8,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            multi_agent_return_reduction=lambda rewards: rewards[:, 0],
            show_progress=False,
        )
    )

    def greedy(observations, masks):
        with torch.no_grad():
            return 1e3 * network(torch.from_numpy(observations).float())[0].numpy()

    found = evaluate(greedy, given.game, seats=2, against="random", blocks=200, observation="compact", name="dqn")
    print(found)


if __name__ == "__main__":
    main()

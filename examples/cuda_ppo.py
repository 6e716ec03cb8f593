"""A network learns a game on one GPU: it plays all seats against itself, in a batch of CUDA kernels (PPO, PyTorch).

    pip install ".[gpu]" torch
    python examples/cuda_ppo.py [--game havana] [--seats 2] [--minutes 10] [--blocks 100] [--out cuda-ppo.pt]

It is meant to beat *easy* after ten minutes on an H100. Nobody has run it on a GPU yet: docs/measurements/cuda.md says
what has been tested. At the end blocks of games are played against *easy*, whose deals were not learned from. (J.
Schulman and others, *Proximal Policy Optimization Algorithms*, 2017.)
"""

import argparse
import time

import numpy as np
import torch
from torch.distributions import Categorical

import malecon
from malecon.research import evaluate

GAMES, STEPS, PART = 1024, 64, 8192
"""Games side by side, steps in a round of them, decisions in an update; each decision is used once."""
WIDTH, CLIP, TRACE, LARGEST = 512, 0.2, 0.97, 0.5
"""Of the hidden layers; bound of the ratio; decay of the trace (lambda); norm of the largest gradient."""
RATE, ENTROPY = (5e-4, 2e-5), (0.015, 0.002)
"""Learning rate and weight of the entropy, at the beginning and at the end."""
SHARPER = 2.0
"""Factor for the logits of the policy that is evaluated: it explores less than the one that learns."""


class Network(torch.nn.Module):
    """Two hidden layers; the logits of all actions, and the value: the share of the victory that is expected."""

    def __init__(self, game):
        super().__init__()
        schema, actions = game.observation, game.actions.count
        source, code = np.zeros(schema.float_size, np.int64), np.full(schema.float_size, -1)
        scale = np.zeros(schema.float_size, np.float32)
        for (at, to, size, codes), factor in zip(schema.tables.runs, schema.tables.scales, strict=True):
            end = to + size * max(codes, 1)
            source[to:end] = np.repeat(np.arange(at, at + size), max(codes, 1))
            code[to:end], scale[to:end] = (np.tile(np.arange(codes), size), 0) if codes else (-1, factor)
        for name, table in (("source", source), ("code", code), ("scale", scale)):
            self.register_buffer(name, torch.as_tensor(table))
        self.body = torch.nn.Sequential(
            *(
                torch.nn.Linear(schema.float_size, WIDTH),
                torch.nn.ReLU(),
                torch.nn.Linear(WIDTH, WIDTH),
                torch.nn.ReLU(),
            )
        )
        self.actor, self.critic = torch.nn.Linear(WIDTH, actions), torch.nn.Linear(WIDTH, 1)
        torch.nn.init.normal_(self.actor.weight, std=0.001)

    def floats(self, seen):
        """Return observations in their float form, as ``game.observation.floats`` does with NumPy."""
        numbers = seen[:, self.source]
        return torch.where(self.code < 0, numbers * self.scale, (numbers == self.code).float())

    def forward(self, seen, mask):
        """Return logits, of which illegal ones are tiny, and values; ``seen``: compact observations, int8."""
        hidden = self.body(self.floats(seen))
        return self.actor(hidden).masked_fill(mask == 0, -1e9), self.critic(hidden)[:, 0].sigmoid()

    @torch.no_grad()
    def policy(self, observations, masks):
        """Return logits, as ``evaluate`` asks for them."""
        given = (torch.as_tensor(each, device=self.code.device) for each in (observations, masks))
        return (SHARPER * self(*given)[0]).cpu().numpy()


@torch.no_grad()
def collect(games, network):
    """Play a round; return observations, masks, actions, log-probabilities, values, and advantages of the decisions."""
    arrays, device = games.arrays, network.code.device
    # These tensors are the arrays of the batch, without a copy: each step changes them.
    seen, mask, to_move, rewards, done = (
        torch.as_tensor(each, device=device)
        for each in (arrays.observations, arrays.mask, arrays.to_move, arrays.rewards, arrays.done)
    )
    kept, ends = [], []
    for _ in range(STEPS):
        logits, value = network(seen, mask)
        drawn = Categorical(logits=logits, validate_args=False)
        action, mover = drawn.sample(), to_move.long()
        kept.append((seen.clone(), mask.clone(), action, drawn.log_prob(action), value))
        games.step(action)
        ends.append((mover, rewards.clone(), done.clone()))
    # Generalised advantage estimation, for each seat along its own decisions. The last decision of a seat in a game is
    # left out if neither the seat's next one nor the end of the game has come.
    rows = torch.arange(len(done), device=device)
    following, trace = torch.zeros_like(rewards), torch.zeros_like(rewards)
    known, found = torch.zeros_like(rewards, dtype=torch.bool), []
    following[rows, to_move.long()] = network(seen, mask)[1]
    known[rows, to_move.long()] = True
    for (*_, value), (mover, reward, over) in zip(kept[::-1], ends[::-1], strict=True):
        following = torch.where(over[:, None], reward, following)
        trace = trace.masked_fill(over[:, None], 0)
        known |= over[:, None]
        own = rows, mover
        trace[own] = torch.where(known[own], following[own] - value + TRACE * trace[own], 0)
        found.append((trace[own], known[own].clone()))
        following[own], known[own] = value, True
    advantages, counted = (torch.cat(each) for each in zip(*found[::-1], strict=True))
    return [each[counted] for each in (*(torch.cat(each) for each in zip(*kept, strict=True)), advantages)]


def improve(network, optimizer, found, entropy):
    """Improve the network by the decisions of a round, by PPO's clipped loss; return mean loss and entropy."""
    told = []
    for part in torch.randperm(len(found[0]), device=found[0].device).split(PART):
        seen, mask, action, before, old_value, advantage = (each[part] for each in found)
        logits, value = network(seen, mask)
        policy = Categorical(logits=logits, validate_args=False)
        ratio = (policy.log_prob(action) - before).exp()
        gain = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        surprise = policy.entropy().mean()
        loss = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        loss = loss + (value - old_value - advantage).square().mean() - entropy * surprise
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), LARGEST)
        optimizer.step()
        told.append(torch.stack((loss.detach(), surprise.detach())))
    return torch.stack(told).mean(0).tolist()


def learn(games, network, minutes):
    """Improve the network for some minutes; print how far it is."""
    optimizer = torch.optim.Adam(network.parameters(), eps=1e-5)
    begun, decisions, part, printed = time.monotonic(), 0, 0.0, 0.0
    while part < 1:
        rate, entropy = (first + (last - first) * part for first, last in (RATE, ENTROPY))
        optimizer.param_groups[0]["lr"] = rate
        found = collect(games, network)
        loss, surprise = improve(network, optimizer, found, entropy)
        decisions += len(found[0])
        part = (time.monotonic() - begun) / 60 / minutes
        if part >= 1 or part - printed >= 0.02:
            printed = part
            now = f"{part * minutes:6.2f} minutes {decisions:11d} decisions"
            print(f"{now}, loss {loss:.4f}, entropy {surprise:.3f}", flush=True)


def main():
    """Learn, keep the weights, and play against *easy*."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="havana")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--blocks", type=int, default=100)
    parser.add_argument("--out", default="cuda-ppo.pt")
    given = parser.parse_args()
    from malecon.research import cuda

    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    network = Network(malecon.games[given.game]).to("cuda")
    games = cuda.batch(given.game, GAMES, seats=given.seats)
    games.reset(seed=2**40)
    learn(games, network, given.minutes)
    torch.save(network.state_dict(), given.out)
    against_easy = {"against": "easy", "blocks": given.blocks, "jobs": None, "observation": "compact"}
    print(evaluate(network.policy, given.game, seats=given.seats, name="cuda-ppo", **against_easy))


if __name__ == "__main__":
    main()

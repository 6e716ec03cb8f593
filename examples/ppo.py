"""A network learns Havana with two seats, with NumPy: first from games of a search, then by playing against *easy*.

    malecon data make havana --games 3000 --seats 2 --iterations 200 --key 99 --out havana-data
    python examples/ppo.py havana-data [--decisions 4000000 | --minutes 45] [--blocks 200] [--out havana-ppo]

First it imitates the search (cross entropy with how often it tried each action). Then proximal policy optimisation
(PPO; J. Schulman and others, *Proximal Policy Optimization Algorithms*, 2017) improves it. The curve, the share of the
victory in the last 1,000 games, is printed and written as CSV, the weights as NPZ; then blocks of games are played.
With ``--decisions`` a second run on the same machine is the same.
"""

import argparse
import time

import numpy as np
import pyarrow.parquet as pq

from malecon import games
from malecon.research import batch, evaluate

SCHEMA, ACTIONS = games["havana"].observation, games["havana"].actions.count
LEFT_OUT = {"seats", "version", "edition", "age", "tile_points", "tile_cost", "tile_architect", "tile_owner", "rows"}
"""Blocks that tell a network little: they are the same in all games, or ``features`` tells them better."""
KEPT = np.concatenate([np.r_[SCHEMA.float_slices[block.name]] for block in SCHEMA.blocks if block.name not in LEFT_OUT])
OFFERED, TOLD = 12, 18
"""Places for tiles in the rows, and numbers for each."""
SIZES = (len(KEPT) + OFFERED * TOLD, 256, 128, ACTIONS + 1)
"""Of the layers: inputs, two hidden ones, logits and the value."""
GAMES, STEPS, MINIBATCH, EPOCHS, LARGEST = 128, 64, 1024, 2, 0.5
"""Games side by side, steps in a round of them, decisions in an update, uses of each, norm of the largest gradient."""
CLIP, TRACE, ENTROPY, RATE = 0.2, 0.95, 0.003, 2e-4
"""Bound of the ratio, decay of the trace (lambda), weight of the entropy, learning rate at the beginning."""
SHARPER = 3.0
"""Factor for the logits: 200 iterations try many actions a little, which a player should not do."""


def features(floats):
    """Return what the network reads: of each offered tile what it is and what each seat lacks for it, and the rest."""
    seen = SCHEMA.named(floats)
    tiles = np.concatenate([seen["tile_points"][..., None], seen["tile_architect"][..., None], seen["tile_cost"]], -1)
    told = [seen["rows"].reshape(len(floats), OFFERED, -1) @ tiles]
    held = np.concatenate([seen["cubes"], seen["workers"][..., None], 2 * seen["pesos"][..., :1]], -1)
    lacks = [np.maximum(told[0][..., 2:] - held[:, seat, None], 0) for seat in range(2)]
    told += [lacks[0], lacks[0].sum(-1, keepdims=True), lacks[1].sum(-1, keepdims=True)]
    return np.concatenate([floats[:, KEPT], np.concatenate(told, -1).reshape(len(floats), -1)], 1)


class Network:
    """Two hidden layers; logits of all actions, and the value: the expected reward, -1 to 1. Trained by Adam."""

    def __init__(self, rng):
        scales = (np.sqrt(2 / SIZES[0]), np.sqrt(2 / SIZES[1]), 0.01)
        self.weights = [
            rng.normal(0, s, (a, b)).astype("f4") for a, b, s in zip(SIZES[:-1], SIZES[1:], scales, strict=True)
        ]
        self.weights += [np.zeros(size, "f4") for size in SIZES[1:]]
        self.means, self.squares = ([np.zeros_like(weight) for weight in self.weights] for _ in range(2))
        self.updates = 0

    def forward(self, x):
        """Return both hidden layers, logits and values."""
        one, two, three, a, b, c = self.weights
        first = np.maximum(x @ one + a, 0)
        second = np.maximum(first @ two + b, 0)
        out = second @ three + c
        return first, second, out[:, :-1], np.tanh(out[:, -1])

    def shares(self, x, listed):
        """Return the layers, the chance of each listed action (int16 [n, m], padded with -1), and the values."""
        first, second, logits, value = self.forward(x)
        logits = np.where(listed < 0, np.float32(-1e9), np.take_along_axis(logits, listed, 1))
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return (x, first, second), shares / shares.sum(1, keepdims=True), value

    def update(self, layers, listed, slope, value, returns, rate):
        """Go a step against the gradient; ``slope``: of the loss by the logits of the listed actions."""
        (x, first, second), (_, two, three, *_) = layers, self.weights
        last = np.zeros((len(x), SIZES[-1]), "f4")
        np.put_along_axis(last, listed, slope, 1)
        last[:, -1] = (value - returns) * (1 - value * value)
        last /= len(x)
        upper = (last @ three.T) * (second > 0)
        lower = (upper @ two.T) * (first > 0)
        slopes = [x.T @ lower, first.T @ upper, second.T @ last, lower.sum(0), upper.sum(0), last.sum(0)]
        shrink = min(1.0, LARGEST / np.sqrt(sum(float(np.vdot(g, g)) for g in slopes)))
        self.updates += 1
        for weight, mean, square, g in zip(self.weights, self.means, self.squares, slopes, strict=True):
            g *= shrink
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            weight -= rate * mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-5)

    def policy(self, observations, masks):
        """Return logits, as ``evaluate`` asks for them."""
        return self.forward(features(observations))[2]


def padded(lists):
    """Return the rows of a column of lists as an array, padded with -1."""
    ends, values = lists.offsets.to_numpy(), lists.values.to_numpy()
    places = ends[:-1, None] + np.arange(np.diff(ends).max())
    return np.where(places < ends[1:, None], values[np.minimum(places, len(values) - 1)], -1)


def imitate(network, folder, rng, epochs=3, rate=1e-3):
    """Learn what the search tried, and the mean of what it expected and what it got."""
    rows = pq.read_table(folder + "/data")
    parts = np.array_split(rng.permutation(len(rows)), max(1, len(rows) // 1024)) * epochs
    for update, part in enumerate(parts):
        taken = rows.take(part).combine_chunks()
        compact, listed, tried = (taken[name].chunk(0) for name in ("observation", "legal", "visits"))
        x = features(SCHEMA.floats(compact.values.to_numpy().reshape(len(part), -1)))
        listed, target = padded(listed), np.maximum(padded(tried), 0).astype("f8") ** 12  # mostly what was tried most
        layers, shares, value = network.shares(x, listed)
        returns = taken["value"].to_numpy() + taken["outcome"].to_numpy() - 1
        slope = shares - target / target.sum(1, keepdims=True)
        network.update(layers, listed, slope, value, returns, rate * max(0.05, 1 - update / len(parts)))
    for weights in (network.weights[2], network.weights[5]):
        weights[..., :-1] *= SHARPER


def collect(games, network):
    """Play STEPS steps; return inputs, legal actions, actions, log-probabilities, advantages, returns; and results."""
    rows, now, kept, values, ends, results = np.arange(games.games), games.now, [], [], [], []
    for _ in range(STEPS):
        x, learner = features(now.observation), games.learner.copy()
        _, _, logits, value = network.forward(x)
        actions = games.draw(logits).copy()
        kept.append((x, now.legal.copy(), actions, games.log_probability.copy()))
        now = games.step(actions)
        values.append(value)
        ends.append((now.done.copy(), now.rewards[rows, learner]))
        results.append(now.rewards[now.done, learner[now.done]])
    # Generalised advantage estimation; the only reward is that at the end of a game.
    following, total, advantages = network.forward(features(now.observation))[3], np.zeros(games.games, "f4"), []
    for value, (done, rewards) in zip(values[::-1], ends[::-1], strict=True):
        error = np.where(done, rewards, following) - value
        total, following = error + TRACE * np.where(done, 0, total), value
        advantages.append(total)
    gained = np.concatenate(advantages[::-1])
    return (
        *map(np.concatenate, zip(*kept, strict=True)),
        gained,
        gained + np.concatenate(values),
        np.concatenate(results),
    )


def improve(network, x, legal, actions, before, advantages, returns, rate, rng):
    """Improve the network by what was collected: PPO's clipped loss, with a bonus for entropy."""
    for part in np.array_split(rng.permutation(len(x)), max(1, len(x) // MINIBATCH)):
        rows, listed = np.arange(len(part)), legal[part][:, : (legal[part] >= 0).sum(1).max()]
        layers, shares, value = network.shares(x[part], listed)
        surprise = shares * np.log(np.maximum(shares, 1e-9))
        chosen = (listed == actions[part, None]).argmax(1)
        gain = (advantages[part] - advantages[part].mean()) / (advantages[part].std() + 1e-8)
        ratio = shares[rows, chosen] / np.exp(before[part])
        pull = gain * ratio * np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        slope = pull[:, None] * shares + ENTROPY * (surprise - shares * surprise.sum(1, keepdims=True))
        slope[rows, chosen] -= pull
        network.update(layers, listed, slope, value, returns[part], rate)


def main():
    """Imitate, improve for a while, then play blocks against *easy*, on deals that were not learned from."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="what malecon data make has written")
    parser.add_argument("--minutes", type=float, default=45)
    parser.add_argument("--decisions", type=int, help="to learn from, instead of minutes")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--out", default="havana-ppo")
    given = parser.parse_args()
    rng, curve, results, decisions = np.random.default_rng(1), [], [], 0
    network = Network(rng)
    imitate(network, given.data, rng)
    common = {"seats": 2, "seat": None, "opponents": "easy", "observation": "float", "legal": "list"}
    played = batch("havana", GAMES, reward="zero-sum", **common)
    played.reset(seed=2**40)
    begun, minutes, part = time.monotonic(), 0.0, 0.0
    while part < 1:
        *found, won = collect(played, network)
        for _ in range(EPOCHS):
            improve(network, *found, RATE * max(0.05, 1 - part), rng)
        results, decisions = [*results, *won][-1000:], decisions + len(found[0])
        curve.append((minutes, decisions, (np.mean(results or 0) + 1) / 2))
        print("{:6.2f} minutes {:9d} decisions, share against easy {:.3f}".format(*curve[-1]), flush=True)
        np.savez(given.out, *network.weights)
        np.savetxt(given.out + ".csv", curve, "%.3f", ",", header="minutes,decisions,share", comments="")
        minutes = (time.monotonic() - begun) / 60
        part = decisions / given.decisions if given.decisions else minutes / given.minutes
    print(evaluate(network.policy, "havana", seats=2, against="easy", blocks=given.blocks))


if __name__ == "__main__":
    main()

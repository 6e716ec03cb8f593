"""The example of PPO: its gradients are those of the losses, its advantages those of the paper, and it runs."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from malecon.core.jit import JIT
from malecon.research import batch, make_data
from modes import once
from research.example import loaded


@pytest.fixture
def ppo() -> ModuleType:
    return loaded("ppo")


def collected(ppo: ModuleType, network: Any, games: int = 3) -> Any:
    """Return what is collected in a few games."""
    played = batch(
        "havana", games, seats=2, seat=None, opponents="random", observation="float", legal="list", reward="zero-sum"
    )
    played.reset(seed=5)
    return ppo.collect(played, network)


def loss(ppo: ModuleType, network: Any, found: Any) -> float:
    """Return the loss of a minibatch, written down from the paper: clipped surrogate, squared error, entropy."""
    x, legal, actions, before, advantages, returns, _ = found
    _, _, logits, values = (np.asarray(each, np.float64) for each in network.forward(x))
    gains = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    total = 0.0
    for row, action in enumerate(actions):
        listed = legal[row][legal[row] >= 0]
        logs = logits[row, listed] - np.log(np.exp(logits[row, listed]).sum())
        ratio = np.exp(logs[listed.tolist().index(action)] - before[row])
        clipped = np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP)
        total -= min(ratio * gains[row], clipped * gains[row])
        total += ppo.ENTROPY * (np.exp(logs) * logs).sum() + (values[row] - returns[row]) ** 2 / 2
    return total / len(actions)


def slope_by_differences(weights: NDArray[np.float32], place: Any, lost: Callable[[], float], step: float) -> float:
    """Return how the loss changes with one weight."""
    kept, ends = weights[place], []
    for change in (-step, step):
        weights[place] = kept + change
        ends.append(lost())
    weights[place] = kept
    return (ends[1] - ends[0]) / (2 * step)


def test_an_update_follows_the_gradient_of_the_loss(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each layer, where it is steepest; after a few updates, so that ratios are clipped too.

    The first update of Adam shows only signs of the gradient; its mean, a tenth of it, is read instead.
    """
    monkeypatch.setattr(ppo, "STEPS", 40 if JIT else 5)
    monkeypatch.setattr(ppo, "MINIBATCH", 10**6)
    monkeypatch.setattr(ppo, "LARGEST", 10**6)
    rng = np.random.default_rng(1)
    network = ppo.Network(rng)
    found = collected(ppo, network)
    for _ in range(20):
        ppo.improve(network, *found[:-1], 3e-3, rng)
    network.means = [np.zeros_like(each) for each in network.means]
    ppo.improve(network, *found[:-1], 0.0, rng)

    for weights, mean in zip(network.weights, network.means, strict=True):
        for place in np.abs(mean).ravel().argsort()[-3:]:
            at = np.unravel_index(place, mean.shape)
            found_slope = slope_by_differences(weights, at, lambda: loss(ppo, network, found), 2e-3)
            assert found_slope == pytest.approx(10 * mean[at], rel=0.1)


def test_advantages_add_up_to_what_came_of_a_decision(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a trace of 1, a return is the reward at the end of the game, or the value at the end of the steps."""
    monkeypatch.setattr(ppo, "STEPS", 700 if JIT else 6)
    monkeypatch.setattr(ppo, "TRACE", 1.0)
    *_, returns, results = collected(ppo, ppo.Network(np.random.default_rng(2)))
    of_games = returns.reshape(-1, 3)

    changes = (np.abs(np.diff(of_games, axis=0)) > 1e-4).sum()
    assert changes <= len(results)
    if JIT:
        assert len(results) > 4
        np.testing.assert_allclose(np.abs(of_games[0]), 1, atol=1e-4)


@once
def test_it_imitates_and_learns_as_it_says(
    ppo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    make_data("havana", tmp_path / "data", games=3, iterations=5)
    monkeypatch.setattr(ppo, "STEPS", 4)
    monkeypatch.setattr(ppo, "GAMES", 16)
    for run, length in (("first", "--decisions=130"), ("second", "--decisions=130"), ("short", "--minutes=1e-9")):
        arguments = [str(tmp_path / "data"), length, "--blocks", "1", "--out", str(tmp_path / run)]
        monkeypatch.setattr(sys, "argv", ["ppo.py", *arguments])
        ppo.main()
        assert "share of the victory" in capsys.readouterr().out

    first, second, short = (
        np.loadtxt(tmp_path / f"{run}.csv", delimiter=",", skiprows=1, ndmin=2) for run in ("first", "second", "short")
    )
    assert first[:, 1].tolist() == [64, 128, 192]
    assert first[:, 1:].tolist() == second[:, 1:].tolist()
    assert len(short) == 1
    with np.load(tmp_path / "first.npz") as saved:
        fresh = ppo.Network(np.random.default_rng(1)).weights
        assert [saved[name].shape for name in saved] == [weight.shape for weight in fresh]


@once
def test_imitation_comes_near_what_was_tried(ppo: ModuleType, tmp_path: Path) -> None:
    make_data("havana", tmp_path, games=3, iterations=20)
    rows = ppo.pq.read_table(tmp_path / "data")
    tried, listed = (ppo.padded(rows[name].combine_chunks()) for name in ("visits", "legal"))
    compact = rows["observation"].combine_chunks().values.to_numpy().reshape(len(rows), -1)
    x = ppo.features(ppo.SCHEMA.floats(compact))
    network, hits = ppo.Network(np.random.default_rng(1)), []
    for epochs in (0, 60):
        ppo.imitate(network, str(tmp_path), np.random.default_rng(1), epochs=epochs)
        _, shares, _ = network.shares(x, listed)
        hits.append(float((tried[np.arange(len(rows)), shares.argmax(1)] == tried.max(1)).mean()))

    assert hits[0] < 0.5 < 0.8 < hits[1]

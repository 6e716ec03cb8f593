"""The example of PPO on a GPU: its advantages are those of each seat, and it learns from a simulated batch.

It needs PyTorch, which nothing else here does: ``pip install torch``, and these tests are not skipped.
"""

import importlib.util
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import malecon
from malecon.research import batch
from modes import needs_plain_rules, once
from research.example import loaded

torch = pytest.importorskip("torch")
MOVERS = [[0, 0], [1, 0], [0, 0], [1, 0], [0, 0]]
"""By step, and after the last one, of two games."""
VALUES = [[20, 10], [40, 20], [60, 30], [30, 40], [90, 90]]
"""What the network expects there, in hundredths."""
END = 2
"""The step that ends the first game, which the first seat wins."""


@pytest.fixture
def ppo() -> ModuleType:
    return loaded("cuda_ppo")


class ScriptedGames:
    """A batch of two games in which the same happens, whatever is done."""

    def __init__(self) -> None:
        self.arrays = SimpleNamespace(
            observations=np.array([VALUES[0]], np.int8).T,
            mask=np.ones((2, 3), np.int8),
            to_move=np.array(MOVERS[0], np.int8),
            rewards=np.zeros((2, 2), np.float32),
            done=np.zeros(2, np.bool_),
        )
        self.steps = 0

    def step(self, actions: Any) -> None:
        is_end, self.steps = self.steps == END, self.steps + 1
        self.arrays.observations[:, 0], self.arrays.to_move[:] = VALUES[self.steps], MOVERS[self.steps]
        self.arrays.rewards[0, 0] = self.arrays.done[0] = is_end


class ScriptedNetwork:
    """A network that expects what it sees."""

    code = torch.zeros(1)

    def __call__(self, seen: Any, mask: Any) -> Any:
        return torch.zeros(mask.shape), seen[:, 0] / 100


@once
def test_advantages_are_those_of_each_seat(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second seat's move in the new game is left out: nobody knows yet what comes of it."""
    monkeypatch.setattr(ppo, "STEPS", 4)
    monkeypatch.setattr(ppo, "TRACE", 0.5)

    seen, *_, value, advantage = ppo.collect(ScriptedGames(), ScriptedNetwork())

    assert seen[:, 0].tolist() == [20, 10, 40, 20, 60, 30, 40]
    assert value.tolist() == pytest.approx([0.2, 0.1, 0.4, 0.2, 0.6, 0.3, 0.4])
    assert advantage.tolist() == pytest.approx([0.6, 0.2375, -0.4, 0.275, 0.4, 0.35, 0.5])


class SharedBatch:
    """A simulated batch, whose arrays PyTorch shares as it would those on a GPU."""

    def __init__(self, games: Any) -> None:
        self.games = games
        self.arrays = type(games.arrays)(*(each._ary for each in games.arrays))

    def step(self, actions: Any) -> None:
        self.games.step(actions.numpy())


@needs_plain_rules("kernels are simulated in plain mode only")
@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="kernels need numba-cuda")
@pytest.mark.parametrize("name", [*malecon.games])
def test_a_network_learns_from_a_simulated_batch(name: str, ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    from malecon.research import cuda

    game, games = malecon.games[name], cuda.batch(name, 2, seats=3)
    games.reset(seed=1)
    monkeypatch.setattr(ppo, "STEPS", 4)
    torch.manual_seed(1)
    network = ppo.Network(game)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)

    found = ppo.collect(SharedBatch(games), network)
    lost = [ppo.improve(network, optimizer, found, 0.01)[0] for _ in range(6)]

    assert 0 < len(found[0]) <= 8
    assert found[1].gather(1, found[2][:, None]).all()
    assert not games.arrays.illegal.copy_to_host().any()
    assert lost[-1] < lost[0]


@once
@pytest.mark.parametrize("name", [*malecon.games])
def test_a_network_reads_the_float_form_of_observations(name: str, ppo: ModuleType) -> None:
    game, games = malecon.games[name], batch(name, games=3, seats=2)
    games.reset(seed=3)
    compact: Any = None
    for _ in range(20):
        compact = games.step(games.draw()).observation
    network = ppo.Network(game)

    assert (network.floats(torch.as_tensor(compact)).numpy() == game.observation.floats(compact)).all()
    assert network.policy(compact, np.ones((3, game.actions.count), np.int8)).shape == (3, game.actions.count)

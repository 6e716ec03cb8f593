"""The games in PufferLib: its own vector environments, and the batch below them; skipped where it is not installed."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import malecon
import malecon.research as research
from malecon.core.errors import UsageError
from modes import once

pytestmark = once  # environments in Python around what batches and matches prove in both modes

STEPS = 400


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import PufferLib in a folder of its own: it makes a link there, ``resources``."""
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pufferlib", reason="python bench/install_pufferlib.py installs PufferLib")


def legal(env: Any, rng: np.random.Generator) -> Any:
    """Return a legal action of each learner, by the mask in the observations."""
    masks = env.observations[:, env.mask]
    return np.where(masks, rng.random(masks.shape), -1.0).argmax(1).astype(np.int32)


@pytest.mark.parametrize("game", malecon.games)
@pytest.mark.parametrize("observation", ["compact", "float"])
def test_it_shows_what_the_batch_shows(game: str, observation: Any) -> None:
    """Rewards too, those of the seats that learned; observations of games that begin anew are those of the new ones."""
    common: Any = {"seats": 3, "observation": observation, "opponents": "random", "seat": None}
    env = research.puffer(game, 4, **common)
    games = research.batch(game, 4, strict=False, **common)
    rng, ended = np.random.default_rng(1), 0
    seen, _ = env.reset(5)
    now = games.reset([20, 21, 22, 23])
    for _ in range(STEPS):
        assert seen is env.observations
        assert env.single_observation_space.contains(seen[0])
        assert np.array_equal(seen[:, env.numbers], now.observation)
        assert np.array_equal(seen[:, env.mask], now.legal)
        actions, learner = legal(env, rng), games.learner.copy()
        seen, rewards, terminals, truncations, _ = env.step(actions)
        now = games.step(actions)
        assert rewards.tolist() == [float(now.rewards[i, learner[i]]) for i in range(4)]
        assert np.array_equal(terminals, now.done)
        assert not truncations.any()
        ended += int(now.done.sum())
    assert ended


def test_reports_count_what_has_ended() -> None:
    env = research.puffer("havana", 2, 2, reward="zero-sum", seat=0)
    env.reset(1)
    rng, steps, won, ended, wrong = np.random.default_rng(1), 0, 0.0, 0, 0
    reports: list[dict[str, float]] = []
    while not reports:
        actions = legal(env, rng)
        if steps % 20 == 0:
            wrong += int(env.observations[0, env.mask][0] == 0)
            actions[0] = 0  # as a policy does that does not read the mask
        _, rewards, terminals, _, reports = env.step(actions)
        steps, won, ended = steps + 2, won + float(rewards.sum()), ended + int(terminals.sum())
    assert wrong > 0
    assert reports == [{"reward": won / ended, "decisions": steps / ended, "illegal": wrong / steps}]


@pytest.mark.parametrize("backend", ["Serial", "Multiprocessing"])
def test_its_vector_environments_play_games_that_share_no_deal(backend: str) -> None:
    import pufferlib.vector

    envs = pufferlib.vector.make(
        research.puffer,
        env_args=["havana"],
        env_kwargs={"games": 3, "seat": 0},
        backend=getattr(pufferlib.vector, backend),
        num_envs=2,
        seed=1,
    )
    try:
        envs.async_reset(1)
        seen = envs.recv()[0].copy()
        games = research.batch("havana", 6, opponents="random")
        assert np.array_equal(seen[:, : games.game.observation.size], games.reset(3).observation)
        for _ in range(60):
            envs.send(np.zeros(6, np.int32))
            observations, rewards, terminals, *_ = envs.recv()
            assert (len(observations), len(rewards), len(terminals)) == (6, 6, 6)
    finally:
        envs.close()


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UsageError, match=r"^opponents: there must be one for each other seat"):
        research.puffer("havana", 2, opponents=None)  # type: ignore[arg-type]
    env = research.puffer("havana", 2)
    with pytest.raises(UsageError, match=r"^seed: is -1, but must be a whole number from 0"):
        env.reset(-1)
    with pytest.raises(UsageError, match=r"no games are being played; reset\(\) begins them"):
        env.step(np.zeros(2, np.int32))
    env.reset(1)
    with pytest.raises(UsageError, match=r"^actions: "):
        env.step(np.zeros(3, np.int32))
    assert pickle.loads(pickle.dumps(research.puffer)) is research.puffer

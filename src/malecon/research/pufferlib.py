"""The games for PufferLib: a batch in which one seat of each game learns, in the buffers of PufferLib.

PufferLib knows no masks of legal actions. So the mask is the end of each observation, for policies that read it; an
action that is not legal is replaced by a legal one that is drawn, and counted in what is reported.
"""

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from malecon.core import PlainData
from malecon.core.game import Game, checked_seed
from malecon.core.random import KEYS
from malecon.research.batches.engine import BatchStep
from malecon.research.envs.environment import Form, Reward
from malecon.research.envs.opponents import Opponent
from malecon.research.support import extra

with extra("research"):
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode

    from malecon.research.batches.vector import SeatVectorEnv
    from malecon.research.envs.spaces import numbers_space

try:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # importing it makes a link there
        from pufferlib import PufferEnv
except ModuleNotFoundError:
    raise ImportError("PufferLib is not installed; docs/research.md says how it can be") from None

Returned = tuple[NDArray[np.generic], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], list[dict[str, float]]]


class PufferSeats(PufferEnv):  # type: ignore[misc]  # PufferLib declares no types
    """Games in each of which one seat learns; a game that ends begins anew in the same step.

    Whenever as many games have ended as there are, ``step`` reports of them: the mean ``reward`` and number of
    ``decisions`` of the learners, and the share of ``illegal`` actions.

    Attributes:
        batch: the games.
        numbers, mask: the parts of an observation, as slices.
    """

    metadata: ClassVar[Mapping[str, object]] = {"render_modes": []}

    def __init__(
        self,
        game: str | Game,
        games: int = 1024,
        seats: int = 2,
        *,
        seat: int | Sequence[int] | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        observation: Form = "compact",
        reward: Reward = "share",
        threads: int = 1,
        buf: Mapping[str, NDArray[Any]] | None = None,
        seed: int | None = None,
        **options: object,
    ) -> None:
        """Create the games.

        Args:
            game: a game or its name.
            games: how many; the agents of PufferLib.
            seats: how many play in each.
            seat, opponents, observation, reward, threads: see ``Batch``.
            buf: the buffers, which PufferLib gives.
            seed: see ``reset``.
            options: those of the game.

        Raises:
            UsageError: something is not what the game expects.
        """
        envs = SeatVectorEnv(
            *(game, games, seats),
            autoreset_mode=AutoresetMode.SAME_STEP,
            seat=seat,
            opponents=opponents,
            strict=False,
            observation=observation,
            reward=reward,
            threads=threads,
            **cast(PlainData, options),
        )
        self.batch, self.num_agents, self.single_action_space = envs.batch, games, envs.single_action_space
        seen, actions = numbers_space(self.batch.game, observation), self.batch.actions
        low, high = np.append(seen.low, np.zeros(actions)), np.append(seen.high, np.ones(actions))
        self.single_observation_space = Box(low.astype(seen.dtype), high.astype(seen.dtype), dtype=seen.dtype)
        self.numbers, self.mask = slice(0, len(seen.low)), slice(len(seen.low), len(low))
        self._rows, self._seed = np.arange(games), seed
        self._begin_report()
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[NDArray[np.generic], list[dict[str, float]]]:
        """Begin games: game ``i`` the deal of ``seed * games + i``, so seeds that follow each other share no deal.

        Without a seed that of the environment counts, once; later the next deals follow.
        """
        seed, self._seed = self._seed if seed is None else seed, None
        first = None if seed is None else checked_seed(seed) * self.num_agents
        keys = None if first is None else [(first + game) % KEYS for game in range(self.num_agents)]
        now = self.batch.reset(keys)
        self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        self._begin_report()
        return self._show(now), []

    def step(self, actions: NDArray[np.integer]) -> Returned:
        """Carry out an action of each learner, and play until it is asked again; raise as ``Batch.step`` does."""
        learner = self.batch.learner.copy()  # of the game that may end in this step
        now = self.batch.step(np.asarray(actions).reshape(-1))
        self.rewards[:] = now.rewards[self._rows, learner]
        self.terminals[:] = now.done
        return self._show(now), self.rewards, self.terminals, self.truncations, self._report(now)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _show(self, now: BatchStep) -> NDArray[np.generic]:
        """Write what the learners see into the buffer of PufferLib, and return it."""
        self.observations[:, self.numbers], self.observations[:, self.mask] = now.observation, now.legal
        return self.observations

    def _begin_report(self) -> None:
        self._steps, self._ended, self._reward, self._illegal = 0, 0, 0.0, int(self.batch.illegal.sum())

    def _report(self, now: BatchStep) -> list[dict[str, float]]:
        """Return the report, if enough games have ended since the last one."""
        self._steps += self.num_agents
        self._ended += int(now.done.sum())
        self._reward += float(self.rewards.sum())
        if self._ended < self.num_agents:
            return []
        replaced = int(self.batch.illegal.sum()) - self._illegal
        shares = {"reward": self._reward / self._ended, "decisions": self._steps / self._ended}
        found = shares | {"illegal": replaced / self._steps}
        self._begin_report()
        return [found]


puffer = PufferSeats
"""The name in ``malecon.research``."""

"""The games as vector environments of Gymnasium: a batch in which one seat of each game learns.

Registered as the ``vector_entry_point`` of ``malecon/<Game>-v0``, so ``gymnasium.make_vec`` finds it. It plays the very
games of a ``SyncVectorEnv`` of ``SeatEnv``, and gives the same observations, rewards and ``info``.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from malecon.core import PlainData
from malecon.core.errors import UsageError, check_known
from malecon.core.game import Game
from malecon.research.batches.batch import Autoreset, Batch
from malecon.research.batches.engine import BatchStep
from malecon.research.envs.environment import Form, Reward, check_arguments, rewards_of
from malecon.research.envs.opponents import Opponent
from malecon.research.envs.rendering import RENDER_MODES, Rendered, rendered
from malecon.research.envs.spaces import numbers_space, observation_space
from malecon.research.support import extra, find_game

with extra("research"):
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

MODES: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.DISABLED: "off",
}
Seen = dict[str, NDArray[np.generic]] | NDArray[np.generic]
"""With the masks of legal actions, or only the numbers."""
Flags = NDArray[np.bool_]


class SeatVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[np.generic]]):
    """Games in each of which one seat learns.

    ``info`` has ``action_mask`` (int8 ``[num_envs, actions]``) and ``illegal`` (int64 ``[num_envs]``), and with
    ``SAME_STEP`` what Gymnasium calls ``final_obs`` and ``final_info``. The mask of a game that is over has action 0,
    as that of ``SeatEnv``.

    Attributes:
        batch: the games.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int = 2,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seat: int | Sequence[int] | None = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        mask_in_observation: bool = False,
        strict: bool = True,
        observation: Form = "float",
        reward: Reward = "share",
        render_mode: str | None = None,
        threads: int = 1,
        copy: bool = True,
        **options: object,
    ) -> None:
        """Create the environments; arguments that are not explained here are those of ``SeatEnv``.

        Args:
            game: a game or its name.
            num_envs: how many games.
            seats: how many play in each.
            autoreset_mode: ``NEXT_STEP``, ``SAME_STEP`` or ``DISABLED``, or its value.
            seat: that learns, in all games or in each; ``None``: another one is drawn for each deal.
            opponents, mask_in_observation, strict, observation, reward, render_mode: as there.
            threads: that step the games together.
            copy: whether arrays are new ones; else the next step overwrites observations and masks.
            options: those of the game.

        Raises:
            UsageError: something is not what the game expects.
        """
        check_known("render_mode", [render_mode or "ansi"], RENDER_MODES)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_known("autoreset_mode", [autoreset_mode], [mode.value for mode in MODES])
        if opponents is None or (isinstance(opponents, list | tuple) and None in opponents):
            raise UsageError("opponents: there must be one for each other seat")
        mode, found = AutoresetMode(autoreset_mode), find_game(game)
        check_arguments("the environment", SeatVectorEnv, found, options)
        self.batch = Batch(
            *(found, num_envs, seats),
            autoreset=MODES[mode],
            threads=threads,
            observation=observation,
            opponents=opponents,
            seat=seat,
            strict=strict,
            reward=reward,
            **cast(PlainData, options),
        )
        self.num_envs, self._copy, self._with_mask, self.render_mode = num_envs, copy, mask_in_observation, render_mode
        self._reward = reward
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1, "autoreset_mode": mode}
        actions = self.batch.actions
        self.single_observation_space = (
            observation_space(self.batch.game, observation, actions)
            if mask_in_observation
            else numbers_space(self.batch.game, observation)
        )
        self.single_action_space = Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games, self._before = np.arange(num_envs), np.zeros(num_envs, np.int64)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: PlainData | None = None
    ) -> tuple[Seen, PlainData]:
        """Begin games: environment ``i`` the one of ``seed + i``, or of its own seed, or the next one.

        ``options``: with ``reset_mask`` (bool ``[num_envs]``) only some begin anew.
        """
        only = None if options is None else options.get("reset_mask")
        begun = np.ones(self.num_envs, np.bool_) if only is None else np.asarray(only)
        now = self.batch.reset(seed, only=None if only is None else begun)
        self._before[begun] = self.batch.illegal[begun]
        return self._seen(now), self._info(now, begun)

    def step(self, actions: object) -> tuple[Seen, NDArray[np.float64], Flags, Flags, PlainData]:
        """Carry out an action of each learner, and play until it is asked again or its game is over.

        Raises:
            UsageError: actions have another shape or dtype, or a game is over that was not reset (``DISABLED``).
            IllegalAction: one is not legal, and the environments are strict; nothing was changed in any.
        """
        learner, was_over = self.batch.learner.copy(), self.batch.now.done.copy()
        if self.metadata["autoreset_mode"] == AutoresetMode.DISABLED and was_over.any():
            raise UsageError(f"environment {was_over.argmax()}: its game is over; reset it first, with reset_mask")
        now = self.batch.step(actions)
        info: PlainData = {}
        mode = self.metadata["autoreset_mode"]
        if mode == AutoresetMode.SAME_STEP and now.done.any():
            info = self._final_info(now.done.copy())
            self._before[now.done] = self.batch.illegal[now.done]
        elif mode == AutoresetMode.NEXT_STEP:
            self._before[was_over] = self.batch.illegal[was_over]
        rewards, info = self._rewards(now.done, learner), info | self._info(now, None)
        return self._seen(now), rewards, now.done.copy(), np.zeros_like(was_over), info

    def _rewards(self, done: Flags, learner: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return the rewards of the learners: of the games that have ended as a single environment computes them."""
        rewards = rewards_of(self.batch.shares, self._reward)  # those of a batch are float32
        return np.where(done, rewards[self._games, learner], 0.0)

    def render(self) -> tuple[Rendered, ...] | None:  # type: ignore[override]  # the base knows pictures only
        """Return the table of each game as its learner sees it, as a single environment does."""
        if self.render_mode is None:
            return None
        return tuple(
            rendered(self.render_mode, self.batch.game, self.batch.state(game), int(self.batch.learner[game]))
            for game in range(self.num_envs)
        )

    def _output(self, array: NDArray[np.generic]) -> NDArray[np.generic]:
        """Return an array, or a copy."""
        return array.copy() if self._copy else array

    def _masks(self, now: BatchStep) -> NDArray[np.generic]:
        """Return the masks, none of which is empty."""
        if not (is_over := now.seat < 0).any():
            return self._output(now.legal)
        masks = now.legal.copy()
        masks[is_over, 0] = 1
        return masks

    def _seen(self, now: BatchStep) -> Seen:
        """Return the learners' observations; show the tables."""
        if self.render_mode == "human":
            self.render()
        if self._with_mask:
            return {"action_mask": self._masks(now), "observation": self._output(now.observation)}
        return self._output(now.observation)

    def _info(self, now: BatchStep, which: Flags | None) -> PlainData:
        """Return the ``info`` of some environments: without ``which`` of all."""
        told = np.ones(self.num_envs, np.bool_) if which is None else which.copy()
        illegal = self.batch.illegal - self._before
        mask = self._masks(now) if told.all() else self._masks(now) * told[:, None]
        return {"action_mask": mask, "_action_mask": told, "illegal": illegal * told, "_illegal": told.copy()}

    def _final_info(self, done: Flags) -> PlainData:
        """Return the last observation and ``info`` of the games that ended and began anew."""
        last, masks = np.full(self.num_envs, None, object), np.zeros((self.num_envs, self.batch.actions), np.int8)
        masks[done, 0] = 1
        for game in np.flatnonzero(done):
            numbers = self.batch.final[game].copy()
            last[game] = {"action_mask": masks[game].copy(), "observation": numbers} if self._with_mask else numbers
        illegal = (self.batch.illegal - self._before) * done
        final = {"action_mask": masks, "_action_mask": done.copy(), "illegal": illegal, "_illegal": done.copy()}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": final, "_final_info": done.copy()}

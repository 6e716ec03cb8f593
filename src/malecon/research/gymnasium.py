"""The games as environments of Gymnasium: one seat learns, the others are played by opponents.

Registered as ``malecon/<Game>-v0``. Source: M. Towers and others, *Gymnasium: A Standard Interface for Reinforcement
Learning Environments* (2024).
"""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core import PlainData
from malecon.core.errors import UsageError, shortened
from malecon.core.game import Game
from malecon.core.options import whole
from malecon.core.random import draw
from malecon.research.envs.environment import Form, Observation, Reward, Table, check_arguments
from malecon.research.envs.opponents import Opponent, choosers
from malecon.research.envs.rendering import RENDER_MODES, Rendered
from malecon.research.envs.spaces import numbers_space, observation_space
from malecon.research.support import extra, find_game

with extra("research"):
    from gymnasium import Env, register
    from gymnasium.spaces import Discrete

Seen = Observation | NDArray[np.generic]
"""With the mask of legal actions, or only the numbers."""


class SeatEnv(Env[Seen, np.int64]):
    """A game in which one seat learns.

    ``info`` has ``action_mask`` (int8 ``[actions]``, 1 is legal) and ``illegal``, how many actions were replaced. When
    the game is over, the mask has action 0, which nobody carries out: a softmax over no action is not a number.

    Attributes:
        table: the game that is played.
        seat: that learns, in this game.
    """

    metadata: ClassVar[PlainData] = {"render_modes": RENDER_MODES, "render_fps": 1}  # type: ignore[misc]  # not in the base

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        mask_in_observation: bool = False,
        strict: bool = True,
        observation: Form = "float",
        reward: Reward = "share",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create an environment of a game.

        Args:
            game: a game or its name.
            seats: how many play.
            seat: that learns; ``None``: another one is drawn for each game.
            opponents: who plays the other seats: one for all, or one for each, in order of play from the learner.
            mask_in_observation: observations are ``{"observation": …, "action_mask": …}``, not only numbers.
            strict: an illegal action is an error; otherwise a legal one is drawn, and ``info`` counts them.
            observation: ``"float"``: float32, categories one-hot; or ``"compact"``: int8, codes, as the game writes it.
            reward: at the end, the share of the victory (0 to 1), or that from -1 / (seats - 1) to 1 with sum 0.
            render_mode: ``render()`` returns text (``"ansi"``) or a picture (``"rgb_array"``); or each step prints the
                table (``"human"``).
            options: those of the game.

        Raises:
            UsageError: something is not what the game expects.
        """
        check_arguments("the environment", SeatEnv, find_game(game), options)
        self.table = Table(
            game, seats, options, strict=strict, observation=observation, reward=reward, render_mode=render_mode
        )
        if seat is not None and whole(seat) not in range(self.table.seats):
            raise UsageError(f"seat: is {shortened(seat)}, but must be 0 to {self.table.seats - 1}, or None")
        self._seat, self.seat = seat, seat or 0
        self._opponents = choosers(opponents, self.table.seats - 1)
        self._with_mask, self.render_mode = mask_in_observation, render_mode
        game, actions = self.table.game, self.table.actions
        self.observation_space = (
            observation_space(game, observation, actions) if mask_in_observation else numbers_space(game, observation)
        )
        self.action_space = Discrete(actions)

    def reset(self, *, seed: int | None = None, options: PlainData | None = None) -> tuple[Seen, PlainData]:
        """Begin the game that ``Game.start`` begins with ``seed``, and play until the learner is asked."""
        super().reset(seed=seed)
        self.table.reset(seed)
        if self._seat is None:
            self.seat = draw(self.table.source, self.table.seats)
        self._play_others()
        return self._seen()

    def step(self, action: object) -> tuple[Seen, float, bool, bool, PlainData]:
        """Carry out an action of the learner, and play until it is asked again or the game is over.

        Raises:
            UsageError: the action is no whole number, or no game is being played.
            IllegalAction: it is not legal, and the environment is strict.
        """
        if not self.table.awaited:
            raise self.table.no_game()
        self.table.act(self.seat, self.table.checked(self.seat, action))
        self._play_others()
        seen, info = self._seen()
        return seen, self.table.rewards()[self.seat], not self.table.awaited, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions (bool ``[actions]``), as SB3-Contrib's MaskablePPO asks for it."""
        return self._observed()["action_mask"].astype(bool)

    def render(self) -> Rendered:
        """Return the table as the learner sees it: as text, as a picture, or ``None`` if it is printed."""
        return self.table.render(self.seat)

    def _play_others(self) -> None:
        """Play the other seats until the learner is asked or the game is over."""
        while (awaited := self.table.awaited) and self.seat not in awaited:
            choose = self._opponents[(awaited[0] - self.seat) % self.table.seats - 1]
            self.table.act(awaited[0], choose(self.table, awaited[0]))

    def _observed(self) -> Observation:
        """Return the observation of the learner, and its mask, which is never empty."""
        seen = self.table.observe(self.seat)
        seen["action_mask"][0] |= not self.table.awaited
        return seen

    def _seen(self) -> tuple[Seen, PlainData]:
        """Return the learner's observation, and its ``info``; show the table."""
        self.table.show(self.seat)
        seen = self._observed()
        info = {"action_mask": seen["action_mask"], "illegal": self.table.illegal[self.seat]}
        if not self._with_mask:
            return seen["observation"], info
        return seen, info | {"action_mask": seen["action_mask"].copy()}


for _name in malecon.games:
    register(
        f"malecon/{_name.title()}-v0",
        f"{__name__}:SeatEnv",
        vector_entry_point="malecon.research.batches.vector:SeatVectorEnv",
        kwargs={"game": _name},
    )

"""The games as environments of PettingZoo: seats act one after another (AEC), or all at once (parallel).

Agents are ``player_0``, ``player_1`` and so on, by seat. Several seats that choose in secret at the same time act in
ascending order; no observation tells what others have chosen. In the parallel form every agent acts in every step, and
one whose seat is not asked has one legal action, the last: to wait. Both are registered as ``malecon/<Game>-v0``.
Source: J. Terry and others, *PettingZoo: Gym for Multi-Agent Reinforcement Learning* (2021).
"""

import copy
from collections.abc import Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core import PlainData
from malecon.core.errors import UsageError, check_known
from malecon.core.game import Game
from malecon.research.envs.environment import (
    Form,
    IllegalAction,
    Observation,
    Reward,
    Table,
    check_arguments,
    whole_action,
)
from malecon.research.envs.rendering import RENDER_MODES, Rendered
from malecon.research.envs.spaces import numbers_space, observation_space
from malecon.research.support import extra, find_game

with extra("research"):
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv, register
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

Action = int | np.int64 | None
Info = dict[str, int]


class _Agents:
    """What both forms share.

    Attributes:
        table: the game that is played.
        possible_agents, agents: the names of all agents, by seat, and of those that are not removed yet.
        state_space: the space of ``state``.
        render_mode: how the table is shown (``envs.rendering``), or ``None``.
    """

    metadata: PlainData

    def __init__(
        self,
        game: str | Game,
        seats: int = 2,
        *,
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
            strict: an illegal action is an error; otherwise a legal one is drawn, and ``infos`` count them.
            observation: ``"float"``: float32, categories one-hot; or ``"compact"``: int8, codes, as the game writes it.
            reward: at the end, the share of the victory (0 to 1), or that from -1 / (seats - 1) to 1 with sum 0.
            render_mode: ``render()`` returns text (``"ansi"``) or a picture (``"rgb_array"``); or each step prints the
                table (``"human"``).
            options: those of the game.

        Raises:
            UsageError: something is not what the game expects.
        """
        check_arguments("the environment", type(self), find_game(game), options)
        self.table = Table(
            game, seats, options, strict=strict, observation=observation, reward=reward, render_mode=render_mode
        )
        self.render_mode = render_mode
        self.metadata = {"name": f"{self.table.game.name}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        space = observation_space(self.table.game, observation, self._actions)
        numbers = numbers_space(self.table.game, observation)
        low, high = (np.tile(bound, self.table.seats) for bound in (numbers.low, numbers.high))
        self.state_space = Box(low, high, dtype=type(low[0]))
        self.observation_spaces: dict[str, Space[Observation]] = {
            agent: Dict(space.spaces) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Action]] = {
            agent: Discrete(self._actions) for agent in self.possible_agents
        }

    @property
    def _actions(self) -> int:
        return self.table.actions

    def observation_space(self, agent: str) -> Space[Observation]:
        """Return the space of the observations of an agent, always the same object."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Action]:
        """Return the space of the actions of an agent, always the same object."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        """Return the name of an agent; raise ``UsageError`` if there is none of the name."""
        check_known("agent", [agent], self.possible_agents)
        return agent

    def _seat_of(self, agent: str) -> int:
        """Return the seat of an agent; raise ``UsageError`` if there is none of the name."""
        return self.possible_agents.index(self._known(agent))

    def state(self) -> NDArray[np.generic]:
        """Return the observations of all seats, one after another."""
        return np.concatenate([self.table.observe(seat)["observation"] for seat in range(self.table.seats)])

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _infos(self) -> dict[str, Info]:
        """Return for each agent how many of its illegal actions were replaced."""
        return {agent: {"illegal": self.table.illegal[seat]} for seat, agent in enumerate(self.possible_agents)}

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.table.rewards(), strict=True))


class raw_env(_Agents, AECEnv[str, Observation, Action]):
    """A game in which agents act one after another; it checks by itself, and needs none of PettingZoo's wrappers."""

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin the game that ``Game.start`` begins with ``seed``; ``options`` are left alone."""
        self.table.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent, and its legal actions: none if it is not asked."""
        return self.table.observe(self._seat_of(agent))

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, PlainData]:
        """Return observation, cumulative reward, termination, truncation and info of ``agent_selection``."""
        self.table.check_begun()
        return super().last(observe)

    def step(self, action: Action) -> None:
        """Carry out an action of ``agent_selection``; ``None`` when the game is over.

        Raises:
            UsageError: the action is no whole number, or no agent is left.
            IllegalAction: it is not legal, and the environment is strict.
        """
        if not self.agents:
            raise self.table.no_game()
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(self.agent_selection)
        self.table.act(seat, self.table.checked(seat, action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.infos = self._infos()
        if not self.table.awaited:
            self.rewards = self._rewards()
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()
        self.table.show(seat)

    def render(self) -> Rendered:
        """Return the table as the agent that is to act sees it: as text, as a picture, or ``None`` if it is printed."""
        self.table.check_begun()
        return self.table.render(self.possible_agents.index(self.agent_selection))

    def resample(self, agent: str, seed: int) -> "raw_env":
        """Return another environment at the same point, in which all that ``agent`` cannot know was drawn anew."""
        self.table.check_begun()
        twin = copy.copy(self)
        twin.table = self.table.resample(self._seat_of(agent), seed)
        twin.agents, twin.infos = [*self.agents], {name: {**info} for name, info in self.infos.items()}
        twin.rewards, twin._cumulative_rewards = {**self.rewards}, {**self._cumulative_rewards}
        twin.terminations, twin.truncations = {**self.terminations}, {**self.truncations}
        return twin

    def _next(self) -> str:
        """Return the agent that acts next; the first when the game is over."""
        return self.possible_agents[min(self.table.awaited, default=0)]


class parallel_env(_Agents, ParallelEnv[str, Observation, Action]):
    """A game in which all agents act at once; those whose seats are not asked wait."""

    @property
    def _actions(self) -> int:
        return self.table.actions + 1

    @property
    def wait(self) -> int:
        """The action of an agent whose seat is not asked."""
        return self.table.actions

    def reset(
        self, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin the game that ``Game.start`` begins with ``seed``; ``options`` are left alone."""
        self.table.reset(seed)
        self.agents = [*self.possible_agents]
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Carry out an action of each agent; return observations, rewards, terminations, truncations and infos.

        Raises:
            UsageError: an agent is missing, an action is no whole number, or the game is over.
            IllegalAction: an action is not legal, and the environment is strict; nothing was changed.
        """
        if not self.agents:
            raise self.table.no_game()
        if set(actions) != set(self.agents):
            raise UsageError(f"actions: are of {', '.join(map(str, actions))}, but must be of {', '.join(self.agents)}")
        chosen = [whole_action(actions[agent], self._actions) for agent in self.possible_agents]
        awaited = self.table.awaited
        for seat, action in enumerate(chosen):
            if seat in awaited:
                self._check_no_wait(seat, action)
            elif action != self.wait:
                self.table.count_illegal(seat, action)
        for seat, action in [(seat, self.table.checked(seat, chosen[seat])) for seat in awaited]:
            self.table.act(seat, action)
        is_over = not self.table.awaited
        found = self._observations(), self._rewards(), dict.fromkeys(self.agents, is_over)
        if is_over:
            self.agents = []
        return *found, dict.fromkeys(self.possible_agents, False), self._infos()

    def _check_no_wait(self, seat: int, action: int) -> None:
        """Raise ``IllegalAction`` if an agent that is asked waits, and the environment is strict."""
        if self.table.is_strict and action == self.wait:
            agent = self.possible_agents[seat]
            raise IllegalAction(f"{self.table.game.name}: {agent} is asked and cannot wait (action {self.wait})")

    def render(self) -> Rendered:
        """Return the table as a spectator sees it: as text, as a picture, or ``None`` if it is printed."""
        return self.table.render(None)

    def _observations(self) -> dict[str, Observation]:
        """Return the observation of each agent, and its legal actions; show the table."""
        self.table.show(None)
        awaited, found = self.table.awaited, {}
        for seat, agent in enumerate(self.possible_agents):
            found[agent] = self.table.observe(seat, self._actions)
            found[agent]["action_mask"][self.wait] = seat not in awaited
        return found


def env(
    game: str | Game,
    seats: int = 2,
    *,
    strict: bool = True,
    observation: Form = "float",
    reward: Reward = "share",
    render_mode: str | None = None,
    **options: object,
) -> OrderEnforcingWrapper[str, Observation, Action]:
    """Return ``raw_env`` in the wrapper that PettingZoo's own environments have; the arguments are the same."""
    made = raw_env(
        game, seats, strict=strict, observation=observation, reward=reward, render_mode=render_mode, **options
    )
    return OrderEnforcingWrapper(made)


aec, parallel = raw_env, parallel_env


class GameModule:
    """What a module of PettingZoo has, for one game: ``havana_v0.env(seats=2)``.

    Attributes:
        env, raw_env, parallel_env: those above, without their first argument.
    """

    def __init__(self, game: str) -> None:
        """``game``: its name."""
        self.env, self.raw_env = partial(env, game), partial(raw_env, game)
        self.parallel_env = partial(parallel_env, game)


def __getattr__(name: str) -> GameModule:
    """Return the module of a game, called like the environments: ``havana_v0``."""
    game = name.removesuffix("_v0")
    if game == name or game not in malecon.games:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return GameModule(game)


for _name in malecon.games:
    register("aec", f"malecon/{_name.title()}-v0", raw_env, kwargs={"game": _name})
    register("parallel", f"malecon/{_name.title()}-v0", parallel_env, kwargs={"game": _name})

"""Positions of PettingZoo's environments, as an audit of hidden information needs them (``worlds``)."""

import random
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from malecon.research.leaks.worlds import Aec, Inside, Resampler, Step, View, digest, values_of


class PettingZooWorld:
    """A position of an environment of PettingZoo in which agents act one after another.

    Attributes:
        memory: for each player a digest of all that it has been told and has done.
    """

    declared = "observation"
    has_recall = False

    def __init__(
        self,
        env: Aec,
        resample: Resampler,
        inside: Inside | None,
        steps: tuple[Step, ...] = (),
        memory: Sequence[bytes] = (),
    ) -> None:
        self.subject, self._resample, self._inside, self.steps = env, resample, inside, steps
        self.players = len(env.possible_agents)
        self.memory = [*memory] or [b""] * self.players

    @classmethod
    def begin(cls, env: Aec, resample: Resampler, inside: Inside | None, seed: int) -> "PettingZooWorld":
        """Return the world after ``env.reset(seed)``."""
        env.reset(seed=seed)
        world = cls(env, resample, inside)
        world._remember(())
        return world

    @property
    def is_over(self) -> bool:
        """Whether no agent is left, or the one that is asked has finished."""
        env = self.subject
        return not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]

    @property
    def is_decision(self) -> bool:
        """Whether an agent is to act: always."""
        return True

    def _mask(self, agent: object) -> object:
        """Return the mask of the legal actions, if there is one: in the observation or in ``infos``."""
        seen = self.subject.observe(agent)
        info = self.subject.infos.get(agent, {})
        return seen["action_mask"] if isinstance(seen, Mapping) and "action_mask" in seen else info.get("action_mask")

    def play(self, rng: random.Random) -> None:
        """Step with a random legal action."""
        agent, mask = self.subject.agent_selection, self._mask(self.subject.agent_selection)
        space = self.subject.action_space(agent)
        space.seed(rng.getrandbits(31))
        action = space.sample() if mask is None else rng.choice(np.flatnonzero(np.asarray(mask)).tolist())
        self.subject.step(action)
        step = ((self.subject.possible_agents.index(agent), int(action)),)
        self.steps = (*self.steps, step)
        self._remember(step)

    def repeat(self, step: Step) -> bool:
        """Do what was done elsewhere; return whether that is legal and an agent is to act then."""
        ((player, action),) = step
        mask = self._mask(self.subject.possible_agents[player])
        if self.is_over or (mask is not None and not np.asarray(mask)[action]):
            return False
        self.subject.step(action)
        return not self.is_over

    def _remember(self, step: Step) -> None:
        """Add to the memories of all players what they have done, and are told now."""
        for player in range(self.players):
            own = tuple(pair for pair in step if pair[0] == player)
            self.memory[player] = digest((self.memory[player], own, *sorted(self._told(player).items())))

    def view(self, player: int) -> View:
        """Return observation, infos, reward, whose turn it is, and the rendering that is made for the player."""
        env, told = self.subject, self._told(player)
        if getattr(env, "render_mode", None) == "ansi" and env.agent_selection == env.possible_agents[player]:
            told["rendering"] = str(env.render())
        return told

    def _told(self, player: int) -> dict[str, Hashable]:
        """Return a player's view but for the rendering, which can take long."""
        env, agent = self.subject, self.subject.possible_agents[player]
        told = dict(values_of("observation", env.observe(agent)))
        told |= dict(values_of("infos", env.infos.get(agent, {})))
        return told | {"reward": env.rewards.get(agent), "turn": env.agent_selection}

    def hidden(self, player: int) -> View:
        """Return the observations of the others, and the parts that ``inside`` names."""
        env = self.subject
        others = [agent for other, agent in enumerate(env.possible_agents) if other != player]
        found = dict(part for agent in others for part in values_of(str(agent), env.observe(agent)))
        return found | dict(values_of("inside", self._inside(env) if self._inside else {}))

    def resample(self, player: int, seed: int) -> "PettingZooWorld":
        """Return the world of the resampler's environment."""
        twin = self._resample(self.subject, self.subject.possible_agents[player], seed)
        return PettingZooWorld(twin, self._resample, self._inside, self.steps, self.memory)

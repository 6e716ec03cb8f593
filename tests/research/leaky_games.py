"""A small game with a hidden card each, for OpenSpiel and for PettingZoo, which can leak in many ways.

Each of two players gets one of five cards, then they say 0 or 1 in turn, twice each; the higher card wins.
"""

import copy
import random
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from pettingzoo import AECEnv

CARDS, SAYINGS = 5, 4


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """Two cards, then what was said."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.leak = game.leak
        self.cards: list[int] = []
        self.said: list[int] = []

    def current_player(self) -> int:
        if len(self.cards) < 2:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if len(self.said) == SAYINGS else len(self.said) % 2

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in range(CARDS) if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1, 2] if self.leak == "legal actions" and self.cards[1 - player] % 2 else [0, 1]

    def _apply_action(self, action: int) -> None:
        (self.cards if len(self.cards) < 2 else self.said).append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}: {action}"

    def is_terminal(self) -> bool:
        return len(self.said) == SAYINGS

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [
                float(self.cards[1 - player : 2 - player] == [0]) * (self.leak == "return so far") for player in (0, 1)
            ]
        sign = 1.0 if self.cards[0] > self.cards[1] else -1.0
        return [sign, -sign]

    def __str__(self) -> str:
        return f"{self.cards} {self.said}"

    def to_observation_struct(self, player: int) -> Any:
        return _Struct(self.cards if self.leak == "observation struct" else self.cards[player : player + 1])

    def resample_from_infostate(self, player: int, draw: Any) -> "SpielState":
        twin: SpielState = self.clone()
        if self.leak == "truth" or (self.leak == "bias" and draw() < 0.5):
            return twin
        rng = random.Random(draw())
        if self.leak == "view":
            twin.cards[player] = rng.choice([card for card in range(CARDS) if card != self.cards[1 - player]])
            return twin
        twin.cards[1 - player] = rng.choice([card for card in range(CARDS) if card != self.cards[player]])
        if self.leak == "error" and twin.cards[1 - player] == 0:
            raise ValueError("no card is left")
        return twin


class _Struct:
    def __init__(self, cards: list[int]) -> None:
        self.cards = cards

    def to_json(self) -> str:
        return str(self.cards)


class Observer:
    """The own card, and what was said; more with a leak."""

    def __init__(self, kind: Any, leak: str) -> None:
        self.kind, self.leak = kind, leak
        self.tensor = np.zeros(CARDS + 1 + SAYINGS, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0
        if len(state.cards) == 2:
            self.tensor[state.cards[player]] = 1
            if self.leak == "information state tensor" and self.kind.perfect_recall:
                self.tensor[CARDS] = state.cards[1 - player]
        self.tensor[CARDS + 1 :][: len(state.said)] = [1 + said for said in state.said]

    def string_from(self, state: SpielState, player: int) -> str:
        shown = state.cards[player : player + 1]
        if self.leak == "observation" and not self.kind.perfect_recall:
            shown = state.cards
        said = state.said[-1:] if self.leak == "recall" else state.said
        return f"cards {shown} said {len(state.said)} {said}"


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game for OpenSpiel; ``leak``: what is wrong with it."""

    ObservationStruct = _Struct

    def __init__(self, leak: str = "") -> None:
        kind = pyspiel.GameType(
            short_name="leaky_game",
            long_name="Leaky game",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=CARDS,
            max_chance_outcomes=CARDS,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=SAYINGS,
        )
        super().__init__(kind, info, {})
        self.leak = leak

    def new_initial_state(self, state: Any = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(kind or pyspiel.IIGObservationType(perfect_recall=False), self.leak)


class LeakyEnv(AECEnv[str, Any, int]):
    """The game for PettingZoo; ``leak``: what is wrong with it."""

    metadata: dict[str, Any] = {"name": "leaky_env"}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(self, leak: str = "") -> None:
        self.leak, self.render_mode, self.is_twin = leak, "ansi", False
        self.possible_agents = ["first", "second"]

    def observation_space(self, agent: str) -> Any:
        return gymnasium.spaces.Box(-1, CARDS, (2 + SAYINGS,), np.int8)

    def action_space(self, agent: str) -> Any:
        return gymnasium.spaces.Discrete(3)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.stack = random.Random(seed).sample(range(CARDS), CARDS)
        self.cards, self.said = [self.stack.pop(), self.stack.pop()], list[int]()
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        first = int(self.leak == "turn" and self.cards[1] > self.cards[0])
        self.agent_selection = self.agents[(len(self.said) + first) % 2]
        self.infos = {
            agent: {"action_mask": self._mask(agent)}
            | ({"cards": [*self.cards]} if self.leak in ("infos.cards", "stored") else {})
            for agent in self.agents
        }
        if self.leak == "reward":
            self.rewards = {agent: float(self.cards[1 - place] == 0) for place, agent in enumerate(self.agents)}

    def _mask(self, agent: str) -> Any:
        other = self.cards[1 - self.agents.index(agent)]
        return np.array([1, 1, self.leak in ("infos.action_mask", "step", "step of a twin") and other % 2], np.int8)

    def observe(self, agent: str) -> Any:
        own = self.possible_agents.index(agent)
        seen = [self.cards[own], self.cards[1 - own] if self.leak == "observation" else -1]
        return np.array([*seen, *self.said, *[-1] * (SAYINGS - len(self.said))], np.int8)

    def step(self, action: int) -> None:
        if action == 2 and self.leak == "step":
            raise KeyError("2 is no word")
        if self.is_twin and self.leak == "step of a twin":
            raise KeyError("a twin says nothing")
        self.said.append(int(action))
        self._ask()
        self.terminations = dict.fromkeys(self.agents, len(self.said) == SAYINGS)

    def render(self) -> str:
        own = self.possible_agents.index(self.agent_selection)
        return str(self.cards if self.leak == "rendering" else self.cards[own])

    def resample(self, agent: str, seed: int) -> "LeakyEnv":
        twin, rng, own = copy.deepcopy(self), random.Random(seed), self.possible_agents.index(agent)
        twin.is_twin = True
        if self.leak == "truth" or (self.leak == "bias" and rng.random() < 0.5):
            return twin
        changed = own if self.leak == "view" else 1 - own
        twin.cards[changed] = rng.choice([card for card in range(CARDS) if card != self.cards[1 - changed]])
        if self.leak != "stack":
            rng.shuffle(twin.stack)
        if self.leak != "stored":
            twin._ask()
        return twin

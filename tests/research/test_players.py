"""Players by their names, ``module:policy`` and ``module:factory``, and what is said when one of them fails."""

import pickle
import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import malecon.research as research
from malecon.agents.agent import Advice, Agent, RandomPlayer
from malecon.core.errors import UsageError
from malecon.research import batch
from malecon.research.envs.environment import IllegalAction
from malecon.research.envs.policies import find_player
from malecon.research.gymnasium import SeatEnv
from modes import once

EXPECTED = "a policy, which takes observations and masks, or a factory of a policy or computer player without arguments"


def policy(observations: Any, masks: Any, *, warmth: float = 1.0) -> Any:
    return np.zeros(masks.shape)


def policy_of_positions(observations: Any, masks: Any, /, warmth: float = 1.0) -> Any:
    return np.zeros(masks.shape)


def factory() -> Any:
    return policy


def factory_with_defaults(layers: int = 2, width: int = 64, **more: Any) -> Any:
    return policy


class Net:
    """A policy that is an object."""

    def __call__(self, observations: Any, masks: Any) -> Any:
        return np.zeros(masks.shape)


class Failing(Agent):
    name = "failing"

    def advise(self, match: Any, seat: int, key: int | None = None) -> list[Advice]:
        raise RuntimeError("no memory")


class Stubborn(Agent):
    name = "stubborn"

    def advise(self, match: Any, seat: int, key: int | None = None) -> list[Advice]:
        return [Advice("end turn", 0.0, 0)]


net, layered = Net(), partial(factory_with_defaults, 3)
number = 3


def needs_one(layers: int) -> Any:
    return policy


def needs_words(*, observations: Any, masks: Any) -> Any:
    return policy


def needs_a_package() -> Any:
    raise ImportError("no torch here")


def makes_nothing() -> None:
    return None


def failing(observations: Any, masks: Any) -> Any:
    raise RuntimeError("no memory")


@pytest.mark.parametrize("name", ["policy", "policy_of_positions", "net"])
def test_a_policy_is_named_directly(name: str) -> None:
    assert find_player(f"{__name__}:{name}", "policy") is globals()[name]


@pytest.mark.parametrize("name", ["factory", "factory_with_defaults", "layered"])
def test_a_factory_is_called(name: str) -> None:
    assert find_player(f"{__name__}:{name}", "policy") is policy


def test_a_class_is_called() -> None:
    assert isinstance(find_player(f"{__name__}:Net", "policy"), Net)
    assert isinstance(find_player(f"{__name__}:Failing", "policy"), Failing)
    assert isinstance(find_player("malecon.agents.agent:RandomPlayer", "policy"), RandomPlayer)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("needs_one", rf"cannot be called: needs_one\(\) missing 1 required positional .*; it must be {EXPECTED}"),
        ("needs_words", rf"cannot be called: needs_words\(\) missing 2 required keyword.*; it must be {EXPECTED}"),
        ("needs_a_package", rf"cannot be called: no torch here; it must be {EXPECTED}"),
        ("number", rf"cannot be called: 'int' object is not callable; it must be {EXPECTED}"),
        ("makes_nothing", rf"makes None, but must be {EXPECTED}"),
        ("nothing", r"cannot be loaded: module '.*' has no attribute 'nothing'"),
    ],
)
def test_what_is_neither_is_said_with_what_was_expected(name: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=f"^against: '{__name__}:{name}' {sentence}$"):
        find_player(f"{__name__}:{name}", "against")


@pytest.mark.parametrize("name", ["no.such.module:policy", ":policy"])
def test_a_module_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"^policy: {re.escape(repr(name))} cannot be loaded: "):
        find_player(name, "policy")


def test_a_policy_plays_by_its_name() -> None:
    name = f"{__name__}:policy"
    found = research.evaluate(name, "cuba", against="random", blocks=1)
    games, env = batch("cuba", 2, opponents=name), SeatEnv("cuba", 2, opponents=name)

    assert found.plan.policy == name
    assert games.reset(1).seat.tolist() == [0, 0]
    assert len(env.reset(seed=1)) == 2


def test_an_error_of_a_policy_has_a_note_that_names_it_and_what_it_was_asked() -> None:
    with pytest.raises(RuntimeError) as raised:
        research.evaluate(failing, "havana", against="random", blocks=3, key=5)

    (note,) = raised.value.__notes__
    assert re.fullmatch(r"failing: havana, deal 5, seat 0; deal \d, seat \d; deal \d, seat \d(; and \d more)?", note)
    assert "in failing" in str(raised.traceback[-1])


@once
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_computer_player_has_the_same_note(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path.cwd())  # other processes find this module
    with pytest.raises(RuntimeError, match="no memory") as raised:
        research.evaluate(Failing(), "havana", against="random", blocks=1, key=5, jobs=jobs, name="mine")

    assert raised.value.__notes__ == ["mine: havana, deal 5, seat 0"]


def test_an_illegal_action_has_the_note_too() -> None:
    with pytest.raises(IllegalAction) as raised:
        research.evaluate("random", "havana", against=Stubborn(), blocks=1, key=5)

    assert re.fullmatch(r"stubborn: havana, deal 5, seat \d \(the policy has seat \d\)", raised.value.__notes__[0])
    assert pickle.loads(pickle.dumps(raised.value)).__notes__ == raised.value.__notes__

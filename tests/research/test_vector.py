"""Vector environments of Gymnasium: the very games of single environments side by side, in all modes of autoreset."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import malecon
import malecon.research.gymnasium
from malecon.core.errors import UsageError
from malecon.research.batches.vector import SeatVectorEnv
from malecon.research.envs.environment import IllegalAction
from malecon.research.gymnasium import SeatEnv
from modes import once
from research.peer_starts import PEER_STARTS

pytestmark = once  # environments in Python around what batches and matches prove in both modes

each_game = pytest.mark.parametrize("game", malecon.games)
ENVS = 3


def likes_low(observations: Any, masks: Any) -> Any:
    """Return logits of a policy that mostly makes the first legal actions."""
    return np.broadcast_to(-np.arange(masks.shape[1]) / 20, masks.shape)


def assert_equal(one: Any, other: Any) -> None:
    """Compare what two environments return."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_equal(one[key], other[key])
    elif isinstance(one, np.ndarray) and one.dtype != object:
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype
    else:
        for mine, others in zip(one, other, strict=True):
            assert (mine is None) == (others is None)
            if mine is not None:
                assert_equal(mine, others)


def both(game: str, mode: AutoresetMode, **arguments: Any) -> tuple[SyncVectorEnv, SeatVectorEnv]:
    """Return single environments side by side, and the vector environment that should be equal."""
    single = SyncVectorEnv([lambda: SeatEnv(game, **arguments)] * ENVS, autoreset_mode=mode)
    return single, SeatVectorEnv(game, ENVS, autoreset_mode=mode, **arguments)


def resets(mode: AutoresetMode, over: Any) -> dict[str, Any] | None:
    """Return the options of the reset that an environment needs before the next step, if it needs one."""
    return {"reset_mask": over.copy()} if mode == AutoresetMode.DISABLED and over.any() else None


@each_game
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "arguments",
    [
        {"seats": 2, "strict": False},
        {"seats": 3, "seat": None, "opponents": ["random", likes_low], "mask_in_observation": True},
        {"seats": 4, "seat": 1, "opponents": likes_low, "observation": "compact", "reward": "zero-sum"},
        {"seats": 2, "opponents": "easy"},
    ],
    ids=["random", "policy", "compact", "easy"],
)
def test_games_are_those_of_single_environments(game: str, mode: AutoresetMode, arguments: dict[str, Any]) -> None:
    one, other = both(game, mode, **arguments)
    assert one.single_observation_space == other.single_observation_space
    assert one.action_space == other.action_space
    assert one.metadata == other.metadata
    (seen, info), (also, too) = one.reset(seed=4), other.reset(seed=4)
    rng, ends, masks = np.random.default_rng(1), 0, info["action_mask"]
    for _ in range(20 if arguments.get("opponents") == "easy" else 160):
        assert_equal(seen, also)
        assert_equal(info, too)
        masks = np.where(info["_action_mask"][:, None], info["action_mask"], masks)
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in masks]  # none is empty, at the end neither
        if not arguments.get("strict", True) and rng.random() < 0.1:
            actions[0] = int(masks[0].argmin())
        (seen, *results, info), (also, *same, too) = one.step(np.array(actions)), other.step(np.array(actions))
        for result, equal in zip(results, same, strict=True):
            np.testing.assert_array_equal(result, equal)
            assert result.dtype == equal.dtype
        ends += int(results[1].sum())
        masks = info["action_mask"]
        if options := resets(mode, results[1]):
            assert_equal(info, too)
            seen, info = one.reset(options=dict(options))
            also, too = other.reset(options=options)
    assert ends > 0 or arguments.get("opponents") == "easy"


@pytest.mark.parametrize("start", PEER_STARTS)
def test_whole_games_with_all_seats_and_options_are_those_of_single_environments(start: str) -> None:
    """Rewards too, which are thirds and fifths with more than two seats."""
    game, options = PEER_STARTS[start]
    one, other = both(game.name, AutoresetMode.SAME_STEP, reward="zero-sum", **options)
    (seen, info), (also, too) = one.reset(seed=8), other.reset(seed=8)
    is_over = False
    while not is_over:
        assert_equal(seen, also)
        np.testing.assert_array_equal(info["action_mask"], too["action_mask"])
        actions = info["action_mask"].argmax(1)
        (seen, rewards, over, _, info), (also, same, ends, _, too) = one.step(actions), other.step(actions)
        is_over = bool(over.any())

        assert rewards.tolist() == same.tolist()
        assert over.tolist() == ends.tolist()


@each_game
def test_make_vec_finds_them(game: str) -> None:
    envs: Any = gymnasium.make_vec(
        f"malecon/{game.title()}-v0",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        seats=3,
        autoreset_mode="SameStep",
        render_mode="ansi",
    )
    seen, info = envs.reset(seed=[5, 6, 7, 2**63])
    actions = info["action_mask"].argmax(1)
    texts: Any = envs.render()

    assert isinstance(envs.unwrapped, SeatVectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert envs.observation_space.contains(seen)
    assert envs.observation_space.contains(envs.step(actions)[0])
    assert [isinstance(text, str) for text in texts] == [True] * 4
    envs.close()


def test_tables_are_printed_or_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    SeatVectorEnv("cuba", 2, render_mode="human").reset(seed=1)
    envs: Any = SeatVectorEnv("cuba", 2, render_mode="rgb_array")
    envs.reset(seed=1)

    assert capsys.readouterr().out.count("Buildings on offer") == 2
    assert [picture.shape for picture in envs.render()] == [(896, 640, 3)] * 2


def test_arrays_are_new_ones_unless_it_is_said_otherwise() -> None:
    kept, shared = SeatVectorEnv("cuba", 2), SeatVectorEnv("cuba", 2, copy=False, render_mode=None)
    for envs, is_same in ((kept, False), (shared, True)):
        first, info = envs.reset(seed=1)
        second = envs.step(info["action_mask"].argmax(1))[0]
        assert (first is second) == is_same
    assert kept.render() is None


def test_a_mask_of_resets_may_be_a_list() -> None:
    lists, arrays = (SeatVectorEnv("cuba", 2, autoreset_mode=AutoresetMode.DISABLED) for _ in range(2))
    for envs in (lists, arrays):
        envs.reset(seed=1)

    assert_equal(
        lists.reset(options={"reset_mask": [True, False]}),
        arrays.reset(options={"reset_mask": np.array([True, False])}),
    )


def test_what_is_wrong_is_said() -> None:
    envs = SeatVectorEnv("cuba", 2, autoreset_mode=AutoresetMode.DISABLED)
    _, info = envs.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"^cuba: game 0: seat 0 may not do action 617: "):
        envs.step(np.array([617, 617]))
    with pytest.raises(UsageError, match=r"^only: is int64 with the shape \(2,\), but must be bool with the shape"):
        envs.reset(options={"reset_mask": np.array([0, 1])})
    before = envs.batch.save()
    for wrong in ([True], [1, 0], "both", True):
        with pytest.raises(UsageError, match=r"^only: is .* but must be bool with the shape \(2,\)$"):
            envs.reset(options={"reset_mask": wrong})
    assert envs.batch.save() == before
    with pytest.raises(UsageError, match=r"^opponents: there must be one for each other seat$"):
        SeatVectorEnv("cuba", 2, opponents=[None])  # type: ignore[list-item]  # that is what it is about
    with pytest.raises(UsageError, match=r"^autoreset_mode: is 'Never', but must be one of NextStep, SameStep, Disabl"):
        SeatVectorEnv("cuba", 2, autoreset_mode="Never")
    over = np.zeros(2, np.bool_)
    while not over.any():
        _, _, over, _, info = envs.step(info["action_mask"].argmax(1))
    with pytest.raises(UsageError, match=rf"^environment {over.argmax()}: its game is over; reset it first, with"):
        envs.step(info["action_mask"].argmax(1))

"""The games as environments of Gymnasium: its own checker, unmodified, opponents, and what is refused."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import malecon
import malecon.research.gymnasium
from malecon.agents import LEVELS
from malecon.core.errors import UsageError
from malecon.core.random import key_of
from malecon.research.envs.environment import IllegalAction
from malecon.research.envs.policies import draw_actions
from malecon.research.gymnasium import SeatEnv
from modes import once
from research.peer_starts import PEER_STARTS

pytestmark = once  # environments in Python around what batches and matches prove in both modes

each_game = pytest.mark.parametrize("game", malecon.games)


def first_legal(observations: Any, masks: Any) -> Any:
    """Return logits of a policy that makes the first legal action."""
    return np.where(np.arange(masks.shape[1]) == masks.argmax(1)[:, None], 0.0, -np.inf)


def played(env: SeatEnv, seed: int | None = None) -> tuple[list[Any], float]:
    """Play a game at random; return all observations and the reward."""
    rng = np.random.default_rng(0)
    seen, _ = env.reset(seed=seed)
    found, over, reward = [seen], False, 0.0
    while not over:
        assert reward == 0
        seen, reward, over, cut, _ = env.step(rng.choice(np.flatnonzero(env.action_masks())))
        assert not cut
        found.append(seen)
    return found, reward


@pytest.mark.parametrize("start", PEER_STARTS)
@pytest.mark.parametrize("mask_in_observation", [True, False])
def test_the_peers_checker_finds_nothing(start: str, mask_in_observation: bool) -> None:
    """The checker ignores masks, so the environment is not strict."""
    game, options = PEER_STARTS[start]
    made = gymnasium.make(
        f"malecon/{game.name.title()}-v0", strict=False, mask_in_observation=mask_in_observation, **options
    )
    check_env(made.unwrapped)


@each_game
def test_the_learner_is_asked_until_the_game_is_over(game: str) -> None:
    for seat in (0, 2, None):
        env = SeatEnv(game, 3, seat=seat)
        observations, reward = played(env, 7)

        assert env.seat == seat or seat is None
        assert 0 <= reward <= 1
        assert len(observations) > 10


def test_another_seat_is_drawn_for_each_game() -> None:
    env = SeatEnv("cuba", 4, seat=None)
    env.reset(seed=1)

    seats = []
    for _ in range(40):
        env.reset()
        seats.append(env.seat)
    assert {*seats} == {0, 1, 2, 3}


@each_game
@pytest.mark.parametrize(
    "opponent",
    [
        "random",
        first_legal,
        "easy",
        LEVELS["easy"],
    ],
    ids=["random", "policy", "easy", "agent"],
)
def test_a_seed_repeats_a_game_with_each_kind_of_opponent(game: str, opponent: Any) -> None:
    first, second = (played(SeatEnv(game, 2, opponents=opponent), 3) for _ in range(2))

    assert first[1] == second[1]
    np.testing.assert_array_equal(first[0], second[0])


def test_opponents_come_in_order_of_play_from_the_learner() -> None:
    asked = []

    def policy(name: str) -> Any:
        def logits(observations: Any, masks: Any) -> Any:
            asked.append((name, env.table.awaited[0]))
            return first_legal(observations, masks)

        return logits

    env = SeatEnv("cuba", 3, seat=1, opponents=[policy("next"), policy("after")])
    played(env, 5)

    assert {*asked} == {("next", 2), ("after", 0)}


@each_game
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_like_the_original(game: str, copied: Any) -> None:
    env = SeatEnv(game, 3)
    env.reset(seed=4)
    twin = copied(env)

    assert twin.table.game is env.table.game
    for _ in range(20):
        action = int(env.action_masks().argmax())
        (seen, *after), (same, *also) = env.step(action), twin.step(action)
        np.testing.assert_array_equal(seen, same)
        assert after[:3] == also[:3]
    assert twin.table.state.tobytes() == env.table.state.tobytes()


@each_game
def test_the_compact_form_has_the_numbers_of_the_game_and_the_float_form_is_made_of_them(game: str) -> None:
    compact, usual = SeatEnv(game, 2, observation="compact"), SeatEnv(game, 2)
    schema = malecon.games[game].observation
    seen, same = played(compact, 6)[0], played(usual, 6)[0]

    assert compact.observation_space.shape == (schema.size,)
    for one, other in zip(seen[::20], same[::20], strict=True):
        assert one in compact.observation_space
        assert other in usual.observation_space
        np.testing.assert_array_equal(schema.floats(one), other)


def test_the_deal_is_that_of_a_match() -> None:
    env, match = SeatEnv("havana", 2), malecon.games["havana"].start(2, seed=9)
    env.reset(seed=9)

    assert env.table.state.tobytes() == match.state.tobytes()


def test_masks_tell_the_legal_actions() -> None:
    env, with_mask = SeatEnv("havana", 2), SeatEnv("havana", 2, mask_in_observation=True)
    numbers, info = env.reset(seed=9)
    seen: Any
    seen, more = with_mask.reset(seed=9)

    notation = malecon.games["havana"].notation
    legal = malecon.games["havana"].start(2, seed=9).legal(0)
    assert tuple(map(notation.format, np.flatnonzero(info["action_mask"]).tolist())) == legal
    assert tuple(map(notation.format, np.flatnonzero(env.action_masks()).tolist())) == legal
    np.testing.assert_array_equal(seen["action_mask"], more["action_mask"])
    np.testing.assert_array_equal(seen["observation"], numbers)


@pytest.mark.parametrize("mask_in_observation", [True, False])
def test_the_mask_after_the_end_has_an_action(mask_in_observation: bool) -> None:
    """A softmax over no action is not a number, and vector environments ask for one in the step of the reset."""
    env: Any = SeatEnv("cuba", 2, mask_in_observation=mask_in_observation)
    seen, _ = played(env, 3)
    last = env._seen()

    assert env.action_masks().nonzero()[0].tolist() == last[1]["action_mask"].nonzero()[0].tolist() == [0]
    if mask_in_observation:
        assert seen[-1]["action_mask"].nonzero()[0].tolist() == [0]


def test_a_table_is_printed_after_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("havana", 2, render_mode="human")
    _, info = env.reset(seed=3)
    env.step(info["action_mask"].argmax())

    assert env.render() is None
    assert capsys.readouterr().out.count("player_0 (you)") == 3


def test_illegal_actions_are_errors_or_counted() -> None:
    strict, lenient = SeatEnv("havana", 2), SeatEnv("havana", 2, strict=False)
    strict.reset(seed=7)
    lenient.reset(seed=7)

    with pytest.raises(IllegalAction, match=r"^havana: seat 0 may not do action 1405: "):
        strict.step(1405)
    with pytest.raises(UsageError, match=r"^action: is 0\.5, but must be a whole number from 0 to 1405$"):
        lenient.step(0.5)
    assert lenient.step(1405)[4]["illegal"] == 1


def test_what_is_wrong_is_said() -> None:
    env = SeatEnv("cuba", 3, opponents=lambda observations, masks: np.zeros(5))

    with pytest.raises(UsageError, match=r"^cuba: no game is being played; reset\(\) begins one$"):
        env.step(0)
    with pytest.raises(UsageError, match=r"^logits: have the shape \(5,\), but must have \(1, 618\)$"):
        [env.reset(seed=seed) for seed in range(9)]
    with pytest.raises(UsageError, match=r"^seat: is 3, but must be 0 to 2, or None$"):
        SeatEnv("cuba", 3, seat=3)
    with pytest.raises(UsageError, match=r"^observation: is 'bits', but must be one of float, compact$"):
        SeatEnv("cuba", 3, observation="bits")  # type: ignore[arg-type]  # which is what is tested
    with pytest.raises(UsageError, match=r"^opponents: are 1, but must be one, or 2: one for each other seat$"):
        SeatEnv("cuba", 3, opponents=["easy"])
    with pytest.raises(UsageError, match=r"^opponents: is 'nobody', but must be one of random, kind, easy, "):
        SeatEnv("cuba", 3, opponents="nobody")
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-1)


@pytest.mark.parametrize("look", [SeatEnv.render, SeatEnv.action_masks])
def test_a_game_must_be_begun_before_it_is_looked_at(look: Any) -> None:
    with pytest.raises(UsageError, match=r"^cuba: no game is being played; reset\(\) begins one$"):
        look(SeatEnv("cuba", 2, render_mode="ansi"))


def test_actions_are_drawn_by_the_softmax_of_the_legal_logits() -> None:
    logits = np.tile(np.log(np.array([0.5, 0.3, 0.15, 0.05], np.float32)), (20_000, 1))
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (20_000, 1))

    drawn = np.bincount(draw_actions(logits, masks, np.random.default_rng(1)), minlength=4) / 20_000

    np.testing.assert_allclose(drawn, [0.5 / 0.7, 0, 0.15 / 0.7, 0.05 / 0.7], atol=0.012)
    last = np.array([[np.nan, -np.inf, 0.0, np.inf]], np.float32)
    assert draw_actions(last, np.array([[0, 1, 1, 0]], np.int8), np.random.default_rng(1)) == [2]


@each_game
@pytest.mark.parametrize("seed", [4, 5])
def test_a_resampled_table_shares_no_chance_with_the_true_one(game: str, seed: int) -> None:
    """Else a planner would know what opponents draw, or which game comes next; with the seed of the table too."""
    env = SeatEnv(game, 2)
    env.reset(seed=4)
    table, drawn = env.table, env.table.source.drawn
    twin = table.resample(0, seed)
    twin.draw(twin.awaited[0])

    assert table.source.drawn == drawn
    assert len({key_of(source) for source in (table.source, table.state, twin.source, twin.state)}) == 4
    twin.reset()
    table.reset()
    assert key_of(twin.state) != key_of(table.state)
    assert twin.chance.random() != np.random.default_rng(4).random()

"""The games as environments of PettingZoo: its own suites, unmodified, and what they do not ask."""

import copy
import pickle
import sys
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test
from pettingzoo.test.state_test import state_test

import malecon
import malecon.research as research
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.research.envs.environment import Form, IllegalAction
from malecon.research.pettingzoo import env, parallel_env, raw_env
from modes import once
from research.peer_starts import PEER_STARTS

pytestmark = once  # environments in Python around what batches and matches prove in both modes

each_start = pytest.mark.parametrize("start", PEER_STARTS)
of_peers = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # only environments that the suite names may have masks
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # when the game is over
)
CYCLES = 500
"""Of the suites; a whole game has less than 500."""


def arguments(start: str) -> dict[str, Any]:
    game, options = PEER_STARTS[start]
    return {"game": game, **options}


@pytest.mark.parametrize("game", malecon.games.values(), ids=malecon.games)
def test_the_games_for_the_peers_have_all_seats_and_each_option_at_two_numbers_of_them(game: Game) -> None:
    starts = [options for each, options in PEER_STARTS.values() if each is game]

    assert {each["seats"] for each in starts if each.keys() == {"seats"}} == {*game.seats}
    for option in (option.name for option in game.options):
        assert len({each["seats"] for each in starts if option in each}) >= 2


@of_peers
@each_start
def test_agents_that_act_one_after_another_pass_the_peers_suites(start: str) -> None:
    api_test(raw_env(**arguments(start)), CYCLES)
    seed_test(lambda: raw_env(**arguments(start)), CYCLES)


@of_peers
@each_start
def test_agents_that_act_at_once_pass_the_peers_suites(start: str) -> None:
    """The test of seeds ignores masks, so most of what it does is not legal."""
    parallel_api_test(parallel_env(**arguments(start)), CYCLES)
    parallel_seed_test(lambda: parallel_env(**arguments(start), strict=False), min(CYCLES, 50))


@of_peers
@pytest.mark.parametrize("module", [research.havana_v0, research.cuba_v0], ids=malecon.games)
@pytest.mark.parametrize("observation", ["float", "compact"])
def test_modules_pass_the_peers_suites(module: Any, observation: Form, capsys: pytest.CaptureFixture[str]) -> None:
    """Those that ignore masks with ``strict=False``; printed tables are those of the terminal."""
    env, parallel_env = (partial(make, seats=3, observation=observation) for make in (module.env, module.parallel_env))
    api_test(env(), CYCLES)
    parallel_api_test(parallel_env(), CYCLES)
    seed_test(env, CYCLES)
    parallel_seed_test(partial(parallel_env, strict=False), CYCLES)
    state_test(env(strict=False), parallel_env(strict=False))
    render_test(env)

    assert env().unwrapped.state_space.dtype == {"float": np.float32, "compact": np.int8}[observation]
    assert "player_1 (you)" in capsys.readouterr().out


def test_the_games_have_a_module_each() -> None:
    for name in malecon.games:
        assert str(getattr(research, f"{name}_v0").raw_env(seats=3)) == f"{name}_v0"
    with pytest.raises(AttributeError, match=r"^module 'malecon.research.pettingzoo' has no attribute 'chess_v0'$"):
        _ = research.chess_v0


@of_peers
@pytest.mark.parametrize("game", malecon.games)
def test_the_usual_wrapper_and_the_registry_fit(game: str) -> None:
    made = pettingzoo.make("aec", f"malecon/{game.title()}-v0", seats=3, render_mode="ansi")
    at_once = pettingzoo.make("parallel", f"malecon/{game.title()}-v0", seats=3, reward="zero-sum")

    assert str(made) == str(at_once) == f"{game}_v0"
    assert (made.max_num_agents, at_once.max_num_agents) == (3, 3)
    api_test(env(game, seats=3), CYCLES)


def played(environment: Any, seed: int) -> dict[str, float]:
    """Play the first legal actions to the end, and return what each agent got."""
    environment.reset(seed)
    rewards = dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, is_over, _, _ = environment.last()
        rewards[agent] += reward
        environment.step(None if is_over else int(observation["action_mask"].argmax()))
    return rewards


@each_start
def test_the_deal_and_the_result_are_those_of_a_match(start: str) -> None:
    game, options = PEER_STARTS[start]
    match = game.start(seed=7, **options)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])

    shares = played(raw_env(**arguments(start)), 7)
    chances = played(raw_env(**arguments(start), reward="zero-sum"), 7)

    assert [*shares.values()] == [(seat in match.winners) / len(match.winners) for seat in range(match.seats)]
    assert [*chances.values()] == pytest.approx(
        [(match.seats * share - 1) / (match.seats - 1) for share in shares.values()]
    )


@pytest.mark.parametrize("game", malecon.games)
def test_both_forms_play_the_same_game(game: str) -> None:
    one, other = research.aec(game, seats=3), research.parallel(game, seats=3)
    one.reset(5)
    seen, _ = other.reset(5)
    for _ in range(60):
        chosen = {agent: int(view["action_mask"].argmax()) for agent, view in seen.items()}
        for agent in other.agents:
            if chosen[agent] != other.wait:
                assert agent == one.agent_selection
                one.step(chosen[agent])
        seen, *_ = other.step(chosen)

        for agent, view in seen.items():
            np.testing.assert_array_equal(view["observation"], one.observe(agent)["observation"])
            np.testing.assert_array_equal(view["action_mask"][:-1], one.observe(agent)["action_mask"])
        np.testing.assert_array_equal(one.state(), other.state())


@pytest.mark.parametrize("made", [research.aec, research.parallel])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
def test_a_copy_is_at_the_same_position_and_goes_on_by_itself(made: Any, copied: Any) -> None:
    environment = made("cuba", seats=3, observation="compact")
    environment.reset(4)
    twin = copied(environment)

    assert twin.agents == environment.agents
    np.testing.assert_array_equal(twin.state(), environment.state())
    before = environment.table.state.tobytes()
    twin.reset(5)
    assert environment.table.state.tobytes() == before


def test_an_agent_that_is_not_asked_waits() -> None:
    environment = research.parallel("cuba", seats=2)
    seen, _ = environment.reset(3)
    (asked,) = environment.table.awaited
    mask = seen[f"player_{1 - asked}"]["action_mask"]

    assert np.flatnonzero(mask).tolist() == [environment.wait]
    assert not seen[f"player_{asked}"]["action_mask"][environment.wait]
    with pytest.raises(IllegalAction, match=f"^cuba: seat {1 - asked} may not do action 0: "):
        environment.step(
            {
                f"player_{seat}": 0 if seat != asked else int(seen[f"player_{asked}"]["action_mask"].argmax())
                for seat in range(2)
            }
        )


def test_an_illegal_action_is_an_error_that_says_why_and_changes_nothing() -> None:
    environment = research.aec("havana", seats=2)
    environment.reset(7)
    before = environment.table.state.tobytes()
    action = malecon.games["havana"].notation.parse("end turn")

    with pytest.raises(IllegalAction, match=f"^havana: seat 0 may not do action {action}: 'end turn': .*HAV-"):
        environment.step(action)
    with pytest.raises(IllegalAction, match=r"^havana: seat 0 may not do action -1: actions are 0 to 1405$"):
        environment.step(-1)
    assert environment.table.state.tobytes() == before


def test_an_environment_that_is_not_strict_counts_illegal_actions_and_draws_others() -> None:
    one, other = (raw_env("cuba", seats=2, strict=False) for _ in range(2))
    for environment in (one, other):
        environment.reset(3)
        for _ in range(20):
            environment.step(10**30)

    assert one.table.state.tobytes() == other.table.state.tobytes()
    assert sum(info["illegal"] for info in one.infos.values()) == 20
    one.reset(3)
    assert not any(info["illegal"] for info in one.infos.values())


@pytest.mark.parametrize("action", [1.0, "pass", None, np.zeros(2, int), True])
def test_what_is_no_whole_number_is_no_action(action: Any) -> None:
    """Of an agent that is not asked either."""
    environment, at_once = raw_env("havana", strict=False), parallel_env("havana", strict=False)
    environment.reset(7)
    seen, _ = at_once.reset(7)
    right = {agent: int(each["action_mask"].argmax()) for agent, each in seen.items()}

    with pytest.raises(UsageError, match=r"^action: is .*, but must be a whole number from 0 to 1405$"):
        environment.step(action)
    for agent in at_once.agents:
        with pytest.raises(UsageError, match=r"^action: is .*, but must be a whole number from 0 to 1406$"):
            at_once.step(right | {agent: action})
    assert [info["illegal"] for info in at_once.step(right)[4].values()] == [0, 0]


def test_a_game_that_is_over_or_has_not_begun_is_not_stepped() -> None:
    environment, at_once = research.aec("cuba", seats=2), research.parallel("cuba", seats=2)
    sentence = r"^cuba: no game is being played; reset\(\) begins one$"

    with pytest.raises(UsageError, match=sentence):
        environment.step(0)
    played(environment, 1)
    with pytest.raises(UsageError, match=sentence):
        environment.step(None)
    with pytest.raises(UsageError, match=sentence):
        at_once.step({})


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UsageError, match=r"^game: is 'chess', but must be one of "):
        research.aec("chess")
    with pytest.raises(UsageError, match=r"^seats: is 6, but must be 2 to 5$"):
        research.aec("cuba", seats=6)
    with pytest.raises(UsageError, match=r"^color: is neither an argument of the environment nor an option of cuba$"):
        research.aec("cuba", color="red")
    with pytest.raises(UsageError, match=r"^reward: is 'points', but must be one of share, zero-sum$"):
        research.parallel("cuba", reward="points")  # type: ignore[arg-type]  # which is what is tested
    with pytest.raises(UsageError, match=r"^render_mode: is 'humane', but must be one of ansi, human, rgb_array$"):
        research.parallel("cuba", render_mode="humane")
    with pytest.raises(UsageError, match=r"^seed: is -1, but must be a whole number from 0 to "):
        research.aec("cuba").reset(-1)
    environment = research.parallel("cuba")
    environment.reset(1)
    with pytest.raises(UsageError, match=r"^actions: are of player_1, but must be of player_0, player_1$"):
        environment.step({"player_1": 0})


@pytest.mark.parametrize(
    "call",
    [
        lambda: research.aec("cuba", seats=2).last(),
        lambda: research.aec("cuba", seats=2).render(),
        lambda: research.aec("cuba", seats=2).observe("player_0"),
        lambda: research.aec("cuba", seats=2).state(),
        lambda: research.parallel("cuba", seats=2).state(),
        lambda: research.aec("cuba", seats=2).resample("player_0", 1),
        lambda: research.parallel("cuba", seats=2, render_mode="ansi").render(),
    ],
)
def test_a_game_must_be_begun_before_it_is_looked_at(call: Any) -> None:
    with pytest.raises(UsageError, match=r"^cuba: no game is being played; reset\(\) begins one$"):
        call()


@pytest.mark.parametrize("ask", ["observe", "action_space", "observation_space"])
def test_an_unknown_agent_is_refused_and_the_agents_are_named(ask: str) -> None:
    environment = research.aec("cuba", seats=2)
    environment.reset(1)

    with pytest.raises(UsageError, match=r"^agent: is 'player_9', but must be one of player_0, player_1$"):
        getattr(environment, ask)("player_9")
    with pytest.raises(UsageError, match=r"^agent: is 'player_9'"):
        environment.resample("player_9", 1)


def test_an_agent_that_is_asked_cannot_wait() -> None:
    strict, lenient = research.parallel("cuba", seats=2), research.parallel("cuba", seats=2, strict=False)
    for environment in (strict, lenient):
        environment.reset(3)
    (asked,) = strict.table.awaited
    both = {agent: strict.wait for agent in strict.agents}

    with pytest.raises(IllegalAction, match=rf"^cuba: player_{asked} is asked and cannot wait \(action 618\)$"):
        strict.step(both)
    assert lenient.step(both)[4][f"player_{asked}"]["illegal"] == 1


def test_a_table_is_shown_as_text_to_the_agent_that_acts() -> None:
    shown, hidden = research.aec("havana", seats=2, render_mode="ansi"), research.aec("havana", seats=2)
    for environment in (shown, hidden):
        environment.reset(7)

    assert "player_1: " in str(shown.render())
    assert hidden.render() is None


@pytest.mark.parametrize("game", malecon.games)
def test_a_table_is_shown_as_a_picture_of_the_terminal(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its height is that of the longest table; Matplotlib has the font."""
    pictures = []
    for seats in (malecon.games[game].seats[0], malecon.games[game].seats[-1]):
        environment = research.aec(game, seats=seats, render_mode="rgb_array")
        environment.reset(7)
        pictures.append(environment.render())
        environment.step(int(environment.last()[0]["action_mask"].argmax()))  # type: ignore[index]  # it is there
    first, last = pictures

    assert isinstance(first, np.ndarray)
    assert isinstance(last, np.ndarray)
    assert first.shape == last.shape == (896, 640, 3)
    assert first[-48:].std() == 0  # free at the foot, so nothing is cut off
    assert not np.array_equal(first, last)
    monkeypatch.setitem(sys.modules, "matplotlib.font_manager", None)
    with pytest.raises(ImportError, match=r"^Matplotlib is not installed; type: pip install matplotlib$"):
        environment.render()

"""The games in OpenSpiel: its own suites, unmodified, and what they do not ask."""

import importlib
import pickle
import unittest
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import malecon
import malecon.research.openspiel
from malecon.core.errors import UsageError
from malecon.research.envs.environment import IllegalAction
from malecon.research.openspiel import resampler
from modes import once
from research.peer_starts import PEER_STARTS, SMALL_GAMES, spiel_parameters

pytestmark = once  # environments in Python around what batches and matches prove in both modes

each_game = pytest.mark.parametrize("game", malecon.games)
each_start = pytest.mark.parametrize("number", range(len(PEER_STARTS)), ids=PEER_STARTS)
each_small_game = pytest.mark.parametrize("game", SMALL_GAMES)


def loaded(start: str, folder: Path, **more: object) -> Any:
    """Return a game of OpenSpiel with the options of a start; ``folder`` gets the files of an owner's data."""
    name, parameters = spiel_parameters(start, folder)
    return pyspiel.load_game(name, parameters | more)


def played(game: Any, seed: int, decisions: int = 10_000) -> list[Any]:
    """Return the states of a game with random moves and chances at which a player decides."""
    found: list[Any] = []
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and len(found) < decisions:
        if not state.is_chance_node():
            found.append(state.clone())
        go_on(state, rng)
    return [*found, state]


def go_on(state: Any, rng: np.random.RandomState) -> None:
    """Let chance or a player act at random."""
    if state.is_chance_node():
        state.apply_action(int(rng.randint(len(state.chance_outcomes()))))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


def simulate(game: Any) -> None:
    """Run OpenSpiel's own simulation; it loads SciPy, two seconds, only where it runs."""
    importlib.import_module("open_spiel.python.tests.games_sim_test").GamesSimTest().sim_game(game)


@pytest.mark.slow
@each_start
def test_random_games_pass_the_peers_simulation(number: int, tmp_path: Path) -> None:
    start = [*PEER_STARTS][number]
    sampled, explicit = (loaded(start, tmp_path, chance=chance) for chance in ("sampled", "explicit"))

    for game, serialize in ((sampled, False), (sampled, True), (explicit, number % 2 == 0)):
        pyspiel.random_sim_test(game, num_sims=1, serialize=serialize, verbose=False)
    simulate((explicit, sampled)[number % 2])


@each_small_game
def test_small_games_pass_the_peers_simulation(game: str) -> None:
    for serialize in (False, True):
        pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=serialize, verbose=False)
    simulate(pyspiel.load_game(game))


@pytest.fixture
def api_test() -> ModuleType:
    """Return OpenSpiel's tests of the interface, which load SciPy too."""
    return importlib.import_module("open_spiel.integration_tests.api_test")


def passed(base: type, game: str, names: set[str]) -> int:
    """Run the tests of OpenSpiel's ``api_test`` on a game, but for those of ``names``; return how many ran."""
    case = type("Case", (base,), {"game": pyspiel.load_game(game), "game_name": game})
    loaded_tests: Any = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    suite = unittest.TestSuite(test for test in loaded_tests if test.id().split(".")[-1] not in names)
    result = unittest.TestResult()
    suite.run(result)
    assert result.failures + result.errors == []
    return result.testsRun


@pytest.mark.slow
@pytest.mark.parametrize("game", [*(f"malecon_{name}" for name in malecon.games), *SMALL_GAMES[::2]])
def test_some_states_pass_the_peers_test_of_the_interface(game: str, api_test: ModuleType) -> None:
    """The states that the suite samples of whole games all lie in the set-up, in which nobody knows anything alone."""
    left_out: set[str] = set() if game in SMALL_GAMES else {"test_private_information_contents"}

    assert passed(api_test.EnforceAPIOnPartialTreeBase, game, left_out) == 5 - len(left_out)


@pytest.mark.parametrize("game", SMALL_GAMES[::2])
def test_all_states_of_small_games_pass_the_peers_test_of_the_interface(
    game: str, api_test: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The suite has tables of how many states and information states each game has, all that it knows of one."""
    count = counted(pyspiel.load_game(game).new_initial_state())
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, game, count)
    known = {state.information_state_string() for state in decisions_of(game)}
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, game, len(known))

    assert passed(api_test.EnforceAPIOnFullTreeBase, game, set()) == 8


@each_small_game
def test_an_information_state_as_numbers_tells_what_its_text_tells(game: str) -> None:
    """In all states: equal texts have equal numbers, and others have others."""
    loaded_game, found = pyspiel.load_game(game), dict[str, int]()
    observer = make_observation(loaded_game, pyspiel.IIGObservationType(perfect_recall=True))
    for number, state in enumerate(decisions_of(game)):
        player = state.current_player()
        observer.set_from(state, player)
        numbers = hash(observer.tensor.tobytes())
        assert numbers == found.setdefault(state.information_state_string(player), numbers)
        if number < 9:
            assert state.information_state_tensor() == observer.tensor.tolist()
    assert len({*found.values()}) == len(found) > 100
    assert loaded_game.information_state_tensor_shape() == [loaded_game.information_state_tensor_size()]


@each_game
def test_whole_games_refuse_an_information_state_as_numbers(game: str) -> None:
    """OpenSpiel would give an empty one, on which its networks learn nothing and say nothing."""
    whole = pyspiel.load_game(f"malecon_{game}")
    for ask in (
        whole.information_state_tensor_shape,
        whole.information_state_tensor_size,
        whole.new_initial_state().information_state_tensor,
        lambda: whole.new_initial_state().information_state_tensor(0),
    ):
        with pytest.raises(UsageError, match=rf"^information_state_tensor: {game} has none, .* take observation_tenso"):
            ask()


def decisions_of(game: str) -> Iterator[Any]:
    """Yield all states of a game in which a player is to act."""
    left = [pyspiel.load_game(game).new_initial_state()]
    while left:
        state = left.pop()
        left += [state.child(action) for action in state.legal_actions()]
        if state.current_player() >= 0:
            yield state


def counted(state: Any) -> tuple[int, int, int]:
    """Return how many states of chance, of players, and at the end there are from a state on."""
    if state.is_terminal():
        return 0, 0, 1
    below = [counted(state.child(action)) for action in state.legal_actions()]
    here = (1, 0, 0) if state.is_chance_node() else (0, 1, 0)
    return tuple(map(sum, zip(here, *below, strict=True)))  # type: ignore[return-value]


@each_start
def test_a_resampled_state_is_the_same_to_its_player_and_tells_nothing_else(number: int, tmp_path: Path) -> None:
    game, rng = loaded([*PEER_STARTS][number], tmp_path), np.random.RandomState(0)
    states = played(game, number, 300)
    for state in states[number % 14 : -1 : 14]:
        player = state.current_player()
        guess, again = (resampler(rng)(state, player) for _ in range(2))

        assert guess.history() == []
        assert guess.current_player() == player
        assert guess.legal_actions() == state.legal_actions()
        assert guess.information_state_string() == state.information_state_string()
        assert guess.observation_string() == state.observation_string()
        assert guess.observation_tensor() == state.observation_tensor()
        assert guess.node.state.tobytes() != state.node.state.tobytes() or again.logs == guess.logs
        for other in {*range(game.num_players())} - {player}:
            assert guess.logs[other] == state.logs[-1]


def test_information_states_join_what_a_player_cannot_tell_apart() -> None:
    """Both bid in secret, one after the other: the second does not know what the first has bid."""
    state = pyspiel.load_game("malecon_cuba(variant=parliament)").new_initial_state()
    children = [state.child(action) for action in state.legal_actions()]
    known = [{child.information_state_string(player) for child in children} for player in range(2)]

    assert len(children) == 4
    assert [len(each) for each in known] == [4, 1]
    assert {child.observation_string(1) for child in children} == {children[0].observation_string(1)}
    assert state.resample_from_infostate(0, lambda: 0.5).information_state_string() == state.information_state_string()


def test_a_copy_does_not_know_the_future() -> None:
    """Nothing of a state but its history depends on the key of a game: after a draw each outcome is to come."""
    for chance in ("explicit", "sampled"):
        state = pyspiel.load_game(f"malecon_havana(chance={chance})").new_initial_state()
        assert state.is_chance_node()
        children = [state.child(outcome) for outcome, _ in state.chance_outcomes()[:2]]
        deep = [played_on(child, 3) for child in children]
        assert not any(np.any(each.node.state.key) for each in deep)


def played_on(state: Any, seed: int) -> Any:
    """Return the first state at which a player decides."""
    rng = np.random.RandomState(seed)
    while state.is_chance_node():
        state = state.child(int(rng.randint(len(state.chance_outcomes()))))
    return state


def test_the_information_set_search_of_the_peers_plays_with_our_resampler() -> None:
    game = pyspiel.load_game("malecon_cuba(variant=parliament)")
    rng = np.random.RandomState(7)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 60, random_state=rng)
    bot.set_resampler(resampler(rng))
    state = game.new_initial_state()

    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert sum(state.returns()) == 0


@each_start
def test_returns_are_what_is_declared(number: int, tmp_path: Path) -> None:
    start = [*PEER_STARTS][number]
    for reward, total in (("share", 1), ("zero-sum", 0)):
        game, rng = loaded(start, tmp_path, reward=reward, chance="sampled"), np.random.RandomState(number)
        decisions, end = 0, game.new_initial_state()
        while not end.is_terminal():
            assert set(end.returns()) == {0.0}
            decisions += not end.is_chance_node()
            go_on(end, rng)

        assert game.utility_sum() == total
        assert sum(end.returns()) == pytest.approx(total)
        assert game.min_utility() <= min(end.returns()) <= max(end.returns()) <= game.max_utility()
        assert 0 < decisions <= game.max_game_length()


@each_game
def test_observers_show_the_schema_by_name_and_secrets_to_their_player_only(game: str) -> None:
    spiel, schema = pyspiel.load_game(f"malecon_{game}(seats=2,chance=sampled)"), malecon.games[game].observation
    state = played(spiel, 5, 30)[-1]
    own = make_observation(spiel, pyspiel.IIGObservationType(perfect_recall=False))
    public = make_observation(
        spiel,
        pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE),
    )
    own.set_from(state, 1)
    public.set_from(state, 1)

    assert own.dict.keys() == public.dict.keys() == {block.name for block in schema.blocks}
    assert own.tensor.tolist() == state.observation_tensor(1)
    assert np.shares_memory(own.tensor, own.dict[schema.blocks[0].name])
    assert public.string_from(state, 0) == public.string_from(state, 1) != own.string_from(state, 1)


def test_a_stored_state_goes_on_like_the_original() -> None:
    game = pyspiel.load_game("malecon_havana(seats=3)")
    for state in played(game, 1, 40)[::4]:
        twin = pickle.loads(pickle.dumps(state))
        _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for other in (twin, restored):
            assert (str(other), other.logs, other.history()) == (str(state), state.logs, state.history())
            assert other.node.state.tobytes() == state.node.state.tobytes()


@each_start
def test_a_game_begins_as_its_parameters_say(number: int, tmp_path: Path) -> None:
    """An owner's data are named by their files."""
    start = [*PEER_STARTS][number]
    game, options = PEER_STARTS[start]
    state = loaded(start, tmp_path, chance="sampled").new_initial_state()

    assert state.node.state.tobytes() == game.new_table(**options).tobytes()


@pytest.mark.parametrize(
    ("parameters", "error"),
    [
        ("seats=9", r"^seats: is 9, but must be 2 to 4$"),
        ("edition=first", r"^edition: is 'first', but must be eggertspiele or filosofia$"),
        ("chance=none", r"^chance: is 'none', but must be one of explicit, sampled$"),
        ("reward=points", r"^reward: is 'points', but must be one of share, zero-sum$"),
        ("variant=last-tile,seats=3", r"^seats: is 3, but must be 2, as in the variant last-tile$"),
        ("ages=2_0", r"^ages: is '2_0', but must be each seat from 1 to 2 once, such as 2_1$"),
        ("seats=3,ages=1_2_x", r"^ages: is '1_2_x', but must be each seat from 1 to 3 once, such as 3_2_1$"),
        ("variant=last-tile,version=1", r"^version: is 1, but must be left out: the variant has its own$"),
        ("variant=last-tile,edition=filosofia", r"^edition: is 'filosofia', but must be left out: the variant has"),
        ("variant=last-tile,ages=2_1", r"^ages: is '2_1', but must be left out: the variant has its own$"),
        ("variant=last-tile,tiles=x.toml", r"^tiles: is 'x.toml', but must be left out: the variant has its own$"),
        ("variant=none", r"^variant: is 'none', but must be one of last-tile, last-cubes$"),
    ],
)
def test_what_is_wrong_is_said(parameters: str, error: str) -> None:
    with pytest.raises(UsageError, match=error):
        pyspiel.load_game(f"malecon_havana({parameters})")


@each_game
def test_what_is_not_legal_is_refused_and_changes_nothing(game: str) -> None:
    """Neither an action that answers another question, nor one out of range, nor any after the end is carried out."""
    *states, over = played(pyspiel.load_game(f"malecon_{game}", {"chance": "sampled"}), seed=3)
    for state in [*states[:: len(states) // 8], over]:
        before = str(state), state.history(), state.returns()
        legal = state.legal_actions()
        for action in {0, state.num_distinct_actions() // 2, state.num_distinct_actions(), -5} - {*legal}:
            error = (IllegalAction, "may not do action") if legal else (UsageError, "the game is over")
            with pytest.raises(error[0], match=error[1]):
                state.apply_action(action)
        assert (str(state), state.history(), state.returns()) == before


def test_a_misspelt_parameter_is_said_with_those_that_there_are() -> None:
    with pytest.raises(pyspiel.SpielError, match=r"^Unknown parameter 'seat'\. Available parameters are: .*\bseats\b"):
        pyspiel.load_game("malecon_havana(seat=3)")


def test_an_observer_of_all_secrets_is_refused() -> None:
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)

    with pytest.raises(UsageError, match=r"^private_info: is ALL_PLAYERS, but must be SINGLE_PLAYER or NONE$"):
        make_observation(pyspiel.load_game("malecon_cuba"), kind)

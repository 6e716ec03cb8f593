"""Batches: the very games of single matches, however they begin anew and on any number of threads; what is refused."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import malecon
from cases import STARTS
from malecon.agents.agent import RandomPlayer
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.random import DEAL_KEY, KEYS, derived_key
from malecon.research import batch
from malecon.research.batches import engine as batch_engine
from malecon.research.batches.batch import Batch
from malecon.research.envs.environment import IllegalAction
from malecon.research.gymnasium import SeatEnv
from research.test_batch_saving import first_legal
from sampling import close_looks

each_game = pytest.mark.parametrize("game", malecon.games)
each_start = pytest.mark.parametrize("start", STARTS)
SEED = 11


def logits_for(games: Batch, number: int) -> Any:
    """Return some logits, other ones for each number."""
    return np.random.default_rng(number).normal(size=(games.games, games.actions)).astype(np.float32)


def new_match(games: Batch, game: int, deal: int, options: dict[str, Any]) -> Match:
    """Return the match of a deal of a game in a batch whose seed is ``SEED``."""
    key = derived_key(SEED + game, DEAL_KEY, deal) % KEYS if deal else SEED + game
    return games.game.start(seed=key, **options)


def assert_same(games: Batch, game: int, match: Match) -> None:
    """Check that a game of a batch stands as a match does."""
    now, seat = games.now, match.to_move[0] if match.to_move else -1
    compact, listed = np.zeros(games.game.observation.size, np.int8), np.zeros(games.game.widest, np.int16)
    contract.observe(match.state, seat, compact)
    count = contract.legal(match.state, seat, listed) if seat >= 0 else 0
    assert games.state(game).tobytes() == match.state.tobytes()
    assert (now.seat[game], now.count[game]) == (seat, count)
    np.testing.assert_array_equal(now.observation[game], compact)
    np.testing.assert_array_equal(now.legal[game, :count], listed[:count])
    assert (now.legal[game, count:] == -1).all()


@each_start
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "off"])
def test_games_are_those_of_single_matches_move_by_move(start: str, autoreset: Any) -> None:
    """Whole games with all options, and the beginning of the next ones."""
    game, options = STARTS[start]
    games = batch(game, 2, **options, autoreset=autoreset, legal="list")
    games.reset(SEED)
    matches, deals = [new_match(games, i, 0, options) for i in range(2)], [1, 1]

    def steps() -> Iterator[tuple[Any]]:
        for number in range(500 if JIT else 12):
            actions = games.draw(logits_for(games, number)).tolist()
            were_over = [match.over for match in matches]
            games.step(actions)
            for i, (match, action) in enumerate(zip(matches, actions, strict=True)):
                if not match.over:
                    match.play(match.to_move[0], game.notation.format(action))
                assert games.now.done[i] == (match.over and not (autoreset == "next-step" and were_over[i]))
                if games.now.done[i] and not were_over[i]:
                    winners = [(seat in match.winners) / len(match.winners) for seat in range(match.seats)]
                    np.testing.assert_allclose(games.now.rewards[i], winners)
                else:
                    assert not games.now.rewards[i].any()
                if (match.over and autoreset == "same-step") or (were_over[i] and autoreset == "next-step"):
                    matches[i] = new_match(games, i, deals[i], options)
                    deals[i] += 1
            yield (matches[number % 2],)
            if autoreset == "off" and games.now.done.all():
                return

    for _ in close_looks(steps()):
        for i, match in enumerate(matches):
            assert_same(games, i, match)
    assert not JIT or max(deals) > 1 or games.now.done.all()


@each_game
def test_forms_of_observations_and_legal_actions_agree(game: str) -> None:
    one, other = batch(game, 3, 4, legal="list"), batch(game, 3, 4, observation="float", legal="mask")
    one.reset(5)
    other.reset(5)
    for number in range(200 if JIT else 5):
        actions = one.draw(logits_for(one, number))
        np.testing.assert_array_equal(actions, other.draw(logits_for(one, number)))
        seen, also = one.step(actions), other.step(actions)

        for i in range(3):
            np.testing.assert_array_equal(one.game.observation.floats(seen.observation[i]), also.observation[i])
            assert np.flatnonzero(also.legal[i]).tolist() == seen.legal[i, : seen.count[i]].tolist()


@each_game
def test_the_number_of_threads_changes_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_engine, "LEAST_PART", 2)
    monkeypatch.setattr(batch_engine, "LEAST_DRAWN", 2)
    one, other = (batch(game, 7, 3, threads=threads, opponents=["random", first_legal]) for threads in (1, 3))
    one.reset(5)
    other.reset(5)
    for _ in range(200 if JIT else 5):
        actions = one.draw()
        np.testing.assert_array_equal(actions, other.draw())
        np.testing.assert_array_equal(one.log_probability, other.log_probability)
        one.step(actions)
        other.step(actions)

    assert one.save() == other.save()
    np.testing.assert_array_equal(one.now.observation, other.now.observation)


@each_game
def test_a_game_does_not_depend_on_its_neighbours(game: str) -> None:
    many, few = batch(game, 3, 2), batch(game, 1, 2)
    many.reset([4, 2**64 - 1, 9])
    few.reset([2**64 - 1])
    for number in range(150 if JIT else 5):
        logits = logits_for(many, number)
        many.step(many.draw(logits))
        few.step(few.draw(logits[1:2]))

        assert many.state(1).tobytes() == few.state(0).tobytes()


def test_masks_into_which_a_caller_writes_change_no_opponents() -> None:
    masks = list[Any]()

    def policy(_observations: Any, seen: Any) -> Any:
        masks.append(seen.copy())
        seen[...] = 1
        return np.zeros(seen.shape)

    def play(value: int | None) -> list[Any]:
        masks.clear()
        games = batch("cuba", 2, opponents=policy)
        games.reset(1)
        for _ in range(5):
            actions = games.draw()
            if value is not None:
                games.now.legal[...] = value
            games.step(actions)
        return [each.tolist() for each in masks]

    assert play(None) == play(0) == play(1)


def test_an_agent_gets_positions_in_which_all_that_is_hidden_is_guessed() -> None:
    """From the same deals, seen with its own eyes, while the key and the hidden cards are others."""
    asked = list[tuple[Match, int]]()

    class Peeking(RandomPlayer):
        def choose(self, match: Match, seat: int, key: int | None = None) -> str:
            asked.append((match, seat))
            return super().choose(match, seat, key)

    games = batch("havana", 1, opponents=Peeking())
    games.reset(SEED)
    for _ in range(20):
        games.step(games.draw())
    env = SeatEnv("havana", opponents=Peeking())
    env.reset(seed=SEED)
    for _ in range(5):
        env.step(int(env.action_masks().argmax()))

    assert len(asked) > 10
    assert not any(match.state.key.tolist() == [SEED, 0] for match, _ in asked)


@each_game
def test_opponents_play_the_other_seats(game: str) -> None:
    """Of three seats the learner, which is drawn, and the last in order of play are the caller's."""
    games = batch(game, 5, 3, opponents=["random", None], seat=None, reward="zero-sum")
    games.reset(2)
    asked = set()
    for _ in range(300 if JIT else 8):
        asked |= {*((games.now.seat - games.learner) % 3).tolist()}
        now = games.step(games.draw())
        if now.done.any():
            assert abs(now.rewards.sum(1)).max() < 1e-6
            assert (now.rewards[now.done].max(1) > 0).all()

    assert asked == {0, 2}
    assert not JIT or len({*games.learner.tolist()}) > 1


def test_an_opponent_is_asked_about_all_games_at_once() -> None:
    sizes = []

    def policy(observations: Any, masks: Any) -> Any:
        assert observations.shape[1] == malecon.games["cuba"].observation.size
        assert masks.any(1).all()
        sizes.append(len(masks))
        return np.zeros(masks.shape, np.float32)

    games = batch("cuba", 8, 4, opponents=policy, legal="list", seat=[0, 1, 2, 3] * 2)
    games.reset(1)

    assert games.now.seat.tolist() == [0, 1, 2, 3] * 2
    assert max(sizes) > 3


def test_illegal_actions_are_errors_that_change_nothing() -> None:
    games = batch("havana", 3, 2)
    games.reset(SEED)
    actions = games.draw().copy()
    before = games.save()
    actions[1] = games.game.notation.parse("end turn")

    with pytest.raises(IllegalAction, match=r"^havana: game 1: seat 0 may not do action \d+: 'end turn': .*HAV-"):
        games.step(actions)
    actions[1] = -1
    with pytest.raises(IllegalAction, match=r"^havana: game 1: seat 0 may not do action -1: actions are 0 to 1405$"):
        games.step(actions)
    with pytest.raises(IllegalAction, match=r"^havana: game 1: seat 0 may not do action 18446744073709551615: "):
        games.step(actions.view(np.uint64))
    assert games.save() == before
    games.step([action if action >= 0 else 0 for action in actions])


def test_lenient_batches_draw_another_action_and_count() -> None:
    one, other = (batch("cuba", 3, 2, strict=False) for _ in range(2))
    for games in (one, other):
        games.reset(3)
        for _ in range(20):
            games.step([-5, games.draw()[1], 10**6])

    assert one.save() == other.save()
    assert one.illegal.tolist() == [20, 0, 20]


def test_games_that_are_over_wait_for_a_reset() -> None:
    games = batch("cuba", 2, 2, autoreset="off", opponents="random")
    games.reset(1)
    lengths = 0
    while not games.now.done.any():
        games.step(games.draw())
        lengths += 1
    over = int(games.now.done.argmax())
    final = games.state(over).tobytes()

    assert games.now.seat[over] == -1
    assert games.draw()[over] == -1
    if not games.now.done.all():
        games.step(games.draw())
    assert games.state(over).tobytes() == final
    assert not games.now.rewards[over].any()
    with pytest.raises(UsageError, match=rf"^cuba: game {over} is over, so its action must be -1; reset\(only=…\) beg"):
        games.step(np.maximum(games.draw(), 0))
    games.reset(only=np.arange(2) == over)
    assert games.now.seat[over] == 0
    assert not games.now.done[over]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, r"games: is 0, but must be a whole number from 1 to 16777216"),
        ({"games": 2.5}, r"games: is 2\.5, but must be a whole number from 1 to 16777216"),
        ({"threads": 0}, r"threads: is 0, but must be a whole number from 1 to 256"),
        ({"seats": 6}, r"seats: is 6, but must be 2 to 5"),
        ({"seat": 1}, r"seat: is 1, but nobody else plays: opponents= says who does"),
        ({"seat": None}, r"seat: is None, but nobody else plays: opponents= says who does"),
        ({"seat": 2}, r"seat: is 2, but must be 0 to 1, one for all games or one for each, or None"),
        ({"seat": [0, 1, 0]}, r"seat: is \[0, 1, 0\], but must be 0 to 1, one for all games or one for each, or None"),
        ({"opponents": ["easy", "easy"]}, r"opponents: are 2, but must be one, or 1: one for each other seat"),
        ({"opponents": "nobody"}, r"opponents: is 'nobody', but must be one of random, kind, easy, .*"),
        ({"opponents": "esy"}, r"opponents: is 'esy', but must be one of random, .*; did you mean easy\?"),
        ({"opponents": 3}, r"opponents: is 3, but must be a function, a computer player, or the name of one"),
        ({"opponents": [3]}, r"opponents: is 3, but must be a function, a computer player, or the name of one"),
        ({"autoreset": "never"}, r"autoreset: is 'never', but must be one of next-step, same-step, off.*"),
        ({"observation": "int4"}, r"observation: is 'int4', but must be one of compact, float.*"),
        ({"legal": "set"}, r"legal: is 'set', but must be one of mask, list.*"),
        ({"reward": "points"}, r"reward: is 'points', but must be one of share, zero-sum.*"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=f"^{sentence}$"):
        batch("cuba", **{"games": 2, **arguments})


@pytest.mark.parametrize(
    ("actions", "got"),
    [
        ([0], r"int64 with the shape \(1,\)"),
        ([[0, 0]], r"int64 with the shape \(1, 2\)"),
        ([0.0, 1.0], r"float64 with the shape \(2,\)"),
        ([True, False], r"bool with the shape \(2,\)"),
    ],
)
def test_actions_of_another_shape_or_dtype_are_refused(actions: Any, got: str) -> None:
    games = batch("cuba", 2)
    games.reset(1)

    with pytest.raises(UsageError, match=rf"^actions: are {got}, but must be whole numbers with the shape \(2,\)$"):
        games.step(actions)


def test_logits_seeds_and_masks_of_another_kind_are_refused() -> None:
    games = batch("cuba", 2)
    for act in (games.draw, lambda: games.step([0, 0]), games.save):
        with pytest.raises(UsageError, match=r"^cuba: no games are being played; reset\(\) begins them$"):
            act()
    with pytest.raises(UsageError, match=r"^seed: is -1, but must be a whole number from 0 to 18446744073709551615$"):
        games.reset(-1)
    with pytest.raises(UsageError, match=r"^seed: is 18446744073709551616, but must be a whole number from 0 to 1"):
        games.reset([1, 2**64])
    with pytest.raises(UsageError, match=r"^seed: are 3, but must be one, or 2: one for each game$"):
        games.reset([1, 2, 3])
    assert games.reset(np.array(7)).seat.tolist() == games.reset(7).seat.tolist()
    games = batch("cuba", 2)
    with pytest.raises(UsageError, match=r"^only: no game is being played; reset\(\) without it begins all$"):
        games.reset(only=np.array([True, False]))
    games.reset()
    with pytest.raises(UsageError, match=r"^only: is int64 with the shape \(2,\), but must be bool with the shape"):
        games.reset(only=np.array([0, 1]))
    with pytest.raises(UsageError, match=r"^logits: have the shape \(2, 3\), but must have \(2, 618\)$"):
        games.draw(np.zeros((2, 3), np.float32))
    with pytest.raises(UsageError, match=r"^logits: are bool, but must be real numbers, such as float32$"):
        games.draw(np.zeros((2, 618), bool))


def test_after_an_error_of_an_opponent_the_batch_is_reset_or_restored() -> None:
    def policy(observations: Any, masks: Any) -> Any:
        if len(seen) > 3:
            raise RuntimeError("out of memory")
        seen.append(observations)
        return np.zeros(masks.shape)

    seen = list[Any]()
    games = batch("cuba", 2, opponents=policy)
    games.reset(1)
    saved = games.save()
    with pytest.raises(RuntimeError):
        [games.step(games.draw()) for _ in range(20)]

    with pytest.raises(UsageError, match=r"^cuba: no games are being played"):
        games.draw()
    games.restore(saved)
    assert games.save() == saved

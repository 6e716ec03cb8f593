"""How policy-value networks are learned: gradients, returns of self-play, a training that goes on where it was."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import malecon
from agents.networks import UNITS, card_for, random_network, written
from malecon.agents.network_player import network_player
from malecon.agents.policy_network import evaluate_position, first_reference, new_evaluation
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.research import make_data
from modes import needs_compiler, once
from policy_learning.gradients import Floats, Outputs, Weights, forward, gradients, new_adam, new_weights, update
from policy_learning.losses import imitation_slope, measures_of, self_play_slope, value_slope
from policy_learning.searched import SearchedData
from policy_learning.self_play import new_games, play_round, returns_of
from policy_learning.training import Line, Plan, Training, network_with, train, weights_of

TOOLS = Path(__file__).parents[2] / "tools"
each_game = pytest.mark.parametrize("game", malecon.games)
ACTIONS, SEATS = 5, 3


def made_up(count: int = 6) -> tuple[Weights, dict[str, Any]]:
    """Return a small network, and decisions with two or more legal actions."""
    rng = np.random.default_rng(3)
    weights = new_weights((4, 6, 7), ACTIONS, SEATS, rng)
    for array in weights.arrays():
        array += rng.normal(0, 0.3, array.shape)
    legal = (rng.random((count, ACTIONS)) < 0.6).astype(np.int8)
    legal[:, :2] = 1
    target = legal * rng.random((count, ACTIONS)) + 1e-3 * legal
    shares = rng.random((count, SEATS))
    shares[:, 2] = 0
    return weights, {
        "inputs": rng.normal(0, 1, (count, 4)),
        "legal": legal,
        "target": target / target.sum(1, keepdims=True),
        "shares": shares / shares.sum(1, keepdims=True),
        "actions": np.array([0, 1] * (count // 2)),
        "advantages": rng.normal(0, 1, count),
    }


def in_double(weights: Weights) -> Weights:
    """Return weights whose differences can be measured."""
    double: list[list[Any]] = [[array.astype(np.float64) for array in arrays] for arrays in weights]
    return Weights(*double)


def cross_entropies(out: Outputs, given: dict[str, Any]) -> float:
    """Return the losses of imitation and shares together."""
    measures = measures_of(out, given["shares"], given["target"])
    return measures.policy + measures.value


def clipped_loss(out: Outputs, given: dict[str, Any], logs: Floats, clip: float, entropy: float) -> float:
    """Return PPO's loss, from its definition."""
    gain = (given["advantages"] - given["advantages"].mean()) / (given["advantages"].std() + 1e-8)
    ratio = out.probabilities[np.arange(len(logs)), given["actions"]] / np.exp(logs)
    bound = np.clip(ratio, 1 - clip, 1 + clip)
    bonus = -(out.probabilities * np.log(np.maximum(out.probabilities, 1e-9))).sum(1)
    return float(-(np.minimum(ratio * gain, bound * gain) + entropy * bonus).mean())


@pytest.mark.parametrize("loss", ["imitation", "self-play"])
def test_gradients_are_how_the_losses_grow(loss: str) -> None:
    weights, given = made_up()
    weights, step = in_double(weights), 1e-5
    out = forward(weights, given["inputs"], given["legal"], 2)
    logs = np.log(out.probabilities[np.arange(6), given["actions"]]) + np.array([0.05, -0.05, 0.5, -0.5, 0.1, -0.1])
    if loss == "imitation":
        slopes = gradients(
            weights, out.layers, imitation_slope(out, given["target"]), value_slope(out, given["shares"])
        )
    else:
        by_logits = self_play_slope(out, given["actions"], logs, given["advantages"], 0.2, 0.01)
        slopes = gradients(weights, out.layers, by_logits, value_slope(out, out.shares))

    for array, slope in zip(weights.arrays(), slopes, strict=True):
        for at in np.ndindex(array.shape):
            costs = []
            for change in (-step, step):
                array[at] += change
                changed = forward(weights, given["inputs"], given["legal"], 2)
                costs.append(
                    cross_entropies(changed, given)
                    if loss == "imitation"
                    else clipped_loss(changed, given, logs, 0.2, 0.01)
                )
                array[at] -= change
            assert slope[at] == pytest.approx((costs[1] - costs[0]) / (2 * step), abs=1e-5)


def test_updates_learn_what_a_teacher_does_and_who_wins() -> None:
    weights, given = made_up()
    given = {name: array.astype(np.float32) for name, array in given.items()}
    adam = new_adam(weights)
    for _ in range(600):
        out = forward(weights, given["inputs"], given["legal"], 2)
        by_logits, by_scores = imitation_slope(out, given["target"]), value_slope(out, given["shares"])
        update(weights, adam, gradients(weights, out.layers, by_logits, by_scores), 0.01, 0.5)

    out = forward(weights, given["inputs"], given["legal"], 2)
    assert out.probabilities == pytest.approx(given["target"], abs=0.02)
    assert out.shares == pytest.approx(given["shares"], abs=0.02)
    assert not out.probabilities[given["legal"] == 0].any()


def test_returns_mix_what_a_seat_expects_later_and_the_end_of_its_game() -> None:
    seats = np.array([[0], [1], [0], [1], [0]], np.int8)  # one game is over after the fourth decision, another begins
    values = np.array([[[0.5, 0.5]], [[0.6, 0.4]], [[0.3, 0.7]], [[0.8, 0.2]], [[0.45, 0.55]]], np.float32)
    dones = np.array([[False], [False], [False], [True], [False]])
    results = np.zeros((5, 1, 2), np.float32)
    results[3, 0] = [0, 1]

    returns, known = returns_of(seats, values, dones, results, 0.9)

    assert known[:, 0].tolist() == [True, True, True, True, False]
    # the last decision of each seat is measured by the result, from its own seat on
    assert returns[3, 0] == pytest.approx([1, 0])
    assert returns[2, 0] == pytest.approx([0, 1])
    # the one before by a tenth of what was expected then, and nine tenths of what that was measured by
    assert returns[1, 0] == pytest.approx([0.1 * 0.8 + 0.9 * 1, 0.1 * 0.2 + 0.9 * 0])
    assert returns[0, 0] == pytest.approx([0.1 * 0.3 + 0.9 * 0, 0.1 * 0.7 + 0.9 * 1])


@once
@each_game
def test_a_round_has_decisions_with_their_probabilities_and_shares(game: str) -> None:
    rng = np.random.default_rng(1)
    schema, count = malecon.games[game].observation, malecon.games[game].actions.count
    weights = new_weights((schema.float_size, 8), count, 4, rng)

    played = play_round(new_games(game, 3, 3, seed=1), weights, 40, 0.9)

    n = len(played.actions)
    assert 60 < n <= 120
    out = forward(weights, played.inputs, played.legal, 3)
    rows = np.arange(n)
    assert played.legal[rows, played.actions].all()
    assert np.log(out.probabilities[rows, played.actions]) == pytest.approx(played.logs, abs=1e-4)
    assert played.returns.sum(1) == pytest.approx(1, abs=1e-5)
    assert not played.returns[:, 3].any()
    assert played.advantages == pytest.approx(played.returns[:, 0] - out.shares[:, 0], abs=1e-4)


@each_game
def test_weights_in_training_and_in_a_file_say_the_same(game: str) -> None:
    found, card = malecon.games[game], card_for(game, (2, 3))
    network = random_network(card)
    weights = weights_of(found, network)
    played = new_games(game, 2, 2, seed=5)
    inputs, legal = played.now.observation.astype(np.float32), played.now.legal.astype(np.int8)
    out = forward(weights, inputs, legal, 2)

    evaluation = new_evaluation(network, found.widest)
    match = found.start(seats=2, seed=int(played._lanes["seed"][1]))
    contract.observe(match.state, match.to_move[0], evaluation.observation)
    actions = np.flatnonzero(legal[1])
    evaluation.actions[: len(actions)] = actions
    evaluate_position(network_with(card, weights), first_reference(network), evaluation, len(actions), 2)

    logits = evaluation.logits[actions].astype(np.float64)
    powers = np.exp(logits - logits.max())
    assert powers / powers.sum() == pytest.approx(out.probabilities[1, actions], abs=1e-3)
    assert evaluation.shares == pytest.approx(out.shares[1], abs=1e-3)


PLAN = Plan(game="havana", seats=(2,), units=UNITS, decisions=96, games=4, steps=8, minibatch=16)


@once
def test_a_training_goes_on_as_if_it_had_not_been_interrupted(tmp_path: Path) -> None:
    teacher = written(tmp_path / "teacher.npz", card_for("havana"), seed=4)
    plan = msgspec.structs.replace(PLAN, teachers=(str(teacher),), imitated=0.5)
    lines: list[Line] = []
    whole = train(plan, tmp_path / "whole", 3600, lines.append)
    for _ in range(3):
        parts = train(plan, tmp_path / "parts", 0)  # a round each

    assert [line.is_imitation for line in lines] == [1, 1, 0]
    assert [line.decisions for line in lines] == [32, 64, 96]
    for one, other in zip(whole.weights.arrays(), parts.weights.arrays(), strict=True):
        assert (one == other).all()
    assert [line[1:] for line in parts.lines] == [line[1:] for line in whole.lines]
    header, *rows = (tmp_path / "parts/curve.csv").read_text("utf-8").splitlines()
    assert header == "seconds,decisions,seats,is_imitation,policy,value,entropy"
    assert len(rows) == 3
    player = network_player(tmp_path / "parts/network.npz")
    match = malecon.games["havana"].start(seats=2, seed=1)
    assert player.choose(match, 0, key=1) in match.legal(0)
    assert player.card.about["decisions"] == "96"
    with pytest.raises(UsageError, match=r"plan\.json: is another plan; take another folder"):
        train(PLAN, tmp_path / "parts", 0)


@once
def test_a_copy_of_its_teacher_has_nothing_to_learn_of_policy_and_shares(tmp_path: Path) -> None:
    teacher = str(written(tmp_path / "teacher.npz", card_for("havana"), seed=4))
    training = Training(msgspec.structs.replace(PLAN, teachers=(teacher,), begin=teacher, imitated=1.0))
    before = [array.copy() for array in training.weights.arrays()]

    line = training.do_round()

    assert line.policy == pytest.approx(0, abs=1e-6)
    for array, begun in zip(training.weights.arrays(), before, strict=True):
        assert array == pytest.approx(begun, abs=1e-6)


@once
def test_a_training_begins_with_a_network(tmp_path: Path) -> None:
    file = written(tmp_path / "begin.npz", card_for("havana"), seed=4)
    plan = msgspec.structs.replace(PLAN, begin=str(file), imitated=0.0)

    begun = Training(plan).network()

    for mine, given in zip(begun.hidden, random_network(card_for("havana"), 4).hidden, strict=True):
        assert mine.weights == pytest.approx(given.weights, abs=1e-6)
    with pytest.raises(UsageError, match=r"begin\.npz: has another game, other units or another number of seats"):
        Training(msgspec.structs.replace(plan, units=(8,)))


def test_a_training_needs_somebody_to_imitate(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is neither a data set nor a teacher for all numbers of seats"):
        Training(PLAN)
    teacher = written(tmp_path / "teacher.npz", card_for("cuba"))
    with pytest.raises(UsageError, match=r"teacher\.npz: plays cuba, but must play havana"):
        Training(msgspec.structs.replace(PLAN, teachers=(str(teacher),)))


@needs_compiler("searches take long in plain Python")
def test_searches_are_imitated_from_a_data_set(tmp_path: Path) -> None:
    make_data("havana", tmp_path / "data", games=2, seats=3, iterations=10, key=5)
    data = SearchedData(malecon.games["havana"], tmp_path / "data")

    some = data.some(np.random.default_rng(1), 50, 4)

    assert some.target.sum(1) == pytest.approx(1, abs=1e-5)
    assert not some.target[some.legal == 0].any()
    assert some.shares.sum(1) == pytest.approx(1, abs=1e-5)
    assert not some.shares[:, 3].any()
    plan = msgspec.structs.replace(PLAN, seats=(3,), data=(str(tmp_path / "data"),), imitated=1.0)
    lines: list[Line] = []
    train(plan, tmp_path / "out", 0, lines.append)
    assert lines[0].is_imitation == 1
    with pytest.raises(UsageError, match="is of havana, but must be of cuba"):
        SearchedData(malecon.games["cuba"], tmp_path / "data")


@needs_compiler("plain rules are slow")
def test_the_command_trains_and_says_so(tmp_path: Path) -> None:
    words = ["havana", str(tmp_path / "out"), "--seats", "2", "--units", "8", "--imitated", "0", "--minutes", "0"]
    done = subprocess.run(
        [sys.executable, "-m", "policy_learning", *words, "--games", "2", "--steps", "4"],
        cwd=TOOLS, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    assert "8 decisions, 2 seats, self-play: policy 0.0000" in done.stdout
    assert (tmp_path / "out/network.npz").exists()

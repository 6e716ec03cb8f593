"""How value networks are learned: positions that a search labels, and a network fitted to the labels."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import malecon
from learning.__main__ import FitConfig, app, chances, cross_entropy, fit_network, gradient, new_network
from learning.labelling import Effort, Labelled, join, label_games
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.core.errors import UsageError
from malecon.core.network import Network, read_network
from modes import needs_compiler

TOOLS = Path(__file__).parents[2] / "tools"

each_game = pytest.mark.parametrize("game", malecon.games)


def made_up(count: int = 400) -> Labelled:
    """Return positions of two or three seats whose first feature decides."""
    rng = np.random.default_rng(2)
    seats = rng.integers(2, 4, count).astype(np.int8)
    features = rng.random((count, 3, 5)).astype(np.float32)
    powers = np.where(np.arange(3) < seats[:, None], np.exp(3 * features[..., 0]), 0.0)
    shares = (powers / powers.sum(1, keepdims=True)).astype(np.float32)
    return Labelled(features, shares, shares, seats, np.arange(count, dtype=np.int32) // 10)


@needs_compiler("a whole game of searches takes minutes in plain Python")
@each_game
def test_every_pause_of_a_game_is_labelled_and_shares_sum_to_one(game: str) -> None:
    labelled = label_games(malecon.games[game], SEARCH_CONFIGS[game], Effort(move=2, label=4), seconds=0.0, seed=3)

    assert len(labelled.features) == len(labelled.shares) == len(labelled.results) > 10
    assert labelled.features.shape[1:] == (malecon.games[game].seats[-1], len(malecon.games[game].value_features))
    for shares in (labelled.shares, labelled.results):
        assert shares.sum(1) == pytest.approx(1.0, abs=1e-5)
        assert (shares[:, labelled.seats[0] :] == 0).all()


def test_the_gradient_is_how_the_cross_entropy_grows() -> None:
    labelled, rng, step = made_up(40), np.random.default_rng(5), 1e-2
    weights = new_network(5, 4, rng)

    slopes = gradient(weights, labelled.features, labelled.seats, labelled.shares)

    for place, slope in enumerate(slopes):
        for at in np.ndindex(slope.shape):
            costs = []
            for change in (-step, step):
                arrays = [array.copy() for array in weights]
                arrays[place][at] += change
                costs.append(cross_entropy(Network(*arrays), labelled, labelled.shares))
            assert slope[at] == pytest.approx((costs[1] - costs[0]) / (2 * step), abs=2e-3)


def test_seats_that_are_not_there_have_no_chance() -> None:
    labelled = made_up()

    found, _ = chances(new_network(5, 4, np.random.default_rng(5)), labelled.features, labelled.seats)

    assert found.sum(1) == pytest.approx(1.0, abs=1e-5)
    assert (found[labelled.seats == 2, 2] == 0).all()


def test_a_fitted_network_is_hardly_more_surprised_than_who_knows_and_tells_each_round() -> None:
    labelled, rounds = made_up(), []

    weights = fit_network(
        labelled, FitConfig(units=4, rounds=30, rate=2e-2, decay=0.0, batch=50), 1, lambda n, _: rounds.append(n)
    )

    best = -(labelled.shares * np.log(np.maximum(labelled.shares, 1e-9))).sum(1).mean()
    even = np.log(labelled.seats).mean()
    assert best - 1e-5 < cross_entropy(weights, labelled, labelled.shares) < best + 0.05 * (even - best)
    assert rounds == list(range(1, 31))


def test_games_stay_apart_when_parts_are_join() -> None:
    labelled = join([made_up(20), made_up(30)])

    assert labelled.game.tolist() == sorted([0, 1] * 10 + [2, 3, 4] * 10)
    assert len(labelled.features) == 50


@needs_compiler("a whole game of searches takes minutes in plain Python")
def test_the_command_judges_and_fits_and_what_it_prints_is_a_network(tmp_path: Path) -> None:
    positions, network = tmp_path / "positions.npz", tmp_path / "win_logit.toml"

    told = run("judge", "havana", str(positions), "--minutes", "0", "--move", "2", "--judgement", "4")
    fit = run("fit", "havana", str(positions), str(positions))
    too_few = run("fit", "havana", str(positions))

    assert too_few.stderr == "malecon: the positions are of one game, but must be of two or more: one is held out\n"
    assert too_few.stdout == ""
    assert "positions of 1 games" in told.stdout
    assert "round 25: " in fit.stderr
    network.write_text(fit.stdout, "utf-8")
    assert read_network(network, malecon.games["havana"].value_features).hidden_weights.shape[1] == FitConfig().units


def test_a_file_of_another_kind_or_game_is_refused(tmp_path: Path) -> None:
    text, other = tmp_path / "text.npz", tmp_path / "other.npz"
    text.write_text("no numbers", "utf-8")
    np.savez(other, **made_up()._asdict())

    def refusal(*words: str) -> str:
        with pytest.raises(UsageError) as refused:
            app(["fit", *words], standalone_mode=False)
        return str(refused.value)

    assert refusal("havana", str(text)) == f"{text}: is not a file of judged positions"
    assert refusal("havana", str(other)) == f"{other}: has 5 features, but havana has 87"
    with pytest.raises(KeyError, match="chess"):
        app(["fit", "chess", str(other)], standalone_mode=False)


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run the command."""
    command = [sys.executable, "-m", "learning", *words]
    return subprocess.run(command, cwd=TOOLS, capture_output=True, text=True, check=False)

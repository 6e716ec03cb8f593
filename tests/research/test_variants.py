"""Small variants: they can be solved through explicit chance, and every player can play them as they are."""

import re
import runpy
import sys
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import pyspiel_policy_to_python_policy

import malecon
import malecon.research.openspiel
from malecon.agents.levels import MIXING
from malecon.core.errors import UsageError
from malecon.core.random import Source, new_source
from malecon.research import exploitability as exploitability_of_search
from malecon.research.envs.variants import variant_position, variants
from malecon.research.exploitability import decision_states, search_policy
from modes import once

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
VARIANTS = {f"{game.name}, {name}": (game, name) for game in malecon.games.values() for name in variants(game)}
SMALLEST = [f"malecon_{game.name}(variant={next(iter(variants(game)))})" for game in malecon.games.values()]
"""The first variant of each game."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_is_a_position_of_the_game_that_ends_soon(variant: str) -> None:
    game, name = VARIANTS[variant]
    match = game.from_position(variants(game)[name].position)

    assert variants(game)[name].about.endswith(".")
    assert match.state.tobytes() == variant_position(game, name).tobytes()
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    assert 2 <= match.number < 20


@pytest.mark.slow
@once
def test_counterfactual_regret_minimization_comes_near_an_equilibrium() -> None:
    """In the first game; in the other one the example of a solver shows it."""
    game = pyspiel.load_game(SMALLEST[0])
    solver, found = pyspiel.CFRPlusSolver(game), []
    for turns in (2, 20):
        for _ in range(turns):
            solver.evaluate_and_update_policy()
        found.append(pyspiel.nash_conv(game, solver.average_policy(), True))

    assert 0 <= found[1] < found[0] / 2
    assert found[1] < 0.2


@pytest.mark.slow
@once
def test_what_best_answers_win_is_the_same_in_both_of_the_peers_ways() -> None:
    game = pyspiel.load_game(SMALLEST[0])
    states = decision_states(game)
    policy = search_policy(game, states, 5)
    answers = [pyspiel.TabularBestResponse(game, player, policy) for player in range(2)]
    values = [answer.value_from_state(game.new_initial_state()) for answer in answers]
    expected = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)

    assert all(value >= had for value, had in zip(values, expected, strict=True))
    assert sum(values) == pytest.approx(pyspiel.nash_conv(game, policy, True))
    assert sum(values) == pytest.approx(exploitability.nash_conv(game, pyspiel_policy_to_python_policy(game, policy)))


@once
def test_the_search_as_a_policy_chooses_what_is_legal() -> None:
    game = pyspiel.load_game(SMALLEST[-1])
    states = dict([*decision_states(game).items()][::10])
    by_visits, greedy = (
        search_policy(game, states, 30, 1, is_greedy=is_greedy).policy_table() for is_greedy in (False, True)
    )

    for known, state in states.items():
        assert [action for action, _ in by_visits[known]] == state.legal_actions()
        assert sum(chance for _, chance in by_visits[known]) == pytest.approx(1)
        best = max(by_visits[known], key=lambda each: each[1])[0]
        assert dict(greedy[known])[best] > 0


@once
def test_who_draws_secret_choices_is_open_to_less() -> None:
    game = pyspiel.load_game("malecon_havana(variant=last-tile)")
    states = decision_states(game)
    certain, drawn = (search_policy(game, states, 300, 1, is_greedy=True, mixing=mixing) for mixing in (None, MIXING))

    assert pyspiel.nash_conv(game, drawn, True) < pyspiel.nash_conv(game, certain, True)


def test_searches_share_no_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither those of a policy, nor those of two policies with keys that follow each other."""
    game = pyspiel.load_game(SMALLEST[0])
    states = dict([*decision_states(game).items()][:3])
    keys: list[int] = []

    def noted(key: int) -> Source:
        keys.append(key)
        return new_source(key)

    monkeypatch.setattr(exploitability_of_search, "new_source", noted)
    for key in (0, 1):
        search_policy(game, states, 1, key)

    assert len({*keys}) == 6


def run(example: str, *arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr(sys, "argv", [example, *arguments])
    runpy.run_path(str(EXAMPLES / example), run_name="__main__")
    return capsys.readouterr().out


@once
def test_the_example_solves_a_variant(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = run("tabular_solver.py", SMALLEST[-1], "300", monkeypatch=monkeypatch, capsys=capsys)
    ((value, gain),) = re.findall(r"value ([+-]\d\.\d+), best answers win (\d\.\d+)", out)

    assert float(value) == pytest.approx(-1 / 7, abs=0.005)
    assert float(gain) < 0.02


@once
def test_the_example_tells_its_arguments(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        run("tabular_solver.py", "--help", monkeypatch=monkeypatch, capsys=capsys)

    assert capsys.readouterr().out.startswith("usage: tabular_solver.py [-h] [game] [iterations]\n")


@pytest.mark.slow
@once
def test_the_example_matches_regrets(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = run("regret_matching.py", SMALLEST[-1], "100", monkeypatch=monkeypatch, capsys=capsys)
    (uniform,), _, found = ([*map(float, re.findall(r"[+-]?\d+\.\d+|\d+", line))] for line in out.splitlines())
    count, by_visits, greedy, matched, *wins, mixed, drawn = found

    assert uniform == pytest.approx(0.897, abs=0.001)
    assert count == 100
    assert 0 < matched < uniform
    assert 0 < by_visits < uniform
    assert 0 < greedy <= 1
    assert mixed == greedy  # of one key
    assert 0 < drawn <= 1
    assert all(abs(won) < 1 for won in wins)


def test_an_unknown_variant_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^variant: is 'none', but must be one of parliament, sealed$"):
        variant_position(malecon.games["cuba"], "none")

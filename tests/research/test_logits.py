"""Logits: which are taken, and what is said of those from which nothing can be drawn."""

from typing import Any

import numpy as np
import pytest

import malecon
import malecon.research as research
from malecon.core.errors import UsageError
from malecon.research import batch
from malecon.research.envs.policies import checked_logits, first_faulty
from malecon.research.gymnasium import SeatEnv

NAN = r"the logit of action \d+ \('.*'\) is nan"
PLUS = r"the logit of action \d+ \('.*'\) is inf"
MINUS = r"the logit of action \d+ \('.*'\) is -inf, like all legal ones"
RULE = "but must be finite, or -inf where another legal action has a finite one$"


def constant(value: float) -> Any:
    """Return a policy that says the same of all actions."""

    def policy(_observations: Any, masks: Any) -> Any:
        return np.full(masks.shape, value)

    return policy


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.int8, np.int64, np.uint8])
def test_all_real_numbers_are_taken(kind: Any) -> None:
    given = np.array([[0, 1], [2, 3]], kind)

    taken = checked_logits(given, (2, 2))

    assert taken.dtype == np.float32
    np.testing.assert_array_equal(taken, given)
    np.testing.assert_array_equal(checked_logits([[0, 1]], (1, 2)), [[0, 1]])


@pytest.mark.parametrize("given", [[[True]], [["a"]], [[1j]], [[None]]])
def test_what_is_no_real_number_is_refused(given: Any) -> None:
    with pytest.raises(UsageError, match=r"^logits: are .*, but must be real numbers, such as float32$"):
        checked_logits(given, (1, 1))


def test_numbers_too_large_for_float32_are_infinite_without_a_warning() -> None:
    assert checked_logits([[1e300, -1e300]], (1, 2)).tolist() == [[np.inf, -np.inf]]


def test_the_first_row_is_found_from_which_nothing_can_be_drawn() -> None:
    fine = [[0, np.nan, -np.inf], [5, np.inf, 5]]
    masks = np.array([[1, 0, 1], [1, 0, 1], [1, 1, 1]], np.int8)

    assert first_faulty(np.array(fine, np.float32), masks[:2]) is None
    for wrong in ([0, 0, np.nan], [np.inf, 0, 0], [-np.inf, -np.inf, -np.inf]):
        assert first_faulty(np.array([*fine, wrong], np.float32), masks) == 2


each_fault = pytest.mark.parametrize(
    ("value", "got"), [(np.nan, NAN), (np.inf, PLUS), (1e300, PLUS), (-np.inf, MINUS), (-1e300, MINUS)]
)


@each_fault
@pytest.mark.parametrize("game", malecon.games)
def test_a_batch_names_the_game_the_seat_and_the_action(game: str, value: float, got: str) -> None:
    games = batch(game, 3, seats=2)
    now = games.reset(5)
    logits = np.zeros((3, games.actions))
    logits[1] = value

    with pytest.raises(UsageError, match=f"^logits: game 1, seat {now.seat[1]}: {got}, {RULE}"):
        games.draw(logits)


def test_one_wrong_action_is_named() -> None:
    games = batch("havana", 2)
    now = games.reset(5)
    action = int(np.flatnonzero(now.legal[1])[3])
    logits = np.zeros((2, games.actions), np.float32)
    logits[1, action] = np.nan

    with pytest.raises(UsageError, match=rf"^logits: game 1, seat \d: the logit of action {action} \('"):
        games.draw(logits)
    logits[1, action] = -np.inf
    assert games.draw(logits)[1] != action


@each_fault
def test_opponents_are_held_to_the_same_rule(value: float, got: str) -> None:
    many = batch("cuba", 3, opponents=constant(value))
    with pytest.raises(UsageError, match=rf"^logits: game \d, seat 1: {got}, {RULE}"):
        [many.step(many.draw()) if number else many.reset(1) for number in range(9)]
    one = SeatEnv("cuba", 2, opponents=constant(value))
    with pytest.raises(UsageError, match=f"^logits: seat 1: {got}, {RULE}"):
        [one.reset(seed=seed) for seed in range(9)]


@each_fault
def test_an_evaluation_names_the_policy_and_the_deal(value: float, got: str) -> None:
    """Of a block of two games, the policy is asked first in one."""
    with pytest.raises(UsageError, match=rf"^logits: flat, havana, deal 7, seat \d: {got}, {RULE}"):
        research.evaluate(constant(value), "havana", against="random", blocks=1, key=7, name="flat")
    with pytest.raises(UsageError, match=rf"^logits: .*, deal 7, seat \d \(the policy has seat \d\): {got}, {RULE}"):
        research.evaluate("random", "havana", against=constant(value), blocks=1, key=7)

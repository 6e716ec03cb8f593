"""The player that takes one of the moves that look best to it."""

from collections import Counter
from collections.abc import Sequence

import pytest

import malecon
from malecon.agents.agent import Advice, RolloutPlayer
from malecon.agents.levels import KIND, LEVELS
from malecon.agents.softmax_player import SoftmaxPlayer
from malecon.core.match import Match

KEYS = 2000


class Judge(RolloutPlayer):
    """Finds moves worth 2, 1, 0 and 0 points."""

    def advise(self, match: Match, seat: int, key: int | None = None) -> Sequence[Advice]:
        return [Advice(move, worth, 1) for move, worth in (("a", 2.0), ("b", 1.0), ("c", 0.0), ("d", 0.0))]


MATCH = malecon.games["havana"].start(seats=2, seed=1)


def test_a_move_is_drawn_in_proportion_to_the_exponential_of_its_points() -> None:
    player = SoftmaxPlayer("any", Judge("any", 1), considered=3, temperature=1.0)

    made = Counter(player.choose(MATCH, 0, key) for key in range(KEYS))

    assert made.keys() == {"a", "b", "c"}  # exp(0), exp(-1) and exp(-2), each divided by their sum
    assert [made[move] / KEYS for move in "abc"] == pytest.approx([0.665, 0.245, 0.090], abs=0.03)


def test_the_drawn_move_comes_first_and_the_others_follow_by_their_values() -> None:
    player = SoftmaxPlayer("any", Judge("any", 1), considered=3, temperature=1.0)

    orders = {"".join(each.move for each in player.advise(MATCH, 0, key)) for key in range(KEYS)}

    assert orders == {"abcd", "bacd", "cabd"}


def test_kind_takes_no_other_than_the_moves_that_it_considers() -> None:
    level, judge = LEVELS["kind"], KIND.judge

    for key in range(60):
        best = [each.move for each in judge.advise(MATCH, 0, key)[: KIND.considered]]
        assert level.choose(MATCH, 0, key) in best

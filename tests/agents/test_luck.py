"""How lucky a seat was, beside the seats of games that computer players have played."""

import numpy as np
import pytest

import malecon
from luck_making.__main__ import cards_of
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.luck import STEPS, less_lucky, luck_of
from malecon.agents.searcher import Budget, Searcher
from modes import once

each_game = pytest.mark.parametrize("game", malecon.games)


@each_game
def test_the_file_of_a_game_has_rising_parts_by_number_of_seats(game: str) -> None:
    found = luck_of(game)

    assert {2, 3} <= {*found} <= {*malecon.games[game].seats}
    for parts in found.values():
        assert len(parts) == STEPS
        assert list(parts) == sorted(parts)
        assert abs(np.mean(parts)) < 0.1, "one wins what another loses"


@each_game
def test_the_rank_of_a_seat_grows_with_what_the_cards_brought(game: str) -> None:
    ranks = [less_lucky(game, 2, cards) or 0 for cards in (-2.0, -0.3, 0.0, 0.3, 2.0)]

    assert ranks == sorted(ranks)
    assert (ranks[0], ranks[-1]) == (0, 100)


def test_a_game_without_a_file_has_no_ranks() -> None:
    assert less_lucky("no such game", 2, 0.1) is None


@once
def test_what_cards_bring_sums_to_nothing_over_the_seats() -> None:
    cards = cards_of(malecon.games["havana"], 2, 1, Searcher("quick", Budget(4), SEARCH_CONFIGS))

    assert sum(cards) == pytest.approx(0)

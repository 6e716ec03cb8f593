"""Hints: where the game is decided, the moves that bring points stand first."""

from itertools import product

import malecon
from malecon.agents import LEVELS
from malecon.agents.hints import hint
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.searcher import Budget, Searcher
from malecon.core.match import Match

FEW = Searcher("few", Budget(10), {"cuba": SEARCH_CONFIGS["cuba"]._replace(bias=0.0)})
KEY = 7


def loading() -> Match:
    """Return a match of Cuba in which seat 0 may load pieces, or end its turn."""
    match = malecon.games["cuba"].start(seats=2, seed=1)
    while not (0 in match.to_move and {"end loading"} < {*match.legal(0)}):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=len(match.moves)))
    return match


def test_where_the_game_is_won_or_lost_the_moves_that_bring_points_stand_first() -> None:
    match = loading()
    searched = set[str]()
    for leader, key in product((0, 1), range(8)):
        decided = match.copy()
        decided.state.points[leader] = 150
        searched.add(FEW.advise(decided, 0, key)[0].move)
        moves = [each.move for each in hint(FEW, decided, 0, key)]
        assert sorted(moves) == sorted(match.legal(0))
        assert moves[0].startswith("load")
        assert moves[-1] == "end loading"

    assert "end loading" in searched, "to the search, which counts victories, it is as good"


def test_where_it_is_not_decided_the_most_visited_stand_first() -> None:
    match = loading()

    assert hint(FEW, match, 0, KEY) == FEW.advise(match, 0, KEY)

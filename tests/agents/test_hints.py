"""Hints: where the game is decided, the moves that bring points stand first."""

from itertools import product

import malecon
from havana_table import ANA, BEN, table
from malecon.agents import LEVELS, Advice, distinct_turns, tried, worse_than_best
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


def test_of_a_move_that_was_not_tried_nothing_is_known() -> None:
    best, other, untried = Advice("a", 0.5, 9), Advice("b", 0.4, 2), Advice("c", 0.0, 0)

    assert tried([best, other, untried]) == [best, other]
    assert worse_than_best(tried([best, untried])) == 0, "it is not worse for all that is known"
    assert tried([untried]) == [untried], "a player that does not search"


def test_of_turns_that_differ_in_their_order_alone_the_best_is_advised() -> None:
    game = table(shown={ANA: "siesta materials thief"}, cubes={BEN: "2 brick 1 loam 1 glass"})
    game.begin_round()
    match = Match(malecon.games["havana"], game.state)
    brick, glass, loam = (Advice(f"steal {cube} from 2", 0.5, 9) for cube in ("brick", "glass", "loam"))
    advice = [loam._replace(line=(brick.move,)), brick._replace(line=(loam.move,)), brick._replace(line=(glass.move,))]

    assert [*distinct_turns(advice, match, ANA)] == [advice[0], advice[2]]


def test_turns_that_bring_other_pieces_in_another_order_are_all_advised() -> None:
    game = table(shown={ANA: "debris mama"}, centre="2 brick 3 debris")
    game.begin_round()
    advice = [Advice("perform debris", 0.5, 9, ("take brick",)), Advice("perform mama", 0.4, 9, ("take brick",))]

    assert [*distinct_turns(advice, Match(malecon.games["havana"], game.state), ANA)] == advice

"""Chapter 6, Church and Town hall."""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import DidNothing, Used
from malecon.games.cuba.parliament_events import Showed, Vetoed

CHURCH = {ANA: {"row 1 column 2": "church"}}
BILLS = ["tax 5", "duty products", "subsidy votes", "drought act"]


@pytest.mark.rule("CUB-6.1", "CUB-10.19")
def test_using_the_church_removes_one_of_the_four_bills_at_once() -> None:
    game = table(built=CHURCH, bills=BILLS)

    game.play(ANA, "play foreman", "use church")
    assert game.legal(ANA) == ["veto tax", "veto duty", "veto subsidy", "veto other"]
    events = game.play(ANA, "veto subsidy")

    assert events[0] == Vetoed(ANA, 17, "subsidy votes", 1)
    assert game.bills == ["tax 5", "duty products", "drought act"]


@pytest.mark.rule("CUB-6.1")
def test_a_removed_bill_leaves_the_game() -> None:
    game = table(built=CHURCH, bills=BILLS)
    game.play(ANA, "play foreman", "use church", "veto tax")

    to_come = game.state.law_pile[:, game.round_no :]

    assert 4 not in to_come
    assert "tax 5" not in game.bills + game.laws


@pytest.mark.rule("CUB-6.1")
def test_the_law_in_force_of_that_type_stays() -> None:
    game = table(built=CHURCH, bills=BILLS, laws=["tax 1"])

    game.play(ANA, "play foreman", "use church", "veto tax")

    assert game.laws == ["tax 1", "printed duty"]


@pytest.mark.rule("CUB-6.1")
def test_of_the_three_that_remain_two_are_enacted() -> None:
    game = table(
        built=CHURCH, bills=BILLS, lap=3, hand={ANA: "foreman mayor", BEN: "worker architect"}, turn=ANA,
    )  # fmt: skip
    game.play(ANA, "play foreman", "use church", "veto duty")
    game.play(BEN, "play architect")

    assert game.legal(ANA) == ["enact tax subsidy", "enact tax other", "enact subsidy other"]
    game.play(ANA, "enact tax other")
    assert game.laws == ["tax 5", "printed duty", "drought act"]


@pytest.mark.rule("CUB-6.1", "CUB-10.33")
def test_not_vetoing_is_not_using_it() -> None:
    game = table(built=CHURCH, bills=BILLS)

    events = game.play(ANA, "play foreman", "end use")

    assert DidNothing(ANA, "foreman") in events
    assert not any(isinstance(event, Used) for event in events)
    assert len(game.bills) == 4


@pytest.mark.rule("CUB-6.2")
@pytest.mark.parametrize("barred", ["tax", "duty", "subsidy", "other"])
def test_the_type_vetoed_in_the_round_before_may_not_be_vetoed(barred: str) -> None:
    game = table(built=CHURCH, barred=barred)

    game.play(ANA, "play foreman", "use church")

    assert f"veto {barred}" not in game.legal(ANA)
    assert len(game.legal(ANA)) == 3


@pytest.mark.rule("CUB-6.2")
def test_a_veto_bars_its_type_in_the_next_round_only_used_or_not() -> None:
    game = table(built=CHURCH)
    game.play(ANA, "play foreman", "use church", "veto tax")
    game.end_laws()
    game.play(ANA, "play foreman", "use church")
    assert game.legal(ANA) == ["veto duty", "veto subsidy", "veto other"]
    game.play(ANA, "veto other")
    game.end_laws()

    game.play(ANA, "play foreman", "use church")

    assert game.legal(ANA) == ["veto tax", "veto duty", "veto subsidy"]


@pytest.mark.rule("CUB-6.2")
def test_after_a_round_without_a_veto_nothing_is_barred() -> None:
    game = table(built=CHURCH, barred="tax")
    game.play(ANA, "play mayor")
    game.end_laws()

    game.play(ANA, "play foreman", "use church")

    assert len(game.legal(ANA)) == 4


@pytest.mark.rule("CUB-6.3")
def test_the_votes_of_a_town_hall_count_in_this_rounds_parliament_only() -> None:
    game = table(
        built={ANA: {"row 1 column 2": "town hall"}},
        lap=3,
        hand={ANA: "foreman worker", BEN: "architect tradeswoman"},
        turn=ANA,
    )
    game.play(ANA, "play foreman", "use town hall")
    events = game.play(BEN, "play architect")
    assert Showed(ANA, "worker", 1 + 2) in events
    game.play(ANA, "enact duty other")
    assert game.round_no == 3

    events = game.end_actions_with(hand={ANA: "worker", BEN: "mayor"}, last={ANA: "mayor", BEN: "worker"})

    assert Showed(ANA, "worker", 1) in events

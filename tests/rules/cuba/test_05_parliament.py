"""Chapter 5, the parliament."""

import pytest

from cuba_table import ANA, BEN, CARLA, DIEGO, Table, table
from malecon.games.cuba.parliament_events import BiddingForbidden, BidShown, Enacted, Rejected, Showed, Tied, WonVote

ALL_BILLS = ["tax 5", "duty products", "subsidy votes", "building act"]


def parliament(
    fifth: tuple[str, ...],
    *,
    pesos: tuple[int, ...] = (),
    first: int = ANA,
    laws: tuple[str, ...] = (),
    round_no: int = 2,
) -> Table:
    """Return a table at the beginning of phase C; ``first`` becomes first player."""
    seats = len(fifth)
    last = {seat: "mayor" if seat == first else "foreman" for seat in range(seats)}
    game = table(
        seats,
        round_no=round_no,
        hand=dict(enumerate(fifth)),
        last=last,
        pesos=dict(enumerate(pesos)),
        laws=laws,
        bills=ALL_BILLS,
    )
    game.end_actions()
    return game


@pytest.mark.rule("CUB-5.1")
def test_all_show_the_fifth_character_and_its_votes() -> None:
    game = parliament(("worker", "tradeswoman", "architect", "foreman", "mayor"))

    shown = [event for event in game.events if isinstance(event, Showed)]
    assert shown == [
        Showed(0, "worker", 1),
        Showed(1, "tradeswoman", 2),
        Showed(2, "architect", 3),
        Showed(3, "foreman", 4),
        Showed(4, "mayor", 5),
    ]


@pytest.mark.rule("CUB-5.1", "CUB-6.3", "CUB-10.20")
def test_a_town_hall_used_in_this_round_gives_2_more_votes() -> None:
    game = table(
        lap=3,
        hand={ANA: "foreman worker", BEN: "mayor tradeswoman"},
        built={ANA: {"row 1 column 2": "town hall"}},
    )
    game.play(ANA, "play foreman", "use town hall")

    events = game.play(BEN, "play mayor")

    assert Showed(ANA, "worker", 3) in events


@pytest.mark.rule("CUB-5.1", "CUB-6.3")
def test_a_town_hall_that_was_not_used_gives_no_votes() -> None:
    game = table(
        hand={ANA: "worker", BEN: "tradeswoman"},
        last={ANA: "mayor", BEN: "foreman"},
        built={ANA: {"row 1 column 2": "town hall"}},
    )

    assert Showed(ANA, "worker", 1) in game.end_actions()


@pytest.mark.rule("CUB-5.2")
def test_all_bid_at_once_any_number_of_their_pesos_0_allowed() -> None:
    game = parliament(("worker", "worker", "worker"), pesos=(3, 1, 7))

    assert game.question == "bid"
    assert game.awaited == [ANA, BEN, CARLA]
    assert game.legal(ANA) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert game.drawn(ANA) == set(game.legal(ANA))
    assert game.legal(BEN) == ["bid 0", "bid 1"]

    game.play(CARLA, "bid 7")

    assert game.awaited == [ANA, BEN]
    assert game.legal(CARLA) == []
    assert game.pesos == [3, 1, 7]


@pytest.mark.rule("CUB-5.2")
def test_each_peso_is_a_vote_and_every_bid_is_paid() -> None:
    game = parliament(("mayor", "worker", "architect"), pesos=(5, 9, 2))
    game.play(ANA, "bid 2")
    game.play(BEN, "bid 8")

    events = game.play(CARLA, "bid 1")

    assert [event for event in events if isinstance(event, BidShown)] == [
        BidShown(ANA, 2, 7),
        BidShown(BEN, 8, 9),
        BidShown(CARLA, 1, 4),
    ]
    assert game.pesos == [3, 1, 1]
    assert WonVote(BEN, 1) in events


@pytest.mark.rule("CUB-5.3")
def test_the_player_with_the_most_votes_enacts_exactly_two_of_the_bills() -> None:
    game = parliament(("worker", "mayor", "worker"))

    assert game.awaited == [BEN]
    assert game.legal(BEN) == [
        "enact tax duty",
        "enact tax subsidy",
        "enact tax other",
        "enact duty subsidy",
        "enact duty other",
        "enact subsidy other",
    ]

    events = game.play(BEN, "enact duty other")

    assert [(event.kind, event.amount) for event in events if isinstance(event, Enacted)] == [
        ("duty products", 2),
        ("building act", 2),
    ]
    assert game.laws == ["printed tax", "duty products", "building act"]


@pytest.mark.rule("CUB-5.4")
def test_only_the_tied_players_bid_again_from_what_they_have_left() -> None:
    game = parliament(("mayor", "foreman", "worker"), pesos=(4, 4, 9))
    game.play(ANA, "bid 1")
    game.play(BEN, "bid 2")

    events = game.play(CARLA, "bid 0")

    assert [event for event in events if isinstance(event, Tied)] == [Tied(ANA), Tied(BEN)]
    assert game.question == "bid"
    assert game.awaited == [ANA, BEN]
    assert game.legal(ANA) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert game.legal(BEN) == ["bid 0", "bid 1", "bid 2"]


@pytest.mark.rule("CUB-5.4")
def test_second_bids_are_added_on_top_and_paid_as_well() -> None:
    game = parliament(("mayor", "foreman", "worker"), pesos=(4, 4, 9))
    for seat, pesos in ((ANA, 1), (BEN, 2), (CARLA, 0)):
        game.play(seat, f"bid {pesos}")

    game.play(ANA, "bid 3")
    events = game.play(BEN, "bid 2")

    assert [event for event in events if isinstance(event, BidShown)] == [BidShown(ANA, 3, 9), BidShown(BEN, 2, 8)]
    assert game.pesos == [0, 0, 9]
    assert WonVote(ANA, 1) in events
    assert game.awaited == [ANA]


@pytest.mark.rule("CUB-5.4")
@pytest.mark.parametrize(
    ("first", "winner"),
    [
        pytest.param(BEN, BEN, id="the first player is tied"),
        pytest.param(ANA, BEN, id="the next one clockwise"),
        pytest.param(CARLA, DIEGO, id="the next one clockwise from the third"),
        pytest.param(DIEGO, DIEGO, id="the fourth"),
    ],
)
def test_still_tied_the_first_player_or_the_next_one_clockwise_wins(first: int, winner: int) -> None:
    game = parliament(("worker", "mayor", "worker", "mayor"), pesos=(0, 2, 0, 2), first=first)
    game.play(BEN, "bid 1")
    game.play(DIEGO, "bid 1")
    assert game.awaited == [BEN, DIEGO]

    game.play(DIEGO, "bid 0")
    events = game.play(BEN, "bid 0")

    assert WonVote(winner, 2) in events
    assert game.awaited == [winner]
    assert game.question == "enact"


@pytest.mark.rule("CUB-5.4", "CUB-5.7")
def test_in_a_second_ballot_too_who_has_no_peso_left_is_not_asked() -> None:
    game = parliament(("mayor", "foreman"), pesos=(2, 3))
    game.play(ANA, "bid 2")
    events = game.play(BEN, "bid 3")

    assert [event for event in events if isinstance(event, BidShown)] == [
        BidShown(ANA, 2, 7), BidShown(BEN, 3, 7), BidShown(ANA, 0, 7), BidShown(BEN, 0, 7),
    ]  # fmt: skip
    assert game.awaited == [ANA]
    assert game.question == "enact"


@pytest.mark.rule("CUB-5.4")
def test_a_tie_for_fewer_votes_than_the_most_does_not_matter() -> None:
    game = parliament(("mayor", "worker", "worker"), pesos=(1, 1, 1))
    game.play(ANA, "bid 0")
    game.play(BEN, "bid 1")

    events = game.play(CARLA, "bid 1")

    assert WonVote(ANA, 1) in events
    assert not any(isinstance(event, Tied) for event in events)


@pytest.mark.rule("CUB-5.5", "CUB-5.7", "CUB-7.6")
def test_under_the_corruption_act_nobody_bids() -> None:
    game = parliament(("worker", "mayor", "foreman"), pesos=(9, 9, 9), laws=("corruption act",))

    assert game.question == "enact"
    assert game.awaited == [BEN]
    assert game.pesos == [9, 9, 9]
    assert not any(isinstance(event, BidShown) for event in game.events)
    assert BiddingForbidden(None) in game.events


@pytest.mark.rule("CUB-5.5")
@pytest.mark.parametrize(("first", "winner"), [(ANA, BEN), (BEN, BEN), (CARLA, CARLA)])
def test_under_the_corruption_act_ties_go_to_the_clockwise_rule_at_once(first: int, winner: int) -> None:
    game = parliament(("worker", "mayor", "mayor"), pesos=(9, 9, 9), first=first, laws=("corruption act",))

    assert game.question == "enact"
    assert game.awaited == [winner]
    assert not any(isinstance(event, Tied) for event in game.events)


@pytest.mark.rule("CUB-5.5")
def test_another_law_of_its_type_lets_all_bid() -> None:
    game = parliament(("worker", "mayor"), pesos=(9, 9), laws=("harbour act",))

    assert game.question == "bid"


@pytest.mark.rule("CUB-5.6")
def test_an_enacted_law_replaces_the_one_of_its_type_and_is_in_force_at_once() -> None:
    game = parliament(("mayor", "worker"), laws=("tax 1", "duty sugar", "drought act"), pesos=(0, 5))
    game.play(BEN, "bid 0")

    game.play(ANA, "enact tax other")

    assert game.laws == ["tax 5", "duty sugar", "building act"]
    assert game.question == "tax"
    game.play(BEN, "pay tax")
    assert game.pesos == [0, 0]


@pytest.mark.rule("CUB-5.6")
def test_the_law_replaced_and_bills_not_chosen_leave_the_game() -> None:
    game = parliament(("mayor", "worker"), laws=("tax 1",))

    events = game.play(ANA, "enact tax other")

    assert [event.kind for event in events if isinstance(event, Rejected)] == ["duty products", "subsidy votes"]
    to_come = game.state.law_pile[:, game.round_no - 1 :]
    gone = {4, 11, 16, 21, 0}  # tax 5, duty products, subsidy votes, building act, tax 1
    assert not gone & set(to_come.flatten().tolist())
    assert len(game.bills) == 4  # of the next round


@pytest.mark.rule("CUB-5.6")
def test_a_corruption_act_enacted_now_first_binds_the_next_vote() -> None:
    game = table(
        hand={ANA: "mayor", BEN: "worker"}, last={ANA: "worker", BEN: "foreman"}, pesos={ANA: 5, BEN: 5},
        bills=["tax 5", "corruption act"],
    )  # fmt: skip
    game.end_actions()
    assert game.question == "bid"
    game.play(ANA, "bid 0")
    game.play(BEN, "bid 0")
    game.play(ANA, "enact duty other")
    assert "corruption act" in game.laws
    game.play(BEN, "leave tax")
    game.play(ANA, "leave tax")
    assert game.round_no == 3

    game.end_actions_with(hand={ANA: "mayor", BEN: "worker"}, last={ANA: "worker", BEN: "foreman"})

    assert game.question == "enact"


@pytest.mark.rule("CUB-5.7")
def test_who_has_no_peso_bids_0_without_being_asked() -> None:
    game = parliament(("worker", "worker", "worker"), pesos=(0, 3, 0))

    assert game.awaited == [BEN]
    events = game.play(BEN, "bid 1")

    assert BidShown(ANA, 0, 1) in events
    assert BidShown(BEN, 1, 2) in events


@pytest.mark.rule("CUB-5.7")
def test_when_nobody_has_a_peso_nobody_is_asked() -> None:
    game = parliament(("worker", "mayor"))

    assert game.question == "enact"
    assert game.awaited == [BEN]

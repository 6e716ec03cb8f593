"""Chapter 7, the laws."""

import pytest

from cuba_table import ANA, BEN, CARLA, WAREHOUSE, table
from malecon.games.cuba.events import Gained, Paid, RoundBegan, Scored
from malecon.games.cuba.parliament_events import Lacked, MarketMoved, Withheld

LAST = {ANA: "mayor", BEN: "worker"}


@pytest.mark.rule("CUB-7.1", "CUB-1.6")
@pytest.mark.parametrize("pesos", [1, 2, 3, 4, 5])
def test_whoever_pays_the_tax_scores_2(pesos: int) -> None:
    game = table(pesos={ANA: 9}, laws=[f"tax {pesos}"])
    game.begin_laws()

    events = game.play(ANA, "pay tax")

    assert events[:2] == [Paid(ANA, "peso", pesos, "tax"), Scored(ANA, 2, "tax")]
    assert (game.pesos[ANA], game.points[ANA]) == (9 - pesos, 2)


@pytest.mark.rule("CUB-7.1", "CUB-1.6")
@pytest.mark.parametrize(("buildings", "tax"), [({}, 1), ({"row 1 column 2": "inn", "row 3 column 3": "hotel"}, 3)])
def test_a_tax_on_buildings_asks_a_peso_for_each_the_printed_warehouse_included(
    buildings: dict[str, str], tax: int
) -> None:
    game = table(pesos={ANA: 9}, laws=["tax buildings"], built={ANA: buildings})
    game.begin_laws()

    game.play(ANA, "pay tax")

    assert (game.pesos[ANA], game.points[ANA]) == (9 - tax, 2)


@pytest.mark.rule("CUB-7.1")
def test_the_tax_is_voluntary() -> None:
    game = table(pesos={ANA: 9})
    game.begin_laws()

    assert game.legal(ANA) == ["pay tax", "leave tax"]
    events = game.play(ANA, "leave tax")

    assert events[0] == Withheld(ANA, "tax")
    assert (game.pesos[ANA], game.points[ANA]) == (9, 0)


@pytest.mark.rule("CUB-7.1", "CUB-7.7")
@pytest.mark.parametrize(("pesos", "asked"), [(2, False), (3, True)])
def test_the_tax_is_paid_completely_and_who_cannot_is_not_asked(pesos: int, asked: bool) -> None:
    game = table(pesos={ANA: pesos}, laws=["tax 3"])

    game.begin_laws()

    assert (game.question == "tax") is asked
    assert (Lacked(ANA, "tax") in game.events) is not asked


@pytest.mark.rule("CUB-7.2", "CUB-1.6")
@pytest.mark.parametrize("piece", ["citrus", "sugar", "tobacco", "water"])
def test_whoever_pays_the_piece_of_the_duty_scores_2(piece: str) -> None:
    game = table(own={ANA: "2 wood 2 stone 2 water 2 citrus 2 sugar 2 tobacco"}, laws=[f"duty {piece}"])

    game.begin_laws()
    assert game.question == "pay"
    assert game.legal(ANA) == [f"pay {piece}", "pay nothing"]
    events = game.play(ANA, f"pay {piece}")

    assert events[:2] == [Paid(ANA, piece, 1, "duty"), Scored(ANA, 2, "duty")]
    assert game.points[ANA] == 2


@pytest.mark.rule("CUB-7.2", "CUB-1.6")
@pytest.mark.parametrize(
    ("law", "own", "payments"),
    [
        (
            "duty resources", "2 wood 1 stone 1 water 5 rum",
            ["pay wood wood", "pay wood stone", "pay wood water", "pay stone water", "pay nothing"],
        ),
        (
            "duty products", "1 wood 1 citrus 1 sugar 2 tobacco",
            ["pay citrus sugar", "pay citrus tobacco", "pay sugar tobacco", "pay tobacco tobacco", "pay nothing"],
        ),
        ("duty resources", "2 stone", ["pay stone stone", "pay nothing"]),
        ("duty products", "1 citrus 1 sugar", ["pay citrus sugar", "pay nothing"]),
    ],
)  # fmt: skip
def test_for_2_of_choice_the_player_chooses_the_kinds_same_or_different(
    law: str, own: str, payments: list[str]
) -> None:
    game = table(own={ANA: own}, laws=[law])

    game.begin_laws()

    assert game.legal(ANA) == payments
    events = game.play(ANA, payments[0])
    assert sum(event.count for event in events if isinstance(event, Paid)) == 2
    assert game.points[ANA] == 2


@pytest.mark.rule("CUB-7.2", "CUB-7.7")
@pytest.mark.parametrize(
    ("law", "own"),
    [("duty resources", "1 wood 5 citrus"), ("duty products", "1 sugar 9 rum"), ("duty water", "1 wood")],
)
def test_the_duty_is_paid_completely_and_who_cannot_is_not_asked(law: str, own: str) -> None:
    game = table(own={ANA: own}, laws=[law])

    game.begin_laws()

    assert game.round_no == 3


@pytest.mark.rule("CUB-7.2")
def test_the_duty_is_voluntary() -> None:
    game = table(own={ANA: "1 citrus"}, stored={ANA: "1 citrus"})
    game.begin_laws()

    events = game.play(ANA, "pay nothing")

    assert events[0] == Withheld(ANA, "duty")
    assert (game.own(ANA), game.points[ANA]) == ("1 citrus", 0)


@pytest.mark.rule("CUB-7.3", "CUB-12.3")
def test_whoever_paid_tax_and_duty_scores_1_more() -> None:
    game = table(own={ANA: "1 citrus"}, pesos={ANA: 2})
    game.begin_laws()

    game.play(ANA, "pay tax")
    events = game.play(ANA, "pay citrus")

    assert [event for event in events if isinstance(event, Scored)] == [Scored(ANA, 2, "duty"), Scored(ANA, 1, "both")]
    assert game.points[ANA] == 5


@pytest.mark.rule("CUB-7.3")
def test_whoever_paid_only_one_scores_nothing_more_nor_does_it_pass_to_the_next_round() -> None:
    game = table(
        own=dict.fromkeys((ANA, BEN), "1 citrus"), stored=dict.fromkeys((ANA, BEN), "1 citrus"), pesos={BEN: 2}
    )
    game.begin_laws()
    game.play(BEN, "pay tax")
    game.play(ANA, "pay citrus")
    game.play(BEN, "pay nothing")
    assert game.points == [2, 2]

    game.begin_laws()
    game.play(BEN, "pay citrus")

    assert game.points == [2, 4]


@pytest.mark.rule("CUB-7.4")
@pytest.mark.parametrize(
    ("law", "points"),
    [
        pytest.param("subsidy buildings", 4, id="buildings, the printed warehouse included"),
        pytest.param("subsidy resource fields", 4, id="free resource fields"),
        pytest.param("subsidy product fields", 4, id="free product fields"),
        pytest.param("subsidy water", 5, id="water"),
        pytest.param("subsidy votes", 4, id="votes of the character"),
        pytest.param("subsidy pesos", 3, id="3 pesos each, rounded down"),
    ],
)
def test_a_subsidy_gives_a_point_for_each(law: str, points: int) -> None:
    game = table(
        laws=[law],
        built={ANA: {"row 2 column 3": "inn", "row 1 column 3": "hotel", "row 3 column 3": "dam"}},  # L, C, T
        own={ANA: "5 water"},
        pesos={ANA: 11},
        hand={ANA: "foreman", BEN: "worker"},
        pawn={ANA: "row 1 column 2"},
    )

    events = game.end_laws()

    assert Scored(ANA, points, "subsidy") in events
    assert game.points[ANA] == points


@pytest.mark.rule("CUB-7.4")
@pytest.mark.parametrize(
    ("law", "points"),
    [("subsidy buildings", 1), ("subsidy resource fields", 5), ("subsidy product fields", 6), ("subsidy votes", 1)],
)
def test_a_subsidy_is_counted_for_all(law: str, points: int) -> None:
    game = table(laws=[law], hand={ANA: "worker", BEN: "worker"}, pawn={ANA: WAREHOUSE, BEN: "row 2 column 2"})

    game.end_laws()

    assert game.points == [points, points]  # the pawn does not matter, the warehouse field is neither


@pytest.mark.rule("CUB-7.4")
@pytest.mark.parametrize(
    ("law", "have"), [("subsidy water", 7), ("subsidy water", 15), ("subsidy pesos", 21), ("subsidy pesos", 60)]
)
def test_water_and_pesos_give_at_most_7(law: str, have: int) -> None:
    game = table(laws=[law], own={ANA: f"{min(have, 15)} water"}, pesos={ANA: have})

    game.end_laws()

    assert game.points == [7, 0]


@pytest.mark.rule("CUB-7.4")
def test_town_hall_and_bids_are_no_votes_of_the_character() -> None:
    game = table(
        lap=3,
        hand={ANA: "foreman worker", BEN: "architect tradeswoman"},
        built={ANA: {"row 1 column 2": "town hall"}},
        pesos={ANA: 3},
        bills=["subsidy votes"],
    )
    game.play(ANA, "play foreman", "use town hall")
    game.play(BEN, "play architect")
    game.play(ANA, "bid 3")

    events = game.play(ANA, "enact subsidy other")

    scored = [event for event in events if isinstance(event, Scored)]
    assert scored == [Scored(ANA, 1, "subsidy"), Scored(BEN, 2, "subsidy")]


@pytest.mark.rule("CUB-7.4")
@pytest.mark.parametrize(
    ("law", "duty", "before", "after"),
    [("subsidy pesos", "duty water", 3, 3), ("subsidy water", "duty water", 4, 3)],
)
def test_pesos_and_water_are_counted_after_tax_and_duty(law: str, duty: str, before: int, after: int) -> None:
    game = table(laws=[law, duty, "tax 2"], own={ANA: f"{before} water"}, pesos={ANA: 11})
    game.begin_laws()

    game.play(ANA, "pay tax", "pay water")

    assert game.points[ANA] == 5 + after


@pytest.mark.rule("CUB-7.4")
def test_without_a_subsidy_nothing_is_scored() -> None:
    game = table(pesos={ANA: 30})

    game.end_laws()

    assert game.points == [0, 0]


@pytest.mark.rule("CUB-7.5")
@pytest.mark.parametrize(
    ("law", "before", "after"),
    [
        ("trade act -2", "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars", "1 citrus 1 sugar 1 tobacco 2 rum 2 cigars"),
        ("trade act -2", "1 citrus 5 tobacco 1 rum", "3 tobacco 1 rum"),
        ("trade act 2", "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars", "5 citrus 5 sugar 5 tobacco 2 rum 2 cigars"),
        ("trade act 2", "4 citrus 5 sugar 1 rum", "5 citrus 5 sugar 2 tobacco 1 rum"),
    ],
)
def test_a_trade_act_moves_up_to_2_of_each_product_and_no_goods(law: str, before: str, after: str) -> None:
    game = table(laws=[law], market=before)

    game.end_laws()

    assert game.market == after
    together = [
        game.supply[piece] + game.state.market[kind] for kind, piece in enumerate(("citrus", "sugar", "tobacco"))
    ]
    assert together == [18, 18, 18]


@pytest.mark.rule("CUB-7.5")
def test_what_is_moved_is_told() -> None:
    game = table(laws=["trade act -2"], market="1 citrus 3 tobacco")

    events = game.end_laws()

    assert [event for event in events if isinstance(event, MarketMoved)] == [
        MarketMoved(None, "citrus", -1), MarketMoved(None, "tobacco", -2),
    ]  # fmt: skip


@pytest.mark.rule("CUB-7.5")
def test_a_trade_act_adds_what_the_supply_has() -> None:
    game = table(
        laws=["trade act 2"], market="3 rum", own={ANA: "17 citrus 18 sugar"}, stored={ANA: "17 citrus 18 sugar"}
    )

    game.end_laws()

    assert game.market == "1 citrus 2 tobacco 3 rum"


@pytest.mark.rule("CUB-7.5")
def test_the_cheapest_pieces_are_removed_and_the_dearest_spaces_filled() -> None:
    """On the track pieces always lie on the dearest spaces, so the price tells where."""
    game = table(laws=["trade act 2"], market="1 citrus", pesos={ANA: 20})
    game.end_laws()

    game.play(ANA, "play tradeswoman", "buy citrus")

    assert game.pesos[ANA] == 20 - 4


@pytest.mark.rule("CUB-7.5")
def test_a_trade_act_works_in_every_round_in_which_it_is_in_force() -> None:
    game = table(laws=["trade act -2"], market="5 citrus 5 sugar 5 tobacco")

    game.end_laws()
    assert game.market == "3 citrus 3 sugar 3 tobacco"
    game.end_laws()

    assert game.market == "1 citrus 1 sugar 1 tobacco"


@pytest.mark.rule("CUB-7.5")
def test_a_trade_act_works_in_the_round_of_its_enactment_and_one_replaced_does_not() -> None:
    game = table(
        laws=["trade act -2"], bills=["trade act 2"], hand={ANA: "mayor", BEN: "worker"}, last=LAST,
    )  # fmt: skip
    game.end_actions()

    game.play(ANA, "enact duty other")

    assert game.market == "5 citrus 5 sugar 5 tobacco 2 rum 2 cigars"


@pytest.mark.rule("CUB-7.6")
@pytest.mark.parametrize("act", ["drought act", "building act", "harbour act", "corruption act"])
def test_the_other_acts_change_nothing_in_phase_d(act: str) -> None:
    with_act, without = table(laws=[act], pesos={ANA: 5}), table(pesos={ANA: 5})

    with_act.end_laws()
    without.end_laws()

    assert with_act.market == without.market
    assert with_act.points == without.points == [0, 0]
    assert with_act.pesos == without.pesos


@pytest.mark.rule("CUB-7.7")
def test_law_by_law_in_turn_order_from_the_first_player() -> None:
    game = table(
        3,
        first=BEN,
        pesos=dict.fromkeys(range(3), 5),
        own=dict.fromkeys(range(3), "1 citrus"),
        laws=["subsidy pesos", "trade act 2"],
    )
    game.begin_laws()

    for seat in (BEN, CARLA, ANA):
        assert (game.question, game.awaited) == ("tax", [seat])
        game.play(seat, "leave tax")
    for seat in (BEN, CARLA, ANA):
        assert (game.question, game.awaited) == ("pay", [seat])
        game.play(seat, "pay nothing")

    after = [event for event in game.events if not isinstance(event, Withheld)]
    assert after[:3] == [Scored(seat, 1, "subsidy") for seat in (BEN, CARLA, ANA)]
    assert isinstance(after[3], MarketMoved)
    assert game.round_no == 3


@pytest.mark.rule("CUB-7.8")
def test_parliament_and_laws_are_played_in_round_6_too() -> None:
    game = table(
        round_no=6, hand={ANA: "mayor", BEN: "worker"}, last=LAST, pesos={ANA: 0, BEN: 2},
        bills=["subsidy votes", "trade act 2"],
    )  # fmt: skip
    game.end_actions()
    game.play(BEN, "bid 0")
    game.play(ANA, "enact subsidy other")

    game.play(BEN, "pay tax")

    assert game.over
    assert game.points == [5, 1 + 2]
    assert game.market.startswith("5 citrus")
    assert not any(isinstance(event, RoundBegan | Gained) for event in game.events)

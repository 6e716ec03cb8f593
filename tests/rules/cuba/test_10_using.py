"""Chapter 10, what holds for all buildings."""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import DidNothing, Used

DISTILLERIES = {ANA: {"row 1 column 2": "distillery", "row 1 column 3": "distillery"}}


@pytest.mark.rule("CUB-10.30")
def test_each_building_is_used_at_most_once_in_a_round_for_the_foreman_is_played_once() -> None:
    game = table(built={ANA: {"row 1 column 2": "inn"}})

    game.play(ANA, "play foreman", "use inn")
    game.play(BEN, "play mayor")

    assert game.points[ANA] == 1
    assert "play foreman" not in game.legal(ANA)


@pytest.mark.rule("CUB-10.30")
@pytest.mark.parametrize(
    ("building", "own", "payment"),
    [
        ("general store", "2 rum", "pay rum"),
        ("product market", "1 citrus 1 sugar", "pay citrus"),
        ("resource market", "2 wood", "pay wood wood"),
    ],
)
def test_selling_through_a_building_goes_to_the_supply_and_not_to_the_market(
    building: str, own: str, payment: str
) -> None:
    game = table(own={ANA: own}, built={ANA: {"row 1 column 2": building}})
    market, before = game.market, sum(game.supply.values())

    game.play(ANA, "play foreman", f"use {building}")
    if game.question == "pay":
        game.play(ANA, payment)

    assert game.market == market
    assert sum(game.supply.values()) > before


@pytest.mark.rule("CUB-10.31")
@pytest.mark.parametrize(
    ("building", "product", "good"), [("cigar factory", "tobacco", "cigars"), ("distillery", "sugar", "rum")]
)
def test_a_conversion_is_made_for_as_many_pieces_as_the_supply_can_give_back(
    building: str, product: str, good: str
) -> None:
    game = table(own={ANA: f"5 {product}", BEN: f"11 {good}"}, built={ANA: {"row 1 column 2": building}})
    assert game.supply[good] == 2

    game.play(ANA, "play foreman", f"use {building}")
    assert game.legal(ANA) == ["give 1", "give 2"]
    game.play(ANA, "give 2")

    assert game.own(ANA) == f"3 {product} 2 {good}"


@pytest.mark.rule("CUB-10.31")
def test_tobacco_without_a_cigar_in_the_supply_stays() -> None:
    game = table(
        own={ANA: "5 tobacco", BEN: "13 cigars"},
        stored={ANA: "5 tobacco"},
        built={ANA: {"row 1 column 2": "cigar factory"}},
    )

    events = game.play(ANA, "play foreman")

    assert DidNothing(ANA, "foreman") in events
    assert game.own(ANA) == "5 tobacco"


@pytest.mark.rule("CUB-10.31")
def test_the_black_market_gives_what_the_supply_has() -> None:
    game = table(
        own={ANA: "1 citrus 1 rum", BEN: "13 cigars 15 tobacco"}, built={ANA: {"row 1 column 2": "black market"}}
    )

    game.play(ANA, "play foreman", "use black market")

    assert game.legal(ANA) == ["exchange citrus for rum", "exchange rum for citrus", "exchange rum for sugar"]


@pytest.mark.rule("CUB-10.31")
@pytest.mark.parametrize(
    ("building", "others", "own"),
    [
        ("dam", "13 water", "2 water"),
        ("dam", "14 water", "1 water"),
        ("dam", "15 water", ""),
        ("canadian embassy", "12 cigars", "1 cigars"),
        ("canadian embassy", "13 cigars", ""),
    ],
)
def test_dam_and_embassy_give_as_many_as_are_left(building: str, others: str, own: str) -> None:
    game = table(own={BEN: others}, built={ANA: {"row 1 column 2": building}})

    game.play(ANA, "play foreman", *([f"use {building}"] if own else []))

    assert game.own(ANA) == own
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-10.32")
def test_two_tiles_of_the_same_kind_are_used_one_after_the_other() -> None:
    game = table(own={ANA: "5 sugar"}, stored={ANA: "5 sugar"}, built=DISTILLERIES)

    events = game.play(ANA, "play foreman", "use distillery", "give 2", "use distillery", "give 1")

    assert [event for event in events if isinstance(event, Used)] == [Used(ANA, "distillery")] * 2
    assert game.own(ANA) == "2 sugar 3 rum"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-10.32")
def test_one_player_may_own_both_tiles() -> None:
    game = table(own={ANA: "2 wood 2 stone"}, built={ANA: {"row 1 column 2": "distillery"}})

    game.play(ANA, "play architect", "build distillery", "place on row 1 column 3")

    assert list(game.built(ANA).values()).count("distillery") == 2


@pytest.mark.rule("CUB-10.33")
@pytest.mark.parametrize(
    "building",
    [
        "cement factory", "sawmill", "golf course", "monastery", "rum café", "cigar bar", "small wharf",
        "large wharf", "general store", "product market", "resource market", "cigar factory", "distillery",
        "black market", "warehouse",
    ],
)  # fmt: skip
def test_a_building_for_which_nothing_can_be_paid_loaded_or_stored_is_not_used(building: str) -> None:
    game = table(built={ANA: {"row 1 column 2": building}})

    events = game.play(ANA, "play foreman")

    assert DidNothing(ANA, "foreman") in events
    assert not any(isinstance(event, Used) for event in events)


@pytest.mark.rule("CUB-10.33")
def test_who_wants_to_pay_nothing_does_not_use_the_building() -> None:
    game = table(own={ANA: "4 stone"}, built={ANA: {"row 1 column 2": "cement factory", "row 1 column 3": "inn"}})

    game.play(ANA, "play foreman", "use inn")

    assert game.legal(ANA) == ["use cement factory", "end use"]
    game.play(ANA, "use cement factory")
    assert game.legal(ANA) == ["give 1", "give 2", "give 3", "give 4"]


@pytest.mark.rule("CUB-10.34")
def test_two_wharves_in_one_action_may_serve_two_ships() -> None:
    game = table(own={ANA: "3 rum"}, built={ANA: {"row 1 column 2": "small wharf", "row 1 column 3": "large wharf"}})

    game.play(ANA, "play foreman", "use small wharf", "load rum on dock 1", "use large wharf")
    game.play(ANA, "load rum on dock 2")  # the second one: the first was the only choice left

    assert game.points[ANA] == 1 + 2 + 2
    assert (game.cargo("dock 1"), game.cargo("dock 2")) == ("1 rum", "2 rum")


@pytest.mark.rule("CUB-10.34")
@pytest.mark.parametrize("wharf", ["small wharf", "large wharf"])
def test_wharves_do_not_load_the_ship_at_sea(wharf: str) -> None:
    game = table(ships=(3, 4, 5, 2), own={ANA: "1 citrus 1 cigars"}, built={ANA: {"row 1 column 2": wharf}})

    game.play(ANA, "play foreman", f"use {wharf}")

    assert game.legal(ANA) == ["load citrus on dock 1", "load cigars on dock 2"]


@pytest.mark.rule("CUB-10.34", "CUB-10.33")
def test_a_wharf_that_can_only_serve_the_ship_at_sea_is_not_used() -> None:
    game = table(
        ships=(3, 5, 8, 2),
        cargo={"dock 2": "2 rum"},
        own={ANA: "1 rum"},
        built={ANA: {"row 1 column 2": "small wharf"}},
    )

    events = game.play(ANA, "play foreman")

    assert DidNothing(ANA, "foreman") in events

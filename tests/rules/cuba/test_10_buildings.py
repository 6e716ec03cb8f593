"""Chapter 10, what each building does."""

import pytest

from cuba_table import ANA, BEN, Table, table
from cuba_words import law_name
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.events import Gained, Loaded, Paid, Scored, Sold, Stored
from malecon.games.cuba.parliament_events import Showed, Vetoed

COSTS = {
    "cement factory": "1W 2S",
    "sawmill": "2W 1S",
    "golf course": "2A",
    "monastery": "2W 1S",
    "rum café": "1W 1A 1S",
    "cigar bar": "1W 1A 1S",
    "small wharf": "2W 1S",
    "large wharf": "2W 2S",
    "hotel": "2W 1A 2S",
    "inn": "1W 1S 1A",
    "general store": "1W 2S",
    "product market": "2W 1S",
    "resource market": "1W 1S 1A",
    "small bank": "1W 1S",
    "large bank": "2W 3S",
    "cigar factory": "2W 2S",
    "distillery": "2W 2S",
    "black market": "3W 2S",
    "church": "2W 2S",
    "town hall": "1W 1S",
    "dam": "2S",
    "lighthouse": "1W 1S",
    "warehouse": "2W",
    "canadian embassy": "2W 1A 2S",
}


def test_costs_are_as_printed() -> None:
    for building, (name, printed) in zip(STANDARD, COSTS.items(), strict=True):
        cost = {part[1]: int(part[0]) for part in printed.split()}
        assert building.name == name
        assert building.cost.resources() == (cost.get("W", 0), cost.get("S", 0), cost.get("A", 0)), name


def using(building: str, own: str = "", **more: str) -> Table:
    """Return a table at which Ana begins to use a building."""
    game = table(
        own={ANA: own, BEN: more.get("ben", "")},
        built={ANA: {"row 1 column 2": building}},
        pawn={ANA: "row 2 column 2"},
        market=more.get("market", "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars"),
    )
    game.play(ANA, "play foreman", f"use {building}")
    return game


@pytest.mark.parametrize(
    ("building", "piece", "most", "points"),
    [
        pytest.param("cement factory", "stone", 4, 1, marks=pytest.mark.rule("CUB-10.1")),
        pytest.param("sawmill", "wood", 4, 1, marks=pytest.mark.rule("CUB-10.2")),
        pytest.param("golf course", "water", 4, 1, marks=pytest.mark.rule("CUB-10.3")),
        pytest.param("rum café", "rum", 3, 2, marks=pytest.mark.rule("CUB-10.5")),
        pytest.param("cigar bar", "cigars", 3, 2, marks=pytest.mark.rule("CUB-10.6")),
    ],
)
def test_pieces_for_points(building: str, piece: str, most: int, points: int) -> None:
    for count in range(1, most + 1):
        game = using(building, f"6 {piece}")
        left = game.supply[piece]
        assert game.legal(ANA) == [f"give {number}" for number in range(1, most + 1)]

        events = game.play(ANA, f"give {count}")

        assert events[:2] == [Paid(ANA, piece, count, building), Scored(ANA, count * points, building)]
        assert game.points[ANA] == count * points
        assert game.supply[piece] == left + count
        assert game.own(ANA) == f"{6 - count} {piece}"


@pytest.mark.rule("CUB-10.1", "CUB-10.33")
def test_with_two_stone_at_most_two_are_given() -> None:
    assert using("cement factory", "2 stone").legal(ANA) == ["give 1", "give 2"]


@pytest.mark.rule("CUB-10.4")
@pytest.mark.parametrize(("payment", "points"), [("pay sugar", 1), ("pay citrus sugar", 2), ("pay citrus citrus", 2)])
def test_monastery_up_to_2_products_of_any_kinds_for_1_point_each(payment: str, points: int) -> None:
    game = using("monastery", "2 citrus 1 sugar 2 rum 2 wood")
    assert game.legal(ANA) == ["pay citrus", "pay sugar", "pay citrus citrus", "pay citrus sugar"]

    events = game.play(ANA, payment)

    assert Scored(ANA, points, "monastery") in events
    assert game.points[ANA] == points


@pytest.mark.rule("CUB-10.7", "CUB-10.34")
def test_small_wharf_1_piece_on_one_ship() -> None:
    game = using("small wharf", "2 citrus 2 rum")
    assert game.legal(ANA) == [
        "load citrus on dock 1", "load rum on dock 1", "load citrus on dock 2", "load rum on dock 2",
        "load citrus on dock 3",
    ]  # fmt: skip

    events = game.play(ANA, "load rum on dock 2")

    assert events[0] == Loaded(ANA, "rum", "dock 2", 2)
    assert (game.points[ANA], game.cargo("dock 2"), game.own(ANA)) == (2, "1 rum", "2 citrus 1 rum")
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-10.8")
def test_large_wharf_2_pieces_of_one_kind_on_one_ship() -> None:
    game = using("large wharf", "2 sugar 2 tobacco")

    game.play(ANA, "load tobacco on dock 3")
    assert game.legal(ANA) == ["load tobacco on dock 3", "end loading"]
    game.play(ANA, "load tobacco on dock 3")

    assert (game.points[ANA], game.cargo("dock 3"), game.own(ANA)) == (6, "2 tobacco", "2 sugar")
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-10.8")
def test_large_wharf_or_1_piece() -> None:
    game = using("large wharf", "2 sugar 2 tobacco")

    game.play(ANA, "load tobacco on dock 3", "end loading")

    assert game.points[ANA] == 3
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-10.8")
def test_large_wharf_is_done_when_the_ship_has_no_other_space_for_the_kind() -> None:
    game = using("large wharf", "2 citrus 2 tobacco")

    game.play(ANA, "load citrus on dock 3")

    assert game.points[ANA] == 3
    assert game.awaited == [BEN]


@pytest.mark.parametrize(
    ("building", "points"),
    [
        pytest.param("hotel", 2, marks=pytest.mark.rule("CUB-10.9")),
        pytest.param("inn", 1, marks=pytest.mark.rule("CUB-10.10")),
    ],
)
def test_points_for_nothing(building: str, points: int) -> None:
    game = using(building)

    assert game.points[ANA] == points
    assert Scored(ANA, points, building) in game.events


@pytest.mark.rule("CUB-10.11", "CUB-10.30")
@pytest.mark.parametrize(("good", "left"), [("rum", "3 citrus 1 cigars"), ("cigars", "3 citrus 1 rum")])
def test_general_store_1_good_for_6_pesos(good: str, left: str) -> None:
    game = using("general store", "3 citrus 1 rum 1 cigars")
    assert game.legal(ANA) == ["pay rum", "pay cigars"]

    events = game.play(ANA, f"pay {good}")

    assert Gained(ANA, "peso", 6, "general store") in events
    assert (game.pesos[ANA], game.own(ANA)) == (6, left)


@pytest.mark.rule("CUB-10.12", "CUB-10.30")
@pytest.mark.parametrize("product", ["citrus", "sugar", "tobacco"])
def test_product_market_1_product_for_4_pesos(product: str) -> None:
    game = using("product market", "1 wood 1 citrus 1 sugar 1 tobacco 1 rum")
    assert game.legal(ANA) == ["pay citrus", "pay sugar", "pay tobacco"]

    game.play(ANA, f"pay {product}")

    assert game.pesos[ANA] == 4
    assert product not in game.own(ANA)
    assert not any(isinstance(event, Sold) for event in game.events)


@pytest.mark.rule("CUB-10.13")
@pytest.mark.parametrize(("payment", "pesos"), [("pay wood", 2), ("pay wood wood", 4), ("pay wood water", 4)])
def test_resource_market_up_to_2_resources_for_2_pesos_each(payment: str, pesos: int) -> None:
    game = using("resource market", "2 wood 1 water 2 citrus")
    assert game.legal(ANA) == ["pay wood", "pay water", "pay wood wood", "pay wood water"]

    game.play(ANA, payment)

    assert game.pesos[ANA] == pesos


@pytest.mark.parametrize(
    ("building", "pesos"),
    [
        pytest.param("small bank", 2, marks=pytest.mark.rule("CUB-10.14")),
        pytest.param("large bank", 4, marks=pytest.mark.rule("CUB-10.15")),
    ],
)
def test_banks_give_pesos(building: str, pesos: int) -> None:
    game = using(building)

    assert game.pesos[ANA] == pesos
    assert Gained(ANA, "peso", pesos, building) in game.events


@pytest.mark.parametrize(
    ("building", "product", "good"),
    [
        pytest.param("cigar factory", "tobacco", "cigars", marks=pytest.mark.rule("CUB-10.16")),
        pytest.param("distillery", "sugar", "rum", marks=pytest.mark.rule("CUB-10.17")),
    ],
)
def test_factories_turn_any_number_of_products_into_as_many_goods(building: str, product: str, good: str) -> None:
    for count in range(1, 8):
        game = using(building, f"7 {product}")
        assert game.legal(ANA) == [f"give {number}" for number in range(1, 8)]

        events = game.play(ANA, f"give {count}")

        assert events[:2] == [Paid(ANA, product, count, building), Gained(ANA, good, count, building)]
        assert game.own(ANA).endswith(f"{count} {good}")
        assert game.supply[product] == 18 - 3 - 7 + count


@pytest.mark.rule("CUB-10.18")
def test_black_market_1_product_for_1_good_of_choice_or_1_good_for_1_product_of_choice() -> None:
    game = using("black market", "1 sugar 1 cigars")

    assert game.legal(ANA) == [
        "exchange sugar for rum", "exchange sugar for cigars",
        "exchange cigars for citrus", "exchange cigars for sugar", "exchange cigars for tobacco",
    ]  # fmt: skip


@pytest.mark.rule("CUB-10.18")
@pytest.mark.parametrize("product", ["citrus", "sugar", "tobacco"])
@pytest.mark.parametrize("good", ["rum", "cigars"])
def test_black_market_exchanges_one_piece(product: str, good: str) -> None:
    there, back = using("black market", f"2 {product}"), using("black market", f"2 {good}")

    events = there.play(ANA, f"exchange {product} for {good}")
    back.play(ANA, f"exchange {good} for {product}")

    assert events[:2] == [Paid(ANA, product, 1, "black market"), Gained(ANA, good, 1, "black market")]
    assert there.own(ANA) == back.own(ANA) == f"1 {product} 1 {good}"


@pytest.mark.rule("CUB-10.19")
@pytest.mark.parametrize("law_type", ["tax", "duty", "subsidy", "other"])
def test_church_removes_a_bill(law_type: str) -> None:
    game = using("church")
    bill = {bill.split()[0]: bill for bill in game.bills}.get(law_type, game.bills[3])

    events = game.play(ANA, f"veto {law_type}")

    assert isinstance(events[0], Vetoed)
    assert law_name(events[0].law - 1) == bill
    assert len(game.bills) == 3


@pytest.mark.rule("CUB-10.20")
def test_town_hall_gives_2_votes_in_the_parliament() -> None:
    game = using("town hall")

    events = game.end_actions_with(hand={ANA: "worker", BEN: "worker"}, last={ANA: "mayor", BEN: "foreman"})

    assert Showed(ANA, "worker", 3) in events


@pytest.mark.rule("CUB-10.21")
def test_dam_gives_2_water() -> None:
    assert using("dam").own(ANA) == "2 water"


@pytest.mark.rule("CUB-10.23")
def test_warehouse_stores() -> None:
    game = using("warehouse", "2 citrus 1 rum")

    assert Stored(ANA, "citrus", 2) in game.events
    assert game.stored(ANA) == "2 citrus"


@pytest.mark.rule("CUB-10.24")
def test_canadian_embassy_gives_1_cigar() -> None:
    game = using("canadian embassy")

    assert game.own(ANA) == "1 cigars"
    assert Gained(ANA, "cigars", 1, "canadian embassy") in game.events

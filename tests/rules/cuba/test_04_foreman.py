"""Chapter 4, the Foreman."""

import pytest

from cuba_table import ANA, BEN, WAREHOUSE, table
from malecon.games.cuba.events import DidNothing, Played, Stored, TurnBegan, Used

NEAR_AND_FAR = {
    "row 1 column 2": "inn",
    "row 2 column 1": "small bank",
    "row 2 column 2": "hotel",
    "row 3 column 3": "dam",
}
"""With the pawn on the printed warehouse inn and bank are near, hotel and dam are not."""


@pytest.mark.rule("CUB-4.40")
@pytest.mark.parametrize("order", [("inn", "small bank"), ("small bank", "inn")])
def test_the_buildings_in_row_and_column_are_used_in_any_order(order: tuple[str, str]) -> None:
    game = table(built={ANA: NEAR_AND_FAR})

    events = game.play(ANA, "play foreman", *(f"use {building}" for building in order))

    assert [event.building for event in events if isinstance(event, Used)] == list(order)
    assert (game.points[ANA], game.pesos[ANA]) == (1, 2)
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.40")
def test_some_may_be_left_out() -> None:
    game = table(built={ANA: NEAR_AND_FAR})

    events = game.play(ANA, "play foreman", "use inn", "end use")

    assert (game.points[ANA], game.pesos[ANA]) == (1, 0)
    assert not any(isinstance(event, DidNothing) for event in events)


@pytest.mark.rule("CUB-4.40")
def test_or_one_building_anywhere() -> None:
    game = table(built={ANA: NEAR_AND_FAR})

    game.play(ANA, "play foreman")
    assert game.legal(ANA) == ["use hotel", "use inn", "use small bank", "use dam", "end use"]
    game.play(ANA, "use hotel")

    assert game.points[ANA] == 2
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.40")
def test_never_both_ways() -> None:
    game = table(built={ANA: NEAR_AND_FAR})

    game.play(ANA, "play foreman", "use inn")

    assert game.legal(ANA) == ["use small bank", "end use"]


@pytest.mark.rule("CUB-4.40")
def test_each_building_at_most_once() -> None:
    game = table(built={ANA: {"row 1 column 2": "inn", "row 1 column 3": "hotel"}})

    game.play(ANA, "play foreman", "use inn")

    assert game.legal(ANA) == ["use hotel", "end use"]


@pytest.mark.rule("CUB-4.40")
def test_the_building_under_the_pawn_and_the_printed_warehouse_are_near() -> None:
    game = table(pawn={ANA: "row 1 column 3"}, built={ANA: {"row 1 column 3": "inn"}}, own={ANA: "1 citrus"})

    game.play(ANA, "play foreman", "use inn")

    assert game.legal(ANA) == ["use warehouse", "end use"]


@pytest.mark.rule("CUB-4.40")
def test_the_printed_warehouse_is_used_from_anywhere_by_itself() -> None:
    game = table(pawn={ANA: "row 3 column 3"}, built={ANA: {"row 3 column 1": "inn"}}, own={ANA: "1 citrus"})

    game.play(ANA, "play foreman", "use warehouse")

    assert game.stored(ANA) == "1 citrus"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.40")
def test_the_worker_need_not_have_been_played() -> None:
    game = table(built={ANA: {"row 1 column 2": "inn"}})

    game.play(ANA, "play foreman", "use inn")

    assert game.points[ANA] == 1
    assert "worker" in game.hand(ANA)


@pytest.mark.rule("CUB-4.40")
def test_without_a_building_that_does_something_there_is_no_question() -> None:
    game = table(built={ANA: {"row 1 column 2": "sawmill"}})

    events = game.play(ANA, "play foreman")

    assert events == [Played(ANA, "foreman"), DidNothing(ANA, "foreman"), TurnBegan(BEN)]


@pytest.mark.rule("CUB-4.40")
def test_of_two_tiles_of_one_kind_the_near_one_is_used_and_the_far_one_is_not() -> None:
    game = table(own={ANA: "2 sugar"}, built={ANA: {"row 2 column 2": "distillery", "row 1 column 3": "distillery"}})

    game.play(ANA, "play foreman", "use distillery", "give 1")

    assert game.legal(ANA) == ["use warehouse", "end use"]


@pytest.mark.rule("CUB-4.40", "CUB-4.42")
def test_tile_and_printed_warehouse_are_two_buildings() -> None:
    game = table(
        own={ANA: "1 citrus 1 rum"}, built={ANA: {"row 1 column 2": "warehouse", "row 1 column 3": "black market"}}
    )

    game.play(ANA, "play foreman", "use warehouse", "use black market", "exchange rum for sugar", "use warehouse")

    assert game.stored(ANA) == "1 citrus 1 sugar"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.41")
def test_pieces_gained_from_one_building_can_be_used_by_the_next() -> None:
    game = table(own={ANA: "3 sugar"}, built={ANA: {"row 1 column 2": "distillery", "row 1 column 3": "rum café"}})

    game.play(ANA, "play foreman")
    assert "use rum café" not in game.legal(ANA)
    game.play(ANA, "use distillery", "give 3", "use rum café", "give 3")

    assert game.points[ANA] == 6
    assert game.own(ANA) == ""


@pytest.mark.rule("CUB-4.42")
def test_all_products_of_the_yard_are_stored_without_limit() -> None:
    game = table(own={ANA: "9 citrus 7 sugar 5 tobacco 2 wood 2 rum"}, stored={ANA: "1 sugar"})

    events = game.play(ANA, "play foreman", "use warehouse")

    assert game.stored(ANA) == "9 citrus 7 sugar 5 tobacco"
    assert [event for event in events if isinstance(event, Stored)] == [
        Stored(ANA, "citrus", 9), Stored(ANA, "sugar", 6), Stored(ANA, "tobacco", 5),
    ]  # fmt: skip


@pytest.mark.rule("CUB-4.42")
def test_only_what_is_in_the_yard_at_that_moment_is_stored() -> None:
    game = table(own={ANA: "1 citrus"}, pesos={ANA: 9})
    game.play(ANA, "play foreman", "use warehouse")
    game.play(BEN, "play worker", f"move to {WAREHOUSE}")

    game.play(ANA, "play tradeswoman", "buy citrus")

    assert (game.own(ANA), game.stored(ANA)) == ("2 citrus", "1 citrus")


@pytest.mark.rule("CUB-4.42")
def test_goods_and_resources_need_no_store() -> None:
    game = table(own={ANA: "3 wood 1 water 2 rum 1 cigars"})

    events = game.play(ANA, "play foreman")

    assert DidNothing(ANA, "foreman") in events
    game.end_laws()
    assert game.own(ANA) == "3 wood 1 water 2 rum 1 cigars"


@pytest.mark.rule("CUB-4.42")
def test_stored_products_stay_stored_in_later_rounds() -> None:
    game = table(own={ANA: "3 citrus"}, stored={ANA: "2 citrus"})

    game.end_laws()
    game.end_laws()

    assert (game.round_no, game.own(ANA), game.stored(ANA)) == (4, "2 citrus", "2 citrus")

"""Chapter 4, the Worker.

The plantations here show their fronts: W F C M / S C L T / M S T F.
"""

import pytest

from cuba_table import ANA, BEN, WAREHOUSE, table
from malecon.core.codecs import members
from malecon.games.cuba.boards import CROSS, FIELD_NAMES
from malecon.games.cuba.events import Gained, MovedTo, Paid
from malecon.games.cuba.rules.plantation import exhausted


@pytest.mark.rule("CUB-4.10")
def test_the_pawn_moves_to_any_field_one_with_a_building_and_the_warehouse_included() -> None:
    game = table(pawn={ANA: "row 2 column 2"}, built={ANA: {"row 3 column 3": "inn"}})

    game.play(ANA, "play worker")

    assert game.legal(ANA) == [f"move to {field}" for field in FIELD_NAMES]
    assert len(FIELD_NAMES) == 12


@pytest.mark.rule("CUB-4.10")
@pytest.mark.parametrize("field", [WAREHOUSE, "row 3 column 4"])
def test_the_pawn_goes_where_it_is_sent_or_stays(field: str) -> None:
    game = table(pawn={ANA: "row 3 column 4"})

    events = game.play(ANA, "play worker", f"move to {field}")

    assert MovedTo(ANA, field) in events
    assert game.pawn(ANA) == field


@pytest.mark.rule("CUB-4.10")
@pytest.mark.parametrize("field", range(12))
def test_row_and_column_are_6_fields(field: int) -> None:
    row, column = field // 4, field % 4

    activated = {other for other in range(12) if int(CROSS[field]) >> other & 1}

    assert activated == {4 * row + c for c in range(4)} | {4 * r + column for r in range(3)}
    assert len(activated) == 6
    assert field in activated


@pytest.mark.rule("CUB-4.11")
@pytest.mark.parametrize(
    ("field", "resources"),
    [
        ("row 1 column 1", "1 wood 2 stone"),  # W F C M, S, M
        ("row 2 column 3", "1 water"),  # S C L T, C, T
        ("row 3 column 4", "1 wood 2 stone"),  # M S T F, M, T
        ("row 2 column 4", "1 wood 1 stone 1 water"),  # S C L T, M, F
    ],
)
def test_each_activated_resource_field_gives_1(field: str, resources: str) -> None:
    game = table(own={BEN: "18 citrus 18 sugar 18 tobacco"}, market="")

    game.play(ANA, "play worker", f"move to {field}")

    assert game.own(ANA) == resources


@pytest.mark.rule("CUB-4.11", "CUB-4.13")
def test_resource_fields_that_are_built_over_give_nothing() -> None:
    game = table(built={ANA: {"row 1 column 4": "inn", "row 1 column 2": "hotel"}})

    game.play(ANA, "play worker", "move to row 1 column 4")

    assert game.own(ANA) == "1 wood 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-4.12")
def test_of_the_activated_product_fields_two_of_the_players_choice_give() -> None:
    game = table()

    game.play(ANA, "play worker", "move to row 3 column 1")  # M S T F, W, S
    assert game.question == "harvest"
    assert game.legal(ANA) == ["harvest sugar", "harvest tobacco"]
    game.play(ANA, "harvest sugar")
    assert game.legal(ANA) == ["harvest sugar", "harvest tobacco"]
    game.play(ANA, "harvest sugar")

    assert game.own(ANA) == "1 wood 1 stone 2 sugar"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.12")
def test_two_or_fewer_product_fields_give_without_a_question() -> None:
    game = table()

    events = game.play(ANA, "play worker", "move to row 1 column 4")

    assert Gained(ANA, "citrus", 1, "worker") in events
    assert Gained(ANA, "tobacco", 1, "worker") in events
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.12")
def test_water_is_paid_piece_by_piece_as_long_as_the_player_wants() -> None:
    game = table(own={ANA: "3 water"})
    game.play(ANA, "play worker", "move to row 2 column 1")  # S C L T, W, M: water, stone
    game.play(ANA, "harvest sugar", "harvest citrus")

    assert game.own(ANA) == "1 stone 4 water 1 citrus 1 sugar"
    assert game.legal(ANA) == ["water tobacco", "end harvest"]
    events = game.play(ANA, "water tobacco")

    assert events[:2] == [Paid(ANA, "water", 1, "worker"), Gained(ANA, "tobacco", 1, "worker")]
    assert game.own(ANA) == "1 stone 3 water 1 citrus 1 sugar 1 tobacco"
    assert game.supply["water"] == 15 - 3


@pytest.mark.rule("CUB-4.12")
def test_water_gained_in_this_action_may_be_paid() -> None:
    game = table()
    game.play(ANA, "play worker", "move to row 2 column 2")  # S C L T, F, S
    game.play(ANA, "harvest sugar", "harvest sugar")

    assert game.own(ANA) == "1 wood 1 water 2 sugar"
    assert game.legal(ANA) == ["water citrus", "water tobacco", "end harvest"]
    game.play(ANA, "water citrus")

    assert game.own(ANA) == "1 wood 1 citrus 2 sugar"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.12")
def test_all_activated_fields_give_with_enough_water() -> None:
    game = table(own={ANA: "2 water"})
    game.play(ANA, "play worker", "move to row 2 column 2")
    game.play(ANA, "harvest citrus", "harvest tobacco", "water sugar", "water sugar")

    assert game.own(ANA) == "1 wood 1 water 1 citrus 2 sugar 1 tobacco"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.12", "CUB-4.15")
def test_without_water_there_is_no_further_question() -> None:
    game = table()
    game.play(ANA, "play worker", "move to row 3 column 1")

    game.play(ANA, "harvest sugar", "harvest tobacco")

    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.13")
def test_no_field_gives_twice() -> None:
    game = table(own={ANA: "5 water"})
    game.play(ANA, "play worker", "move to row 3 column 2")  # M S T F, F, C
    assert members(exhausted(game.state, ANA)) == []
    game.play(ANA, "harvest sugar")

    assert [FIELD_NAMES[field] for field in members(exhausted(game.state, ANA))] == ["row 3 column 2"]
    assert game.legal(ANA) == ["harvest citrus", "harvest tobacco"]

    game.play(ANA, "harvest citrus")

    assert game.legal(ANA) == ["water tobacco", "end harvest"]


@pytest.mark.rule("CUB-4.13")
def test_product_fields_under_buildings_and_the_warehouse_give_nothing() -> None:
    game = table(built={ANA: {"row 1 column 3": "inn", "row 2 column 1": "hotel"}})

    game.play(ANA, "play worker", f"move to {WAREHOUSE}")

    assert game.own(ANA) == "1 wood 2 stone"


@pytest.mark.rule("CUB-4.13")
def test_gains_go_to_the_yard_until_they_are_stored() -> None:
    game = table()

    game.play(ANA, "play worker", "move to row 1 column 4")

    assert game.stored(ANA) == ""


@pytest.mark.rule("CUB-4.13")
@pytest.mark.parametrize(
    ("moves", "gained"),
    [
        (("play foreman", "use black market", "exchange rum for citrus"), "1 citrus"),
        (("play tradeswoman", "take citrus"), "1 citrus 1 rum"),
        (("play tradeswoman", "buy citrus"), "1 citrus 1 rum"),
    ],
)
def test_all_gains_go_to_the_yard(moves: tuple[str, ...], gained: str) -> None:
    game = table(own={ANA: "1 rum"}, pesos={ANA: 9}, built={ANA: {"row 1 column 2": "black market"}})

    game.play(ANA, *moves)

    assert game.own(ANA) == gained
    assert game.stored(ANA) == ""


@pytest.mark.rule("CUB-4.14", "CUB-7.6")
def test_under_the_drought_act_one_product_field_is_free() -> None:
    game = table(laws=["drought act"])

    game.play(ANA, "play worker", "move to row 1 column 4")
    assert game.legal(ANA) == ["harvest citrus", "harvest tobacco"]
    game.play(ANA, "harvest tobacco")

    assert game.own(ANA) == "2 wood 1 stone 1 tobacco"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.14")
def test_under_the_drought_act_water_still_buys_more() -> None:
    game = table(laws=["drought act"], own={ANA: "1 water"})
    game.play(ANA, "play worker", "move to row 1 column 4")
    game.play(ANA, "harvest tobacco")

    assert game.legal(ANA) == ["water citrus", "end harvest"]
    game.play(ANA, "water citrus")

    assert game.own(ANA) == "2 wood 1 stone 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-4.14")
def test_another_law_of_its_type_is_no_drought() -> None:
    game = table(laws=["building act"])

    game.play(ANA, "play worker", "move to row 1 column 4")

    assert game.own(ANA) == "2 wood 1 stone 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-4.15")
def test_free_gains_are_not_optional() -> None:
    game = table(own={ANA: "1 water"})
    game.play(ANA, "play worker", "move to row 2 column 2")

    assert game.legal(ANA) == ["harvest citrus", "harvest sugar", "harvest tobacco"]
    game.play(ANA, "harvest citrus")
    assert game.legal(ANA) == ["harvest sugar", "harvest tobacco"]


@pytest.mark.rule("CUB-4.15")
def test_only_paying_water_is_optional() -> None:
    game = table(own={ANA: "1 water"})
    game.play(ANA, "play worker", "move to row 2 column 2")
    game.play(ANA, "harvest citrus", "harvest sugar")

    game.play(ANA, "end harvest")

    assert game.own(ANA) == "1 wood 2 water 1 citrus 1 sugar"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.15")
def test_a_kind_that_the_supply_lacks_cannot_be_chosen() -> None:
    game = table(own={BEN: "15 citrus"})

    game.play(ANA, "play worker", "move to row 2 column 2")

    assert game.legal(ANA) == ["harvest sugar", "harvest tobacco"]


@pytest.mark.rule("CUB-4.15")
def test_two_fields_of_one_kind_need_two_pieces() -> None:
    game = table(own={ANA: "2 water", BEN: "14 sugar"})
    game.play(ANA, "play worker", "move to row 2 column 2")

    game.play(ANA, "harvest sugar")

    assert game.legal(ANA) == ["harvest citrus", "harvest tobacco"]


@pytest.mark.rule("CUB-4.15")
def test_a_resource_that_the_supply_lacks_is_not_gained() -> None:
    game = table(own={BEN: "14 wood"})

    game.play(ANA, "play worker", "move to row 1 column 4")  # two forests

    assert game.own(ANA) == "1 wood 1 stone 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-4.15")
def test_water_is_paid_after_the_lake_has_given() -> None:
    game = table(own={ANA: "15 water"})
    game.play(ANA, "play worker", "move to row 2 column 2")  # the supply has no water for the lake
    game.play(ANA, "harvest sugar", "harvest citrus")
    assert game.own(ANA) == "1 wood 15 water 1 citrus 1 sugar"

    game.play(ANA, "water sugar")

    assert game.own(ANA) == "1 wood 14 water 1 citrus 2 sugar"

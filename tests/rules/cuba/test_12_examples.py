"""Chapter 12, the worked examples of the rulebook."""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import Paid, Scored


@pytest.mark.rule("CUB-12.1")
def test_the_pawn_at_row_1_column_4_gives_1_stone_2_wood_1_citrus_and_1_tobacco() -> None:
    game = table()

    game.play(ANA, "play worker", "move to row 1 column 4")

    assert game.own(ANA) == "2 wood 1 stone 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-12.2")
def test_a_cigar_factory_costs_2_wood_and_2_stone() -> None:
    game = table(own={ANA: "2 wood 2 stone"})

    events = game.play(ANA, "play architect", "build cigar factory")

    assert events[1:] == [Paid(ANA, "wood", 2, "cost"), Paid(ANA, "stone", 2, "cost")]
    assert game.own(ANA) == ""


@pytest.mark.rule("CUB-12.3")
def test_paying_tax_and_duty_in_one_round_is_worth_5_points() -> None:
    game = table(own={ANA: "1 citrus"}, pesos={ANA: 2})
    game.begin_laws()

    game.play(ANA, "pay tax", "pay citrus")

    assert game.points == [2 + 2 + 1, 0]


@pytest.mark.rule("CUB-12.4")
@pytest.mark.parametrize("stone", [1, 2, 3, 4])
def test_cement_factory_with_the_foreman_up_to_4_stone_1_point_each(stone: int) -> None:
    game = table(own={ANA: "5 stone"}, built={ANA: {"row 1 column 2": "cement factory"}})

    events = game.play(ANA, "play foreman", "use cement factory", f"give {stone}")

    assert Scored(ANA, stone, "cement factory") in events
    assert game.supply["stone"] == 15 - 5 + stone
    assert game.awaited == [BEN]

"""Chapter 9, the worked examples of the rulebooks, with the people in them."""

import pytest

from havana_table import table
from malecon.games.havana.cards import CODE
from malecon.games.havana.events import Bought, Covered, Gained, HadNoEffect, Robbed
from malecon.games.havana.rules.order import number_of

PETER, TOBIAS, VANESSA, SARAH = range(4)
NUMBERS = {VANESSA: "siesta black market", PETER: "protection worker", TOBIAS: "protection materials thief"}


@pytest.mark.rule("HAV-9.1")
def test_07_24_and_26_act_in_this_order() -> None:
    game = table(3, shown=NUMBERS)

    game.begin_round()

    assert game.order == [VANESSA, PETER, TOBIAS]


@pytest.mark.rule("HAV-9.2")
def test_debris_takes_all_4_debris_of_the_centre() -> None:
    game = table(3, shown={VANESSA: "siesta debris"}, centre="4 debris")

    game.begin_round()

    assert (game.cubes(VANESSA), game.centre) == ("4 debris", "")


@pytest.mark.rule("HAV-9.3")
def test_of_three_conservation_cards_only_the_first_removes_a_tile() -> None:
    game = table(
        3,
        shown={0: "siesta conservation", 1: "refreshment conservation", 2: "protection conservation"},
        rows=[[1, 20, 21, 22], [23, 24, 25, 26]],
    )
    game.begin_round()

    game.play(0, "remove upper left")
    game.play(1, "perform conservation")

    assert game.tiles_in_box() >= {1}
    assert HadNoEffect(1, "conservation") in game.events
    assert HadNoEffect(2, "conservation") in game.events
    assert game.rows == [[20, 21, 22], [23, 24, 25, 26]]


@pytest.mark.rule("HAV-9.4")
def test_the_tax_collector_by_the_second_of_four_takes_from_the_third_and_the_fourth() -> None:
    game = table(
        4,
        shown={VANESSA: "siesta worker", PETER: "refreshment tax collector", TOBIAS: "worker mama"},
        workers={VANESSA: 2, TOBIAS: 1},
        cubes={SARAH: "1 loam 1 debris"},
    )
    game.begin_round()
    assert game.order == [VANESSA, PETER, TOBIAS, SARAH]

    game.play(PETER, "perform tax collector", "tax debris from 4")

    assert game.pesos[PETER] == 1
    assert (game.workers[VANESSA], game.workers[TOBIAS]) == (2 + 2, 0)
    assert (game.cubes(SARAH), game.box) == ("1 loam", "1 debris")
    assert game.supply_workers == 15 - 4


@pytest.mark.rule("HAV-9.5")
def test_the_pesos_thief_on_7_pesos_takes_3() -> None:
    game = table(3, shown={VANESSA: "siesta pesos thief"}, pesos={TOBIAS: 7})
    game.begin_round()

    events = game.play(VANESSA, "rob 2")

    assert events[0] == Robbed(VANESSA, TOBIAS, "peso", 3)
    assert (game.pesos[VANESSA], game.pesos[TOBIAS]) == (3, 4)


@pytest.mark.rule("HAV-9.6")
def test_the_materials_thief_may_take_1_loam_and_1_debris_of_4_coloured_cubes_and_3_debris() -> None:
    game = table(
        4,
        shown={TOBIAS: "siesta materials thief"},
        cubes={SARAH: "1 sandstone 1 loam 2 brick 3 debris"},
    )
    game.begin_round()

    game.play(TOBIAS, "steal loam from 4", "steal debris from 4")

    assert (game.cubes(TOBIAS), game.cubes(SARAH)) == ("1 loam 1 debris", "2 brick 1 sandstone 2 debris")


@pytest.mark.rule("HAV-9.7")
def test_of_10_pesos_the_first_pesos_card_takes_5_the_next_3() -> None:
    game = table(shown={0: "siesta pesos", 1: "siesta pesos"}, centre_pesos=10)

    events = game.begin_round()

    assert [event for event in events if isinstance(event, Gained)] == [Gained(0, "peso", 5), Gained(1, "peso", 3)]


@pytest.mark.rule("HAV-9.8")
def test_mama_takes_3_coloured_cubes_of_choice_and_3_debris() -> None:
    game = table(shown={PETER: "siesta mama"}, centre="1 loam 2 sandstone 3 brick 5 debris")
    game.begin_round()

    game.play(PETER, "take sandstone", "take sandstone", "take loam")

    assert game.cubes(PETER) == "2 sandstone 1 loam 3 debris"
    assert game.centre == "3 brick 2 debris"


@pytest.mark.rule("HAV-9.9")
def test_the_tile_for_1_brick_and_2_pesos() -> None:
    game = table(
        3,
        shown={VANESSA: "siesta protection"},
        cubes={VANESSA: "1 brick"},
        pesos={VANESSA: 2},
        rows=[[20, 21, 22, 5], [23, 24, 25, 26]],
    )
    game.begin_round()

    events = game.play(VANESSA, "buy upper right")

    assert events[0] == Bought(VANESSA, 5, "upper right")
    assert (game.cubes(VANESSA), game.box) == ("", "1 brick")
    assert (game.pesos[VANESSA], game.centre_pesos) == (0, 0)
    assert game.points[VANESSA] == 2


@pytest.mark.rule("HAV-9.10")
def test_a_new_8_on_the_0_of_0_and_7_makes_78() -> None:
    game = table(3, shown=NUMBERS)
    game.end_phase_1()
    game.play(VANESSA, "cover siesta with pesos")
    game.play(PETER, "cover worker with mama")

    game.play(TOBIAS, "cover materials thief with black market")

    assert game.shown(VANESSA) == ["black market", "pesos"]
    assert number_of(*(CODE[card] for card in game.shown(VANESSA))) == 78
    assert game.discards(VANESSA) == {"siesta"}


@pytest.mark.rule("HAV-9.11")
def test_buying_top_left_then_bottom_right_then_bottom_right_again() -> None:
    game = table(
        shown={0: "siesta protection"},
        cubes={0: "1 sandstone 3 debris"},
        pesos={0: 2},
        rows=[[1, 20, 21, 22], [23, 24, 25, 3, 2]],
    )
    game.begin_round()

    game.play(0, "buy upper left", "buy lower right", "buy lower right")

    assert game.owned(0) == {1, 2, 3}


@pytest.mark.rule("HAV-9.12")
def test_the_pesos_thief_by_the_second_of_four_chooses_the_third_or_the_fourth() -> None:
    game = table(
        4,
        shown={SARAH: "siesta worker", VANESSA: "refreshment pesos thief"},
        pesos={SARAH: 9},
    )
    game.begin_round()

    game.play(VANESSA, "perform pesos thief")

    assert game.legal(VANESSA) == ["rob 1", "rob 2"]


@pytest.mark.rule("HAV-9.13")
def test_0_and_6_are_06_and_2_and_8_are_28() -> None:
    assert number_of(CODE["materials thief"], CODE["siesta"]) == 6
    assert number_of(CODE["pesos"], CODE["protection"]) == 28


@pytest.mark.rule("HAV-9.14")
def test_the_three_players_cover_in_the_same_order() -> None:
    game = table(3, shown=NUMBERS)
    game.end_phase_1()

    game.play(VANESSA, "cover siesta with pesos")
    game.play(PETER, "cover worker with mama")
    game.play(TOBIAS, "cover materials thief with pesos")

    covered = [event for event in game.events if isinstance(event, Covered)]
    assert covered == [
        Covered(VANESSA, "siesta", "pesos"),
        Covered(PETER, "worker", "mama"),
        Covered(TOBIAS, "materials thief", "pesos"),
    ]


@pytest.mark.rule("HAV-9.15")
def test_with_two_cards_in_hand_after_the_reveal_taking_back_makes_11() -> None:
    discarded = "protection debris conservation tax collector worker architect pesos thief materials thief"
    game = table(shown={0: "siesta mama"}, discards={0: discarded})
    game.end_phase_1()
    game.play(0, "cover mama with pesos")
    game.play(1, "cover mama with siesta")
    assert game.hand(0) == {"refreshment", "black market"}

    game.play(0, "take back")

    assert len(game.hand(0)) == 11

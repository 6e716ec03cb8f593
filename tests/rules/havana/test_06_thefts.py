"""Chapter 6, the cards that take from other players."""

import pytest

from havana_table import ANA, BEN, CARLA, DIEGO, table
from malecon.games.havana.events import Gained, HadNoEffect, Performed, Robbed, Taxed

LAST = {BEN: "siesta worker", CARLA: "siesta architect"}
"""Two players who act before Ana, the thief."""


@pytest.mark.rule("HAV-6.2")
def test_protection_works_before_the_own_turn() -> None:
    game = table(
        3,
        shown={ANA: "siesta pesos thief", BEN: "protection mama"},
        pesos={BEN: 8, CARLA: 8},
    )

    game.begin_round()

    assert game.pesos == [4, 8, 4]  # Carla is the only possible victim


@pytest.mark.rule("HAV-6.2")
def test_protection_works_after_the_own_turn() -> None:
    game = table(shown={ANA: "pesos thief mama", BEN: "siesta protection"}, pesos={BEN: 8})
    game.begin_round()

    events = game.play(ANA, "perform pesos thief")

    assert events[1] == HadNoEffect(ANA, "pesos thief")
    assert game.pesos == [0, 8]


@pytest.mark.rule("HAV-6.2")
def test_a_protected_player_loses_nothing_to_tax_collectors() -> None:
    game = table(
        3,
        shown={ANA: "siesta tax collector", BEN: "protection mama"},
        workers={BEN: 1, CARLA: 1},
    )

    game.begin_round()

    assert game.workers == [0, 1, 0]


@pytest.mark.rule("HAV-6.2")
def test_protection_ends_with_the_round() -> None:
    game = table(shown={ANA: "siesta pesos thief", BEN: "siesta protection"}, pesos={BEN: 8})
    game.end_phase_1()
    game.play(BEN, "cover protection with worker")  # 04, acts first

    game.play(ANA, "cover siesta with refreshment")
    game.play(ANA, "perform pesos thief")

    assert game.pesos == [4, 4]


@pytest.mark.rule("HAV-6.5")
def test_the_tax_collector_takes_1_peso_from_the_supply() -> None:
    game = table(shown={ANA: "siesta tax collector"}, pesos={BEN: 3}, centre_pesos=5)

    events = game.begin_round()

    assert Gained(ANA, "peso", 1) in events
    assert (game.pesos, game.centre_pesos) == ([1, 3], 5)


@pytest.mark.rule("HAV-6.5")
def test_each_following_player_loses_one_worker_or_cube_of_the_collectors_choice() -> None:
    game = table(
        3,
        shown={ANA: "siesta tax collector", BEN: "black market pesos"},
        cubes={BEN: "2 brick 1 debris", CARLA: "1 glass"},
        workers={BEN: 1, CARLA: 2},
    )
    game.begin_round()

    assert game.legal(ANA) == ["tax brick from 2", "tax debris from 2", "tax worker from 2"]
    game.play(ANA, "tax worker from 2")
    assert game.legal(ANA) == ["tax glass from 3", "tax worker from 3"]
    game.play(ANA, "tax glass from 3")

    assert (game.cubes(BEN), game.cubes(CARLA)) == ("2 brick 1 debris", "")
    assert game.workers == [0, 0, 2]
    assert (game.cubes(ANA), game.box, game.supply_workers) == ("", "1 glass", 13)


@pytest.mark.rule("HAV-6.5")
def test_a_player_with_neither_loses_nothing() -> None:
    game = table(
        3, shown={ANA: "siesta tax collector", BEN: "black market pesos"}, pesos={BEN: 5}, cubes={CARLA: "1 brick"}
    )

    events = game.begin_round()

    assert [event for event in events if isinstance(event, Taxed)] == [Taxed(ANA, CARLA, "brick")]
    assert game.pesos == [1, 5, 0]


@pytest.mark.rule("HAV-6.5")
def test_if_nobody_follows_he_gets_only_the_peso() -> None:
    game = table(shown={ANA: "tax collector mama", BEN: "siesta worker"})
    game.begin_round()

    game.play(ANA, "perform tax collector")

    assert game.pesos == [1, 0]
    assert game.workers == [0, 2]


@pytest.mark.rule("HAV-6.5", "HAV-6.2")
def test_protected_players_are_passed_over_and_those_behind_pay() -> None:
    game = table(
        4,
        shown={ANA: "siesta worker", BEN: "siesta tax collector", CARLA: "protection worker", DIEGO: "worker mama"},
        workers={ANA: 1, CARLA: 1, DIEGO: 1},
    )  # Ben, Ana, Carla, Diego

    game.begin_round()

    assert game.workers == [0 + 2, 0, 1 + 1, 0]


@pytest.mark.rule("HAV-6.8")
def test_the_pesos_thief_chooses_one_following_player() -> None:
    game = table(
        4,
        shown={ANA: "worker pesos thief", BEN: "siesta architect"},
        pesos={BEN: 50, CARLA: 7, DIEGO: 4},
    )
    game.begin_round()

    game.play(ANA, "perform pesos thief")
    assert game.legal(ANA) == ["rob 3", "rob 4"]
    events = game.play(ANA, "rob 4")

    assert events[0] == Robbed(ANA, DIEGO, "peso", 2)
    assert game.pesos == [2, 50, 7, 2]


@pytest.mark.rule("HAV-6.8")
@pytest.mark.parametrize(("owned", "taken"), [(0, 0), (1, 0), (2, 1), (7, 3), (200, 100)])
def test_he_takes_half_of_the_pesos_rounded_down(owned: int, taken: int) -> None:
    game = table(shown={ANA: "siesta pesos thief"}, pesos={BEN: owned})

    game.begin_round()

    assert game.pesos == [taken, owned - taken]


@pytest.mark.rule("HAV-6.8")
def test_if_nobody_follows_he_robs_any_other_player() -> None:
    game = table(3, shown={ANA: "pesos thief mama", **LAST}, pesos={BEN: 6, CARLA: 8})
    game.begin_round()

    game.play(ANA, "perform pesos thief")
    assert game.legal(ANA) == ["rob 2", "rob 3"]
    game.play(ANA, "rob 2")

    assert game.pesos == [3, 3, 8]


@pytest.mark.rule("HAV-6.8", "HAV-4.3")
def test_the_theft_cannot_be_declined() -> None:
    game = table(3, shown={ANA: "siesta pesos thief"}, pesos={BEN: 6, CARLA: 8})

    game.begin_round()

    assert game.legal(ANA) == ["rob 2", "rob 3"]


@pytest.mark.rule("HAV-6.9")
def test_the_materials_thief_takes_1_cube_of_his_choice_debris_allowed() -> None:
    game = table(
        4,
        shown={ANA: "worker materials thief", BEN: "siesta architect"},
        cubes={BEN: "9 brick", CARLA: "1 brick 2 debris", DIEGO: "3 glass"},
    )
    game.begin_round()

    game.play(ANA, "perform materials thief")
    assert game.legal(ANA) == ["steal brick from 3", "steal debris from 3", "steal glass from 4"]
    events = game.play(ANA, "steal debris from 3")

    assert events[0] == Robbed(ANA, CARLA, "debris", 1)
    assert (game.cubes(ANA), game.cubes(CARLA), game.box) == ("1 debris", "1 brick 1 debris", "")


@pytest.mark.rule("HAV-6.9")
def test_3_coloured_cubes_and_much_debris_are_not_more_than_3_coloured_cubes() -> None:
    game = table(shown={ANA: "siesta materials thief"}, cubes={BEN: "3 brick 9 debris"})
    game.begin_round()

    game.play(ANA, "steal brick from 2")

    assert game.awaited == [BEN]
    assert game.cubes(ANA) == "1 brick"


@pytest.mark.rule("HAV-6.9")
@pytest.mark.parametrize(
    ("first", "second", "loot"),
    [
        pytest.param("brick", "brick", "2 brick", id="with 3 coloured cubes left after the first"),
        ("brick", "loam", "1 brick 1 loam"),
        ("loam", "debris", "1 loam 1 debris"),
        ("debris", "debris", "2 debris"),
        pytest.param("brick", "nothing", "1 brick", id="one is enough"),
    ],
)
def test_from_who_had_more_than_3_coloured_cubes_he_takes_1_or_2(first: str, second: str, loot: str) -> None:
    game = table(shown={ANA: "siesta materials thief"}, cubes={BEN: "3 brick 1 loam 2 debris"})
    game.begin_round()

    game.play(ANA, f"steal {first} from 2", f"steal {second} from 2")

    assert game.cubes(ANA) == loot
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-6.9", "HAV-4.9")
def test_the_second_cube_comes_from_the_same_victim_and_nothing_happens_between() -> None:
    game = table(3, shown={ANA: "siesta materials thief"}, cubes={BEN: "4 brick", CARLA: "5 glass"})
    game.begin_round()

    game.play(ANA, "steal brick from 2")

    assert game.legal(ANA) == ["steal brick from 2", "steal nothing from 2"]


@pytest.mark.rule("HAV-6.9")
def test_at_most_2_are_taken() -> None:
    game = table(shown={ANA: "siesta materials thief"}, cubes={BEN: "9 brick"})
    game.begin_round()

    game.play(ANA, "steal brick from 2")

    assert game.cubes(ANA) == "2 brick"
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-6.9")
def test_two_thefts_in_one_round_are_counted_apart() -> None:
    game = table(
        3, shown={ANA: "siesta materials thief", BEN: "worker materials thief"}, cubes={CARLA: "5 brick 5 loam"}
    )
    game.begin_round()
    game.play(ANA, "steal brick from 3", "steal nothing from 3")

    game.play(BEN, "perform materials thief", "steal brick from 3", "steal loam from 3")

    assert (game.cubes(ANA), game.cubes(BEN), game.cubes(CARLA)) == ("1 brick", "1 brick 1 loam", "3 brick 4 loam")


@pytest.mark.rule("HAV-6.9")
def test_from_a_victim_without_cubes_he_takes_nothing() -> None:
    game = table(shown={ANA: "siesta materials thief"}, pesos={BEN: 5})

    events = game.begin_round()

    assert Robbed(ANA, BEN, "debris", 0) in events
    assert (game.cubes(ANA), game.pesos) == ("", [0, 5])


@pytest.mark.rule("HAV-6.9")
def test_if_nobody_follows_the_materials_thief_robs_any_other_player() -> None:
    game = table(3, shown={ANA: "materials thief mama", **LAST}, cubes={BEN: "1 brick", CARLA: "1 loam"})
    game.begin_round()

    game.play(ANA, "perform materials thief")

    assert game.legal(ANA) == ["steal brick from 2", "steal loam from 3"]


THIEVES = {"pesos thief": ["rob 3", "rob 4"], "materials thief": ["steal glass from 3", "steal glass from 4"]}


@pytest.mark.rule("HAV-6.10")
@pytest.mark.parametrize("thief", THIEVES)
def test_a_protected_player_cannot_be_chosen(thief: str) -> None:
    game = table(
        4,
        shown={ANA: f"siesta {thief}", BEN: "protection mama"},
        cubes=dict.fromkeys((BEN, CARLA, DIEGO), "1 glass"),
    )

    game.begin_round()

    assert game.legal(ANA) == THIEVES[thief]


@pytest.mark.rule("HAV-6.10")
@pytest.mark.parametrize("thief", THIEVES)
def test_if_every_possible_victim_is_protected_the_theft_does_not_fall_back_on_players_who_have_acted(
    thief: str,
) -> None:
    game = table(
        3,
        shown={ANA: f"refreshment {thief}", BEN: "protection mama", CARLA: "siesta worker"},
        pesos={CARLA: 9},
        cubes={CARLA: "1 glass"},
    )  # Carla, Ana, Ben
    game.begin_round()

    events = game.play(ANA, f"perform {thief}")

    assert events[1:3] == [HadNoEffect(ANA, thief), Performed(ANA, "refreshment")]
    assert (game.pesos, game.cubes(CARLA)) == ([0, 0, 9], "1 glass")


@pytest.mark.rule("HAV-6.10")
@pytest.mark.parametrize("thief", THIEVES)
def test_if_nobody_follows_and_all_others_are_protected_the_theft_has_no_effect(thief: str) -> None:
    game = table(shown={ANA: f"{thief} mama", BEN: "siesta protection"}, pesos={BEN: 9}, cubes={BEN: "1 glass"})
    game.begin_round()

    events = game.play(ANA, f"perform {thief}")

    assert events[1:3] == [HadNoEffect(ANA, thief), Performed(ANA, "mama")]
    assert (game.pesos[BEN], game.cubes(BEN)) == (9, "1 glass")


@pytest.mark.rule("HAV-6.10")
def test_a_victim_with_nothing_may_be_chosen_even_when_another_has_something() -> None:
    game = table(3, shown={ANA: "siesta pesos thief"}, pesos={CARLA: 8})
    game.begin_round()
    assert game.legal(ANA) == ["rob 2", "rob 3"]

    game = table(3, shown={ANA: "siesta materials thief"}, cubes={CARLA: "1 glass"})
    game.begin_round()
    assert game.legal(ANA) == ["steal nothing from 2", "steal glass from 3"]

    events = game.play(ANA, "steal nothing from 2")

    assert events[0] == Robbed(ANA, BEN, "debris", 0)
    assert game.cubes(CARLA) == "1 glass"

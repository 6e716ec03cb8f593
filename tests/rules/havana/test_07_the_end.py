"""Chapter 7, the end."""

import pytest

from havana_table import ANA, BEN, CARLA, table
from malecon.games.havana.events import Ended, HadNoEffect, Supplied, TurnBegan

PESO_TILES = [[3, 20, 21, 8], [18, 24, 25, 23]]
"""Tile 3 costs 2 pesos, tile 18 costs 6."""

ONE_SHORT = {2: [35, 36, 32, 26], 3: [35, 36, 27], 4: [35, 36]}
"""By number of players: tiles worth one point less than wins."""


@pytest.mark.rule("HAV-7.1")
@pytest.mark.parametrize(("seats", "target"), [(2, 25), (3, 20), (4, 15)])
def test_who_has_25_20_or_15_points_at_the_end_of_his_turn_wins_at_once(seats: int, target: int) -> None:
    game = table(
        seats, shown={ANA: "siesta protection"}, owned={ANA: ONE_SHORT[seats]}, pesos={ANA: 2}, rows=PESO_TILES
    )
    game.begin_round()
    assert game.points[ANA] == target - 1

    events = game.play(ANA, "buy upper left")

    assert game.points[ANA] == target
    assert events[-1] == Ended(None, "points")
    assert TurnBegan(BEN) not in events  # the round is not finished
    assert (game.over, game.awaited, game.shares) == (True, [], [1.0] + [0.0] * (seats - 1))
    assert [game.legal(seat) for seat in range(seats)] == [[]] * seats


@pytest.mark.rule("HAV-7.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_point_less_is_not_enough(seats: int) -> None:
    game = table(seats, shown={ANA: "siesta protection"}, owned={ANA: ONE_SHORT[seats]})

    game.begin_round()

    assert not game.over
    assert game.awaited == [BEN]
    assert game.shares == [0.0] * seats


@pytest.mark.rule("HAV-7.1")
def test_until_he_ends_the_turn_he_may_go_on_buying() -> None:
    game = table(shown={ANA: "siesta protection"}, owned={ANA: ONE_SHORT[2]}, pesos={ANA: 8}, rows=PESO_TILES)
    game.begin_round()

    game.play(ANA, "buy upper left")
    assert not game.over
    assert game.legal(ANA) == ["buy lower left", "end turn"]
    game.play(ANA, "end turn")

    assert (game.over, game.ending) == (True, "points")


@pytest.mark.rule("HAV-7.2")
def test_when_no_tile_is_left_the_game_ends_at_once_and_most_points_win() -> None:
    game = table(shown={ANA: "siesta protection"}, owned={BEN: [36]}, pesos={ANA: 2}, rows=[[3], []], stack=[])
    game.begin_round()

    events = game.play(ANA, "buy upper left")

    assert events[-1] == Ended(None, "no tile left")
    assert game.points == [1, 7]
    assert game.shares == [0.0, 1.0]


@pytest.mark.rule("HAV-7.2")
def test_the_last_tile_counts() -> None:
    game = table(shown={ANA: "siesta protection"}, owned={ANA: [5], BEN: [6]}, pesos={ANA: 2}, rows=[[], [3]], stack=[])
    game.begin_round()

    game.play(ANA, "buy lower left")

    assert game.shares == [1.0, 0.0]


@pytest.mark.rule("HAV-7.2")
def test_conservation_can_end_the_game_and_what_the_turn_still_had_to_do_is_dropped() -> None:
    game = table(shown={ANA: "conservation pesos"}, owned={BEN: [1]}, centre_pesos=9, rows=[[], [3]], stack=[])
    game.begin_round()

    game.play(ANA, "perform conservation", "remove lower left")

    assert (game.over, game.ending) == (True, "no tile left")
    assert (game.pesos[ANA], game.centre_pesos) == (0, 9)


@pytest.mark.rule("HAV-7.2")
@pytest.mark.parametrize(
    ("rows", "stack"),
    [
        pytest.param([[3, 20], []], [], id="a tile is left in the rows"),
        pytest.param([[3, 20, 21], []], [22], id="the stack refills the row"),
    ],
)
def test_with_a_tile_left_the_game_goes_on(rows: list[list[int]], stack: list[int]) -> None:
    game = table(shown={ANA: "siesta protection"}, pesos={ANA: 2}, rows=rows, stack=stack)
    game.begin_round()

    game.play(ANA, "buy upper left")

    assert not game.over


@pytest.mark.rule("HAV-7.2")
def test_when_all_80_cubes_lie_in_the_box_the_game_ends_at_once() -> None:
    game = table(
        shown={ANA: "siesta protection"},
        cubes={ANA: "1 sandstone"},
        pesos={ANA: 2},
        bag="",
        rows=[[1, 20, 21, 22], [3, 24, 25, 26]],
    )
    game.begin_round()
    assert game.legal(ANA) == ["buy upper left", "buy lower left", "end turn"]

    game.play(ANA, "buy upper left")

    assert game.box == "10 brick 10 sandstone 10 loam 10 glass 40 debris"
    assert (game.over, game.ending) == (True, "no cube left")
    assert game.shares == [1.0, 0.0]


@pytest.mark.rule("HAV-7.2", "HAV-4.9")
def test_a_tax_collector_can_end_the_game_in_the_middle_of_his_action() -> None:
    game = table(
        3,
        shown={ANA: "tax collector pesos"},
        owned={CARLA: [1]},
        cubes={BEN: "1 loam"},
        workers={CARLA: 1},
        bag="",
        centre_pesos=9,
    )
    game.begin_round()

    game.play(ANA, "perform tax collector")

    assert (game.over, game.ending) == (True, "no cube left")
    assert (game.pesos[ANA], game.centre_pesos) == (1, 9)  # the other action is dropped
    assert game.workers[CARLA] == 1  # and so is the tax of the next player
    assert game.shares == [0.0, 0.0, 1.0]


@pytest.mark.rule("HAV-7.2")
@pytest.mark.parametrize(
    "elsewhere", [{"bag": "1 glass"}, {"bag": "", "centre": "1 glass"}, {"bag": "", "cubes": {BEN: "1 glass"}}], ids=str
)
def test_with_one_cube_out_of_the_box_the_game_goes_on(elsewhere: dict[str, str]) -> None:
    cubes = {BEN: "1 glass"} if "cubes" in elsewhere else {}
    game = table(
        shown={ANA: "siesta protection"},
        cubes={ANA: "1 sandstone", **cubes},
        bag=elsewhere["bag"],
        centre=elsewhere.get("centre", ""),
        rows=[[1, 20, 21, 22], [3, 24, 25, 26]],
    )
    game.begin_round()

    game.play(ANA, "buy upper left")

    assert not game.over


@pytest.mark.rule("HAV-7.3")
@pytest.mark.parametrize(
    ("idle_before", "bag", "centre", "ending"),
    [
        pytest.param(3, "", "", "", id="4 rounds, no cube"),
        pytest.param(4, "", "", "no purchase and no cube", id="5 rounds, no cube"),
        pytest.param(4, "1 glass", "", "", id="5 rounds, a cube comes from the bag"),
        pytest.param(4, "4 glass", "", "", id="5 rounds, a cube in the bag"),
        pytest.param(4, "", "1 debris", "", id="5 rounds, a cube in the centre"),
        pytest.param(7, "", "", "no purchase and no cube", id="8 rounds, the last cube gone just now"),
        pytest.param(13, "4 glass", "1 debris", "", id="14 rounds"),
        pytest.param(14, "4 glass", "1 debris", "no purchase", id="15 rounds"),
        pytest.param(14, "", "", "no purchase", id="15 rounds, no cube"),
    ],
)
def test_the_game_ends_after_phase_2_when_nobody_bought_for_long(
    idle_before: int, bag: str, centre: str, ending: str
) -> None:
    game = table(idle_rounds=idle_before, bag=bag, centre=centre, cubes={ANA: "3 brick"}, owned={ANA: [5], BEN: [20]})

    events = game.end_phase_1()

    assert game.ending == ending
    assert game.over is (ending != "")
    assert Supplied(None, "peso", 3) in events  # the end comes after phase 2
    assert game.shares == ([0.0, 1.0] if ending else [0.0, 0.0])


@pytest.mark.rule("HAV-7.3")
def test_a_purchase_sets_the_count_back_to_zero() -> None:
    game = table(
        shown={ANA: "siesta protection", BEN: "siesta mama"},
        pesos={ANA: 2},
        rows=[[3, 20, 21, 22], [23, 24, 25, 26]],
        idle_rounds=14,
    )
    game.begin_round()

    game.play(ANA, "buy upper left")

    assert game.question == "cover"
    assert game.state.idle_rounds == 0


@pytest.mark.rule("HAV-7.3")
def test_a_tile_removed_is_not_bought() -> None:
    game = table(
        shown={ANA: "siesta conservation", BEN: "siesta mama"},
        rows=[[3, 20, 21, 22], [23, 24, 25, 26]],
        idle_rounds=14,
    )
    game.begin_round()

    game.play(ANA, "remove upper left")

    assert game.ending == "no purchase"


@pytest.mark.rule("HAV-7.3")
def test_rounds_without_a_purchase_are_counted_one_by_one() -> None:
    game = table(shown={ANA: "siesta protection", BEN: "siesta worker"}, idle_rounds=13, bag="6 glass")
    game.begin_round()
    assert not game.over

    game.play(ANA, "cover protection with debris")
    game.play(BEN, "cover worker with architect")

    assert HadNoEffect(ANA, "debris") in game.events
    assert game.ending == "no purchase"


@pytest.mark.rule("HAV-7.4")
def test_ties_share_the_victory_without_tie_breakers() -> None:
    game = table(3, idle_rounds=14, owned={ANA: [5], BEN: [1], CARLA: [6]}, pesos={ANA: 50}, cubes={CARLA: "9 brick"})

    game.end_phase_1()

    assert game.shares == [0.5, 0.0, 0.5]


@pytest.mark.rule("HAV-7.4")
def test_ties_share_the_victory_when_no_tile_is_left_too() -> None:
    game = table(shown={ANA: "siesta protection"}, owned={BEN: [1]}, pesos={ANA: 2, BEN: 9}, rows=[[3], []], stack=[])
    game.begin_round()

    game.play(ANA, "buy upper left")

    assert game.shares == [0.5, 0.5]

"""Chapter 5, buying; exchanges are in ``test_05_exchanges.py``."""

import pytest

from havana_table import ANA, BEN, Table, own_tiles, table
from malecon.games.havana.events import Bought, Paid, Refilled
from malecon.games.havana.rules.buying import affordable_tiles

RICH = "5 brick 5 sandstone 5 loam 5 glass 4 debris"
ROWS = [[1, 8, 9, 10, 16, 2], [3, 12, 13, 14, 15, 4]]
FIVE = list(range(20, 25))


def buying(*costs: str, cubes: str = "", pesos: int = 0, workers: int = 0, shown: str = "siesta protection") -> Table:
    """Let Ana, who owns this, be asked what to buy; the tiles of one's own lie in the upper row from the left."""
    game = table(
        shown={ANA: shown},
        cubes={ANA: cubes},
        pesos={ANA: pesos},
        workers={ANA: workers},
        tiles=own_tiles(*costs),
        rows=[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]],
    )
    game.begin_round()
    return game


def rich(rows: list[list[int]], stack: list[int], shown: str = "siesta protection") -> Table:
    """Let Ana, who has all but enough to exchange, be asked what to buy of the printed tiles."""
    game = table(shown={ANA: shown}, cubes={ANA: RICH}, pesos={ANA: 4}, workers={ANA: 9}, rows=rows, stack=stack)
    game.begin_round()
    return game


@pytest.mark.rule("HAV-5.1")
def test_any_number_of_buildings_may_be_bought_one_after_the_other() -> None:
    game = buying("1 peso", "1 peso", "1 peso", pesos=3)

    game.play(ANA, "buy upper left", "buy upper left", "buy upper left")

    assert game.owned(ANA) == {1, 2, 3}
    assert game.points[ANA] == 3


@pytest.mark.rule("HAV-5.1")
def test_or_none() -> None:
    game = buying("1 peso", pesos=3)

    assert game.legal(ANA) == ["buy upper left", "end turn"]

    game.play(ANA, "end turn")

    assert game.owned(ANA) == set()
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-5.4")
def test_affordable_are_the_tiles_of_both_rows_that_could_be_paid_for() -> None:
    game = buying("1 peso", "2 pesos", "1 peso", "5 pesos", pesos=2)

    assert affordable_tiles(game.state, ANA) & 0b1111 == 0b0111


@pytest.mark.rule("HAV-5.1")
def test_who_can_buy_nothing_is_not_asked() -> None:
    game = buying("2 pesos", pesos=1)

    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-5.1")
def test_nobody_buys_in_the_turn_of_another_or_in_phase_3() -> None:
    game = buying("1 peso", pesos=3)

    assert game.legal(BEN) == []

    game = table(pesos={ANA: 9}, rows=[[3, 20, 21, 22], [18, 23, 24, 25]])
    game.end_phase_1()

    assert all(move.startswith("cover") for move in game.legal(ANA))


@pytest.mark.rule("HAV-5.2")
def test_only_the_four_tiles_at_the_ends_of_the_rows_can_be_bought() -> None:
    game = rich(ROWS, FIVE)

    assert game.legal(ANA) == ["buy upper left", "buy upper right", "buy lower left", "buy lower right", "end turn"]


@pytest.mark.rule("HAV-5.2")
@pytest.mark.parametrize(
    ("end", "tile", "next_one"),
    [("upper left", 1, 8), ("upper right", 2, 16), ("lower left", 3, 12), ("lower right", 4, 15)],
)
def test_a_tile_that_becomes_an_end_can_be_bought_at_once(end: str, tile: int, next_one: int) -> None:
    game = rich(ROWS, FIVE)

    first = game.play(ANA, f"buy {end}")
    game.play(ANA, f"buy {end}")

    assert first[0] == Bought(ANA, tile, end)
    assert Bought(ANA, next_one, end) in game.events


@pytest.mark.rule("HAV-5.2")
@pytest.mark.parametrize(
    ("upper", "lower", "ends"),
    [
        pytest.param([1, 2], [3], ["upper left", "upper right", "lower left"], id="two tiles, one tile"),
        pytest.param([3], [], ["upper left"], id="one tile, none"),
        pytest.param([], [1, 2, 3], ["lower left", "lower right"], id="none, three tiles"),
    ],
)
def test_a_row_of_two_has_two_ends_a_row_of_one_has_one(upper: list[int], lower: list[int], ends: list[str]) -> None:
    game = rich([upper, lower], [])

    assert game.legal(ANA) == [f"buy {end}" for end in ends] + ["end turn"]


@pytest.mark.rule("HAV-5.2")
def test_tiles_never_move_between_the_rows() -> None:
    game = rich([[1], [3, 12, 13, 14, 2]], [])

    game.play(ANA, "buy upper left")

    assert game.rows == [[], [3, 12, 13, 14, 2]]


@pytest.mark.rule("HAV-5.3")
def test_cubes_paid_go_to_the_box_pesos_and_workers_to_the_supply() -> None:
    game = buying("3 points 2 brick 1 glass 3 debris 2 pesos 2 workers", cubes=RICH, pesos=3, workers=2)
    assert (game.box, game.supply_workers) == ("", 13)

    events = game.play(ANA, "buy upper left")

    assert game.cubes(ANA) == "3 brick 5 sandstone 5 loam 4 glass 1 debris"
    assert game.box == "2 brick 1 glass 3 debris"
    assert (game.pesos[ANA], game.centre_pesos) == (1, 0 + 0)
    assert (game.workers[ANA], game.supply_workers) == (0, 15)
    assert events[:6] == [
        Bought(ANA, 1, "upper left"),
        Paid(ANA, "brick", 2),
        Paid(ANA, "glass", 1),
        Paid(ANA, "debris", 3),
        Paid(ANA, "worker", 2),
        Paid(ANA, "peso", 2),
    ]


@pytest.mark.rule("HAV-5.3")
def test_the_tile_lies_before_its_owner_and_its_points_can_never_be_lost() -> None:
    game = table(
        shown={ANA: "siesta protection", BEN: "tax collector materials thief"},
        owned={ANA: [35]},
        pesos={ANA: 2},
        rows=[[3, 20, 21, 22], [23, 24, 25, 26]],
    )
    game.begin_round()

    game.play(ANA, "buy upper left")
    game.play(BEN, "perform materials thief")

    assert game.owned(ANA) == {3, 35}
    assert game.points == [1 + 7, 0]


@pytest.mark.rule("HAV-5.4")
@pytest.mark.parametrize(
    ("shown", "can"),
    [
        pytest.param("siesta architect", True, id="the Architect lies open"),
        pytest.param("siesta protection", False, id="he is in hand"),
    ],
)
def test_a_tile_that_asks_for_the_architect_needs_him_open_now(shown: str, can: bool) -> None:
    game = buying("1 peso architect", "2 pesos", pesos=2, shown=shown)

    assert ("buy upper left" in game.legal(ANA)) is can


@pytest.mark.rule("HAV-5.4")
def test_a_discarded_architect_does_not_help() -> None:
    game = table(
        shown={ANA: "siesta protection"},
        discards={ANA: "architect"},
        pesos={ANA: 9},
        tiles=own_tiles("1 peso architect"),
    )

    game.begin_round()

    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-5.4")
def test_the_architect_is_not_spent() -> None:
    game = buying("1 peso architect", "1 peso architect", pesos=2, shown="siesta architect")

    game.play(ANA, "buy upper left", "buy upper left")

    assert game.owned(ANA) == {1, 2}
    assert game.shown(ANA) == ["siesta", "architect"]


@pytest.mark.rule("HAV-5.6")
def test_when_two_tiles_are_left_in_a_row_the_next_four_of_the_stack_come_between_them() -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], FIVE)

    events = game.play(ANA, "buy upper left")

    assert game.rows == [[8, 20, 21, 22, 23, 9], [3, 12, 13]]
    assert game.stack == [24]
    assert events[-4:] == [Refilled(None, tile, 1, column) for tile, column in zip(FIVE, range(2, 6), strict=False)]


@pytest.mark.rule("HAV-5.6")
@pytest.mark.parametrize(
    ("end", "rows"),
    [
        ("upper left", [[8, 20, 21, 22, 23, 9], [3, 12, 13]]),
        ("upper right", [[1, 20, 21, 22, 23, 8], [3, 12, 13]]),
        ("lower left", [[1, 8, 9], [12, 20, 21, 22, 23, 13]]),
        ("lower right", [[1, 8, 9], [3, 20, 21, 22, 23, 12]]),
    ],
)
def test_the_two_old_tiles_stay_the_ends_of_their_row(end: str, rows: list[list[int]]) -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], FIVE)

    game.play(ANA, f"buy {end}")

    assert game.rows == rows


@pytest.mark.rule("HAV-5.6")
def test_a_refilled_row_can_be_bought_from_at_once() -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], FIVE)

    game.play(ANA, "buy upper left", "buy upper left", "buy upper left")

    assert game.owned(ANA) == {1, 8, 20}


@pytest.mark.rule("HAV-5.6")
def test_a_row_of_four_is_not_refilled() -> None:
    game = rich([[1, 8, 9, 10], [3, 12, 13]], FIVE)

    game.play(ANA, "buy upper left")

    assert game.rows[0] == [8, 9, 10]


@pytest.mark.rule("HAV-5.6", "HAV-6.4")
def test_a_row_is_refilled_whatever_took_the_last_tile() -> None:
    game = table(shown={ANA: "siesta conservation"}, rows=[[3, 12, 13], [1, 8, 9]], stack=FIVE)
    game.begin_round()

    game.play(ANA, "remove lower right")

    assert game.rows == [[3, 12, 13], [1, 20, 21, 22, 23, 8]]


@pytest.mark.rule("HAV-5.6")
def test_the_stack_gives_exactly_six_refills_and_then_the_rows_shrink() -> None:
    game = table(shown={ANA: "siesta protection"}, pesos={ANA: 30}, tiles=own_tiles(*["1 peso"] * 36, count=36))
    game.begin_round()

    lengths = []
    for _ in range(30):
        game.play(ANA, "buy upper left")
        lengths.append(len(game.rows[0]))

    assert lengths == [5, 4, 3, 6] * 6 + [5, 4, 3, 2, 1, 0]
    assert game.stack == []


@pytest.mark.rule("HAV-5.6")
@pytest.mark.parametrize(
    ("stack", "row"),
    [
        pytest.param([20, 21], [8, 20, 21, 9], id="two tiles"),
        pytest.param([20], [8, 20, 9], id="one tile"),
        pytest.param([], [8, 9], id="none"),
    ],
)
def test_a_short_stack_gives_what_it_has(stack: list[int], row: list[int]) -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], stack)

    game.play(ANA, "buy upper left")

    assert game.rows[0] == row
    assert game.stack == []


@pytest.mark.rule("HAV-5.6")
def test_with_no_tile_left_the_row_shrinks_to_two_one_none() -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], [])

    rows = []
    for _ in range(3):
        game.play(ANA, "buy upper left")
        rows.append(game.rows[0])

    assert rows == [[8, 9], [9], []]


@pytest.mark.rule("HAV-5.6")
def test_a_row_refilled_by_a_short_stack_is_refilled_no_more() -> None:
    game = rich([[1, 8, 9], [3, 12, 13]], [20])

    game.play(ANA, "buy upper left", "buy upper left")

    assert game.rows[0] == [20, 9]

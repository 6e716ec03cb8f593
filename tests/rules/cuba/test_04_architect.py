"""Chapter 4, the Architect."""

from operator import le

import pytest

from cuba_table import ANA, BEN, CARLA, WAREHOUSE, table
from malecon.games.cuba.boards import FIELD_NAMES, WOOD
from malecon.games.cuba.buildings import BUILDINGS, STANDARD, Building
from malecon.games.cuba.events import Built, Paid, Scored
from malecon.games.cuba.rules import missing
from malecon.games.cuba.view import seen_by

RICH = "5 wood 5 stone 5 water"


@pytest.mark.rule("CUB-4.30")
def test_one_building_is_built() -> None:
    game = table(own={ANA: RICH})

    game.play(ANA, "play architect", "build inn", "place on row 2 column 2")

    assert game.awaited == [BEN]
    assert game.built(ANA) == {WAREHOUSE: "printed warehouse", "row 2 column 2": "inn"}


@pytest.mark.rule("CUB-4.30")
def test_or_the_alternative_is_taken() -> None:
    game = table(own={ANA: RICH})

    game.play(ANA, "play architect", "take points")

    assert game.awaited == [BEN]
    assert game.own(ANA) == RICH
    assert game.points[ANA] == 2


@pytest.mark.rule("CUB-4.30")
def test_who_builds_does_not_cover_a_space_of_the_alternative() -> None:
    game = table(own={ANA: RICH})

    game.play(ANA, "play architect", "build inn", "place on row 2 column 2")
    game.play(BEN, "play architect")

    assert game.points == [0, 2]


@pytest.mark.rule("CUB-4.31")
@pytest.mark.parametrize("building", STANDARD, ids=BUILDINGS)
def test_the_printed_resources_are_paid_to_the_supply(building: Building) -> None:
    game = table(own={ANA: RICH})
    wood, stone, water = building.cost.resources()

    events = game.play(ANA, "play architect", f"build {building.name}")

    paid = {event.piece: event.count for event in events if isinstance(event, Paid)}
    assert paid == {piece: n for piece, n in (("wood", wood), ("stone", stone), ("water", water)) if n}
    assert game.state.own[ANA, :3].tolist() == [5 - wood, 5 - stone, 5 - water]
    assert game.state.supply[:3].tolist() == [10 + wood, 10 + stone, 10 + water]


@pytest.mark.rule("CUB-4.31")
def test_what_is_asked_for_beyond_what_is_owned_is_missing() -> None:
    game = table(own={ANA: "2 wood"})

    assert [missing(game.state, ANA, WOOD, asked) for asked in range(5)] == [0, 0, 0, 1, 2]


@pytest.mark.rule("CUB-4.31")
@pytest.mark.parametrize("own", ["", "2 wood", RICH])
def test_affordable_are_the_buildings_whose_resources_are_owned(own: str) -> None:
    game = table(own={ANA: own})

    for tile in seen_by(game.state, ANA).tiles:
        is_owned = all(map(le, tile.building.cost.resources(), game.state.own[ANA].tolist()))
        assert tile.affordable == is_owned, tile.building.name


@pytest.mark.rule("CUB-4.31")
def test_the_tile_is_laid_on_any_field_without_a_building_but_not_on_the_warehouse() -> None:
    game = table(own={ANA: RICH}, pawn={ANA: "row 3 column 4"}, built={ANA: {"row 1 column 2": "hotel"}})

    game.play(ANA, "play architect", "build inn")

    assert game.legal(ANA) == [
        f"place on {field}" for field in FIELD_NAMES if field not in (WAREHOUSE, "row 1 column 2")
    ]


@pytest.mark.rule("CUB-4.31")
@pytest.mark.parametrize(
    "field",
    [
        pytest.param("row 2 column 3", id="the lake"),
        pytest.param("row 1 column 4", id="a mountain"),
        pytest.param("row 3 column 4", id="the pawn's field"),
    ],
)
def test_lake_mountains_and_the_pawns_field_are_built_on(field: str) -> None:
    game = table(own={ANA: RICH}, pawn={ANA: "row 3 column 4"})

    events = game.play(ANA, "play architect", "build inn", f"place on {field}")

    assert Built(ANA, "inn", field) in events
    assert game.built(ANA)[field] == "inn"


@pytest.mark.rule("CUB-4.31")
def test_only_what_can_be_paid_is_built() -> None:
    game = table(own={ANA: "2 wood 1 stone"})

    game.play(ANA, "play architect")

    assert game.legal(ANA) == [
        "build sawmill", "build monastery", "build small wharf", "build product market", "build small bank",
        "build town hall", "build lighthouse", "build warehouse", "take points",
    ]  # fmt: skip


@pytest.mark.rule("CUB-4.31", "CUB-1.4")
def test_a_tile_that_somebody_built_is_not_on_offer_any_more() -> None:
    game = table(
        3, own=dict.fromkeys(range(3), RICH), built={BEN: {"row 2 column 2": "inn", "row 3 column 3": "distillery"}}
    )

    game.play(ANA, "play architect")
    assert "build inn" not in game.legal(ANA)
    game.play(ANA, "build distillery", "place on row 2 column 2")
    game.play(BEN, "play architect")

    assert "build distillery" not in game.legal(BEN)


@pytest.mark.rule("CUB-4.31")
def test_without_a_free_field_nothing_is_built() -> None:
    tiles = (
        "cement factory", "sawmill", "golf course", "monastery", "rum café", "cigar bar", "small wharf",
        "large wharf", "hotel", "inn", "general store",
    )  # fmt: skip
    game = table(own={ANA: RICH}, built={ANA: dict(zip(FIELD_NAMES[1:], tiles, strict=True))})

    game.play(ANA, "play architect")

    assert game.points[ANA] == 2
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.32", "CUB-7.6")
@pytest.mark.parametrize(("pesos", "left"), [(2, 0), (9, 7)])
def test_under_the_building_act_2_pesos_more_are_paid(pesos: int, left: int) -> None:
    game = table(laws=["building act"], own={ANA: "2 stone"}, pesos={ANA: pesos})

    events = game.play(ANA, "play architect", "build dam")

    assert [event for event in events if isinstance(event, Paid)] == [
        Paid(ANA, "stone", 2, "cost"),
        Paid(ANA, "peso", 2, "cost"),
    ]
    assert game.pesos[ANA] == left


@pytest.mark.rule("CUB-4.32")
def test_under_the_building_act_who_has_not_2_pesos_builds_nothing() -> None:
    game = table(laws=["building act"], own={ANA: RICH}, pesos={ANA: 1})

    game.play(ANA, "play architect")

    assert game.points[ANA] == 2


@pytest.mark.rule("CUB-4.32")
def test_without_the_building_act_no_pesos_are_asked() -> None:
    game = table(laws=["drought act"], own={ANA: "2 stone"}, pesos={ANA: 5})

    game.play(ANA, "play architect", "build dam")

    assert game.pesos[ANA] == 5


@pytest.mark.rule("CUB-4.33")
def test_alternative_2_points_for_the_first_1_for_the_second() -> None:
    game = table(3)

    events = [event for seat in (ANA, BEN, CARLA) for event in game.play(seat, "play architect")]

    scored = [event for event in events if isinstance(event, Scored)]
    assert scored == [Scored(ANA, 2, "alternative"), Scored(BEN, 1, "alternative")]
    assert game.points == [2, 1, 0]

"""Chapter 8, the end of a round.

Ships 1 to 4, which lie at docks 1 to 3 and at sea unless it is said: CSTRG, CRRGG, CSSTT, SSTGG.
"""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import Arrived, Left, MovedUp, Returned

FULL = {
    "dock 1": "1 citrus 1 sugar 1 tobacco 1 rum 1 cigars",
    "dock 2": "1 citrus 2 rum 2 cigars",
    "dock 3": "1 citrus 2 sugar 2 tobacco",
}


@pytest.mark.rule("CUB-8.1")
def test_products_in_the_yard_go_back_and_all_else_stays() -> None:
    game = table(
        own={ANA: "2 wood 1 stone 1 water 3 citrus 2 sugar 1 tobacco 1 rum 2 cigars"}, stored={ANA: "1 citrus 2 sugar"}
    )

    events = game.end_laws()

    assert game.own(ANA) == "2 wood 1 stone 1 water 1 citrus 2 sugar 1 rum 2 cigars"
    assert [event for event in events if isinstance(event, Returned)] == [
        Returned(ANA, "citrus", 2),
        Returned(ANA, "tobacco", 1),
    ]
    assert game.supply["citrus"] == 18 - 3 - 1
    assert game.supply["tobacco"] == 18 - 3


@pytest.mark.rule("CUB-8.2", "CUB-8.6")
@pytest.mark.parametrize(("full", "left"), [("dock 1", 1), ("dock 2", 2)])
def test_full_ships_leave_in_round_1_too(full: str, left: int) -> None:
    game = table(round_no=1, ships=(1, 2, None, 4), cargo={full: FULL[full]})

    events = game.end_laws()

    assert [event for event in events if isinstance(event, Left)] == [Left(None, left, full)]
    assert game.pile[-1] == left
    assert left not in game.ships


@pytest.mark.rule("CUB-8.2")
def test_the_cargo_of_a_full_ship_goes_to_the_supply() -> None:
    game = table(round_no=1, ships=(1, 2, None, 4), cargo={"dock 1": FULL["dock 1"]}, market="")

    game.end_laws()

    assert list(game.supply.values()) == [15, 15, 15, 18, 18, 18, 15, 15]
    assert game.state.cargo.sum() == 0


@pytest.mark.rule("CUB-8.3")
def test_at_the_end_of_round_1_nothing_leaves_that_is_not_full() -> None:
    game = table(round_no=1, ships=(1, 2, None, 4), cargo={"dock 2": "1 rum"})

    events = game.end_laws()

    assert not any(isinstance(event, Left) for event in events)
    assert game.ships == [4, 1, 2, 3]
    assert game.cargo("dock 3") == "1 rum"


@pytest.mark.rule("CUB-8.3")
@pytest.mark.parametrize("round_no", [2, 3, 4, 5])
@pytest.mark.parametrize("cargo", ["", "1 citrus 2 sugar", FULL["dock 3"]])
def test_at_the_end_of_rounds_2_to_5_the_ship_at_dock_3_leaves_whatever_its_load(round_no: int, cargo: str) -> None:
    game = table(round_no=round_no, cargo={"dock 3": cargo, "dock 2": "1 rum"}, market="")

    events = game.end_laws()

    assert [event for event in events if isinstance(event, Left)] == [Left(None, 3, "dock 3")]
    assert game.ships == [4, 1, 2, 5]
    assert game.cargo("dock 3") == "1 rum"
    assert game.pile[-1] == 3
    assert game.supply["citrus"] == 18


@pytest.mark.rule("CUB-8.3")
def test_the_ship_that_moves_up_to_dock_3_stays() -> None:
    game = table()

    game.end_laws()
    assert game.ships[2] == 2
    game.end_laws()

    assert game.ships[2] == 1


@pytest.mark.rule("CUB-8.4")
@pytest.mark.parametrize(
    ("round_no", "ships", "full", "after"),
    [
        pytest.param(2, (1, 2, 3, 4), (), [4, 1, 2, 5], id="dock 3 leaves"),
        pytest.param(2, (1, 2, 3, 4), ("dock 1",), [5, 4, 2, 6], id="docks 1 and 3 leave"),
        pytest.param(2, (1, 2, 3, 4), ("dock 2",), [5, 4, 1, 6], id="docks 2 and 3 leave"),
        pytest.param(2, (1, 2, 3, 4), ("dock 1", "dock 2"), [6, 5, 4, 7], id="all docks leave"),
        pytest.param(1, (1, 2, None, 4), (), [4, 1, 2, 3], id="round 1"),
        pytest.param(1, (1, 2, None, 4), ("dock 1",), [3, 4, 2, 5], id="round 1, dock 1 leaves"),
        pytest.param(1, (1, 2, None, 4), ("dock 1", "dock 2"), [5, 3, 4, 6], id="round 1, both leave"),
    ],
)
def test_ships_close_up_towards_dock_3_and_new_ones_fill_from_there_to_the_sea(
    round_no: int, ships: tuple[int | None, ...], full: tuple[str, ...], after: list[int]
) -> None:
    game = table(round_no=round_no, ships=ships, cargo={place: FULL[place] for place in full})

    game.end_laws()

    assert game.ships == after


@pytest.mark.rule("CUB-8.4")
def test_ships_keep_order_and_cargo() -> None:
    game = table(cargo={"dock 1": "1 citrus 1 rum", "dock 2": "2 cigars"})

    events = game.end_laws()

    assert [event for event in events if isinstance(event, MovedUp | Arrived)] == [
        MovedUp(None, 2, "dock 3"), MovedUp(None, 1, "dock 2"), MovedUp(None, 4, "dock 1"), Arrived(None, 5, "sea"),
    ]  # fmt: skip
    assert [game.cargo(place) for place in ("dock 1", "dock 2", "dock 3", "sea")] == [
        "",
        "1 citrus 1 rum",
        "2 cigars",
        "",
    ]


@pytest.mark.rule("CUB-8.5")
def test_markers_and_characters_go_back() -> None:
    game = table(lap=3, hand={ANA: "worker mayor", BEN: "architect foreman"})
    game.play(ANA, "play mayor")
    game.play(BEN, "play architect")

    game.play(ANA, "bid 0")
    game.play(BEN, "enact subsidy other")
    game.play(ANA, "leave tax")

    assert game.hand(ANA) == game.hand(BEN) == {"worker", "tradeswoman", "architect", "foreman", "mayor"}
    game.play(ANA, "play mayor")
    game.play(BEN, "play architect")
    assert (game.pesos[ANA], game.points[BEN]) == (8, 4)


@pytest.mark.rule("CUB-8.6")
def test_ships_that_leave_together_go_under_the_pile_dock_3_first() -> None:
    game = table(cargo=FULL)

    events = game.end_laws()

    assert [event.ship for event in events if isinstance(event, Left)] == [3, 2, 1]
    assert game.pile[-3:] == [3, 2, 1]


@pytest.mark.rule("CUB-8.6")
def test_ship_cards_never_leave_the_game() -> None:
    game = table(cargo=FULL)

    for _ in range(4):
        game.end_laws()

        assert sorted([*game.pile, *(ship for ship in game.ships if ship is not None)]) == list(range(1, 16))

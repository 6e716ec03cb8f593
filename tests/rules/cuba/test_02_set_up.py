"""Chapter 2, set-up."""

import numpy as np
import pytest

from cuba_table import ANA, BEN, CARLA, DIEGO, EVA, WAREHOUSE, begun, set_up, table
from cuba_words import in_words
from malecon.core.random import new_source, shuffle
from malecon.games.cuba.boards import MARKET
from malecon.games.cuba.events import Arrived, BecameFirst, Gained, Loaded
from malecon.games.cuba.parliament_events import BillTurnedUp


@pytest.mark.rule("CUB-2.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_three_products_of_each_kind_and_two_goods_of_each_are_on_the_market(seats: int) -> None:
    game = set_up(seats)

    assert game.market == "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars"
    assert game.supply == {
        "wood": 15, "stone": 15, "water": 15, "citrus": 15, "sugar": 15, "tobacco": 15, "rum": 13, "cigars": 13,
    }  # fmt: skip


@pytest.mark.rule("CUB-2.1")
def test_the_tracks_of_products_go_from_6_to_2_and_those_of_goods_from_6_to_4() -> None:
    assert [track.prices for track in MARKET] == [(6, 5, 4, 3, 2)] * 3 + [(6, 5, 4)] * 2
    assert [(track.empty, track.full) for track in MARKET] == [(7, 1)] * 3 + [(7, 3)] * 2


@pytest.mark.rule("CUB-2.2")
@pytest.mark.parametrize("seed", [0, 7, 2**32])
def test_shuffled_ships_come_to_dock_1_dock_2_and_sea_and_the_rest_is_the_pile(seed: int) -> None:
    shuffled = np.arange(15, dtype=np.int8)
    shuffle(new_source(seed), shuffled, 15)
    from_top = [int(ship) + 1 for ship in reversed(shuffled)]

    game = set_up(seed=seed)

    assert game.ships == [from_top[0], from_top[1], None, from_top[2]]
    assert game.pile == from_top[3:]
    assert game.events[:3] == [
        Arrived(None, from_top[0], "dock 1"),
        Arrived(None, from_top[1], "dock 2"),
        Arrived(None, from_top[2], "sea"),
    ]


@pytest.mark.rule("CUB-2.2")
def test_every_ship_can_come_to_every_place() -> None:
    assert {set_up(seed=seed).ships[0] for seed in range(200)} == set(range(1, 16))


@pytest.mark.rule("CUB-2.2")
def test_in_round_1_nothing_can_be_loaded_at_dock_3() -> None:
    game = table(round_no=1, ships=(1, 2, None, 3), own={ANA: "1 citrus 1 rum"})

    game.play(ANA, "play mayor")

    assert game.legal(ANA) == [
        "load citrus on dock 1", "load rum on dock 1", "load citrus on dock 2", "load rum on dock 2", "take pesos",
    ]  # fmt: skip


@pytest.mark.rule("CUB-2.3")
def test_each_law_pile_is_shuffled_by_itself() -> None:
    piles = [set_up(seed=seed).state.law_pile for seed in range(200)]

    for law_type in range(4):
        cards = set(range(6 * law_type, 6 * law_type + 6))
        assert all(set(pile[law_type].tolist()) == cards for pile in piles)
        assert {int(pile[law_type, 0]) for pile in piles} == cards


@pytest.mark.rule("CUB-2.3")
def test_tax_2_and_duty_1_citrus_are_in_force_at_the_start_and_nothing_else() -> None:
    game = begun()

    assert game.laws == ["printed tax", "printed duty"]


@pytest.mark.rule("CUB-2.3")
def test_the_printed_laws_are_collected() -> None:
    game = table(round_no=1, ships=(1, 2, None, 3), pesos={ANA: 2, BEN: 1}, own={ANA: "1 citrus", BEN: "1 sugar"})
    game.begin_laws()

    game.play(ANA, "pay tax", "pay citrus")

    assert game.pesos == [0, 1]
    assert game.points == [5, 0]


@pytest.mark.rule("CUB-2.3")
def test_the_cards_tax_2_and_duty_citrus_exist_too() -> None:
    bills = {
        (event.kind, event.amount)
        for seed in range(60)
        for event in begun(seed=seed).events
        if isinstance(event, BillTurnedUp)
    }

    assert {("tax pesos", 2), ("duty citrus", 1)} <= bills


@pytest.mark.rule("CUB-2.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_random_player_is_first_player(seats: int) -> None:
    games = [set_up(seats, seed=seed) for seed in range(200)]

    assert {game.first for game in games} == set(range(seats))
    assert all(BecameFirst(game.first) in game.events for game in games)


@pytest.mark.rule("CUB-2.5")
@pytest.mark.parametrize("seats", [2, 5])
def test_each_player_begins_with_10_pesos_the_pawn_on_the_warehouse_and_5_characters(seats: int) -> None:
    game = begun(seats)

    assert game.pesos == [10] * seats
    assert all(game.pawn(seat) == WAREHOUSE for seat in range(seats))
    assert all(game.built(seat) == {WAREHOUSE: "printed warehouse"} for seat in range(seats))
    assert all(len(game.hand(seat)) == 5 for seat in range(seats))
    assert game.points == [0] * seats


@pytest.mark.rule("CUB-2.5")
def test_in_turn_order_each_chooses_two_resources_then_two_products_before_the_bills() -> None:
    game = next(game for seed in range(99) if (game := set_up(5, seed=seed)).first == DIEGO)

    for seat in (DIEGO, EVA, ANA, BEN, CARLA):
        assert game.awaited == [seat]
        assert game.legal(seat) == [
            "take wood wood", "take wood stone", "take wood water", "take stone stone", "take stone water",
            "take water water",
        ]  # fmt: skip
        assert game.bills == []
        game.play(seat, "take wood water")
        assert game.awaited == [seat]
        assert game.legal(seat) == [
            "take citrus citrus", "take citrus sugar", "take citrus tobacco", "take sugar sugar", "take sugar tobacco",
            "take tobacco tobacco",
        ]  # fmt: skip
        events = game.play(seat, "take tobacco tobacco")
        assert events[0] == Gained(seat, "tobacco", 2, "start")

    assert len(game.bills) == 4
    assert game.awaited == [DIEGO]


@pytest.mark.rule("CUB-2.5")
def test_the_first_pieces_come_from_the_supply_into_the_yard() -> None:
    game = begun(seats=2)

    assert game.own(ANA) == "1 wood 1 stone 1 citrus 1 sugar"
    assert game.stored(ANA) == ""
    assert game.supply["wood"] == 15 - 2
    assert game.supply["citrus"] == 15 - 2
    assert in_words(game.state.own[CARLA]) == ""


@pytest.mark.rule("CUB-2.6")
@pytest.mark.parametrize(("dock", "points"), [(1, 1), (2, 2), (3, 3)])
def test_a_dock_scores_1_2_or_3_points_for_each_piece(dock: int, points: int) -> None:
    game = table(ships=(8, 9, 10, 1) if dock > 1 else (12, 8, 9, 1), own={ANA: "2 citrus 1 tobacco 1 rum"})

    game.play(ANA, "play mayor")
    events = game.play(ANA, f"load citrus on dock {dock}", f"load rum on dock {dock}" if dock > 1 else "end loading")

    assert events[0] == Loaded(ANA, "citrus", f"dock {dock}", points)
    assert game.points[ANA] == points * (2 if dock > 1 else 1)

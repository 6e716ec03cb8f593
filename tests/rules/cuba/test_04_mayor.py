"""Chapter 4, the Mayor, and the harbour act.

Ships 1 to 4, which lie at docks 1 to 3 and at sea unless it is said: CSTRG, CRRGG, CSSTT, SSTGG.
"""

import pytest

from cuba_table import ANA, BEN, Table, table
from malecon.games.cuba.events import Arrived, Gained, Left, Loaded, MovedUp

ALL_KINDS = "3 citrus 3 sugar 3 tobacco 3 rum 3 cigars"


@pytest.mark.rule("CUB-4.50")
def test_any_number_of_matching_pieces_is_loaded_on_one_ship() -> None:
    game = table(own={ANA: ALL_KINDS})

    game.play(ANA, "play mayor", "load rum on dock 2", "load cigars on dock 2", "load rum on dock 2", "end loading")

    assert game.cargo("dock 2") == "2 rum 1 cigars"
    assert game.points[ANA] == 3 * 2
    assert game.own(ANA) == "3 citrus 3 sugar 3 tobacco 1 rum 2 cigars"
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.50")
def test_each_ship_at_docks_1_2_or_3_may_be_chosen_but_not_the_ship_at_sea() -> None:
    game = table(own={ANA: ALL_KINDS})

    game.play(ANA, "play mayor")

    assert game.legal(ANA) == [
        *(f"load {kind} on dock 1" for kind in ("citrus", "sugar", "tobacco", "rum", "cigars")),
        *(f"load {kind} on dock 2" for kind in ("citrus", "rum", "cigars")),
        *(f"load {kind} on dock 3" for kind in ("citrus", "sugar", "tobacco")),
        "take pesos",
    ]


@pytest.mark.rule("CUB-4.50")
def test_never_two_ships() -> None:
    game = table(own={ANA: ALL_KINDS})

    game.play(ANA, "play mayor", "load citrus on dock 3")

    assert game.legal(ANA) == ["load sugar on dock 3", "load tobacco on dock 3", "end loading"]


@pytest.mark.rule("CUB-4.50")
def test_who_loads_does_not_take_the_alternative() -> None:
    game = table(own={ANA: ALL_KINDS})

    game.play(ANA, "play mayor", "load citrus on dock 3", "end loading")
    game.play(BEN, "play mayor")

    assert game.pesos == [0, 4]


@pytest.mark.rule("CUB-4.50")
def test_when_nothing_more_can_be_loaded_the_action_ends() -> None:
    game = table(own={ANA: "1 citrus 1 rum"})

    game.play(ANA, "play mayor", "load citrus on dock 3")

    assert game.awaited == [BEN]
    assert game.own(ANA) == "1 rum"


@pytest.mark.rule("CUB-4.51")
def test_a_ship_takes_what_its_five_spaces_show_and_no_more() -> None:
    game = table(
        own={ANA: ALL_KINDS}, cargo={"dock 1": "1 citrus 1 sugar", "dock 2": "2 rum 2 cigars", "dock 3": "1 citrus"}
    )

    game.play(ANA, "play mayor")

    assert game.legal(ANA) == [
        *(f"load {kind} on dock 1" for kind in ("tobacco", "rum", "cigars")),
        "load citrus on dock 2",
        *(f"load {kind} on dock 3" for kind in ("sugar", "tobacco")),
        "take pesos",
    ]


@pytest.mark.rule("CUB-4.51")
def test_a_full_ship_takes_nothing_and_stays_until_the_end_of_the_round() -> None:
    game = table(own={ANA: "2 citrus 2 rum 2 cigars"})

    events = game.play(
        ANA, "play mayor", *(f"load {kind} on dock 2" for kind in ("citrus", "rum", "rum", "cigars", "cigars"))
    )

    assert game.ships == [1, 2, 3, 4]
    assert not any(isinstance(event, Left) for event in events)
    game.play(BEN, "play mayor")
    assert game.state.cargo[1].sum() == 5


@pytest.mark.rule("CUB-4.52")
def test_alternative_4_pesos_for_the_first_2_for_the_second() -> None:
    game = table(3)

    events = [event for seat in range(3) for event in game.play(seat, "play mayor")]

    assert [event for event in events if isinstance(event, Gained)] == [
        Gained(0, "peso", 4, "alternative"), Gained(1, "peso", 2, "alternative"),
    ]  # fmt: skip
    assert game.pesos == [4, 2, 0]


def filling(place: str, law: str = "harbour act", **more: str) -> Table:
    """Return a table with a ship at ``place`` that lacks a citrus, which Ana has."""
    number = {"dock 1": 0, "dock 2": 1, "dock 3": 2}[place]
    ships = [12, 13, 14, 15]
    lacks = ["1 citrus 1 sugar 1 tobacco 1 rum", "1 citrus 1 sugar 1 tobacco 1 cigars", "1 citrus 2 sugar 1 rum"]
    cargo = {place: lacks[number]} | {"sea": "", **more}
    return table(laws=[law], ships=ships, cargo=cargo, own={ANA: "1 citrus 1 cigars"})


@pytest.mark.rule("CUB-4.53", "CUB-7.6")
@pytest.mark.parametrize(
    ("place", "points", "ships", "moved"),
    [
        ("dock 1", 1, [15, 13, 14, 1], [MovedUp(None, 15, "dock 1")]),
        ("dock 2", 2, [15, 12, 14, 1], [MovedUp(None, 12, "dock 2"), MovedUp(None, 15, "dock 1")]),
        (
            "dock 3", 3, [15, 12, 13, 1],
            [MovedUp(None, 13, "dock 3"), MovedUp(None, 12, "dock 2"), MovedUp(None, 15, "dock 1")],
        ),
    ],
)  # fmt: skip
def test_under_the_harbour_act_a_filled_ship_leaves_and_those_behind_it_move_down(
    place: str, points: int, ships: list[int], moved: list[MovedUp]
) -> None:
    game = filling(place)
    filled = {"dock 1": 12, "dock 2": 13, "dock 3": 14}[place]

    events = game.play(ANA, "play mayor", f"load citrus on {place}")

    first = events.index(Loaded(ANA, "citrus", place, points))
    assert events[first + 1 : first + 2] == [Left(None, filled, place)]
    assert [event for event in events if isinstance(event, MovedUp)] == moved
    assert Arrived(None, 1, "sea") in events
    assert game.ships == ships
    assert game.points[ANA] == points
    assert game.pile[-1] == filled
    assert len(game.pile) == 11
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.53")
def test_its_cargo_goes_to_the_supply_and_the_others_keep_theirs() -> None:
    game = filling("dock 2", **{"dock 1": "1 citrus", "dock 3": "1 rum"})

    game.play(ANA, "play mayor", "load citrus on dock 2")

    assert game.supply["citrus"] == 18 - 3 - 1  # all but those of the market and at dock 1
    assert game.supply["cigars"] == 15 - 2 - 1
    assert [game.cargo(place) for place in ("dock 1", "dock 2", "dock 3", "sea")] == ["", "1 citrus", "1 rum", ""]


@pytest.mark.rule("CUB-4.53")
def test_a_ship_that_is_not_filled_stays() -> None:
    game = filling("dock 2")

    game.play(ANA, "play mayor", "load citrus on dock 1")

    assert game.ships == [12, 13, 14, 15]


@pytest.mark.rule("CUB-4.53")
def test_without_the_harbour_act_a_filled_ship_stays() -> None:
    game = filling("dock 2", law="drought act")

    game.play(ANA, "play mayor", "load citrus on dock 2")

    assert game.ships == [12, 13, 14, 15]
    assert game.points[ANA] == 2


@pytest.mark.rule("CUB-4.53")
def test_a_wharf_fills_a_ship_too_and_a_second_wharf_may_load_the_ship_that_moved_up() -> None:
    game = table(
        laws=["harbour act"],
        ships=(2, 5, 13, 14),
        cargo={"dock 3": "1 citrus 1 sugar 1 tobacco 1 cigars"},
        own={ANA: "1 citrus 2 tobacco"},
        built={ANA: {"row 1 column 2": "small wharf", "row 1 column 3": "large wharf"}},
    )

    game.play(ANA, "play foreman", "use small wharf", "load citrus on dock 3")
    assert game.ships == [14, 2, 5, 1]
    game.play(ANA, "use large wharf")
    assert "load tobacco on dock 3" in game.legal(ANA)
    game.play(ANA, "load tobacco on dock 3")

    assert game.points[ANA] == 3 + 3 + 3
    assert game.cargo("dock 3") == "2 tobacco"


@pytest.mark.rule("CUB-4.53")
def test_a_large_wharf_that_fills_a_ship_with_its_first_piece_is_done() -> None:
    game = table(
        laws=["harbour act"],
        ships=(12, 13, 14, 15),
        cargo={"dock 3": "1 citrus 2 sugar 1 rum"},
        own={ANA: "2 citrus"},
        built={ANA: {"row 1 column 2": "large wharf"}},
        pawn={ANA: "row 3 column 2"},
    )

    game.play(ANA, "play foreman", "use large wharf", "load citrus on dock 3")

    assert game.own(ANA) == "1 citrus"
    assert game.points[ANA] == 3


@pytest.mark.rule("CUB-4.53")
def test_the_act_is_never_in_force_in_round_1() -> None:
    game = table(round_no=1, ships=(1, 2, None, 3), bills=["harbour act"])

    assert game.laws == ["printed tax", "printed duty"]

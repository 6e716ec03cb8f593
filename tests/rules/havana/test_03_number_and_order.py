"""Chapter 3, number and order."""

from collections.abc import Mapping
from typing import TypedDict

import pytest

from havana_table import ANA, BEN, CARLA, DIEGO, table
from malecon.games.havana.cards import CODE
from malecon.games.havana.events import Preceded
from malecon.games.havana.rules.order import number_of


@pytest.mark.rule("HAV-3.1")
@pytest.mark.parametrize(
    ("card", "other", "number"),
    [
        ("black market", "siesta", 7),
        ("protection", "worker", 24),
        ("pesos", "debris", 28),
        ("protection", "debris", 22),
        ("mama", "mama", 99),
    ],
)
def test_two_open_cards_make_a_number_the_lower_digit_first(card: str, other: str, number: int) -> None:
    assert number_of(CODE[card], CODE[other]) == number
    assert number_of(CODE[other], CODE[card]) == number


@pytest.mark.rule("HAV-3.2")
def test_the_lowest_number_acts_first() -> None:
    game = table(
        4,
        shown={
            ANA: "pesos mama",  # 89
            BEN: "worker debris",  # 24
            CARLA: "debris mama",  # 29
            DIEGO: "refreshment mama",  # 19
        },
        discards={DIEGO: "siesta"},
    )

    game.begin_round()

    assert game.order == [DIEGO, BEN, CARLA, ANA]
    assert game.awaited == [DIEGO]


@pytest.mark.rule("HAV-3.2")
def test_the_same_order_holds_for_phase_1_and_phase_3() -> None:
    game = table(3, shown={ANA: "pesos mama", BEN: "debris mama", CARLA: "worker mama"}, centre="8 debris")
    acted = []

    game.begin_round()
    for _ in range(3):
        (seat,) = game.awaited
        acted.append(seat)
        game.play(seat, "perform mama")
    for _ in range(3):
        (seat,) = game.awaited
        acted.append(seat)
        game.play(seat, "cover mama with siesta")

    assert acted == [BEN, CARLA, ANA] * 2


@pytest.mark.rule("HAV-3.2")
def test_ties_are_decided_once_at_the_reveal_with_what_the_players_own_then() -> None:
    game = table(shown={ANA: "siesta pesos", BEN: "siesta pesos"}, pesos={ANA: 1, BEN: 2}, centre_pesos=50)

    game.begin_round()

    assert game.pesos == [1 + 25, 2 + 13]  # Ana owns more now
    assert game.question == "cover"
    assert game.awaited == [ANA]


class Property(TypedDict, total=False):
    """What somebody owns."""

    pesos: Mapping[int, int]
    workers: Mapping[int, int]
    cubes: Mapping[int, str]
    owned: Mapping[int, list[int]]


@pytest.mark.rule("HAV-3.3")
@pytest.mark.parametrize(
    ("belongings", "ages", "by"),
    [
        pytest.param(
            Property(owned={ANA: [5], BEN: [1]}, cubes={BEN: "9 brick 9 debris"}, pesos={BEN: 99}, workers={BEN: 9}),
            (ANA, BEN),
            "points",
            id="fewest points",
        ),
        pytest.param(
            Property(
                owned={ANA: [5], BEN: [6]},
                cubes={ANA: "1 brick 1 loam", BEN: "1 glass 9 debris"},
                pesos={BEN: 99},
                workers={BEN: 9},
            ),
            (ANA, BEN),
            "coloured cubes",
            id="then fewest coloured cubes, without debris",
        ),
        pytest.param(
            Property(
                cubes={ANA: "1 brick 1 loam", BEN: "2 sandstone 9 debris"}, pesos={ANA: 3, BEN: 2}, workers={BEN: 9}
            ),
            (ANA, BEN),
            "pesos",
            id="then fewest pesos",
        ),
        pytest.param(
            Property(pesos={ANA: 3, BEN: 3}, workers={ANA: 2, BEN: 1}, cubes={BEN: "9 debris"}),
            (ANA, BEN),
            "workers",
            id="then fewest workers",
        ),
        pytest.param(
            Property(workers={ANA: 2, BEN: 2}, cubes={ANA: "3 debris", BEN: "2 debris"}),
            (ANA, BEN),
            "debris",
            id="then fewest debris",
        ),
        pytest.param(
            Property(workers={ANA: 2, BEN: 2}, cubes={ANA: "3 debris", BEN: "3 debris"}),
            (BEN, ANA),
            "age",
            id="then the youngest",
        ),
    ],
)
def test_of_equal_numbers_ben_acts_first(belongings: Property, ages: tuple[int, int], by: str) -> None:
    game = table(shown={ANA: "protection mama", BEN: "debris mama"}, ages=ages, **belongings)

    events = game.begin_round()

    assert game.order == [BEN, ANA]
    assert Preceded(BEN, ANA, by) in events


@pytest.mark.rule("HAV-3.3")
def test_ties_of_four_are_broken_one_by_one() -> None:
    game = table(
        4, pesos={ANA: 3, BEN: 1, CARLA: 3, DIEGO: 1}, workers={BEN: 1, CARLA: 1}, ages=(DIEGO, CARLA, BEN, ANA)
    )

    events = game.begin_round()

    assert game.order == [DIEGO, BEN, ANA, CARLA]
    assert [event for event in events if isinstance(event, Preceded)] == [
        Preceded(DIEGO, BEN, "workers"),
        Preceded(BEN, ANA, "pesos"),
        Preceded(ANA, CARLA, "workers"),
    ]


@pytest.mark.rule("HAV-3.3")
def test_what_a_player_owns_does_not_matter_when_the_numbers_differ() -> None:
    game = table(shown={ANA: "debris mama", BEN: "protection pesos"}, owned={BEN: [35, 36]}, pesos={BEN: 9})

    events = game.begin_round()

    assert game.order == [BEN, ANA]
    assert not any(isinstance(event, Preceded) for event in events)

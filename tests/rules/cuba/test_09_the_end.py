"""Chapter 9, the end of the game."""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import Ended, Left, Returned, Scored


@pytest.mark.rule("CUB-9.1", "CUB-13")
def test_after_round_6_each_building_built_scores_2_and_the_printed_warehouse_nothing() -> None:
    game = table(
        3,
        round_no=6,
        built={ANA: {"row 1 column 2": "inn", "row 3 column 3": "hotel"}, BEN: {"row 1 column 2": "warehouse"}},
    )

    events = game.end_laws()

    assert events == [Scored(ANA, 4, "buildings"), Scored(BEN, 2, "buildings"), Ended(None)]
    assert game.points == [4, 2, 0]
    assert game.over
    assert game.awaited == []


@pytest.mark.rule("CUB-9.1", "CUB-8.1", "CUB-8.3")
def test_there_is_no_end_of_round_after_round_6() -> None:
    game = table(round_no=6, own={ANA: "3 citrus"})

    events = game.end_laws()

    assert game.own(ANA) == "3 citrus"
    assert game.ships == [1, 2, 3, 4]
    assert not any(isinstance(event, Left | Returned) for event in events)


@pytest.mark.rule("CUB-9.1")
@pytest.mark.parametrize("round_no", [1, 2, 3, 4, 5])
def test_the_game_does_not_end_before(round_no: int) -> None:
    game = table(round_no=round_no, ships=(1, 2, 3 if round_no > 1 else None, 4))

    game.end_laws()

    assert not game.over
    assert game.shares == [0.0, 0.0]


@pytest.mark.rule("CUB-9.2")
@pytest.mark.parametrize(
    ("points", "pesos", "shares"),
    [
        pytest.param((10, 11, 9), (9, 0, 9), [0, 1, 0], id="most points"),
        pytest.param((10, 10, 9), (3, 4, 9), [0, 1, 0], id="tied, most pesos"),
        pytest.param((10, 10, 9), (4, 3, 9), [1, 0, 0], id="tied, most pesos, the other"),
        pytest.param((10, 10, 9), (4, 4, 9), [0.5, 0.5, 0], id="still tied, shared"),
        pytest.param((10, 10, 10), (4, 4, 4), [1 / 3, 1 / 3, 1 / 3], id="shared by three"),
        pytest.param((10, 10, 10), (4, 5, 5), [0, 0.5, 0.5], id="shared by two of three"),
    ],
)
def test_most_points_win_then_most_pesos_then_the_victory_is_shared(
    points: tuple[int, ...], pesos: tuple[int, ...], shares: list[float]
) -> None:
    game = table(3, round_no=6, points=dict(enumerate(points)), pesos=dict(enumerate(pesos)))

    game.end_laws()

    assert game.shares == pytest.approx(shares)


@pytest.mark.rule("CUB-9.2", "CUB-9.1")
def test_the_points_for_buildings_are_counted_before_the_winner_is() -> None:
    game = table(round_no=6, points={ANA: 10, BEN: 11}, built={ANA: {"row 1 column 2": "inn"}})

    game.end_laws()

    assert game.shares == [1, 0]


@pytest.mark.rule("CUB-9.2")
def test_the_score_track_laps_at_80_and_points_keep_counting() -> None:
    game = table(round_no=6, points={ANA: 79, BEN: 200}, built={ANA: {"row 1 column 2": "inn"}})

    game.end_laws()

    assert game.points == [81, 200]

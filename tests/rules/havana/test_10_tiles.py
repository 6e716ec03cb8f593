"""Chapter 10, the reconstructed tiles."""

from collections import Counter

import numpy as np
import pytest

from havana_table import set_up
from malecon.games.havana.buildings import PIECES, TILES


@pytest.mark.rule("HAV-10")
def test_only_tile_5_is_documented() -> None:
    assert [tile.id for tile in TILES if tile.status == "documented"] == [5]
    assert {tile.status for tile in TILES} == {"documented", "reconstructed"}


@pytest.mark.rule("HAV-10")
def test_values_1_to_7_are_counted_4_7_8_7_5_3_2_and_make_127_points() -> None:
    values = Counter(tile.points for tile in TILES)

    assert [values[points] for points in range(1, 8)] == [4, 7, 8, 7, 5, 3, 2]
    assert sum(tile.points for tile in TILES) == 127


@pytest.mark.rule("HAV-10")
def test_what_all_tiles_ask_for_together() -> None:
    asked = dict(zip(PIECES, map(sum, zip(*(tile.cost.pieces() for tile in TILES), strict=True)), strict=True))

    assert asked == {
        "brick": 18, "sandstone": 18, "loam": 18, "glass": 18, "debris": 26, "worker": 16, "peso": 39,
    }  # fmt: skip


@pytest.mark.rule("HAV-10")
def test_9_tiles_of_value_3_and_more_ask_for_the_architect() -> None:
    asking = [tile.points for tile in TILES if tile.architect]

    assert len(asking) == 9
    assert min(asking) == 3


@pytest.mark.rule("HAV-10")
def test_a_point_costs_about_2_units() -> None:
    unit = np.array([2, 2, 2, 2, 0.5, 2, 1])
    a_point = [(unit @ tile.cost.pieces() + 1.5 * tile.architect) / tile.points for tile in TILES]

    assert 1.5 <= min(a_point) <= max(a_point) <= 2.5
    assert 1.9 < np.mean(a_point) < 2.1


@pytest.mark.rule("HAV-10")
def test_4_percent_of_the_set_ups_have_no_cheap_end_tile() -> None:
    swaps = [set_up(seed=seed).question == "fetch" for seed in range(1000)]

    assert 0.02 < np.mean(swaps) < 0.06

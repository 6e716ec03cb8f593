"""Chapter 2, set-up."""

from itertools import count

import numpy as np
import pytest

from havana_table import ANA, BEN, CARLA, DIEGO, Table, own_tiles, set_up
from malecon.core.random import new_source, shuffle
from malecon.games.havana.buildings import TILES, Tiles
from malecon.games.havana.cards import NAMES
from malecon.games.havana.events import Dealt, Fetched, Revealed, Supplied


@pytest.mark.rule("HAV-2.1")
@pytest.mark.parametrize("seed", [0, 7, 2**32])
def test_the_shuffled_tiles_make_two_rows_of_six_and_the_stack(seed: int) -> None:
    shuffled = np.arange(36, dtype=np.int8)
    shuffle(new_source(seed), shuffled, 36)
    from_top = [int(tile) + 1 for tile in reversed(shuffled)]

    game = set_up(seed=seed)

    assert game.rows == [from_top[:6], from_top[6:12]]
    assert game.stack == from_top[12:]


@pytest.mark.rule("HAV-2.1")
def test_every_tile_can_come_to_every_place() -> None:
    first_tiles = {set_up(seed=seed).rows[0][0] for seed in range(600)}

    assert first_tiles == set(range(1, 37))


def dear_but(cheap: int, count_of_cheap: int, count_of_all: int = 36) -> Tiles:
    """Return tiles worth 4 points, except the last ones."""
    dear = count_of_all - count_of_cheap
    return own_tiles(*["4 points 99 pesos"] * dear, *[f"{cheap} points 99 pesos"] * count_of_cheap, count=count_of_all)


def set_up_that_asks(question: str, tiles: Tiles, seats: int = 2, ages: tuple[int, ...] | None = None) -> Table:
    """Return the first set-up, by seed, that waits for the oldest player."""
    return next(
        game for seed in count() if (game := set_up(seats, seed=seed, tiles=tiles, ages=ages)).question == question
    )


def ends(game: Table) -> set[int]:
    """Return the numbers of the four end tiles."""
    return {row[place] for row in game.rows for place in (0, -1)}


@pytest.mark.rule("HAV-2.2")
@pytest.mark.parametrize("seed", range(200))
def test_an_end_tile_is_worth_1_2_or_3_or_the_oldest_player_swaps(seed: int) -> None:
    game = set_up(seed=seed)

    cheapest = min(TILES[tile - 1].points for tile in ends(game))
    assert game.question == ("choose" if cheapest <= 3 else "fetch")


@pytest.mark.rule("HAV-2.2")
def test_the_oldest_player_picks_a_tile_worth_1_2_or_3_of_the_stack() -> None:
    game = set_up_that_asks("fetch", TILES, seats=3, ages=(CARLA, ANA, BEN))

    cheap = sorted(tile for tile in game.stack if TILES[tile - 1].points <= 3)
    assert game.awaited == [BEN]
    assert game.legal(BEN) == [f"fetch {tile}" for tile in cheap]


@pytest.mark.rule("HAV-2.2")
@pytest.mark.parametrize("end", ["upper left", "upper right", "lower left", "lower right"])
def test_the_picked_tile_changes_places_with_an_end_tile_of_his_choice(end: str) -> None:
    game = set_up_that_asks("fetch", TILES)
    rows, stack = game.rows, game.stack
    pick = min(tile for tile in stack if TILES[tile - 1].points <= 3)
    row, column = ("upper", "lower").index(end.split()[0]), {"left": 0, "right": 5}[end.split()[1]]
    old = rows[row][column]

    game.play(BEN, f"fetch {pick}", f"swap {end}")

    rows[row][column] = pick
    assert game.rows == rows
    assert sorted(game.stack) == sorted({*stack, old} - {pick})
    assert Fetched(BEN, pick, end) in game.events


@pytest.mark.rule("HAV-2.2")
def test_then_the_stack_is_shuffled() -> None:
    game = set_up_that_asks("fetch", TILES)
    stack = game.stack
    pick = min(tile for tile in stack if TILES[tile - 1].points <= 3)
    old = game.rows[0][0]

    game.play(BEN, f"fetch {pick}", "swap upper left")

    assert game.stack != [old if tile == pick else tile for tile in stack]


@pytest.mark.rule("HAV-2.2")
def test_if_only_one_tile_can_be_picked_only_the_end_is_asked_for() -> None:
    game = set_up_that_asks("swap", dear_but(3, 1))

    assert game.awaited == [BEN]
    assert game.legal(BEN) == ["swap upper left", "swap upper right", "swap lower left", "swap lower right"]


@pytest.mark.rule("HAV-2.2")
@pytest.mark.parametrize("cheap", [1, 2, 3])
def test_tiles_worth_1_2_and_3_can_be_picked(cheap: int) -> None:
    game = set_up_that_asks("fetch", dear_but(cheap, 2))

    assert game.legal(BEN) == ["fetch 35", "fetch 36"]


@pytest.mark.rule("HAV-2.2")
@pytest.mark.parametrize(
    "tiles",
    [
        pytest.param(dear_but(4, 2), id="all tiles are worth 4"),
        pytest.param(dear_but(1, 1, 12), id="the stack is empty, the cheap tile may lie inside a row"),
    ],
)
def test_a_stack_without_such_a_tile_changes_nothing(tiles: Tiles) -> None:
    assert {set_up(seed=seed, tiles=tiles).question for seed in range(30)} == {"choose"}


@pytest.mark.rule("HAV-2.2")
def test_the_swap_comes_before_cubes_are_drawn() -> None:
    game = set_up_that_asks("fetch", TILES)
    before = game.bag

    game.play(BEN, game.legal(BEN)[0], "swap upper left")

    assert before == "10 brick 10 sandstone 10 loam 10 glass 40 debris"
    assert isinstance(game.events[0], Fetched)
    assert isinstance(game.events[1], Dealt)
    assert game.question == "choose"


@pytest.mark.rule("HAV-2.3", "HAV-2.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_gets_1_peso_and_1_cube_and_the_centre_3_cubes_and_4_pesos(seats: int) -> None:
    game = set_up(seats)

    assert game.pesos == [1] * seats
    assert [int(game.state.cubes[seat].sum()) for seat in range(4)] == [1] * seats + [0] * (4 - seats)
    assert game.state.centre.sum() == 3
    assert game.centre_pesos == 4
    assert game.state.bag.sum() == 80 - seats - 3
    assert Supplied(None, "peso", 4) in game.events


@pytest.mark.rule("HAV-2.3")
def test_the_first_cube_is_drawn_blindly() -> None:
    drawn = [set_up(seed=seed, tiles=own_tiles()).cubes(ANA) for seed in range(400)]

    assert set(drawn) == {"1 brick", "1 sandstone", "1 loam", "1 glass", "1 debris"}
    assert 0.4 < drawn.count("1 debris") / 400 < 0.6  # half of the bag


@pytest.mark.rule("HAV-2.5")
def test_each_player_chooses_any_two_of_his_13_cards() -> None:
    game = set_up()

    names = list(NAMES)
    assert game.legal(ANA) == game.legal(BEN)
    assert game.drawn(ANA) == set(game.legal(ANA))
    assert set(game.legal(ANA)) == {f"choose {a} {b}" for i, a in enumerate(names) for b in names[i + 1 :]}


@pytest.mark.rule("HAV-2.5")
def test_all_choose_at_the_same_time() -> None:
    game = set_up(seats=4)

    assert game.awaited == [ANA, BEN, CARLA, DIEGO]

    game.play(CARLA, "choose pesos mama")

    assert game.awaited == [ANA, BEN, DIEGO]
    assert game.legal(CARLA) == []


@pytest.mark.rule("HAV-2.5")
def test_when_all_have_chosen_all_are_revealed_at_once() -> None:
    game = set_up(seats=3)
    game.play(CARLA, "choose pesos mama")
    game.play(ANA, "choose black market mama")
    before = [game.state.shown[seat].tolist() for seat in range(3)]

    events = game.play(BEN, "choose mama pesos")  # in any order

    assert before == [[-1, -1]] * 3
    assert events[1:4] == [
        Revealed(ANA, "black market", "mama"),
        Revealed(BEN, "pesos", "mama"),
        Revealed(CARLA, "pesos", "mama"),
    ]
    assert game.hand(ANA) == set(NAMES) - {"black market", "mama"}


@pytest.mark.rule("HAV-2.6")
@pytest.mark.parametrize(
    ("ages", "oldest"),
    [
        pytest.param(None, DIEGO, id="by default the last seat is the oldest"),
        pytest.param((BEN, DIEGO, ANA, CARLA), CARLA, id="ages are independent of the seats"),
    ],
)
def test_who_is_oldest(ages: tuple[int, ...] | None, oldest: int) -> None:
    game = set_up_that_asks("fetch", TILES, seats=4, ages=ages)

    assert game.awaited == [oldest]


@pytest.mark.rule("HAV-2.6")
def test_by_default_seat_1_is_the_youngest() -> None:
    game = set_up(seats=4)

    assert game.state.age.tolist() == [0, 1, 2, 3]

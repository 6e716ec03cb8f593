"""Chapter 6, the cards; who takes from others is in ``test_06_thefts.py``."""

import pytest

from havana_table import ANA, BEN, CARLA, table
from malecon.games.havana.cards import NAMES
from malecon.games.havana.events import Declined, Drew, Gained, HadNoEffect, Performed, Refreshed, Removed, TurnBegan

ROWS = [[1, 20, 21, 22, 23, 2], [3, 24, 25, 26, 27, 4]]


@pytest.mark.rule("HAV-6.0")
def test_siesta_has_no_effect() -> None:
    game = table(shown={ANA: "siesta protection"}, centre="2 brick 2 debris", centre_pesos=5)

    events = game.begin_round()

    assert events[1:4] == [TurnBegan(ANA), Performed(ANA, "siesta"), Performed(ANA, "protection")]
    assert (game.cubes(ANA), game.pesos[ANA], game.workers[ANA]) == ("", 0, 0)
    assert (game.centre, game.centre_pesos, game.bag[:7]) == ("2 brick 2 debris", 5, "8 brick")
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-6.1")
def test_refreshment_may_take_one_card_from_the_own_discard_pile_into_the_hand() -> None:
    game = table(shown={ANA: "siesta refreshment"}, discards={ANA: "pesos worker", BEN: "siesta"})
    game.begin_round()

    assert game.legal(ANA) == ["refresh worker", "refresh pesos", "refresh nothing"]
    events = game.play(ANA, "refresh pesos")

    assert events[0] == Refreshed(ANA, "pesos")
    assert game.discards(ANA) == {"worker"}
    assert game.hand(ANA) == set(NAMES) - {"siesta", "refreshment", "worker"}


@pytest.mark.rule("HAV-6.1")
def test_refreshment_may_be_declined() -> None:
    game = table(shown={ANA: "siesta refreshment"}, discards={ANA: "pesos worker"})
    game.begin_round()

    events = game.play(ANA, "refresh nothing")

    assert events[0] == Declined(ANA, "refreshment")
    assert game.discards(ANA) == {"pesos", "worker"}


@pytest.mark.rule("HAV-6.1")
def test_an_empty_pile_gives_nothing() -> None:
    game = table(shown={ANA: "siesta refreshment"})

    events = game.begin_round()

    assert HadNoEffect(ANA, "refreshment") in events
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-6.1", "HAV-1.4")
@pytest.mark.parametrize("taken", ["worker", "pesos"])
def test_a_refreshed_card_can_be_laid_again(taken: str) -> None:
    game = table(shown={ANA: "siesta refreshment"}, discards={ANA: "pesos worker architect"})
    game.begin_round()
    game.play(ANA, f"refresh {taken}")

    game.play(BEN, "perform black market")

    assert f"cover siesta with {taken}" in game.legal(ANA)


@pytest.mark.rule("HAV-6.3")
@pytest.mark.parametrize("debris", [1, 7])
def test_debris_takes_all_debris_of_the_centre(debris: int) -> None:
    game = table(shown={ANA: "siesta debris"}, centre=f"2 brick {debris} debris")

    events = game.begin_round()

    assert Gained(ANA, "debris", debris) in events
    assert (game.cubes(ANA), game.centre) == (f"{debris} debris", "2 brick")


@pytest.mark.rule("HAV-6.4")
@pytest.mark.parametrize(
    ("end", "tile"), [("upper left", 1), ("upper right", 2), ("lower left", 3), ("lower right", 4)]
)
def test_conservation_may_put_one_end_tile_into_the_box(end: str, tile: int) -> None:
    game = table(shown={ANA: "siesta conservation"}, rows=ROWS)
    game.begin_round()

    assert game.legal(ANA) == [
        "remove upper left", "remove upper right", "remove lower left", "remove lower right", "remove nothing",
    ]  # fmt: skip
    events = game.play(ANA, f"remove {end}")

    assert events[0] == Removed(ANA, tile, end)
    assert game.tiles_in_box() == {tile}
    assert tile not in [*game.rows[0], *game.rows[1]]
    assert game.points == [0, 0]


@pytest.mark.rule("HAV-6.4")
def test_an_end_without_a_tile_cannot_be_removed() -> None:
    game = table(shown={ANA: "siesta conservation"}, rows=[[1], [2, 3]], stack=[])

    game.begin_round()

    assert game.legal(ANA) == ["remove upper left", "remove lower left", "remove lower right", "remove nothing"]


@pytest.mark.rule("HAV-6.4")
def test_all_players_together_remove_at_most_one_tile_a_round() -> None:
    game = table(shown={ANA: "siesta conservation", BEN: "refreshment conservation"}, rows=ROWS)
    game.begin_round()

    game.play(ANA, "remove upper left")
    events = game.play(BEN, "perform conservation")

    assert events[1] == HadNoEffect(BEN, "conservation")
    assert game.tiles_in_box() == {1}


@pytest.mark.rule("HAV-6.4")
def test_declining_does_not_use_up_the_rounds_removal() -> None:
    game = table(shown={ANA: "siesta conservation", BEN: "refreshment conservation"}, rows=ROWS)
    game.begin_round()

    events = game.play(ANA, "remove nothing")
    game.play(BEN, "perform conservation", "remove lower right")

    assert events[0] == Declined(ANA, "conservation")
    assert game.tiles_in_box() == {4}


@pytest.mark.rule("HAV-6.4")
def test_in_the_next_round_a_tile_can_be_removed_again() -> None:
    game = table(shown={ANA: "siesta conservation", BEN: "siesta pesos"}, rows=ROWS)
    game.begin_round()
    game.play(ANA, "remove upper left")
    game.play(ANA, "cover siesta with refreshment")
    game.play(BEN, "cover siesta with mama")

    game.play(ANA, "perform conservation", "remove upper left")

    assert game.tiles_in_box() == {1, 20}


WORKERS = {BEN: "worker mama", CARLA: "worker pesos"}  # Carla acts second, Ben third


@pytest.mark.rule("HAV-6.6")
def test_the_first_worker_action_of_the_round_takes_2_workers_the_others_take_1() -> None:
    game = table(3, shown={ANA: "siesta worker", **WORKERS})

    game.begin_round()
    game.play(CARLA, "perform worker")
    game.play(BEN, "perform worker")

    assert game.workers == [2, 1, 1]
    assert game.supply_workers == 11


@pytest.mark.rule("HAV-6.6")
def test_who_performs_it_first_counts_not_who_acts_first() -> None:
    game = table(shown={ANA: "debris mama", BEN: "worker mama"})

    game.begin_round()
    game.play(ANA, "perform debris")
    game.play(BEN, "perform worker")

    assert game.workers == [0, 2]


@pytest.mark.rule("HAV-6.6", "HAV-8.1")
@pytest.mark.parametrize(
    ("edition", "in_supply", "taken"),
    [
        ("eggertspiele", 2, 2),
        pytest.param("eggertspiele", 1, 1, id="one left when 2 are due gives one"),
        ("eggertspiele", 0, 0),
        ("filosofia", 2, 2),
        pytest.param("filosofia", 1, 0, id="filosofia: one left when 2 are due gives none"),
        ("filosofia", 0, 0),
    ],
)
def test_the_first_worker_action_with_few_workers_left(edition: str, in_supply: int, taken: int) -> None:
    game = table(shown={ANA: "siesta worker"}, workers={BEN: 15 - in_supply}, edition=edition)

    events = game.begin_round()

    assert game.workers[ANA] == taken
    assert game.supply_workers == in_supply - taken
    assert (HadNoEffect(ANA, "worker") in events) is (taken == 0)


@pytest.mark.rule("HAV-6.6", "HAV-8.1")
@pytest.mark.parametrize("edition", ["eggertspiele", "filosofia"])
@pytest.mark.parametrize(("in_supply", "taken"), [(1, 1), (0, 0)])
def test_a_later_worker_action_with_few_workers_left(edition: str, in_supply: int, taken: int) -> None:
    game = table(
        3, shown={ANA: "siesta worker", **WORKERS}, workers={BEN: 13 - in_supply}, edition=edition
    )  # Ana takes 2
    game.begin_round()

    game.play(CARLA, "perform worker")

    assert game.workers == [2, 13 - in_supply, taken]


@pytest.mark.rule("HAV-6.6", "HAV-8.1")
@pytest.mark.parametrize(
    ("edition", "in_supply", "first", "second"),
    [
        pytest.param("eggertspiele", 0, 0, 2, id="no worker: not performed, the next one is still the first"),
        pytest.param("eggertspiele", 1, 1, 1, id="one worker: performed, the next one is the second"),
        pytest.param("filosofia", 1, 0, 2, id="filosofia, too few workers: not performed"),
    ],
)
def test_a_worker_action_that_gives_nothing_was_not_performed(
    edition: str, in_supply: int, first: int, second: int
) -> None:
    game = table(
        3,
        shown={ANA: "siesta worker", BEN: "refreshment debris", CARLA: "worker mama"},
        workers={BEN: 15 - in_supply},
        rows=[[9, 20, 21, 22], [23, 24, 25, 26]],
        edition=edition,
    )
    game.begin_round()

    game.play(BEN, "perform debris", "buy upper left")  # 2 workers come back
    game.play(CARLA, "perform worker")

    assert (game.workers[ANA], game.workers[CARLA]) == (first, second)


@pytest.mark.rule("HAV-6.6")
def test_in_the_next_round_the_first_worker_action_takes_2_again() -> None:
    game = table(shown={ANA: "siesta worker", BEN: "siesta architect"})
    game.begin_round()
    assert game.workers == [2, 1]
    game.play(ANA, "cover siesta with refreshment")
    game.play(BEN, "cover architect with worker")  # 04, acts first

    assert game.workers == [2, 1 + 2]

    game.play(ANA, "perform worker")

    assert game.workers == [2 + 1, 1 + 2]


@pytest.mark.rule("HAV-6.7")
@pytest.mark.parametrize(("in_supply", "taken"), [(5, 1), (1, 1), (0, 0)])
@pytest.mark.parametrize("edition", ["eggertspiele", "filosofia"])
def test_the_architect_takes_1_worker_if_the_supply_has_one(in_supply: int, taken: int, edition: str) -> None:
    game = table(shown={ANA: "siesta architect"}, workers={BEN: 15 - in_supply}, edition=edition)

    events = game.begin_round()

    assert game.workers[ANA] == taken
    assert (HadNoEffect(ANA, "architect") in events) is (taken == 0)


@pytest.mark.rule("HAV-6.7")
def test_the_architect_is_not_a_worker_action() -> None:
    game = table(3, shown={ANA: "siesta worker", BEN: "siesta architect", CARLA: "siesta architect"})
    game.begin_round()
    assert game.workers == [2, 1, 1]

    game = table(shown={ANA: "siesta architect", BEN: "worker mama"})
    game.begin_round()
    game.play(BEN, "perform worker")

    assert game.workers == [1, 2]


@pytest.mark.rule("HAV-6.7")
def test_buying_with_the_architect_remains_voluntary() -> None:
    game = table(shown={ANA: "siesta architect"}, cubes={ANA: "2 loam"}, rows=[[22, 1, 2, 3], [23, 24, 25, 26]])
    game.begin_round()

    assert game.legal(ANA) == ["buy upper left", "end turn"]


@pytest.mark.rule("HAV-6.11")
@pytest.mark.parametrize(
    ("bag", "first", "second"),
    [
        ("5 glass", "2 glass", "1 glass"),
        pytest.param("2 glass", "2 glass", "", id="none left for the second"),
        pytest.param("1 glass", "1 glass", "", id="a bag with fewer gives what it has"),
        pytest.param("", "", "", id="an empty bag gives nothing"),
    ],
)
def test_the_first_black_market_of_the_round_draws_2_cubes_the_others_1(bag: str, first: str, second: str) -> None:
    game = table(shown={ANA: "siesta black market", BEN: "black market mama"}, bag=bag)
    game.begin_round()

    game.play(BEN, "perform black market")

    assert (game.cubes(ANA), game.cubes(BEN)) == (first, second)
    assert HadNoEffect(BEN, "black market") in game.events or second


@pytest.mark.rule("HAV-6.11")
def test_the_black_market_draws_blindly() -> None:
    draws = []
    for key in range(300):
        game = table(shown={ANA: "siesta black market"}, key=key)
        draws += [event.piece for event in game.begin_round() if isinstance(event, Drew)]

    assert set(draws) == {"brick", "sandstone", "loam", "glass", "debris"}
    assert 0.4 < draws.count("debris") / 600 < 0.6  # half of the bag


@pytest.mark.rule("HAV-6.11")
def test_in_the_next_round_the_first_black_market_draws_2_again() -> None:
    game = table(shown={ANA: "siesta black market", BEN: "siesta mama"}, bag="9 glass", rows=[[3, 4, 9], [18, 2]])
    game.begin_round()
    assert game.cubes(ANA) == "2 glass"
    game.play(ANA, "cover siesta with refreshment")
    game.play(BEN, "cover siesta with pesos")

    game.play(ANA, "perform black market")

    assert game.cubes(ANA) == "4 glass"


@pytest.mark.rule("HAV-6.12")
@pytest.mark.parametrize(("in_centre", "taken"), [(1, 1), (2, 1), (7, 4), (10, 5), (200, 100)])
def test_pesos_takes_half_of_the_pesos_in_the_centre_rounded_up(in_centre: int, taken: int) -> None:
    game = table(shown={ANA: "siesta pesos"}, centre_pesos=in_centre)

    events = game.begin_round()

    assert Gained(ANA, "peso", taken) in events
    assert (game.pesos[ANA], game.centre_pesos) == (taken, in_centre - taken)


@pytest.mark.rule("HAV-6.13")
@pytest.mark.parametrize(("in_centre", "taken"), [(1, 1), (2, 1), (3, 2), (8, 4)])
def test_mama_takes_half_of_the_debris_rounded_up(in_centre: int, taken: int) -> None:
    game = table(shown={ANA: "siesta mama"}, centre=f"{in_centre} debris")

    events = game.begin_round()

    assert Gained(ANA, "debris", taken) in events
    assert game.cubes(ANA) == f"{taken} debris"


@pytest.mark.rule("HAV-6.13")
@pytest.mark.parametrize(("in_centre", "taken"), [(1, 1), (2, 1), (3, 2), (8, 4)])
def test_mama_takes_half_of_the_coloured_cubes_rounded_up(in_centre: int, taken: int) -> None:
    game = table(shown={ANA: "siesta mama"}, centre=f"{in_centre} loam")

    events = game.begin_round()

    assert [event for event in events if isinstance(event, Gained)] == [Gained(ANA, "loam", 1)] * taken
    assert game.cubes(ANA) == f"{taken} loam"


@pytest.mark.rule("HAV-6.13")
def test_each_half_is_rounded_up_by_itself_and_the_player_chooses_the_colours() -> None:
    game = table(shown={ANA: "siesta mama"}, centre="2 brick 1 glass 1 debris")
    game.begin_round()

    assert game.legal(ANA) == ["take brick", "take glass"]
    game.play(ANA, "take glass")

    assert game.cubes(ANA) == "1 brick 1 glass 1 debris"  # one more brick is all that is left to take


@pytest.mark.rule("HAV-6.14")
def test_several_players_with_the_same_card_act_one_after_the_other() -> None:
    game = table(3, shown=dict.fromkeys(range(3), "siesta pesos"), centre_pesos=9)

    events = game.begin_round()

    gained = [event for event in events if isinstance(event, Gained)]
    assert gained == [Gained(ANA, "peso", 5), Gained(BEN, "peso", 2), Gained(CARLA, "peso", 1)]

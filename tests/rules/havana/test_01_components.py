"""Chapter 1, components."""

import pytest

from havana_table import ANA, BEN, Table, counts, set_up, table
from malecon.games.havana.buildings import TILES
from malecon.games.havana.cards import CARDS
from malecon.games.havana.events import Chose, Covered, Refreshed, Supplied, TookBack


@pytest.mark.rule("HAV-1.1")
def test_80_cubes_are_in_the_bag_and_15_workers_in_the_supply() -> None:
    game = table()

    assert game.bag == "10 brick 10 sandstone 10 loam 10 glass 40 debris"
    assert game.supply_workers == 15


@pytest.mark.rule("HAV-1.1")
def test_pesos_are_unlimited() -> None:
    game = table(shown={ANA: "siesta tax collector"}, pesos={BEN: 108})

    game.begin_round()

    assert game.pesos == [1, 108]


@pytest.mark.rule("HAV-1.2")
def test_each_player_has_the_same_13_action_cards() -> None:
    game = set_up(seats=4)

    printed = [(card.digit, card.name) for card in CARDS]
    assert printed == [
        (0, "siesta"),
        (1, "refreshment"),
        (2, "protection"),
        (2, "debris"),
        (3, "conservation"),
        (3, "tax collector"),
        (4, "worker"),
        (4, "architect"),
        (5, "pesos thief"),
        (6, "materials thief"),
        (7, "black market"),
        (8, "pesos"),
        (9, "mama"),
    ]
    assert all(game.hand(seat) == {name for _, name in printed} for seat in range(4))


@pytest.mark.rule("HAV-1.3")
def test_36_tiles_are_worth_1_to_7_points() -> None:
    assert len(TILES) == 36
    assert {tile.points for tile in TILES} == set(range(1, 8))


@pytest.mark.rule("HAV-1.3")
def test_the_documented_tile_costs_1_brick_and_2_pesos_for_2_points() -> None:
    (documented,) = [tile for tile in TILES if tile.status == "documented"]

    assert documented.points == 2
    assert documented.cost.pieces() == (1, 0, 0, 0, 0, 0, 2)
    assert not documented.architect


def chosen(game: Table) -> Chose:
    """Let Ana choose two cards, and return the event."""
    (event,) = game.play(ANA, "choose siesta mama")
    assert isinstance(event, Chose)
    return event


@pytest.mark.rule("HAV-1.4")
def test_cards_chosen_first_are_seen_by_their_owner_only() -> None:
    event = chosen(set_up())

    assert event.seen_by(ANA) == Chose(ANA, "siesta", "mama")
    assert event.seen_by(BEN) == event.seen_by(None) == Chose(ANA, None, None)


@pytest.mark.rule("HAV-1.4")
def test_a_card_laid_face_down_is_seen_by_its_owner_only() -> None:
    game = table(shown={ANA: "siesta mama"})
    game.end_phase_1()

    (event,) = game.play(ANA, "cover mama with worker")

    assert event.seen_by(ANA) == Covered(ANA, "mama", "worker")
    assert event.seen_by(BEN) == event.seen_by(None) == Covered(ANA, "mama", None)


@pytest.mark.rule("HAV-1.4")
def test_that_refreshment_was_used_is_seen_but_not_which_card_it_took() -> None:
    game = table(shown={ANA: "siesta refreshment"}, discards={ANA: "mama worker"})
    game.begin_round()

    event = game.play(ANA, "refresh worker")[0]

    assert event.seen_by(ANA) == Refreshed(ANA, "worker")
    assert event.seen_by(BEN) == event.seen_by(None) == Refreshed(ANA, None)


@pytest.mark.rule("HAV-1.4")
def test_that_a_pile_was_taken_back_is_seen_with_its_size() -> None:
    event = TookBack(ANA, 9)

    assert event.seen_by(BEN) == event.seen_by(None) == event


@pytest.mark.rule("HAV-1.4")
def test_what_comes_to_the_centre_is_open() -> None:
    game = table(bag="3 glass")

    events = game.end_phase_1()

    assert [event.seen_by(None) for event in events].count(Supplied(None, "glass", 1)) == 3


@pytest.mark.rule("HAV-1.4")
def test_box_bag_and_all_else_on_the_table_always_add_up_so_the_bag_can_be_reckoned() -> None:
    game = table(cubes={ANA: "1 brick", BEN: "2 debris"}, centre="1 loam", bag="1 glass 30 debris")

    on_the_table = map(sum, zip(*map(counts, (game.cubes(ANA), game.cubes(BEN), game.centre, game.box)), strict=True))

    assert [all_of_it - open_ for all_of_it, open_ in zip((10, 10, 10, 10, 40), on_the_table, strict=True)] == counts(
        game.bag
    )

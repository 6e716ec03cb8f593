"""Chapter 1, components."""

from collections import Counter

import pytest

from cuba_table import ANA, BEN, CARLA, begun, table
from cuba_words import LAW_NAMES
from malecon.games.cuba.boards import PLANTATIONS
from malecon.games.cuba.buildings import BUILDINGS, STANDARD
from malecon.games.cuba.cards import CHARACTERS, SHIPS
from malecon.games.cuba.events import Gained, Scored


@pytest.mark.rule("CUB-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_18_of_each_product_15_of_each_good_and_resource_with_market_and_starting_pieces(seats: int) -> None:
    game = begun(seats)

    together = game.state.supply + game.state.own.sum(axis=0)
    together[3:] += game.state.market
    assert together.tolist() == [15, 15, 15, 18, 18, 18, 15, 15]


@pytest.mark.rule("CUB-1.1")
@pytest.mark.parametrize(("left", "gained"), [(2, 2), (1, 1)])
def test_whoever_gains_takes_as_many_as_are_left(left: int, gained: int) -> None:
    game = table(own={BEN: f"{15 - left} water"}, built={ANA: {"row 2 column 1": "dam"}})

    events = game.play(ANA, "play foreman", "use dam")

    assert Gained(ANA, "water", gained, "dam") in events
    assert game.supply["water"] == 0


@pytest.mark.rule("CUB-1.1")
def test_what_the_supply_lacks_cannot_be_gained() -> None:
    game = table(own={BEN: "15 wood"})

    game.play(ANA, "play worker", "move to row 1 column 4")

    assert game.own(ANA) == "1 stone 1 citrus 1 tobacco"


@pytest.mark.rule("CUB-1.2")
def test_pesos_are_unlimited() -> None:
    game = table(pesos={BEN: 300}, built={ANA: {"row 2 column 1": "large bank"}})

    game.play(ANA, "play foreman")
    game.play(ANA, "use large bank")

    assert game.pesos == [4, 300]


@pytest.mark.rule("CUB-1.3")
def test_no_move_gives_anything_to_another_player() -> None:
    game = table(3, pesos=dict.fromkeys(range(3), 20), own=dict.fromkeys(range(3), "2 wood 2 citrus 2 rum"))
    others = [game.own(BEN), game.own(CARLA), *game.pesos[1:]]

    for move in ("play tradeswoman", "buy sugar", "sell citrus", "sell rum"):
        game.play(ANA, move)

        assert [game.own(BEN), game.own(CARLA), *game.pesos[1:]] == others


@pytest.mark.rule("CUB-1.4")
def test_26_building_tiles_of_24_kinds_are_on_offer_from_the_start() -> None:
    offer = begun().offer

    assert len(offer) == 26
    assert set(offer) == set(BUILDINGS)
    assert [name for name, tiles in Counter(offer).items() if tiles == 2] == ["cigar factory", "distillery"]


@pytest.mark.rule("CUB-1.4")
def test_without_the_option_embassy_the_canadian_embassy_is_not_there() -> None:
    game = begun(embassy=False)

    assert set(BUILDINGS) - set(game.offer) == {"canadian embassy"}
    assert len(game.offer) == 25


@pytest.mark.rule("CUB-1.5")
def test_the_15_ship_cards() -> None:
    letters = {"citrus": "C", "sugar": "S", "tobacco": "T", "rum": "R", "cigars": "G"}
    cards = ["".join(letters[piece] for piece in ship.spaces) for ship in SHIPS]

    expected = "CSTRG CRRGG CSSTT SSTGG TTSRR TRGGG SGRRR CSSSG CTTTR CTGGR CSRRG CCSTR CCTSG CCSSR CCTTG"
    assert list(map(sorted, cards)) == list(map(sorted, expected.split()))
    assert {ship.status for ship in SHIPS} == {"reconstructed"}


@pytest.mark.rule("CUB-1.6")
def test_the_24_law_cards() -> None:
    assert LAW_NAMES == [
        "tax 1", "tax 2", "tax 3", "tax 4", "tax 5", "tax buildings",
        "duty citrus", "duty sugar", "duty tobacco", "duty water", "duty resources", "duty products",
        "subsidy buildings", "subsidy resource fields", "subsidy product fields", "subsidy water", "subsidy votes",
        "subsidy pesos",
        "trade act -2", "trade act 2", "drought act", "building act", "harbour act", "corruption act",
    ]  # fmt: skip


@pytest.mark.rule("CUB-1.7")
def test_each_player_has_5_characters_with_1_to_5_votes() -> None:
    game = begun(5)

    assert [(character.name, character.votes) for character in CHARACTERS] == [
        ("worker", 1), ("tradeswoman", 2), ("architect", 3), ("foreman", 4), ("mayor", 5),
    ]  # fmt: skip
    assert all(game.hand(seat) == {character.name for character in CHARACTERS} for seat in range(5))


@pytest.mark.rule("CUB-1.8")
@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("front", "WFCM/SCLT/MSTF"),
        ("blue", "WFSM/CCLT/MSTF"),
        ("red", "WFCM/SSLT/MCTF"),
        ("green", "WFCM/STLT/MCSF"),
        ("yellow", "WFCF/SCMT/MSTL"),
        ("violet", "WFCL/SCFT/MSTM"),
    ],
)
def test_the_sides_of_the_plantations(name: str, rows: str) -> None:
    (plantation,) = [plantation for plantation in PLANTATIONS if plantation.name == name]

    assert "/".join(plantation.rows) == rows
    assert Counter("".join(plantation.rows)) == {"W": 1, "L": 1, "M": 2, "F": 2, "C": 2, "S": 2, "T": 2}
    assert plantation.status == "reconstructed"


@pytest.mark.rule("CUB-1.8")
@pytest.mark.parametrize(
    ("option", "names"),
    [
        ("same", ["front"] * 5),
        ("different", ["blue", "red", "yellow", "green", "violet"]),
    ],
)
def test_all_play_the_front_or_each_seat_its_own_back(option: str, names: list[str]) -> None:
    by_name = {plantation.name: plantation for plantation in PLANTATIONS}

    game = begun(5, plantations=option)

    assert [tuple(game.state.field[seat].tolist()) for seat in range(5)] == [by_name[name].fields() for name in names]


@pytest.mark.rule("CUB-1.9")
def test_six_alternative_actions_two_each_of_tradeswoman_architect_and_mayor() -> None:
    game = table(5)

    game.play(0, "play tradeswoman", "take wood")
    game.play(1, "play tradeswoman", "take citrus")
    for seat in (2, 3, 4):
        game.play(seat, "play tradeswoman")
    for seat in range(5):
        game.play(seat, "play architect")  # nothing can be built
    game.play(0, "play mayor")
    game.play(1, "play mayor", "take pesos")

    taken = [event for event in game.events if isinstance(event, Gained | Scored) and event.source == "alternative"]
    assert taken == [
        Gained(0, "wood", 1, "alternative"),
        Gained(1, "citrus", 1, "alternative"),
        Scored(0, 2, "alternative"),
        Scored(1, 1, "alternative"),
        Gained(0, "peso", 4, "alternative"),
        Gained(1, "peso", 2, "alternative"),
    ]


def test_every_building_has_one_sentence() -> None:
    assert [building.rule for building in STANDARD] == [f"CUB-10.{number}" for number in range(1, 25)]

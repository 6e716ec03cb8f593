"""Impossible positions of Cuba are refused with the reason: what lies on the table."""

import copy
from collections.abc import Callable

import pytest

from face.cuba.positions import CUBA, START, STARTED, Position, enact, reached, take
from face.playing import change
from malecon import UsageError
from malecon.core.data import DataError
from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.cards import HARBOUR_ACT, SHIPS


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("round", "one", "position: “round”: a whole number from 0 to 6"),
        ("round", 7, "position: “round”: a whole number from 0 to 6"),
        ("luck", 1, "position: “luck” is not known here"),
        ("players.0.hand.0", "joker", "position: players 1, hand 1: “joker” is not known here"),
        ("supply.wood", -1, "position: “supply”, “wood”: a whole number from 0"),
        ("supply.gold", 1, "position: “supply”, “gold”: “gold” is not known here"),
        ("question.kind", "dance", "position: “question”, “kind”: “dance” is not known here"),
        ("chance.key", "7", "position: “chance”, “key”: “7” cannot be right here"),
        ("players", [], "position: “players”: 2 to 5 entries are expected, but 0 are there"),
        ("harbour", [None], "position: “harbour”: 4 entries are expected, but 1 is there"),
        (
            "parliament.tax.cards",
            [1, 2],
            "position: “parliament”, “tax”, “cards”: 6 entries",
        ),
        ("options.weather", "sun", "position: “options”: “weather” is not known here"),
    ],
)
def test_what_has_not_the_shape_of_a_position_is_refused_with_the_place(
    path: str, value: object, sentence: str
) -> None:
    position = copy.deepcopy(reached(START, "play"))
    change(position, path, value)

    with pytest.raises(DataError) as refused:
        CUBA.from_position(position)

    assert sentence in str(refused.value)


def more_wood(position: Position) -> None:
    take(position, "wood", -1)


def long_track(position: Position) -> None:
    position["market"]["citrus"] += take(position, "citrus", 6 - position["market"]["citrus"])


def stored_too_much(position: Position) -> None:
    position["players"][0]["stored"] = {"citrus": 99}


def ship_twice(position: Position) -> None:
    position["pile"][0] = position["harbour"][0]["ship"]


def no_ship(position: Position) -> None:
    position["pile"].append(position["harbour"][0]["ship"])
    position["supply"] = {
        piece: position["supply"].get(piece, 0) + position["harbour"][0].get("cargo", {}).get(piece, 0)
        for piece in PIECES
    }
    position["harbour"][0] = None


def overloaded(position: Position) -> None:
    position["harbour"][0].setdefault("cargo", {})["rum"] = take(position, "rum", 5)


def loaded_at_sea(position: Position) -> None:
    position["harbour"][3]["cargo"] = {"rum": take(position, "rum", 1)}


def known_pile(position: Position) -> None:
    position["pile_known"] = 15


def seen_without_lighthouse(position: Position) -> None:
    position["players"][0]["knows_pile"] = True


def seen_before(position: Position) -> None:
    """What whoever looks knows is gone with the shuffle that follows (CUB-10.22)."""
    seen_without_lighthouse(position)
    position["players"][0]["buildings"] = {"row 2 column 2": "lighthouse"}


def law_twice(position: Position) -> None:
    position["parliament"]["tax"]["cards"][0] = position["parliament"]["tax"]["cards"][1]


def bill_removed(position: Position) -> None:
    del position["parliament"]["tax"]["bill"]


def strange_bill(position: Position) -> None:
    position["parliament"]["tax"]["bill"] = position["parliament"]["tax"]["cards"][5]


def vetoed(position: Position) -> None:
    position["parliament"]["vetoed"] = "tax"


def barred(position: Position) -> None:
    position["parliament"]["barred"] = "tax"


def law_to_come(position: Position) -> None:
    position["parliament"]["subsidy"]["in_force"] = position["parliament"]["subsidy"]["cards"][5]


def nothing_enacted(position: Position) -> None:
    for name, start in STARTED:
        position["parliament"][name]["in_force"] = start


def full_under_the_harbour_act(position: Position) -> None:
    enact(position, HARBOUR_ACT)
    dock = position["harbour"][0]
    needs = dict(zip(MERCHANDISE, SHIPS[dock["ship"] - 1].needs(), strict=True))
    for kind, count in needs.items():
        take(position, kind, count - dock.get("cargo", {}).get(kind, 0))
    dock["cargo"] = needs


def card_lost(position: Position) -> None:
    position["players"][0]["hand"].pop()


def card_twice(position: Position) -> None:
    position["players"][0]["hand"].append(position["players"][0]["hand"][0])


def sealed_without_the_option(position: Position) -> None:
    position["players"][0]["sealed"] = position["players"][0]["hand"].pop()


def strange_last(position: Position) -> None:
    position["players"][0]["last"] = position["players"][0]["hand"][0]


def fifth_lap(position: Position) -> None:
    position["lap"] = 4


def set_up_later(position: Position) -> None:
    position["round"] = 0


def over_too_early(position: Position) -> None:
    position["question"] = {"kind": "over"}


def no_such_seat(position: Position) -> None:
    position["first"] = 4


def no_such_turn(position: Position) -> None:
    position["turn"] = 4


def voted_before(position: Position) -> None:
    position["players"][0]["votes"] = 3


def town_hall_of_nobody(position: Position) -> None:
    position["players"][0]["town_hall"] = 2


def taxed_before(position: Position) -> None:
    position["players"][0]["tax_paid"] = True


def bid_before(position: Position) -> None:
    position["players"][0]["bid"] = 0


def too_many_markers(position: Position) -> None:
    position["markers"] = {"pesos": 2}


def warehouse_built_over(position: Position) -> None:
    position["players"][0].setdefault("buildings", {})["row 1 column 1"] = "inn"


def tile_twice(position: Position) -> None:
    for player in position["players"][:2]:
        player["buildings"] = {"row 1 column 2": "inn"}


def embassy_not_there(position: Position) -> None:
    position["players"][0]["buildings"] = {"row 1 column 2": "canadian embassy"}


def too_few_answers(position: Position) -> None:
    position["question"] = {"kind": "tax"}


# fmt: off
IMPOSSIBLE: list[tuple[Callable[[Position], None], str]] = [
    (more_wood, "wood: are 16 in supply, market, ships and with players, but must be 15"),
    (long_track, "market: has 6 citrus, but only 5 spaces for it"),
    (stored_too_much, "players 1, stored: are 99 citrus, but there are only .* in all"),
    (ship_twice, r"ship \d+: is there [02] times, but must be 1"),
    (no_ship, "dock 1: there is no ship in round 2"),
    (overloaded, "dock 1: has 5 rum loaded, but must have at most"),
    (loaded_at_sea, "sea: has 1 rum loaded, but must have at most 0"),
    (known_pile, "pile_known: is 15, but must be at most 11"),
    (seen_without_lighthouse, "players 1, knows_pile: has no lighthouse to look from"),
    (seen_before, "players 1, knows_pile: does not look through it now"),
    (law_twice, r"parliament, tax: law \d: is there [02] times, but must be 1"),
    (bill_removed, "parliament: 1 bills were removed, but 0 churches can have been used"),
    (strange_bill, "parliament, tax: the bill must be this round's card or none"),
    (vetoed, "parliament, vetoed: does not go with the bills"),
    (barred, "parliament, barred: tax cannot have been removed"),
    (law_to_come, r"parliament, subsidy: law \d+ cannot be in force in round 2"),
    (nothing_enacted, "parliament: 0 laws of round 1 are in force, but 2 were enacted"),
    (full_under_the_harbour_act, "dock 1: the ship is full, so it would have left"),
    (card_lost, "players 1, hand: are . characters, but must be"),
    (card_twice, "players 1: .* is there 2 times"),
    (sealed_without_the_option, "players 1, sealed: a character must not lie face down"),
    (strange_last, "players 1, last: must be a character played in this round"),
    (fifth_lap, "lap: is 4 at the question play, but must be 0 to 3"),
    (set_up_later, "round: is 0 at the question play"),
    (over_too_early, "round: is 2, but must be 6 at the end"),
    (no_such_seat, "first: is 4, but must be 0 to 3"),
    (no_such_turn, "turn: is 4, but must be 0 to 3"),
    (voted_before, "players 1, votes: are 3, but must be 0 outside of the parliament"),
    (town_hall_of_nobody, "players 1, town_hall: is 2, but must be 0 at most"),
    (taxed_before, "players 1, tax_paid: the tax cannot have been paid yet"),
    (bid_before, "players 1, bid: is 0, but there is no ballot"),
    (too_many_markers, "markers: are 2 of the mayor, who was played 0 times to the end"),
    (warehouse_built_over, "players 1, buildings: row 1 column 1 is the printed warehouse's"),
    (tile_twice, "building inn: is built 2 times, but there are 1"),
    (embassy_not_there, "building canadian embassy: is built 1 times, but there are 0"),
    (too_few_answers, "lap: is 0 at the question tax, but must be 4"),
]
# fmt: on


@pytest.mark.parametrize(("spoil", "sentence"), IMPOSSIBLE, ids=[spoil.__name__ for spoil, _ in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(spoil: Callable[[Position], None], sentence: str) -> None:
    position = copy.deepcopy(reached(START, "play", 2))
    CUBA.from_position(position)

    spoil(position)

    with pytest.raises(UsageError, match=f"^position: {sentence}"):
        CUBA.from_position(position)


@pytest.mark.parametrize("version", [1, 3])
def test_a_position_of_other_rules_is_refused(version: int) -> None:
    position = CUBA.start(seats=2).position() | {"version": version}

    with pytest.raises(UsageError, match=f"version of the rules: is {version}, but must be 2"):
        CUBA.from_position(position)


def test_a_position_that_does_not_name_its_rules_is_of_version_1() -> None:
    position = CUBA.start(seats=2).position()
    del position["version"]

    with pytest.raises(UsageError, match="version of the rules: is 1, but must be 2"):
        CUBA.from_position(position)

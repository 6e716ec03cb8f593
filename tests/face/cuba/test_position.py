"""Impossible positions of Cuba are refused with the reason."""

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import malecon
from face.playing import at, change, random_match
from malecon import UsageError
from malecon.core.data import DataError
from malecon.cuba.boards import FIELD_NAMES, MERCHANDISE, PIECES
from malecon.cuba.cards import HARBOUR_ACT, LAWS, NAMES, SHIPS

Position = dict[str, Any]
CUBA = malecon.games["cuba"]
START = "cuba, 4 seats, no embassy"
SEALED = "cuba, 3 seats, sealed"
HARBOUR_LAW = next(number for number, law in enumerate(LAWS, start=1) if law.code() == HARBOUR_ACT)
GIFTS = "cuba, 2 seats, sealed, buildings for nothing"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("round", "one", "position: round: Expected `int`, got `str`"),
        ("round", 7, "position: round: Expected `int` <= 6"),
        ("luck", 1, "position: Object contains unknown field `luck`"),
        ("players.0.hand.0", "joker", "position: players 1, hand 1: Expected `str` matching regex"),
        ("supply.wood", -1, "position: supply, a value: Expected `int` >= 0"),
        ("supply.gold", 1, "position: supply, a name: Expected"),
        ("question.kind", "dance", "position: question.kind: Expected"),
        ("chance.key", "7", "position: chance.key: Expected"),
        ("players", [], "position: players: Expected `array` of length >= 2"),
        ("harbour", [None], "position: harbour: Expected `array` of length >= 4"),
        ("parliament.tax.cards", [1, 2], "position: parliament.tax.cards: Expected `array` of length >= 6"),
        ("options.weather", "sun", "position: options: Object contains unknown field `weather`"),
    ],
)
def test_what_has_not_the_shape_of_a_position_is_refused_with_the_place(
    path: str, value: object, sentence: str
) -> None:
    position = at(START, "play")
    change(position, path, value)

    with pytest.raises(DataError) as refused:
        CUBA.from_position(position)

    assert sentence in str(refused.value)


@cache
def reached(start: str, question: str, round_no: int) -> Position:
    """Return a position of a random match that asks ``question`` in round ``round_no`` or later."""
    for seed in range(60):
        for match, _, _ in random_match(start, seed):
            position = match.position()
            if position["question"]["kind"] == question and position["round"] >= round_no:
                return position
    raise AssertionError(question)


def take(position: Position, piece: str, count: int) -> int:
    """Take pieces from the supply, to put them somewhere else."""
    position["supply"][piece] = position["supply"].get(piece, 0) - count
    return count


def mover(position: Position) -> Position:
    """Return the player whose turn it is."""
    players: list[Position] = position["players"]
    return players[(position["first"] + position["turn"]) % len(players)]


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
    for name, start in (("tax", 25), ("duty", 26), ("subsidy", None), ("other", None)):
        position["parliament"][name]["in_force"] = start


def full_under_the_harbour_act(position: Position) -> None:
    nothing_enacted(position)
    parliament, before = position["parliament"], position["round"] - 2
    cards = parliament["other"]["cards"]
    there = cards.index(HARBOUR_LAW)
    cards[before], cards[there] = cards[there], cards[before]
    parliament["other"].update(bill=cards[position["round"] - 1], in_force=HARBOUR_LAW)
    parliament["tax"]["in_force"] = parliament["tax"]["cards"][before]
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


def moved_market(position: Position) -> None:
    position["market"]["rum"] += take(position, "rum", 1)


def rich_start(position: Position) -> None:
    mover(position)["pieces"]["rum"] = take(position, "rum", 1)


def walked(position: Position) -> None:
    position["players"][0]["pawn"] = "row 2 column 2"


def scored(position: Position) -> None:
    position["players"][0]["points"] = 1


def built_before(position: Position) -> None:
    position["players"][0]["buildings"] = {"row 1 column 2": "inn"}


def loaded_before(position: Position) -> None:
    kind = next(kind for kind in MERCHANDISE if SHIPS[position["harbour"][0]["ship"] - 1].spaces.count(kind))
    position["harbour"][0]["cargo"] = {kind: take(position, kind, 1)}


def question(**facts: object) -> Callable[[Position], None]:
    """Return what changes or adds facts of the question."""

    def spoil(position: Position) -> None:
        position["question"].update(facts)

    return spoil


def all_sealed(position: Position) -> None:
    for player in position["players"]:
        if "sealed" not in player:
            player["sealed"] = player["hand"].pop()


def poor_movers(position: Position) -> None:
    mover(position)["pesos"] = 0


def all_bid(position: Position) -> None:
    for player in position["players"]:
        player["bid"] = 0


def bids_too_much(position: Position) -> None:
    position["players"][0]["bid"] = position["players"][0]["pesos"] + 1


def beggar_asked(position: Position) -> None:
    player = next(player for player in position["players"] if "bid" not in player)
    player["pesos"] = 0


def strange_votes(position: Position) -> None:
    position["players"][0]["votes"] += 1


def clear_vote(position: Position) -> None:
    position["question"]["ballot"] = 2
    for seat, player in enumerate(position["players"]):
        player["votes"] = 10 * (seat + 1)
        player.pop("bid", None)


def outsider_bids(position: Position) -> None:
    position["question"]["ballot"] = 2
    for player in position["players"]:
        player["votes"], player["pesos"] = 10, 5
        player.pop("bid", None)
    position["players"][0].update(votes=9, bid=1)


def low_votes(position: Position) -> None:
    position["players"][0]["votes"] = 0


def weak_first(position: Position) -> None:
    weakest = min(position["players"], key=lambda player: NAMES.index(player["last"]))
    assert weakest["last"] != position["players"][position["first"]]["last"]
    position["first"] = position["players"].index(weakest)


def forgotten_look(position: Position) -> None:
    mover(position)["knows_pile"] = False


def someone_else_paid(position: Position) -> None:
    for player in position["players"]:
        player["tax_paid"] = True


def near_far_away(position: Position) -> None:
    pawn = mover(position)["pawn"]
    row, column = pawn.split()[1], pawn.split()[3]
    far = next(f for f in FIELD_NAMES if f.split()[1] != row and f.split()[3] != column)
    position["question"]["near"] = [far]


def far_and_near(position: Position) -> None:
    position["question"]["far"] = [mover(position)["pawn"]]


# fmt: off
WRONG_QUESTIONS: list[tuple[str, str, Callable[[Position], None], str]] = [
    (START, "stock", moved_market, "market: must be as it is printed before the first round"),
    (START, "stock", rich_start, "players ., pieces: are not those of the set-up"),
    (START, "stock", walked, "players 1, pawn: must be on the printed warehouse before the first round"),
    (START, "stock", scored, "players 1: must have 0 points and 10 pesos before the first round"),
    (START, "stock", built_before, "players 1: nothing can be built or stored before the first round"),
    (START, "stock", loaded_before, "harbour: nothing can be loaded before the first round"),
    (SEALED, "seal", all_sealed, "question: all have sealed a character, so the first would be played"),
    (START, "move", question(kind="trade"), "question: trade needs the tradeswoman to have been played last"),
    (START, "move", question(kind="harvest", free=9), "question, free: is 9 after . fields"),
    (START, "harvest", question(fruitful={"citrus": 9}), "question, fruitful: are 9 fields of citrus, but there are"),
    (START, "trade", question(traded={"rum": 9}), "question, traded: 9 rum were bought, but only . are in the yard"),
    (START, "place", question(building=None), "question: place needs a building"),
    (START, "load", question(to_load=3, dock=None), "question, to_load: is 3, but must be 5"),
    (START, "load", question(to_load=5, dock="dock 1"), "question, to_load: is 5, but must be 5 less what was loaded"),
    (START, "load", question(to_load=1, dock="sea"), "question, dock: must have a ship"),
    (START, "load", question(building="inn"), "question: load needs the foreman to have been played last"),
    (START, "play", question(building="inn"), "question, building: does not go with play"),
    (START, "move", question(near=["row 1 column 1"]), "question, near and far: does not go with move"),
    (START, "play", question(free=1), "question, free and fruitful: does not go with play"),
    (START, "play", question(fruitful={"citrus": 1}), "question, free and fruitful: does not go with play"),
    (START, "play", question(traded={"rum": 1}), "question, traded: does not go with play"),
    (START, "play", question(to_load=1), "question, dock and to_load: does not go with play"),
    (START, "play", question(load_kind="rum"), "question, load_kind: does not go with play"),
    (START, "play", question(ballot=1), "question, ballot: does not go with play"),
    (START, "use", near_far_away, "question, near: must be own buildings in the pawn's row and column"),
    (START, "use", far_and_near, "question, far: must be own buildings outside of the pawn's row and column"),
    (START, "use", question(near=[], far=[]), "question: the game would not ask use here"),
    (START, "use", question(kind="amount", building="sawmill"), "question, building: sawmill cannot be in use here"),
    (START, "use", question(kind="veto"), "question: veto needs a building"),
    (GIFTS, "swap", forgotten_look, "players ., knows_pile: must be so at the question swap"),
    (START, "bid", all_bid, "question: all have bid, so the bids would be shown"),
    (START, "bid", bids_too_much, r"players 1, bid: is \d+, but there are only \d+ pesos"),
    (START, "bid", beggar_asked, "players ., bid: must be 0 without pesos"),
    (START, "bid", strange_votes, "players 1, votes: are ., but must be . by character and town hall"),
    (START, "bid", clear_vote, "question, ballot: nobody is tied"),
    (START, "bid", outsider_bids, "players 1, bid: is 1, but takes no part in this ballot"),
    (START, "enact", low_votes, "players 1, votes: are 0, but must be . by character and town hall"),
    (START, "bid", weak_first, "first: is ., whose last character is not the highest"),
    (START, "enact", question(kind="tax"), "parliament, tax: the bill must be this round's card or none"),
    (START, "tax", poor_movers, "question: the game would not ask tax here"),
    (START, "tax", someone_else_paid, "players ., tax_paid: the tax cannot have been paid yet"),
]
# fmt: on


@pytest.mark.parametrize(("start", "kind", "spoil", "sentence"), WRONG_QUESTIONS)
def test_a_question_must_fit(start: str, kind: str, spoil: Callable[[Position], None], sentence: str) -> None:
    position = copy.deepcopy(reached(start, kind, 0))
    CUBA.from_position(position)

    spoil(position)

    with pytest.raises(UsageError, match=f"^position: {sentence}"):
        CUBA.from_position(position)

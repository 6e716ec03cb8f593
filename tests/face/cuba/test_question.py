"""Impossible positions of Cuba are refused with the reason: what belongs to the question."""

import copy
from collections.abc import Callable

import pytest

from face.cuba.positions import CUBA, GIFTS, SEALED, START, Position, enact, mover, reached, take
from malecon import UsageError
from malecon.games.cuba.boards import FIELD_NAMES, MERCHANDISE
from malecon.games.cuba.cards import CORRUPTION_ACT, NAMES, SHIPS


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


def under_the_corruption_act(position: Position) -> None:
    enact(position, CORRUPTION_ACT)


def later_turn(position: Position) -> None:
    position["turn"] = 1


def vetoed_without_church(position: Position) -> None:
    position["parliament"]["vetoed"] = "tax"


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
    (START, "bid", later_turn, "turn: is 1 at the question bid, but must be 0"),
    (START, "tax", vetoed_without_church, "parliament, vetoed: the tax bill cannot have been removed"),
    (START, "tax", someone_else_paid, "players ., tax_paid: the tax cannot have been paid yet"),
]
# fmt: on


@pytest.mark.parametrize(("start", "kind", "spoil", "sentence"), WRONG_QUESTIONS)
def test_a_question_must_fit(start: str, kind: str, spoil: Callable[[Position], None], sentence: str) -> None:
    check_refused(copy.deepcopy(reached(start, kind)), spoil, sentence)


def check_refused(position: Position, spoil: Callable[[Position], None], sentence: str) -> None:
    CUBA.from_position(position)

    spoil(position)

    with pytest.raises(UsageError, match=f"^position: {sentence}"):
        CUBA.from_position(position)


# fmt: off
IN_LATER_ROUNDS: list[tuple[str, str, tuple[str, ...], Callable[[Position], None], str]] = [
    (START, "play", (), question(kind="seal"), "question: seal needs the option sealed"),
    (START, "bid", (), under_the_corruption_act, "question: nobody bids under the corruption act"),
    (GIFTS, "amount", (), question(kind="load"), "question: load needs the mayor or a wharf"),
    (GIFTS, "load", ("building",), question(dock="dock 1", to_load=1),
     "question, load_kind: must be that of the wharf's first piece"),
    (GIFTS, "use", ("near", "far"), question(near=[]), "question, far: cannot be used after another building"),
    (GIFTS, "use", ("near", "far"), question(far=[]), "question, far: is empty, but no building was used"),
]
# fmt: on


@pytest.mark.parametrize(("start", "kind", "having", "spoil", "sentence"), IN_LATER_ROUNDS)
def test_a_question_of_a_later_round_must_fit(
    start: str, kind: str, having: tuple[str, ...], spoil: Callable[[Position], None], sentence: str
) -> None:
    check_refused(copy.deepcopy(reached(start, kind, 2, having)), spoil, sentence)

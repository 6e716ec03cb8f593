"""Why a move is illegal: the rule and a sentence for people, for everything that can be asked."""

import ast
from pathlib import Path
from typing import Any

import pytest

import malecon
from malecon import IllegalMove
from malecon.core import question as core_question
from malecon.core.bit_set import bit
from malecon.core.match import Match
from malecon.core.rules_text import rules_text_of
from malecon.games.cuba import refusals, refusals_of_buildings
from malecon.games.cuba.answers import in_action
from malecon.games.cuba.asks import (
    AMOUNT,
    BID,
    BUILD,
    ENACT,
    EXCHANGE,
    HARVEST,
    LOAD,
    MOVE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    SEAL,
    STOCK,
    SWAP,
    TRADE,
    USE,
    VETO,
)
from malecon.games.cuba.boards import FIELD_NAMES, PIECES
from malecon.games.cuba.buildings import (
    BLACK_MARKET,
    CEMENT_FACTORY,
    CHURCH,
    CIGAR_FACTORY,
    DAM,
    DISTILLERY,
    EMBASSY,
    GENERAL_STORE,
    HOTEL,
    LARGE_WHARF,
    LIGHTHOUSE,
    MONASTERY,
    PRODUCT_MARKET,
    RESOURCE_MARKET,
    SAWMILL,
    SMALL_WHARF,
)
from malecon.games.cuba.cards import LAWS, MAYOR, OTHER
from malecon.games.cuba.questions import QUESTION_TABLE
from malecon.games.cuba.state import NONE

CUBA = malecon.games["cuba"]
RULES = set(rules_text_of("cuba").rules)
"""The ids of all sentences of the rulebook."""
LAW = {f"{law.type} {law.kind} {law.amount}": code for code, law in enumerate(LAWS)}

Case = tuple[int, dict[str, Any], str, str, str]
"""What is asked, what is changed on the table, the move, the rule, and the sentence."""


def table(question: int, **changes: Any) -> Match:
    """Return a table of three in round 1 where seat 0 is asked ``question``, no answer to which is legal.

    The pawn is on the printed warehouse, at row 1 column 1; nobody owns anything.
    """
    match = CUBA.start(seats=3, seed=7)
    while match.state.question == STOCK:
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    state = match.state
    state.first = state.turn = state.mover = 0
    state.question, state.answers, state.awaited = question, 0, bit(0)
    asked = QUESTION_TABLE.get(question)
    state.last[0] = NONE if asked is None or asked.character is None else asked.character
    state.own[:], state.pesos[:3] = 0, 0
    for name, value in changes.items():
        if isinstance(value, dict):
            for place, inner in value.items():
                getattr(state, name)[place] = inner
        else:
            setattr(state, name, value)
    return match


def refused(match: Match, move: str, seat: int = 0) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        match.play(seat, move)
    return error.value.rule, error.value.sentence


def own(**counts: int) -> dict[int, list[int]]:
    """Return what seat 0 owns."""
    return {0: [counts.get(piece, 0) for piece in PIECES]}


def built(**kinds: int) -> dict[tuple[int, int], int]:
    """Return buildings of seat 0, by the name of the field: ``row_1_column_2``."""
    return {(0, FIELD_NAMES.index(field.replace("_", " "))): kind for field, kind in kinds.items()}


def near(*fields: int) -> int:
    return sum(bit(field) for field in fields)


CROSS_FIELD, FAR_FIELD = FIELD_NAMES.index("row 1 column 2"), FIELD_NAMES.index("row 2 column 2")


def with_near(kind: int, **changes: Any) -> dict[str, Any]:
    """Return a building of seat 0 that is still to be used."""
    return {"built": built(row_1_column_2=kind), "near": near(CROSS_FIELD), **changes}


NO_SUPPLY = dict.fromkeys(range(len(PIECES)), 0)

# fmt: off
NOT_AWAITED: list[Case] = [
    (STOCK, {}, "bid 0", "CUB-2.5", "Player 1 chooses pieces now; it goes in turn order."),
    (SEAL, {}, "seal mayor", "CUB-11.1", "You have sealed a character; player 1 has not yet."),
    (BID, {"bidders": 5}, "bid 0", "CUB-5.4", "Only who is tied for most votes bids again."),
    (BID, {"bidders": 7}, "bid 0", "CUB-5.7", "You have no pesos to bid."),
    (BID, {"bidders": 7, "pesos": {1: 3}}, "bid 0", "CUB-5.2", "You have bid; player 1 has not yet."),
    (ENACT, {}, "enact tax duty", "CUB-5.3", "Player 1 has won the vote and chooses two bills."),
    (PAY_TAX, {}, "pay tax", "CUB-7.7", "Player 1 decides now; it goes in turn order."),
    (PAY, {}, "pay wood", "CUB-7.7", "Player 1 decides now; it goes in turn order."),
    (PAY, {"chosen": GENERAL_STORE}, "pay rum", "CUB-4.1", "It is the turn of player 1."),
    (PLAY, {}, "play mayor", "CUB-4.1", "It is the turn of player 1."),
    (MOVE, {}, "play mayor", "CUB-4.1", "It is the turn of player 1."),
]

SOMETHING_ELSE: list[Case] = [
    (OVER, {"awaited": 0}, "play mayor", "CUB-9.1", "The game is over."),
    (PLAY, {}, "seal mayor", "CUB-11.1", "This game is played without sealed characters."),
    (MOVE, {}, "play mayor", "CUB-4.1", "The action of the worker comes to its end first."),
    (PLAY, {}, "buy rum", "CUB-4.1", "That belongs to the tradeswoman, whom you would have to play first."),
    (PLAY, {"hand": {0: bit(MAYOR)}}, "buy rum", "CUB-4.1", "The action of the tradeswoman is over in this round."),
    (MOVE, {}, "buy rum", "CUB-4.1", "That belongs to the tradeswoman, and you have played the worker."),
    (BUILD, {}, "place on row 1 column 2", "CUB-4.30", "Something else is to be decided now: what to build."),
    (PAY, {}, "play mayor", "CUB-4.5", "Something else is to be decided now: which pieces to pay."),
    (PLAY, {}, "pay tax", "CUB-4.1", "Something else is to be decided now: which character to play."),
]

ACTIONS: list[Case] = [
    (STOCK, {}, "take wood wood", "CUB-2.5", "You have your two resources; choose two products."),
    (STOCK, {}, "take citrus sugar", "CUB-2.5", "Choose two resources first, then two products."),
    (PLAY, {"sealed": {0: MAYOR}}, "play mayor", "CUB-11.1", "You have sealed the mayor for the parliament."),
    (PLAY, {"hand": {0: 1}}, "play mayor", "CUB-4.1", "You have played the mayor already in this round."),
    (HARVEST, {"free": 2}, "end harvest", "CUB-4.15",
     "Fields that give free of charge give anyway; still to choose: 2."),
    (HARVEST, {"free": 2}, "harvest citrus", "CUB-4.13",
     "No citrus field in your row and column can give any more."),
    (HARVEST, {"free": 2, "fruitful": {3: 1}, "supply": NO_SUPPLY}, "harvest citrus", "CUB-4.15",
     "The supply has no citrus."),
    (HARVEST, {"fruitful": {3: 1}}, "harvest citrus", "CUB-4.12",
     "No more fields give free of charge: each costs 1 water now."),
    (HARVEST, {"free": 1, "fruitful": {3: 1}}, "water citrus", "CUB-4.12",
     "Fields still give free of charge, before any for water: 1."),
    (TRADE, {"traded": {3: -1}}, "buy rum", "CUB-4.24", "You have sold rum in this action, so you cannot buy it."),
    (TRADE, {"market": {3: 0}, "supply": NO_SUPPLY}, "buy rum", "CUB-1.1",
     "Neither the market nor the supply has any rum."),
    (TRADE, {"pesos": {0: 1}}, "buy rum", "CUB-4.21", "The price of rum is 5 pesos, and you have 1 peso."),
    (TRADE, {"traded": {3: 1}}, "sell rum", "CUB-4.24", "You have bought rum in this action, so you cannot sell it."),
    (TRADE, {}, "sell rum", "CUB-4.22", "You have no rum."),
    (TRADE, {"traded": {3: 1}}, "take wood", "CUB-4.20",
     "You have bought or sold; an alternative would have been instead of that."),
    (TRADE, {"resource_taken": 1}, "take wood", "CUB-4.4",
     "This alternative has been used in this round, as often as it can be."),
    (TRADE, {"product_taken": 1}, "take citrus", "CUB-4.4",
     "This alternative has been used in this round, as often as it can be."),
    (TRADE, {"supply": NO_SUPPLY}, "take wood", "CUB-4.25", "The supply has no wood."),
    (TRADE, {"market": {0: 2}}, "take citrus", "CUB-4.25",
     "Only a product of the lowest price can be taken: that is 4 pesos, and citrus costs 5 pesos."),
    (BUILD, {}, "build nothing", "CUB-4.2",
     "Who does not build takes the points, as long as a space for them is free."),
    (BUILD, {"points_taken": 2}, "take points", "CUB-4.4",
     "This alternative has been used in this round, as often as it can be."),
    (BUILD, {"copies": {EMBASSY: 0}}, "build canadian embassy", "CUB-1.4", "The canadian embassy is not in this game."),
    (BUILD, {"offer": {HOTEL: 0}}, "build hotel", "CUB-1.4", "The hotel is not on offer any more."),
    (BUILD, {"built": {0: HOTEL}}, "build hotel", "CUB-4.31", "You have no field without a building left."),
    (BUILD, {"own": own(stone=1)}, "build hotel", "CUB-4.31",
     "You cannot pay for the hotel. Missing: 2 wood, 1 stone, 1 water."),
    (BUILD, {"own": own(stone=2), "in_force": {OTHER: LAW["other building 2"]}, "pesos": {0: 1}}, "build dam",
     "CUB-4.32", "The building act asks for 2 pesos more, and you have 1 peso."),
    (PLACE, {}, "place on row 1 column 1", "CUB-4.31", "The field of the printed warehouse cannot be built over."),
    (PLACE, {"built": built(row_1_column_2=HOTEL)}, "place on row 1 column 2", "CUB-4.31",
     "There is the hotel on that field."),
]

LOADING: list[Case] = [
    (LOAD, {"chosen": SMALL_WHARF}, "end loading", "CUB-10.33", "You use the small wharf, so load something."),
    (LOAD, {}, "end loading", "CUB-4.2",
     "Who does not load takes the pesos, as long as a space for them is free."),
    (LOAD, {"chosen": SMALL_WHARF}, "take pesos", "CUB-4.52",
     "The pesos are for the mayor, not for who loads at a wharf."),
    (LOAD, {"dock": 1}, "take pesos", "CUB-4.50", "You have loaded; the pesos would have been instead of that."),
    (LOAD, {"pesos_taken": 2}, "take pesos", "CUB-4.4",
     "This alternative has been used in this round, as often as it can be."),
    (LOAD, {"dock": 1}, "load rum on dock 1", "CUB-4.50",
     "You load the ship at dock 2; a second one cannot be loaded."),
    (LOAD, {"dock": 1, "chosen": LARGE_WHARF, "load_kind": 0}, "load rum on dock 2", "CUB-10.8",
     "The large wharf loads one kind only: citrus."),
    (LOAD, {}, "load rum on dock 3", "CUB-4.50", "There is no ship at dock 3."),
    (LOAD, {"ship": {0: 0}, "cargo": {0: 1}}, "load rum on dock 1", "CUB-4.51", "The ship at dock 1 is full."),
    (LOAD, {"ship": {0: 2}}, "load rum on dock 1", "CUB-4.51", "The ship at dock 1 takes no rum."),
    (LOAD, {"ship": {0: 0}, "cargo": {(0, 3): 1}}, "load rum on dock 1", "CUB-4.51",
     "The ship at dock 1 has no space left for rum."),
    (LOAD, {"ship": {0: 0}}, "load rum on dock 1", "CUB-4.50", "You have no rum."),
]

USES: list[Case] = [
    (USE, {}, "use hotel", "CUB-4.40", "You have no hotel."),
    (USE, {"built": built(row_1_column_2=HOTEL)}, "use hotel", "CUB-10.30",
     "You have used the hotel in this action."),
    (USE, {"built": built(row_2_column_2=HOTEL)}, "use hotel", "CUB-4.40",
     "The hotel is outside of your pawn's row and column, where you have used a building."),
    (USE, {"built": built(row_2_column_2=LIGHTHOUSE)}, "use lighthouse", "CUB-4.40",
     "The lighthouse is outside of your pawn's row and column, where you have used a building."),
    (USE, with_near(SAWMILL), "use sawmill", "CUB-10.2", "You have no wood."),
    (USE, with_near(CIGAR_FACTORY, own=own(tobacco=1), supply=NO_SUPPLY), "use cigar factory", "CUB-10.31",
     "The supply has no cigars."),
    (USE, with_near(DAM, supply=NO_SUPPLY), "use dam", "CUB-10.31", "The supply has no water."),
    (USE, with_near(EMBASSY, supply=NO_SUPPLY), "use canadian embassy", "CUB-10.31",
     "The supply has no cigars."),
    (USE, {"near": near(0)}, "use warehouse", "CUB-4.42", "There are no products in your yard to store."),
    (USE, with_near(SMALL_WHARF), "use small wharf", "CUB-10.7",
     "You have nothing that a ship at the docks has a space for."),
    (USE, with_near(BLACK_MARKET), "use black market", "CUB-10.18",
     "You have nothing to exchange, or the supply nothing to give for it."),
    (USE, with_near(GENERAL_STORE), "use general store", "CUB-10.11",
     "You have nothing that the general store takes."),
    (USE, with_near(CHURCH), "use church", "CUB-10.33", "The church would do nothing now."),
    (AMOUNT, {"chosen": CEMENT_FACTORY, "own": own(stone=9)}, "give 5", "CUB-10.1",
     "The cement factory takes 4 pieces at most."),
    (AMOUNT, {"chosen": CEMENT_FACTORY, "own": own(stone=2)}, "give 3", "CUB-10.1", "You have only 2 stone."),
    (AMOUNT, {"chosen": DISTILLERY, "own": own(sugar=3), "supply": {PIECES.index("rum"): 1}}, "give 2", "CUB-10.31",
     "The supply can give back only 1 rum."),
    (PAY, {"chosen": MONASTERY}, "pay nothing", "CUB-10.33", "You use the monastery, so pay something."),
    (PAY, {"chosen": MONASTERY}, "pay rum", "CUB-10.4", "The monastery takes products, 2 at most."),
    (PAY, {"chosen": PRODUCT_MARKET}, "pay citrus sugar", "CUB-10.12", "The product market takes products, 1 at most."),
    (PAY, {"chosen": RESOURCE_MARKET}, "pay rum", "CUB-10.13", "The resource market takes resources, 2 at most."),
    (PAY, {"chosen": GENERAL_STORE}, "pay citrus", "CUB-10.11", "The general store takes goods, 1 at most."),
    (PAY, {"chosen": MONASTERY, "own": own(citrus=1)}, "pay citrus citrus", "CUB-4.5", "You lack 1 citrus."),
    (PAY, {}, "pay rum", "CUB-7.2", "The duty asks for 1 citrus."),
    (PAY, {"in_force": {1: LAW["duty resources 2"]}}, "pay rum", "CUB-7.2", "The duty asks for resources: 2."),
    (PAY, {"in_force": {1: LAW["duty products 2"]}}, "pay rum", "CUB-7.2", "The duty asks for products: 2."),
    (PAY, {}, "pay citrus", "CUB-4.5", "You lack 1 citrus."),
    (EXCHANGE, {}, "exchange rum for citrus", "CUB-10.18", "You have no rum."),
    (EXCHANGE, {"own": own(rum=1), "supply": NO_SUPPLY}, "exchange rum for citrus", "CUB-10.31",
     "The supply has no citrus."),
    (VETO, {"bill": {0: NONE}}, "veto tax", "CUB-6.1", "The tax bill has been removed."),
    (VETO, {"barred": 0}, "veto tax", "CUB-6.2",
     "A tax bill was removed in the last round, so not in this one."),
    (SWAP, {"ship": {3: 4}}, "swap ship 5", "CUB-10.22", "Ship 5 is not in the pile."),
    (BID, {"bidders": 7, "pesos": {0: 2}}, "bid 3", "CUB-5.2", "You have only 2 pesos."),
    (ENACT, {"bill": {1: NONE}}, "enact tax duty", "CUB-6.1", "The duty bill has been removed."),
]
# fmt: on

CASES = [*SOMETHING_ELSE, *ACTIONS, *LOADING, *USES]


def test_every_question_has_words_and_a_rule() -> None:
    assert all(question.asks for question in QUESTION_TABLE)
    assert {question.rule for question in QUESTION_TABLE} <= RULES


def test_the_questions_of_characters_follow_each_other() -> None:
    table = CUBA.start(seats=3, seed=7).state
    for question in QUESTION_TABLE:
        table.question, table.chosen = question.number, 0
        assert in_action(table) == (question.character is not None)


@pytest.mark.parametrize(("question", "changes", "move", "rule", "sentence"), NOT_AWAITED)
def test_who_is_not_asked_has_to_wait(
    question: int, changes: dict[str, Any], move: str, rule: str, sentence: str
) -> None:
    assert refused(table(question, **changes), move, seat=1) == (rule, sentence)


@pytest.mark.parametrize(("question", "changes", "move", "rule", "sentence"), CASES)
def test_a_refusal_gives_rule_and_reason(
    question: int, changes: dict[str, Any], move: str, rule: str, sentence: str
) -> None:
    match = table(question, **changes)
    before = match.copy()

    assert refused(match, move) == (rule, sentence)
    assert rule in RULES
    assert match == before


def test_every_refusal_has_a_case() -> None:
    told = set()
    for seat, cases in enumerate((CASES, NOT_AWAITED)):
        for question, changes, move, _, _ in cases:
            with pytest.raises(IllegalMove) as error:
                table(question, **changes).play(seat, move)
            told.add(error.value.template)

    waits = {question.wait[1] for question in QUESTION_TABLE if question.wait}
    files = core_question.__file__, refusals.__file__, refusals_of_buildings.__file__
    assert told == waits.union(*map(templates, files))


def templates(module: str) -> set[str]:
    """Return the marked texts of a module."""
    calls = (node for node in ast.walk(ast.parse(Path(module).read_text("utf-8"))) if isinstance(node, ast.Call))
    marked = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "N_")
    return {ast.literal_eval(call.args[0]) for call in marked}

"""What comes of two moves by themselves: in the turn, else in a round, if it is worth much of the lead."""

from collections.abc import Sequence

import numpy as np

import malecon
from malecon.agents.comparison import FULL, Comparison
from malecon.agents.futures import BY_MOVE, IN_STAGE, IN_TURN, LATER
from malecon.agents.levels import config_of
from malecon.agents.reason_by_itself import by_itself
from malecon.agents.search import Question
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import AFTERWARDS, Reason
from reasons.facts import table_of_lines

PESOS = Entry(PIECES, 0, "not load", "pesos instead", 4, "peso")
LOAD, GIVE = Entry(POINTS, 0, "load", "dock 2", 2), Entry(PIECES, 0, "give", "dock 2", -1, "rum")
BUILD, COST = Entry(HAPPENS, 0, "build", "dam"), Entry(PIECES, 0, "pay", "cost", -2, "stone")
TAX = Entry(POINTS, 0, "score", "tax", 2)
RIVAL = LOAD._replace(seat=1)

Line = Sequence[tuple[int, Entry]]


def found(*futures: tuple[Line, Line], lead: float = 0.1, when: int = BY_MOVE) -> Reason | None:
    """Return what comes of taking 4 pesos and of loading rum, in futures of Cuba's first player.

    A point and a peso are worth 0.1, other pieces nothing. ``when``: everything happens.
    """
    game = malecon.games["cuba"]
    assert game.ledger is not None
    pesos, load = map(game.notation.parse, ("take pesos", "load rum on dock 2"))
    question = Question(game, game.start(seats=3, seed=1).state, 0, pesos)
    table = table_of_lines(*futures, when=when)
    worths = np.array([0.1 if entry.lens == POINTS or entry.piece == "peso" else 0.0 for entry in table.entries])
    compared = Comparison(question, load, game.ledger, config_of(game), 1, FULL)
    return by_itself(compared, table, worths, lead)


def steps(reason: Reason | None) -> list[list[Entry]]:
    assert reason is not None
    return [[entry for step in line for entry in step.entries] for line in reason.example]


def test_what_comes_in_the_turn_is_told_if_it_is_worth_much_of_the_lead() -> None:
    lines = [(0, PESOS)], [(0, GIVE), (0, LOAD)]

    assert steps(found(lines)) == [[PESOS], [GIVE, LOAD]]
    assert steps(found(lines, when=IN_TURN)) == [[PESOS], [GIVE, LOAD]]
    assert found(lines, lead=0.6) is None, "0.2 is too little of it"
    assert found(lines[::-1]) is None, "it speaks for the other move"


def test_what_comes_later_is_told_by_what_the_moves_name() -> None:
    told = found(([(0, PESOS), (0, TAX)], [(0, RIVAL)]), when=IN_STAGE)

    assert told is not None
    assert (steps(told), told.lead.entry.verb) == ([[PESOS], []], AFTERWARDS)
    assert steps(found(([(1, PESOS)], [(0, GIVE), (1, GIVE)]), when=LATER)) == [[PESOS], [GIVE]]
    assert found(([(2, PESOS)], []), when=LATER) is None, "it is too late"
    assert found(([(0, TAX)], []), when=IN_STAGE) is None, "no move names the tax"


def test_what_may_come_in_the_turn_is_not_told_of_a_later_round() -> None:
    assert found(([(1, LOAD)], [(0, LOAD)])) is None


def test_it_is_the_pair_of_futures_most_like_the_mean() -> None:
    more = [(0, PESOS), (0, TAX)]

    assert steps(found(([], []), (more, []), ([(0, PESOS)], []), ([(0, PESOS)], []))) == [[PESOS], []]


def test_what_is_spared_is_told_only_of_the_turn() -> None:
    spent = PESOS._replace(verb="pay", amount=-4)

    assert steps(found(([], [(0, spent)]))) == [[], [spent]]
    assert found(([], [(0, spent)]), when=IN_STAGE) is None


def test_pieces_are_told_against_fewer_pieces() -> None:
    stone = PESOS._replace(piece="stone")

    for when in (IN_TURN, IN_STAGE):
        assert found(([(0, PESOS)], [(0, stone)]), when=when) is None
        assert steps(found(([(0, PESOS)], [(0, stone._replace(amount=1))]), when=when))[0] == [PESOS]


def test_what_is_given_for_a_building_is_its_price() -> None:
    told = found(([(0, COST), (0, BUILD), (0, TAX)], []))
    assert told is not None
    step = told.example[0][0]

    assert (step.first, step.price) == (BUILD, (COST,))

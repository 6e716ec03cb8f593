"""What comes of two moves by themselves in their turn, if it is worth much of the lead."""

from collections.abc import Sequence

import numpy as np

import malecon
from malecon.agents.comparison import FULL, Comparison
from malecon.agents.futures import BY_MOVE, IN_STAGE, IN_TURN, LATER
from malecon.agents.levels import config_of
from malecon.agents.reason_by_itself import by_itself
from malecon.agents.search import Question
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import Reason
from reasons.facts import table_of_lines

PESOS = Entry(PIECES, 0, "not load", "pesos instead", 4, "peso")
LOAD, GIVE = Entry(POINTS, 0, "load", "dock 2", 2), Entry(PIECES, 0, "give", "dock 2", -1, "rum")
BUILD, COST = Entry(HAPPENS, 0, "build", "dam"), Entry(PIECES, 0, "pay", "cost", -2, "stone")
TAX = Entry(POINTS, 0, "score", "tax", 2)
RIVAL = LOAD._replace(seat=1)

Line = Sequence[tuple[int, Entry]]


def found(
    *futures: tuple[Line, Line], lead: float = 0.1, when: int = BY_MOVE, later: Sequence[int] = ()
) -> Reason | None:
    """Return what comes of taking 4 pesos and of loading rum, in futures of Cuba's first player.

    A point and a peso are worth 0.1, other pieces nothing. ``when``: everything happens, but for what happens
    ``later``, by its place in all lines, those of the first move first.
    """
    game = malecon.games["cuba"]
    assert game.ledger is not None
    pesos, load = map(game.notation.parse, ("take pesos", "load rum on dock 2"))
    question = Question(game, game.start(seats=3, seed=1).state, 0, pesos)
    table = table_of_lines(*futures, when=when)
    table.happened.rows[[*later], -1] = LATER
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


def test_what_comes_later_is_not_told() -> None:
    assert found(([(0, PESOS)], []), when=IN_STAGE) is None
    assert found(([(1, PESOS)], []), when=LATER) is None


def test_what_comes_as_well_later_in_the_round_is_no_reason() -> None:
    assert found(([(0, PESOS)], [(0, PESOS)]), later=[1]) is None
    assert steps(found(([(0, PESOS)], [(0, PESOS._replace(amount=2))]), later=[1])) == [[PESOS], []]


def test_who_takes_it_otherwise_is_known() -> None:
    theirs = PESOS._replace(seat=1)
    told = found(([(0, PESOS)], [(0, theirs)]), later=[1])

    assert told is not None
    assert [(fact.entry.seat, fact.seen) for fact in told.facts[1:]] == [(1, (0, 4))]


def test_it_is_the_pair_of_futures_most_like_the_mean() -> None:
    more = [(0, PESOS), (0, TAX)]

    assert steps(found(([], []), (more, []), ([(0, PESOS)], []), ([(0, PESOS)], []))) == [[PESOS], []]


def test_what_is_spared_is_told() -> None:
    spent = PESOS._replace(verb="pay", amount=-4)

    assert steps(found(([], [(0, spent)]))) == [[], [spent]]


def test_pieces_are_told_against_fewer_pieces() -> None:
    stone = PESOS._replace(piece="stone")

    assert found(([(0, PESOS)], [(0, stone)])) is None
    assert steps(found(([(0, PESOS)], [(0, stone._replace(amount=1))])))[0] == [PESOS]


def test_what_is_given_for_a_building_is_its_price() -> None:
    told = found(([(0, COST), (0, BUILD), (0, TAX)], []))
    assert told is not None
    step = told.example[0][0]

    assert (step.first, step.price) == (BUILD, (COST,))
